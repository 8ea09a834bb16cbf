"""Paths: the folders of the repository and of this machine's user."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
MODULES = ROOT / "node_modules"
DIST = ROOT / "dist"
BUILD = ROOT / "build"
GZIP = BUILD / "gzip"


def venv_python(venv: Path = VENV) -> Path:
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def cache() -> Path:
    """The user's cache folder for Kesu, or the one named by KESU_CACHE."""
    if chosen := os.environ.get("KESU_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "kesu"
