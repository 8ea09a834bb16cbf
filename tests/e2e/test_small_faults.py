"""What a player found: a button that was lost, a message that was stale, a browser's flash, corners that were cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from game.rules import GAMES
from tests.e2e.conftest import Player
from tests.e2e.screens import playing

LOOK = """(e) => { const s = getComputedStyle(e); return [s.webkitTapHighlightColor, s.borderColor, s.boxShadow] }"""
CUT = """(canvas) => {
    const cell = canvas.clientWidth / canvas.dataset.columns;
    const cut = (radius) => radius * (1 - Math.SQRT1_2);
    return [cut(parseFloat(getComputedStyle(canvas).borderTopLeftRadius)), 0.07 * cell + cut(0.16 * cell)];
}"""
"""How far the canvas's corner, and a tile's in that corner, lie from the corner of the square, along both sides."""


def test_the_end_offers_another_game_whatever_is_pressed(desk: Player) -> None:
    playing(desk, "push-clear", over=True)
    offer, card = desk.page.locator("#offer"), desk.page.locator("#end-card")
    expect(offer).to_have_text("Play again")
    desk.press("ArrowLeft", "ArrowUp")
    expect(offer).to_have_text("Play again")
    expect(card).to_be_visible()
    desk.press("KeyU")
    expect(card).to_be_hidden()
    desk.press("KeyY")
    expect(offer).to_have_text("Play again")
    expect(card).to_be_visible()


def test_a_replay_does_not_keep_the_message_before_it(desk: Player) -> None:
    desk.go("?game=push-clear&seed=7").press("ArrowLeft", "ArrowLeft")
    assert desk.status() == "Can't move there."
    desk.page.get_by_role("button", name="Replay").click()
    assert desk.status() == ""
    desk.page.click("#replay-close")


def test_a_button_under_a_finger_neither_flashes_nor_keeps_a_border(phone: Player) -> None:
    phone.go("?game=push-clear&seed=7")
    button = phone.page.locator("#pad button").first
    before = button.evaluate(LOOK)
    assert before[0] == "rgba(0, 0, 0, 0)"
    button.tap()
    phone.still()
    assert button.evaluate(LOOK) == before


@pytest.mark.parametrize("name", list(GAMES))
def test_no_corner_of_a_board_cuts_a_tile(phone: Player, name: str) -> None:
    phone.go(f"?game={name}&seed=7").page.wait_for_function("document.body.dataset.screen === 'game'")
    columns = len(phone.rows()[0])
    for canvas in phone.page.locator(".board-frame canvas").all():
        canvas.evaluate("(canvas, columns) => { canvas.dataset.columns = columns }", columns)
        corner, tile = canvas.evaluate(CUT)
        assert corner < tile
