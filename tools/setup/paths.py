"""Paths: the folders of the repository and of this machine's user."""

import os
from pathlib import Path

from prelit import wheels

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
MODULES = ROOT / "node_modules"
DIST = ROOT / "dist"
BUILD = ROOT / "build"
GZIP = BUILD / "gzip"


def venv_python(venv: Path = VENV) -> Path:
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def cache() -> Path:
    """Returns the user's cache folder for Kesu, or the one named by KESU_CACHE."""
    return wheels.cache("kesu")
