"""Handling: held keys and gravity as inputs, gestures, the key table, the picker."""

from __future__ import annotations

from collections import Counter

import pytest

from game.contract import STEERING, Role
from game.geometry import Geometry
from game.input import gamepad, keys
from game.input.gestures import Gestures
from game.play.actions import ReplayAction
from game.play.clock import Clock
from game.play.picker import Picker
from game.rules import GAMES
from game.words import C_, Translator
from tests.table import session_of

pytestmark = pytest.mark.native  # the same in Pyodide

NEVER = 1e9


def run(clock: Clock, until: float, pace: float = NEVER, frame: float = 16.0, start: float = 0.0) -> list[Role]:
    found: list[Role] = []
    now = start
    while now < until:
        now = min(now + frame, until)
        found += clock.advance(now, pace)
    return found


def test_a_key_has_its_name_in_the_language_and_only_that() -> None:
    entries = {C_("key", "Space"): "スペース", "Home": "ホーム", "Pause": "一時停止"}
    names = [keys.key_name(code, Translator("ja", entries)) for code in ("Space", "Enter", "KeyA", "Home", "Pause")]
    assert names == ["スペース", "Enter", "A", "Home", "Pause"], "as on the keyboard, not as on a button of the page"


def test_a_held_key_repeats_after_167_ms_every_33_ms() -> None:
    clock = Clock()
    clock.advance(0, NEVER)
    assert clock.press(Role.LEFT, 0)
    assert run(clock, 166) == []
    assert run(clock, 167, start=166) == ["left"]
    assert len(run(clock, 167 + 10 * 33, start=167)) == 10


def test_delay_and_repeat_can_be_set_in_milliseconds() -> None:
    clock = Clock(delay=100, repeat=10)
    clock.advance(0, NEVER)
    clock.press(Role.RIGHT, 0)
    assert len(run(clock, 200)) == 11


def test_last_pressed_of_two_held_arrows_wins() -> None:
    clock = Clock()
    clock.advance(0, NEVER)
    clock.press(Role.LEFT, 0)
    clock.press(Role.RIGHT, 50)
    assert set(run(clock, 600)) == {"right"}
    clock.release(Role.RIGHT, 600)
    assert set(run(clock, 1200, start=600)) == {"left"}, "after its release the other continues"


def test_a_key_that_the_system_repeats_is_pressed_once() -> None:
    clock = Clock()
    assert clock.press(Role.LEFT, 0)
    assert not clock.press(Role.LEFT, 30)


def test_rotation_and_drop_do_not_repeat() -> None:
    clock = Clock()
    clock.advance(0, NEVER)
    assert clock.press(Role.ROTATE, 0)
    assert clock.press(Role.DROP, 0)
    assert run(clock, 1000) == []


def test_stop_releases_everything() -> None:
    clock = Clock()
    clock.press(Role.LEFT, 0)
    clock.stop()
    assert run(clock, 1000, start=900) == []


def test_ticks_follow_the_pace_at_any_frame_rate() -> None:
    for frame in (7, 16, 33, 120):
        clock = Clock()
        clock.advance(0, 500)
        assert run(clock, 5000, pace=500, frame=frame) == ["tick"] * 10


def test_no_ticks_are_made_up_after_a_stall() -> None:
    clock = Clock()
    clock.advance(0, 100)
    assert len(clock.advance(60_000, 100)) <= 2


def test_a_wait_that_was_planned_counts_in_full() -> None:
    clock = Clock()
    now, ticks = 0.0, 0
    clock.advance(now, 800)
    for _ in range(10):
        now += clock.until_due(now, 800) or 0
        ticks += len(clock.advance(now, 800))
    assert (now, ticks) == (8000, 10)


def test_soft_drop_restarts_gravity() -> None:
    clock = Clock()
    clock.advance(0, 100)
    clock.advance(90, 100)
    clock.went_down()
    assert clock.advance(110, 100) == []


