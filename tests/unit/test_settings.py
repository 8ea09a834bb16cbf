"""The settings: valid values are kept, others fall back to the defaults."""

from __future__ import annotations

import json

import pytest

from game.contract import Role
from game.input import keys
from game.player.settings import Settings

pytestmark = pytest.mark.native  # only texts: the same inside Pyodide


def test_defaults_are_not_stored() -> None:
    assert Settings().dump() == "{}"
    assert Settings.load("{}") == Settings.load(None) == Settings()


def test_settings_are_read_back_unchanged() -> None:
    settings = Settings().having(theme="dark", delay=100, shapes=False, volume=0).bound("left", ("KeyF",))
    assert Settings.load(settings.dump()) == settings
    assert json.loads(settings.dump())["keys"] == {"left": ["KeyF"]}


@pytest.mark.parametrize(
    "name,value",
    [("theme", "pink"), ("theme", 1), ("delay", 0), ("delay", 10**9), ("delay", "100"), ("delay", True), ("shapes", 1),
     ("size", 49), ("volume", 101), ("keys", {}), ("keys", ["left"]), ("keys", {"left": "KeyA"}),
     ("keys", {"left": ["KeyA"] * 7}), ("keys", {"left": ["K" * 30]}), ("keys", {"fly": ["KeyA"]}), ("unknown", 1)],
)  # fmt: skip
def test_an_invalid_value_changes_nothing(name: str, value: object) -> None:
    assert Settings().having(**{name: value}) == Settings()


def test_one_damaged_value_leaves_the_others() -> None:
    assert Settings.load('{"theme":"dark","delay":"soon"}') == Settings(theme="dark")
    bad_key = '{"theme":"dark","keys":{"left":["<script>"]}}'
    assert Settings.load(bad_key) == Settings(theme="dark")
    one_of_two = '{"self":1,"keys":{"left":["<script>"],"right":["KeyF"]}}'
    assert Settings.load(one_of_two) == Settings().bound("right", ["KeyF"])


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", "[" * 1000, "{" * 1000, '"' + "x" * 30_000 + '"'])
def test_a_damaged_text_gives_the_defaults(text: str) -> None:
    assert Settings.load(text) == Settings()


def test_rebinding_a_key_frees_the_old_one() -> None:
    table = Settings().bound("left", ("KeyF",)).keys
    bound = keys.bindings((Role.LEFT, Role.RIGHT), table)
    assert bound["KeyF"] == "left" and "ArrowLeft" not in bound
    assert keys.by_role((Role.LEFT,), table) == {Role.LEFT: ["KeyF"]}


def test_a_key_bound_twice_is_shown() -> None:
    table = Settings().bound("left", ("KeyU",)).keys
    assert keys.conflicts(table) == {"KeyU": ["left", "undo"]}
