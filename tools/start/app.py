"""What prelit is to prepare: the games' sources, the groups in which they are fetched, and PyScript's own modules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from prelit import pyscript
from prelit.app import Application, Parts, Tools
from prelit.bundle import bundle
from prelit.engine import parts
from prelit.node import NodeJs
from prelit.process import warn
from prelit.release import Release
from prelit.toolchain import CORE
from prelit.tracing import read
from tools.setup.paths import BUILD, MODULES, ROOT
from tools.setup.progress import ProgressLine
from tools.start.workload import WRONG

PYTHON = BUILD / "python"
INTERPRETER = "static/kesu.mjs"
"""Kesu's interpreter module: prelit's, with what only this page needs."""
SEED = 7
DATA = ".bin"
"""Suffix of the bots' data files, which are shipped with the bots."""
TERMINAL = ("game/__main__.py", "game/text/catalogue.py", "game/serving/", "game/terminal/")
LATE: Mapping[str, tuple[str, ...]] = {
    "calendar": ("game/web/dialogs/calendar.py*",),
    "live": ("game/*/live/*", "game/store/matches.py*"),
    "problems": ("game/problems/*", "game/*/problems/*"),
    "review": ("game/bots/*/judge.py*", "game/bots/judging/*", "game/review/*", "game/*/review/*"),
    "workshop": ("game/workshop/*", "game/tournament/*", "game/*/workshop/*"),
}
"""Groups of modules that the page fetches when first needed (game/web/platform/late.py), by name, as patterns; no
start imports them. A group without modules has no archive."""


def ready(node: NodeJs, wheels: Mapping[str, Path], now: ProgressLine) -> Parts:
    """Makes the parts of Python that the page loads, or reuses them if their inputs are unchanged."""
    found = parts(app(wheels), tools(node, now))
    for name, text in results().items():
        if text.startswith(WRONG):
            warn(f"python    {name} {text}")
    return found


def app(wheels: Mapping[str, Path], root: Path = ROOT, modules: Path = MODULES) -> Application:
    """Returns the games."""
    return Application(
        game_sources(root),
        wheels,
        name="kesu",
        workload=Path(__file__).with_name("workload.py").read_text(encoding="utf-8"),
        given={"seed": SEED},
        embedded=pyscript.embedded(modules / CORE),
        with_later=(f"*{DATA}",),
        late=LATE,
        complete=False,
        own_in_snapshot=True,
        undocumented=True,
    )


def tools(node: NodeJs, now: ProgressLine) -> Tools:
    """Returns what prelit works with here."""
    return Tools(node, Release.at(MODULES / "pyodide"), PYTHON, script(node), now.doing)


@cache
def script(node: NodeJs) -> str:
    """Returns the interpreter module, joined, without its table of facts."""
    joined = bundle(node, MODULES / "esbuild", {INTERPRETER: INTERPRETER}, ROOT)
    return joined.files[INTERPRETER].decode()


def results() -> dict[str, str]:
    """Returns what came of playing the games: scores or errors, by name."""
    outcome = read(PYTHON / "traced" / "trace.json").results
    return {**outcome["later"], **{name: text for name, text in outcome["first"].items() if text.startswith(WRONG)}}


def game_sources(root: Path) -> dict[str, bytes]:
    """Returns the Python that runs in the page, by import name, and the files that games and bots read."""
    wanted = [
        *sorted((root / "game").rglob("*.py")),
        *sorted((root / "game").rglob(f"*{DATA}")),
        *sorted((root / "static").glob("*.txt")),
    ]
    found = {path.relative_to(root).as_posix(): path for path in wanted}
    return {
        name: path.read_bytes() for name, path in found.items() if not name.startswith(TERMINAL) and not hidden(name)
    }


def hidden(name: str) -> bool:
    """Returns whether a file is of no use to the page: caches, tests, and names that begin with a full stop."""
    return any(part.startswith(".") or part in {"__pycache__", "tests"} for part in name.split("/"))