def test_wait_lasts_until_the_next_tick_or_repeat() -> None:
    clock = Clock()
    clock.advance(0, 800)
    assert clock.until_due(0, 800) == 800
    clock.press(Role.LEFT, 0)
    assert clock.until_due(0, 800) == 167


PUSH = (Role.LEFT, Role.UP, Role.RIGHT, Role.DOWN)
FALL = (Role.LEFT, Role.RIGHT, Role.ROTATE, Role.ROTATE_BACK, Role.SOFT_DROP, Role.DROP, Role.TICK)


def drag(gestures: Gestures, *points: tuple[float, float, float], cell: float = 30) -> list[Role]:
    gestures.down(*points[0])
    found: list[Role] = []
    for point in points[1:]:
        found += gestures.move(*point, cell)
    return found + gestures.up(*points[-1], cell)


@pytest.mark.parametrize("step,word", [((-40, 3), "left"), ((40, -3), "right"), ((2, -40), "up"), ((-2, 40), "down")])
def test_a_swipe_is_one_word_however_long(step: tuple[float, float], word: str) -> None:
    points = [(100 + step[0] * i, 100 + step[1] * i, i * 16.0) for i in range(6)]
    assert drag(Gestures(PUSH), *points) == [word]


def test_tap_is_not_a_swipe() -> None:
    assert drag(Gestures(PUSH), (100, 100, 0), (104, 97, 50)) == []


def test_tap_rotates_a_piece() -> None:
    assert drag(Gestures(FALL), (100, 100, 0), (101, 100, 40)) == [Role.ROTATE]


def test_a_drag_moves_a_piece_a_cell_at_a_time_and_back() -> None:
    out = [(100 + 10 * i, 100, i * 50.0) for i in range(10)]
    assert drag(Gestures(FALL), *out) == ["right"] * 3
    there_and_back = [*out, (100, 100, 600.0)]
    assert drag(Gestures(FALL), *there_and_back) == ["right"] * 3 + ["left"] * 3


def test_slow_drag_down_is_a_soft_drop_and_a_fast_one_a_hard_drop() -> None:
    assert drag(Gestures(FALL), *[(100, 100 + 10 * i, i * 100.0) for i in range(10)]) == [Role.SOFT_DROP] * 3
    assert drag(Gestures(FALL), *[(100, 100 + 40 * i, i * 16.0) for i in range(4)]) == [Role.DROP]


@pytest.mark.parametrize("points", [[(100, 200, 0), (100, 120, 80)], [(100, 200, 0), (100, 170, 60), (100, 120, 80)]])
def test_a_swipe_up_puts_the_piece_aside_though_only_its_end_is_far_enough(points: list[tuple[int, int, int]]) -> None:
    gestures = Gestures([*FALL, Role.HOLD])
    gestures.down(*points[0])
    found = [role for x, y, time in points[1:-1] for role in gestures.move(x, y, time, 30)]
    x, y, time = points[-1]
    assert found + gestures.up(x, y, time, 30) == [Role.HOLD]
    assert drag(Gestures([*FALL, Role.HOLD]), *points) == [Role.HOLD], "once, if the movement came before the lifting"


def test_cancelled_gesture_plays_nothing() -> None:
    gestures = Gestures(PUSH)
    gestures.down(0, 0, 0)
    gestures.cancel()
    assert gestures.move(100, 0, 10, 30) == []
    assert gestures.up(100, 0, 10, 30) == []


def test_every_button_of_the_pad_has_a_key_in_every_game() -> None:
    pad = {*STEERING, Role.DOWN, Role.SOFT_DROP, Role.DROP}
    for rules in GAMES.values():
        for role in pad & set(rules.by_role):
            assert role in keys.by_role(rules.by_role), (rules.name, role)


def test_no_key_has_two_meanings_in_a_game() -> None:
    assert keys.conflicts(keys.DEFAULT) == {}
    assert not set(keys.pointing()) & set(keys.actions())
    for rules in GAMES.values():
        both = set(keys.bindings(rules.by_role)) & set(keys.actions())
        assert both <= {"KeyZ"}, "KeyZ rotates a piece back, or undoes in games without rotation"
        assert ("KeyZ" in both) is (Role.ROTATE_BACK in rules.by_role)
        codes = [*keys.by_role(rules.by_role).values(), *keys.by_action(rules.by_role).values()]
        assert max(Counter(code for each in codes for code in each).values()) == 1, "the help lists each key once"


