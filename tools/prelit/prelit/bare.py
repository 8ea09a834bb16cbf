"""Assembles a page with Pyodide as packaged, without prelit: what `prelit bench` compares with."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from prelit.errors import PrelitError
from prelit.toolchain import CORE

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"


def assemble(source: Path, pyodide: Path, wheels: Mapping[str, Path], to: Path, place: str = "pyodide") -> Path:
    """Copies a page's sources, and Pyodide with these wheels into the folder `place` next to them; returns `to`.

    The lock file keeps only these packages, as somebody who cares about the size would do.
    """
    if not (source / "index.html").is_file():
        raise PrelitError(f"{source} has no index.html: name the folder with the page's own sources")
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__", ".*", "node_modules", "dist"))
    (to / place).mkdir(exist_ok=True)
    for path in [*(pyodide / name for name in FILES), *wheels.values()]:
        shutil.copyfile(path, to / place / path.name)
    if (core := pyodide.parent / CORE / "dist").is_dir() and not (to / "pyscript").exists():
        shutil.copytree(core, to / "pyscript")  # where a page with PyScript looks for it
    (to / place / LOCK).write_text(json.dumps(lock_for(pyodide, wheels)), encoding="utf-8")
    return to


def lock_for(pyodide: Path, packages: Iterable[str]) -> dict[str, object]:
    """Returns Pyodide's lock file with only these packages."""
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    return {**lock, "packages": {name: lock["packages"][name] for name in packages}}
