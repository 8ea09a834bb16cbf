"""Imports go down only: the page imports play, play the session, the session the contract; rules import the contract
and the kernel. The session knows no rules; only game.web uses the page.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import game
from game.rules import GAMES

pytestmark = pytest.mark.native  # reads the sources


ROOT = Path(game.__file__).resolve().parent

GROUND = {"game.words", "game.rng", "game.kernel", "game.pieces", "game.slices", "game.contract"}
"""The lowest floor: arrays, random numbers, pieces, words, work in slices and the contract."""

VERBS = {
    *("left", "right", "rotate", "cw", "ccw", "clockwise", "counterclockwise", "down", "drop", "move", "tick"),
    *("levelup", "blind", "heavy", "force"),
}
"""The games' words for moves. Some are also values of roles; a front must use the role instead."""

PLAY = GROUND | {"game.bots", "game.session", "game.store", "game.text", "game.play", "game.geometry"}

ALLOWED = {
    "game.words": set(),
    "game.rng": set(),
    "game.kernel": set(),
    "game.pieces": set(),
    "game.contract": {"game.words", "game.contract"},
    "game.slices": set(),
    "game.rules": GROUND | {"game.rules"},
    "game.bots": GROUND | {"game.rules", "game.bots"},
    "game.files": GROUND,
    "game.geometry": {"game.contract"},
    "game.store": GROUND | {"game.rules", "game.session", "game.store"},
    "game.play": PLAY,
    "game.play.live": PLAY | {"game.play.live"},
    "game.play.problems": PLAY | {"game.rules", "game.problems", "game.play.problems"},
    "game.play.review": PLAY | {"game.rules", "game.files", "game.review", "game.play.review"},
    "game.play.workshop": PLAY
    | {"game.rules", "game.files", "game.effects", "game.workshop", "game.tournament", "game.play.workshop"},
    "game.input": GROUND | {"game.text", "game.geometry", "game.play", "game.input"},
    "game.player": GROUND | {"game.files", "game.session", "game.store", "game.play", "game.input", "game.player"},
    "game.effects": GROUND | {"game.effects"},
    "game.session": GROUND | {"game.session"},
    "game.review": GROUND | {"game.rules", "game.bots", "game.session", "game.review"},
    "game.text": GROUND | {"game.text"},
    "game.text.catalogue": GROUND | {"game.files"},
    "game.serving": {"game.serving"},
    "game.workshop": GROUND | {"game.rules", "game.bots", "game.files", "game.session", "game.workshop"},
    "game.problems": GROUND | {"game.rules", "game.bots", "game.session", "game.problems"},
    "game.tournament": GROUND | {"game.rules", "game.bots", "game.session", "game.workshop", "game.tournament"},
    "game.terminal": None,
    "game.__main__": None,
    "game.web": None,
}
"""What each module or package may import from the game; None means everything below the fronts."""

PAGE_FLOORS: tuple[tuple[str, ...], ...] = (
    ("platform",),
    ("board",),
    ("dialogs",),
    ("home",),
    ("devices",),
    ("review", "problems"),
    ("stage",),
    ("live",),
    ("routing",),
    ("page",),
    ("app",),
    ("workshop",),
)
"""Folders and modules of game.web, from the bottom up; each imports only what is on its own floor or below."""

TIMELESS = {
    *("game.rules", "game.kernel", "game.session", "game.play", "game.play.live", "game.text"),
    *("game.input", "game.effects", "game.play.problems", "game.play.review"),
}
"""Packages that read no clock, draw no random numbers and print nothing by themselves. Of play, only the workshop's
workers do: they are programs of their own."""
GIVEN_A_CLOCK = {"game.play", "game.play.problems"}
"""Packages that ask a clock which they are given."""
GAMELESS = {
    *("game.web", "game.terminal", "game.session", "game.text", "game.review", "game.input", "game.player"),
    *("game.effects", "game.play", "game.play.live", "game.play.problems", "game.play.review", "game.play.workshop"),
}
"""Packages that know no game and no word of one."""
FRONTS = {"game.__main__", "game.serving", "game.terminal", "game.web"}
PAGE = {"js", "pyodide", "pyodide_js", "pyscript"}


def modules() -> list[str]:
    names = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = ["game", *path.relative_to(ROOT).with_suffix("").parts]
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [name for name in names if name != "game"]


def floor_of(name: str) -> str:
    """Returns the entry of ALLOWED that a module belongs to."""
    found = [key for key in ALLOWED if name == key or name.startswith(key + ".")]
    assert found, f"{name} has no floor: add it to ALLOWED"
    return max(found, key=len)