def test_keys_of_a_replay_stand_for_its_buttons() -> None:
    assert set(keys.REPLAY.values()) == set(ReplayAction) - {ReplayAction.FILM, ReplayAction.HERE}
    assert keys.REPLAY["ArrowLeft"] == keys.REPLAY["Pad14"] is ReplayAction.BACK and "KeyQ" not in keys.REPLAY


def test_arrows_wasd_and_hjkl_play_push_and_clear() -> None:
    bound = keys.bindings(PUSH)
    for word, codes in {
        "left": ("ArrowLeft", "KeyA", "KeyH"),
        "down": ("ArrowDown", "KeyS", "KeyJ"),
        "up": ("ArrowUp", "KeyW", "KeyK"),
        "right": ("ArrowRight", "KeyD", "KeyL"),
    }.items():
        assert all(bound[code] == word for code in codes)


def test_two_players_share_a_keyboard_and_a_gamepad_plays_the_same_game() -> None:
    both = keys.merged(keys.DEFAULT, gamepad.DEFAULT)
    session = session_of("biquadris", 0)
    bound = keys.bindings(session.rules.by_role, both)
    left, right = ("KeyD", "KeyD", "KeyW", "Space"), ("ArrowRight", "ArrowUp", "ArrowDown", "Enter")
    for code in (*left, *right, "Pad15", "Pad13"):
        session.play(session.rules.by_role[bound[code]])
    first, second = ["right", "right", "clockwise", "drop"], ["right", "clockwise", "down", "drop"]
    assert list(session.inputs) == [*first, *second, "right", "down"]
    actions = keys.actions(both)
    assert (actions["Pad4"], actions["Pad5"], actions["KeyU"]) == ("undo", "redo", "undo")


def test_picking_an_unreachable_cell_deselects() -> None:
    picker = Picker("move", Geometry(9, 9))
    picker.look(["move b3 f7"])
    picker.pick((2, 1))
    assert picker.pick((8, 8)) is None and picker.chosen is None


def test_cursor_starts_in_the_middle_and_stays_on_the_board() -> None:
    picker = Picker("move", Geometry(9, 9))
    assert picker.move_cursor(Role.LEFT) == (4, 4)
    for _ in range(20):
        picker.move_cursor(Role.LEFT)
    assert picker.move_cursor(Role.UP) == (3, 0)


SAMPLES = 8.3
"""Milliseconds between two positions of a 120 Hz touch screen."""


def finger(down: float, speeds: list[float], rest: float = 24.0) -> list[tuple[float, float, float]]:
    """Returns a finger's reported positions: it speeds up, slows down, and lifts a moment after its last position."""
    points, y, time = [(180.0, down, 0.0)], down, 0.0
    for speed in speeds:
        time += SAMPLES
        y += speed * SAMPLES
        points.append((180.0 + (len(points) % 3 - 1) * 0.7, y, time))
    return [*points, (points[-1][0], y, time + rest)]


def strokes(points: list[tuple[float, float, float]], cell: float = 30) -> list[Role]:
    gestures = Gestures(FALL)
    gestures.down(*points[0])
    found: list[Role] = []
    for point in points[1:-1]:
        found += gestures.move(*point, cell)
    return found + gestures.up(*points[-1], cell)


@pytest.mark.parametrize("rest", [0.0, 8.3, 24.0, 40.0])
def test_flick_is_a_hard_drop_even_if_the_finger_rests_before_lifting(rest: float) -> None:
    flick = finger(200, [0.2, 0.8, 1.6, 2.2, 2.4, 2.4, 2.0, 1.2], rest)
    assert strokes(flick)[-1] is Role.DROP


