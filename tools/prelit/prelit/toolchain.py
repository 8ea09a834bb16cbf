"""Finds Pyodide and esbuild as npm installs them, or has npm install them into the user's cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from prelit import stamps
from prelit.errors import PrelitError
from prelit.node import NodeJs
from prelit.process import run

PYODIDE = "314.0.4"
"""The newest version that this version of prelit was tested with."""
ESBUILD = "0.28.2"
PYSCRIPT = "0.7.31"
CORE = "@pyscript/core"
"""The npm package of PyScript."""


def modules(node: NodeJs, cache: Path, version: str, say: Callable[[str], None], pyscript: bool = False) -> Path:
    """Returns the folder of npm's packages with this version of Pyodide; PrelitError if npm cannot install it."""
    folder = cache / (f"npm-{version}-pyscript" if pyscript else f"npm-{version}")
    more = [f"{CORE}@{PYSCRIPT}"] if pyscript else []
    wanted = stamps.key([version, ESBUILD, *more])
    if not stamps.fresh(folder, wanted):
        say(f"installing Pyodide {version}{' and PyScript' if pyscript else ''} from npm, once")
        folder.mkdir(parents=True, exist_ok=True)
        install = [*node.npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder)]
        what = f"installing Pyodide {version} by npm (does this version exist, and is the network there?)"
        run([*install, f"pyodide@{version}", f"esbuild@{ESBUILD}", *more], what, env=node.env, timeout=600)
        stamps.sign(folder, wanted)
    return folder / "node_modules"


def present(folder: Path, pyscript: bool = False) -> Path:
    """Returns a folder of npm's packages that the user names; PrelitError if something is missing from it."""
    for name in ("pyodide", "esbuild", *([CORE] if pyscript else [])):
        if not (folder / name / "package.json").is_file():
            raise PrelitError(f"{folder} has no {name}: run `npm install {name}` next to it, or leave --modules out")
    return folder.resolve()  # scripts run in other folders
