"""The gamepad as keys: presses, repeats and releases, the stick, its settings; and a held finger."""

from __future__ import annotations

from game.contract import Role
from game.input import gamepad, keys
from game.input.gamepad import Gamepad, Press
from game.input.gestures import HOLD, Gestures
from game.player.settings import Settings

FALL = (Role.LEFT, Role.RIGHT, Role.ROTATE, Role.SOFT_DROP, Role.DROP)
A, UP, DOWN, LEFT, RIGHT = 0, 12, 13, 14, 15


def test_button_is_pressed_once_and_released_once() -> None:
    pad = Gamepad()
    assert list(pad.changes([A], [], 0)) == [(Press.DOWN, "Pad0")]
    assert list(pad.changes([A], [], 1000)) == [], "only directions repeat"
    assert list(pad.changes([], [], 1016)) == [(Press.UP, "Pad0")]
    assert list(pad.changes([], [], 1032)) == []


def test_direction_repeats_after_the_delay_like_a_key() -> None:
    pad = Gamepad(delay=100, repeat=50)
    seen = [(what, now) for now in range(0, 260, 10) for what, _code in pad.changes([LEFT], [], now)]
    assert seen == [(Press.DOWN, 0), (Press.REPEAT, 100), (Press.REPEAT, 150), (Press.REPEAT, 200), (Press.REPEAT, 250)]


def test_stick_acts_as_the_cross_with_hysteresis() -> None:
    pad = Gamepad()
    assert list(pad.changes([], [0.45, 0.0], 0)) == []
    assert list(pad.changes([], [0.55, 0.0], 16)) == [(Press.DOWN, "Pad15")]
    assert list(pad.changes([], [0.45, 0.0], 32)) == []
    assert list(pad.changes([], [0.2, -0.9], 48)) == [(Press.UP, "Pad15"), (Press.DOWN, "Pad12")]
    assert list(pad.changes([UP], [0.0, -0.9], 64)) == [], "stick and cross mean the same"


def test_gamepad_table_matches_the_key_table_without_conflicts() -> None:
    assert list(gamepad.DEFAULT) == list(keys.DEFAULT)
    assert keys.conflicts(gamepad.DEFAULT) == {}
    both = keys.merged(keys.DEFAULT, gamepad.DEFAULT)
    assert keys.bindings(FALL, both)["Pad14"] is Role.LEFT
    assert keys.bindings(FALL, both)["ArrowLeft"] is Role.LEFT
    assert keys.pointing(both)["Pad0"] == "pick"


def test_a_button_can_be_bound_and_is_listed_with_the_keys() -> None:
    settings = Settings().bound("hint", ("Pad10",)).bound("hint", ("KeyF",))
    assert settings.pads["hint"] == ("Pad10",) and settings.keys["hint"] == ("KeyF",)
    assert Settings.load(settings.dump()) == settings
    assert Settings.load('{"pads":{"hint":["<b>"]}}') == Settings()


def test_resting_finger_is_held_and_does_not_rotate() -> None:
    gestures = Gestures(FALL)
    gestures.down(100, 100, 0)
    assert gestures.hold() is Role.SOFT_DROP
    assert gestures.up(100, 100, HOLD + 400, 20) == []
    gestures.cancel()
    gestures.down(100, 100, 1000)
    assert gestures.up(100, 100, 1100, 20) == [Role.ROTATE], "the next tap is an ordinary tap"


def test_finger_that_moved_is_not_held() -> None:
    gestures = Gestures(FALL)
    gestures.down(100, 100, 0)
    assert gestures.move(60, 100, 100, 20) == [Role.LEFT, Role.LEFT]
    assert gestures.hold() is None
    swipes = Gestures((Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN))
    swipes.down(100, 100, 0)
    assert swipes.hold() is None, "a game played by swipes has no held finger"