def test_a_flick_that_was_too_slow_is_known() -> None:
    """It becomes a soft drop, which somebody who meant a hard drop does not expect."""
    gestures, slow = Gestures(FALL), [(100, 100 + 6 * i, i * 16.0) for i in range(12)]
    assert drag(gestures, *slow) == [Role.SOFT_DROP] * 2 and gestures.nearly_flicked
    others: dict[str, list[tuple[float, float, float]]] = {
        "a flick": [(100.0, 100 + 40 * i, i * 16.0) for i in range(4)],
        "a drag": [(100.0, 100 + 10 * i, i * 100.0) for i in range(10)],
        "a move aside": [(100 + 6 * i, 100.0, i * 16.0) for i in range(12)],
        "askew": [(100 + 5 * i, 100 + 6 * i, i * 16.0) for i in range(12)],
        "a tap": [(100.0, 100.0, 0.0), (101.0, 100.0, 40.0)],
    }
    for name, points in others.items():
        drag(gestures, *points)
        assert not gestures.nearly_flicked, name


def test_fast_drag_down_that_stops_gives_every_step() -> None:
    stopped = finger(200, [0.5, 1.5, 2.0, 2.0, 1.0, *[0.0] * 20])
    assert strokes(stopped) == [Role.SOFT_DROP] * int((stopped[-1][1] - 200) // 30)


def test_a_slow_drag_follows_the_finger() -> None:
    slow = finger(200, [0.25] * 50)
    assert strokes(slow) == [Role.SOFT_DROP] * 3


def test_soft_drop_key_must_be_pressed_again_after_a_lock() -> None:
    clock = Clock()
    clock.advance(0, NEVER)
    clock.press(Role.SOFT_DROP, 0)
    assert run(clock, 200) and set(run(clock, 400, start=200)) == {Role.SOFT_DROP}
    clock.landed()
    assert run(clock, 2000, start=400) == []
    assert clock.press(Role.SOFT_DROP, 2000)


def curved(dx: float, dy: float, bend: float, milliseconds: float = 240) -> list[tuple[float, float, float]]:
    """Returns a thumb's path between two places: an arc that deviates by `bend` pixels, fast at first, then slower."""
    count = round(milliseconds / SAMPLES)
    length = (dx * dx + dy * dy) ** 0.5
    points = []
    for i in range(count + 1):
        gone = 1 - (1 - i / count) ** 2
        aside = 4 * bend * gone * (1 - gone)
        points.append((90 + dx * gone - dy / length * aside, 300 + dy * gone + dx / length * aside, i * SAMPLES))
    return [*points, (90 + dx, 300 + dy, points[-1][2] + 24)]


@pytest.mark.parametrize("bend", [-22, -12, 0, 12, 22])
def test_thumbs_arc_across_small_cells_is_no_soft_drop(bend: float) -> None:
    across = strokes(curved(16 * 7 + 4, 10, bend), cell=15)
    assert across == [Role.RIGHT] * 7


@pytest.mark.parametrize("bend", [-22, -12, 0, 12, 22])
def test_flick_that_strays_does_not_move_sideways(bend: float) -> None:
    assert strokes(curved(0, 130, bend, milliseconds=100), cell=15) == [Role.DROP]


def test_trembling_finger_does_not_move_the_piece_back_and_forth() -> None:
    tremble = [(100 + (31 if i % 2 else 28), 100, i * 50.0) for i in range(1, 9)]
    assert drag(Gestures(FALL), (100, 100, 0), *tremble) == [Role.RIGHT]


def test_drag_does_not_carry_over_to_the_next_piece() -> None:
    gestures = Gestures(FALL)
    gestures.down(100, 100, 0)
    assert gestures.move(100, 135, 500, 30) == [Role.SOFT_DROP]
    gestures.land()
    assert gestures.move(140, 200, 900, 30) == [] and gestures.up(140, 320, 950, 30) == []
    gestures.down(100, 100, 2000)
    gestures.land()
    assert gestures.up(100, 100, 2060, 30) == [Role.ROTATE], "a tap applies to the current piece"
