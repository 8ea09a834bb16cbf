"""Every button of the page has an action that exists, and every action is carried out somewhere."""

from __future__ import annotations

import ast
import re

import pytest

from game.play.actions import Action, ReplayAction
from tools.setup.paths import ROOT

pytestmark = pytest.mark.native  # reads the sources


def carried_out(place: str) -> set[str]:
    """Returns the names of the actions that are the keys of a table in a module."""
    tables = (node for node in ast.walk(ast.parse((ROOT / place).read_text("utf-8"))) if isinstance(node, ast.Dict))
    keys = (key for table in tables for key in table.keys if isinstance(key, ast.Attribute))
    return {key.attr for key in keys if isinstance(key.value, ast.Name) and key.value.id == "Action"}


def test_every_action_is_carried_out_by_the_controller_or_by_the_page() -> None:
    game, page = carried_out("game/play/controller.py"), carried_out("game/web/app.py")
    assert game | page == {action.name for action in Action} and not game & page


def test_every_button_has_an_action_that_exists() -> None:
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    named = set(re.findall(r'data-action="([^"]*)"', page))
    assert {"undo", "share"} <= named <= set(Action), "app.py adds the others"
    assert {f"replay-{action}" for action in ReplayAction} <= set(re.findall(r'<button[^>]* id="([^"]*)"', page))
