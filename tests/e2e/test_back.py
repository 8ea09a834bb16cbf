"""Back closes what lies over the page before it leaves the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Player
from tests.e2e.screens import playing, reset

OVER_A_GAME = {
    "settings": "#open-settings",
    "how": "[popovertarget=how]",
    "share": "[data-action=share]",
    "new-game": "[data-action=new]",
    "review": "[data-action=review]",
}
OVER_HOME = {
    "records": "#open-records",
    "calendar": "#open-calendar",
    "settings": "#open-settings-too",
    "about": "[popovertarget=about]",
}
CLICK = "(opener) => document.querySelector(opener).click()"


def back(page: Page) -> None:
    page.evaluate("history.back()")


@pytest.mark.parametrize("sheet", OVER_A_GAME)
def test_back_closes_a_sheet_over_a_game_and_then_leaves_the_game(desk: Player, sheet: str) -> None:
    reset(desk)
    playing(desk, "push-clear")
    page, over = desk.page, desk.page.locator(f"#{sheet}")
    page.wait_for_function("location.search.includes('seed=')")
    address = page.url
    inputs = desk.saved("push-clear")["inputs"]
    for _time in range(2):  # the second time it finds the entry that the first has left
        page.evaluate(CLICK, OVER_A_GAME[sheet])
        expect(over).to_be_visible()
        back(page)
        expect(over).to_be_hidden()
        expect(page.locator("#game")).to_be_visible()
        assert page.url == address and desk.saved("push-clear")["inputs"] == inputs
    page.evaluate(CLICK, OVER_A_GAME[sheet])
    expect(over).to_be_visible()
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((e) => e.close())")
    page.evaluate("document.getElementById('how').hidePopover()")
    back(page)
    expect(page.locator("#home")).to_be_visible()


@pytest.mark.parametrize("sheet", OVER_HOME)
def test_back_closes_a_sheet_over_home(desk: Player, sheet: str) -> None:
    page, over = reset(desk).page, desk.page.locator(f"#{sheet}")
    page.evaluate(CLICK, OVER_HOME[sheet])
    expect(over).to_be_visible()
    back(page)
    expect(over).to_be_hidden()
    expect(page.locator("#home")).to_be_visible()


def test_back_closes_the_topmost_sheet_first(phone: Player) -> None:
    playing(reset(phone), "duel")
    page, menu, new, live = phone.page, *(phone.page.locator(each) for each in ("#menu", "#new-game", "#live"))
    page.tap("#more")
    expect(menu).to_be_visible()
    back(page)
    expect(menu).to_be_hidden()
    phone.choose("new")
    expect(new).to_be_visible()
    page.evaluate("document.getElementById('how').showPopover()")
    back(page)
    expect(page.locator("#how")).to_be_hidden()
    expect(new).to_be_visible()
    new.get_by_role("button", name="Play with a friend").click()
    expect(live).to_be_visible()
    back(page)
    expect(live).to_be_hidden()
    expect(page.locator("#game")).to_be_visible()


def test_back_closes_a_sheet_over_a_game_that_its_address_opened(fresh: Player) -> None:
    fresh.load("?game=push-clear&seed=7").press("ArrowLeft")
    page, address = fresh.page, fresh.page.url
    page.click(".seed [data-action=share]")
    expect(page.locator("#share")).to_be_visible()
    page.go_back()
    expect(page.locator("#share")).to_be_hidden()
    expect(page.locator("#game")).to_be_visible()
    assert page.url == address and len(fresh.saved("push-clear")["inputs"]) == 1
