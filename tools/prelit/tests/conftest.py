"""What the tests need: Pyodide and esbuild as npm installs them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder of npm's packages: the one that PRELIT_MODULES names, or the nearest node_modules."""
    if chosen := os.environ.get("PRELIT_MODULES"):
        return Path(chosen)
    for folder in Path(__file__).resolve().parents:
        if (folder / "node_modules" / "pyodide").is_dir():
            return folder / "node_modules"
    pytest.skip("run `npm install pyodide esbuild` here first, or name the folder in PRELIT_MODULES")