def nodes(name: str) -> Iterator[ast.AST]:
    """Returns every node of a module's syntax tree."""
    path = ROOT.joinpath(*name.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def imports(name: str) -> Iterator[str]:
    known = set(modules())
    for node in nodes(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: relative imports hide which floor is meant"
            assert node.module
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in known else node.module


@pytest.mark.parametrize("name", modules())
def test_imports_go_down_only(name: str) -> None:
    here = floor_of(name)
    for imported in imports(name):
        if imported.split(".")[0] in PAGE:
            assert here == "game.web", f"{name} imports {imported}: only game.web touches the page"
        if not imported.startswith("game."):
            continue
        there = floor_of(imported)
        allowed = ALLOWED[here]
        if allowed is None:
            own = there == here or (here == "game.__main__" and there != "game.web")
            assert own or there not in FRONTS, f"{name} imports another front, {imported}"
        else:
            assert there in allowed, f"{name} imports {imported}, which is not below it"


def page_floor_of(name: str) -> int:
    """Returns the floor of game.web that a module is on."""
    part = name.split(".")[2]
    for number, entries in enumerate(PAGE_FLOORS):
        if part in entries:
            return number
    raise AssertionError(f"{name} has no floor in the page: add {part} to PAGE_FLOORS")


@pytest.mark.parametrize("name", [name for name in modules() if name.startswith("game.web.")])
def test_imports_inside_the_page_go_down_only(name: str) -> None:
    for imported in imports(name):
        if imported.startswith("game.web."):
            assert page_floor_of(imported) <= page_floor_of(name), f"{name} imports {imported}, which is above it"


def test_every_entry_of_the_floors_has_a_module() -> None:
    floors = {floor_of(name) for name in modules()}
    assert floors == set(ALLOWED), "entries of ALLOWED without a module"
    parts = {name.split(".")[2] for name in modules() if name.startswith("game.web.")}
    assert parts == {entry for entries in PAGE_FLOORS for entry in entries}, "entries of PAGE_FLOORS without a module"


@pytest.mark.parametrize(
    "name",
    [name for name in modules() if floor_of(name) in TIMELESS],
)
def test_rules_and_sessions_use_no_clock_randomness_or_printing(name: str) -> None:
    assert not {"time", "random", "secrets", "os", "sys", "pathlib"} & set(imports(name))
    calls = [node for node in nodes(name) if isinstance(node, ast.Call)]
    called = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    assert not {"print", "open", "input"} & called
    methods = [call.func for call in calls if isinstance(call.func, ast.Attribute)]
    asks = {ast.unparse(method.value) for method in methods if method.attr in ("today", "now", "utcnow")}
    assert not {"date", "datetime"} & asks
    assert floor_of(name) in GIVEN_A_CLOCK or not asks, "this module is given no clock"


@pytest.mark.parametrize(
    "name",
    [name for name in modules() if floor_of(name) in GAMELESS],
)
def test_fronts_use_roles_instead_of_a_games_words(name: str) -> None:
    """The contract says what a word does; a front that names one is guessing."""
    found = list(nodes(name))
    layout = {id(node.value) for node in found if isinstance(node, ast.keyword) and node.arg == "justify"}
    texts = {node.value for node in found if isinstance(node, ast.Constant) and id(node) not in layout}
    assert not texts & (VERBS | set(GAMES))


TOOLS = {
    "setup": {"setup"},
    "start": {"setup", "start"},
    "samples": {"samples"},
    "build": {"setup", "start", "samples", "build"},
    "measure": {"setup", "start", "samples", "build", "measure"},
    "train": {"setup", "start", "samples", "build", "measure", "train"},
    "dev": {"setup", "start", "samples", "build", "measure", "train", "dev"},
}
"""What each folder of tools may import from the others; none may import build.py or the tests."""


PACKAGE = ROOT.parent / "tools" / "prelit"


def imported(path: Path) -> Iterator[str]:
    """Yields the names of the modules that a source imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_the_package_for_the_start_imports_nothing_of_this_repository(path: Path) -> None:
    own = {"game", "tools", "build", "tests"} & {name.partition(".")[0] for name in imported(path)}
    assert not own, f"{path} imports {own}, but prelit is a package of its own"


TOOL_MODULES = [path for path in sorted((ROOT.parent / "tools").rglob("*.py")) if not path.is_relative_to(PACKAGE)]


@pytest.mark.parametrize("path", TOOL_MODULES, ids=lambda path: path.stem)
def test_tools_import_down_only(path: Path) -> None:
    folder = path.relative_to(ROOT.parent / "tools").parts[0]
    shared = path.parent.name == "harness"
    for name in imported(path):
        first, _dot, rest = name.partition(".")
        assert first not in ("build", "tests"), f"{path} imports {name}"
        if first == "tools":
            assert rest.partition(".")[0] in TOOLS[folder], f"{path} imports {name}, which is not below it"
            assert rest, f"{path} imports tools itself: name the folder"
            assert not shared or folder not in rest or "harness" in rest, f"{path} imports a module that uses it"
