"""Dragging from cell to cell, by mouse and by finger; a tap still works, and a drag can be cancelled."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Player, expected, names, touch
from tests.e2e.test_games import place

WORD = "move f3 a5"


def test_dragging_a_ball_shows_its_path(desk: Player) -> None:
    page = desk.go("?game=lines98&seed=1").page
    page.mouse.move(*place(desk, "f3"))
    page.mouse.down()
    page.mouse.move(*place(desk, "d4"))
    expect(page.locator(".carried canvas")).to_have_count(1)
    expect(page.locator(".board-frame .arrow")).to_be_visible()
    page.mouse.move(*place(desk, "a5"))
    page.mouse.up()
    expect(page.locator(".carried canvas")).to_have_count(0)
    desk.expect_rows(names(expected("lines98", 1, [WORD])))


def test_tap_selects_second_tap_deselects_and_finger_drags(phone: Player) -> None:
    page = phone.go("?game=lines98&seed=1").page
    picture = page.locator(".board-frame canvas").first
    still = phone.still().page.locator(".board-frame canvas").first.evaluate("c => c.toDataURL()")
    touch(page, [place(phone, "f3")])
    assert picture.evaluate("c => c.toDataURL()") != still, "the ball is selected"
    touch(page, [place(phone, "f3")])
    assert picture.evaluate("c => c.toDataURL()") == still
    (x, y), (to_x, to_y) = place(phone, "f3"), place(phone, "a5")
    touch(page, [(x + (to_x - x) * i / 8, y + (to_y - y) * i / 8) for i in range(9)])
    phone.expect_rows(names(expected("lines98", 1, [WORD])))
    touch(page, [place(phone, "i1")])
    touch(page, [place(phone, "a6")])
    phone.expect_rows(names(expected("lines98", 1, [WORD, "move i1 a6"])))
