"""What the tests need: Pyodide and esbuild as npm installs them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from prelit import visits
from prelit.errors import PrelitError

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder of npm's packages: the one that PRELIT_MODULES names, or the nearest node_modules."""
    if chosen := os.environ.get("PRELIT_MODULES"):
        return Path(chosen)
    for folder in Path(__file__).resolve().parents:
        if (folder / "node_modules" / "pyodide").is_dir():
            return folder / "node_modules"
    pytest.skip("run `npm install pyodide esbuild` here first, or name the folder in PRELIT_MODULES")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Playwright's own Chromium, or the one that PRELIT_CHROMIUM names; one for all: Playwright runs once."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        try:
            browser = visits.launcher(os.environ.get("PRELIT_CHROMIUM", ""))(playwright)
        except PrelitError as error:
            pytest.skip(str(error))
        yield browser
        browser.close()
