"""Actions are names: each that a key, a button, a mode or another module uses is one that something carries out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tools.setup.paths import ROOT

pytestmark = pytest.mark.native  # reads the sources

SETS = ("ACTIONS", "CHANGED_ACTIONS", "NOT_REPEATED", "actions")
"""Variables that hold names of actions."""
REPLAY = "game/play/replay.py"
"""Its buttons have actions of their own."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "game").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def texts(node: ast.AST) -> set[str]:
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def carried_out() -> set[str]:
    """Returns the keys of the controller's table and of the page's."""
    found = set()
    for place, table in (("game/play/controller.py", "acts"), ("game/web/app.py", "_actions")):
        for node in ast.walk(ast.parse((ROOT / place).read_text(encoding="utf-8"))):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if isinstance(getattr(node, "value", None), ast.Dict) and table in (
                getattr(target, "id", ""), getattr(target, "attr", "")
            ):  # fmt: skip
                found |= {str(key.value) for key in node.value.keys if isinstance(key, ast.Constant)}  # type: ignore[attr-defined]
    return found


def used() -> Iterator[tuple[str, str]]:
    """Yields each name of an action that is used, and where."""
    for place, tree in trees():
        if place == REPLAY:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if called in ("act", "Wanted"):
                    yield from ((name, place) for given in node.args[:1] for name in texts(given))
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if getattr(target, "id", "") in SETS:
                    yield from ((name, place) for name in texts(node.value))
    for name in re.findall(r'data-action="([a-z-]+)"', (ROOT / "index.html").read_text(encoding="utf-8")):
        yield name, "index.html"


def test_every_action_that_is_used_is_carried_out() -> None:
    known, found = carried_out(), set(used())
    assert {"undo", "describe", "new", "problems"} <= known
    assert {"game/web/input/keys.py", "game/play/navigation.py", "index.html"} <= {place for _name, place in found}
    assert not {(name, place) for name, place in found if name not in known}
