"""Fingers that drag, hold and are interrupted by a rotation of the phone; gamepads as the browser reports them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.e2e.conftest import PHONE, Player, expected, names

STUB = """() => {
window.polls = 0;
window.pad = { connected: true, buttons: Array.from({ length: 17 }, () => ({ pressed: false })), axes: [0, 0, 0, 0] };
navigator.getGamepads = () => { window.polls = window.polls + 1; return [null, window.pad] };
window.hold = (n, down) => { window.pad.buttons[n].pressed = down; return frames(2) };
window.frames = count => new Promise(done => { const on = () => count-- ? requestAnimationFrame(on) : done(); on() });
}"""
"""A fake gamepad; the next frame sees a held button."""

A, LB, RB, START, STICK, UP, DOWN, LEFT, RIGHT = 0, 4, 5, 9, 10, 12, 13, 14, 15


@pytest.fixture
def pad(desk: Player) -> Iterator[Player]:
    desk.page.evaluate(STUB)
    desk.page.evaluate("dispatchEvent(new Event('gamepadconnected'))")
    yield desk
    desk.page.evaluate("pad.connected = false; dispatchEvent(new Event('gamepaddisconnected'))")


def press(player: Player, *buttons: int) -> None:
    for button in buttons:
        player.page.evaluate("async n => { await hold(n, true); await hold(n, false) }", button)


def test_gamepad_moves_between_cards_and_opens_one(pad: Player) -> None:
    pad.go("./")
    pad.page.evaluate("document.activeElement.blur()")
    press(pad, RIGHT, RIGHT)
    assert pad.page.evaluate("document.activeElement.dataset.game") == "chain"
    press(pad, A)
    expect(pad.page.locator("#title")).to_have_text("Chain")


def test_gamepad_button_can_be_bound_in_the_settings(pad: Player) -> None:
    pad.go("?game=push-clear&seed=7")
    pad.page.click("#open-settings")
    pad.page.click("#settings [data-meaning=undo]")
    press(pad, STICK)
    expect(pad.page.locator("#settings tr", has_text="Undo").locator("kbd.button")).to_have_text("Gamepad L3")
    pad.page.get_by_role("button", name="Done").click()
    press(pad, LEFT, STICK)
    pad.expect_rows(names(expected("push-clear", 7, [])))
    pad.page.click("#open-settings")
    pad.page.get_by_role("button", name="Reset all").click()
    pad.page.get_by_role("button", name="Done").click()


def test_gamepads_are_not_polled_when_none_is_connected(desk: Player) -> None:
    desk.page.evaluate(STUB)
    desk.go("?game=push-clear&seed=7").press("ArrowLeft").still()
    assert desk.page.evaluate("window.polls") == 0


class Finger:
    """One finger on a phone, held as long as the test likes."""

    def __init__(self, player: Player) -> None:
        self.cdp: CDPSession = player.page.context.new_cdp_session(player.page)

    def touch(self, kind: str, *at: float) -> Finger:
        points: list[dict[str, Any]] = [{"x": at[0], "y": at[1]}] if at else []
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        return self


def played(player: Player, name: str) -> list[str]:
    """Returns the inputs that the page recorded, without ticks."""
    player.press("KeyP")
    expect(player.page.locator("#veil")).to_be_visible()
    return [word for word in player.saved(name)["inputs"] if word != "tick"]


def middle(player: Player, what: str) -> tuple[float, float]:
    box = player.page.locator(what).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin(player: Player) -> Player:
    player.go("?game=nineteen&seed=3")
    player.page.click("#go-on")
    return player


def test_held_finger_lowers_the_piece_and_a_held_button_repeats(phone: Player) -> None:
    for place, word in ((".board-frame canvas", "down"), ("#pad [data-word=left]", "left")):
        begin(phone)
        finger = Finger(phone).touch("touchStart", *middle(phone, place))
        phone.page.wait_for_timeout(900)  # how long it is held
        finger.touch("touchEnd")
        words = played(phone, "nineteen")
        assert words.count(word) >= 2 and set(words) == {word}, words
    box = begin(phone).page.locator(".board-frame").bounding_box()
    assert box
    Finger(phone).touch("touchStart", box["x"] + 8, box["y"] + box["height"] / 2).touch("touchEnd")
    assert played(phone, "nineteen") == ["rotate"], "gestures work next to the board"


def test_rotating_the_phone_ends_a_held_drag(phone: Player) -> None:
    begin(phone)
    x, y = middle(phone, ".board-frame canvas")
    finger = Finger(phone).touch("touchStart", x, y).touch("touchMove", x - 70, y)
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.page.wait_for_function("innerWidth === 640")
    finger.touch("touchMove", x + 120, y).touch("touchEnd")
    phone.page.set_viewport_size(PHONE["viewport"])
    words = played(phone, "nineteen")
    assert words and set(words) == {"left"}, words


NEARLY_FLICKED = """() => {
    const board = document.querySelector('.board-frame canvas'), { left, top } = board.getBoundingClientRect();
    const began = performance.now();
    for (const [kind, down] of [['down', 0], ['move', 20], ['move', 40], ['move', 60], ['up', 60]]) {
        while (performance.now() < began + 3 * down) ; // a third of a pixel in a millisecond
        const at = { clientX: left + 40, clientY: top + 40 + down, isPrimary: true, bubbles: true };
        board.dispatchEvent(new PointerEvent('pointer' + kind, at));
    }
}"""
"""A short, straight movement down, too slow for a flick; all at once, so that no busy machine makes it slower."""


def test_a_flick_too_slow_to_drop_says_so_once(phone: Player) -> None:
    said = phone.go("?game=biquadris&computer=no&seed=7").page.locator("#status-text")
    phone.page.evaluate(NEARLY_FLICKED)
    expect(said).to_have_text("Flick faster to drop it.")
    phone.press("ArrowDown").still()
    expect(said).not_to_have_text("Flick faster to drop it.")
    phone.page.evaluate(NEARLY_FLICKED)
    phone.page.wait_for_timeout(600)  # it may not say so again
    expect(said).not_to_have_text("Flick faster to drop it.")
