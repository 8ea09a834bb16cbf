"""The daily game: one try counts, the rest is practice; it survives a reload and midnight; days make a streak."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

from playwright.sync_api import expect

from game.session.daily import Daily, day_of
from tests.e2e.conftest import DESK, READY, Player

DAY = 86_400_000
NAME = "nineteen"
MOST_DROPS = 30
"""Replaces the clipboard, which this browser may refuse."""


def at_noon(player: Player, days: int = 0) -> int:
    """Stops the page's clock at noon, today or some days later, and returns that day's number."""
    noon = int(time.time() * 1000) // DAY * DAY + DAY // 2 + days * DAY
    player.page.evaluate("at => { Date.now = () => at }", noon)
    return int(datetime.fromtimestamp(noon / 1000, UTC).strftime("%Y%m%d"))


def open_daily(player: Player, day: int, name: str = NAME) -> None:
    player.go_on("./").page.locator(f"a.ring[data-game={name}]").click()
    expect(player.page.locator("#seed")).to_contain_text(f"Daily challenge {day_of(str(day)):%-d %B}")


def drop_to_the_end(player: Player) -> int:
    """Drops every piece where it is, which soon ends the game, and returns the score."""
    player.page.locator("#go-on").click()
    for _piece in range(MOST_DROPS):
        player.press("Space")
        if "Game over" in player.status():
            break
    assert "Game over" in player.status()
    return int(player.figure("Score").replace(",", ""))


def tries(player: Player, name: str = NAME) -> list[list[object]]:
    text = "n => JSON.parse(localStorage.getItem('kesu/daily') ?? '{\"games\": {}}').games[n] ?? []"
    return list(player.settle().page.evaluate(text, name))


def test_only_the_first_daily_try_counts(desk: Player) -> None:
    desk.go(f"?game={NAME}&seed=3")
    desk.page.locator("#go-on").click()
    desk.press("Space", "KeyP")
    mine = desk.saved(NAME)
    day = at_noon(desk)
    open_daily(desk, day)
    assert "only your first try counts" in desk.status()
    desk.page.locator("#go-on").click()
    desk.press("Space", "KeyP")
    rows = desk.rows()
    assert tries(desk) == [[day, None, False]]
    desk.page.reload()
    desk.page.wait_for_function(READY, timeout=90_000)
    at_noon(desk)
    assert desk.rows() == rows and desk.status() == "Continuing your first try."
    score = drop_to_the_end(desk)
    assert tries(desk) == [[day, score, False]]
    card = desk.page.locator("#end-card")
    expect(card).to_be_visible()  # it was missing while the try was counted before the last piece's motion had ended
    expect(card).not_to_contain_text("streak")  # a single day is not a streak
    expect(card.get_by_role("button", name="Play again")).to_be_hidden()
    card.get_by_role("button", name="Share").click()
    result = desk.page.locator("#share-result").input_value().splitlines()
    assert result[0] == f"Kesu · Nineteen · {day_of(str(day)):%-d %B}", "in words, not as a number"
    assert result[1].startswith(f"My score: {score:,}") and result[2] == "Points along the way:"
    assert "://" not in "".join(result) and set("".join(result[3:])) <= set("⬜🟨🟧🟥💥")
    desk.page.get_by_role("button", name="Close").click()
    desk.press("KeyR")
    assert f"your score: {score}" in desk.page.locator("#seed").inner_text()
    desk.press("ArrowLeft", "ArrowLeft", "Space", "ArrowRight", "ArrowRight", "Space", "KeyP")
    drop_to_the_end(desk)
    assert tries(desk) == [[day, score, False]], "practice changes nothing"
    assert desk.saved(NAME) == mine, "the player's own game is unchanged"


def test_a_newcomer_may_learn_the_game_before_the_first_try_of_a_day(desk: Player) -> None:
    page = desk.go("./").page
    day = at_noon(desk)
    open_daily(desk, day, "chain")
    expect(page.locator("#title small")).to_have_text("Daily, 60 turns")
    expect(page.locator("#status-text")).to_contain_text("only your first try counts")
    expect(page.locator("#status-text")).to_contain_text("New to this game?")
    expect(page.locator("#status-text")).not_to_contain_text("Undo")  # no room for it next to the offer
    page.get_by_role("button", name="Learn it in a minute").click()
    expect(page.locator("#coach")).to_be_visible()
    assert tries(desk, "chain") == [], "the try has not begun"
    page.locator("#coach").get_by_role("button", name="Skip").click()
    expect(page.locator("#seed")).to_contain_text("Daily challenge")
    expect(page.locator("#status-text")).to_contain_text("only your first try counts")
    expect(page.locator("#status-text")).not_to_contain_text("New to this game?")
    assert tries(desk, "chain") == [[day, None, False]]
    page.locator("#go-on").click()
    desk.press("Space", "KeyP")
    assert desk.figure("Left") == "59"
    desk.go("?game=duel&seed=3").press("Space").settle()
    at_noon(desk)
    open_daily(desk, day, "duel")
    expect(page.locator("#status-text")).to_contain_text("only your first try counts")
    expect(page.locator("#status-text")).not_to_contain_text("New to this game?")


def test_a_day_ends_with_a_card_that_leads_to_the_next_game(desk: Player) -> None:
    page = desk.go("./").page
    day = at_noon(desk)
    open_daily(desk, day, "biquadris")
    assert desk.page.locator(".player").all_inner_texts() == ["You", "Loop"], "nobody plays both sides"
    page.evaluate("name => localStorage.setItem('kesu/daily', name)", finished("biquadris", day))
    open_daily(desk, day, "push-clear")
    expect(page.locator("#figures, .figures").filter(has_text="Turns left").first).to_be_visible()
    for _turn in range(100):
        desk.press("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
        if page.locator("#end-card").is_visible():
            break
    assert "Game over" in desk.status()
    expect(page.locator("#end-next")).to_have_text("Next: Chain")
    page.set_viewport_size({"width": 320, "height": 568})
    tops = (
        "[document.querySelector('.end-panel'), document.querySelector('.bar')].map((e) => e.getBoundingClientRect())"
    )
    assert page.evaluate(f"(([card, bar]) => card.top >= bar.bottom - 1)({tops})"), "the card's title is not cut"
    page.set_viewport_size(DESK["viewport"])
    texts = [button.inner_text() for button in page.locator("#end-card button").all() if button.is_visible()]
    assert texts == ["Next: Chain", "Look back", "Share"]
    page.locator("#end-card [data-action=share]:not(#end-answer)").click()
    expect(page.locator("#share-result")).to_have_value(re.compile("^Kesu · Push and Clear · "))
    desk.press("Escape")
    page.wait_for_timeout(700)  # the card takes Enter once it has been open for a moment
    desk.press("Enter")
    expect(page.locator("#title")).to_have_text("Chain Daily, 60 turns")
    expect(page.locator("#seed")).to_contain_text("Daily challenge")


def finished(name: str, day: int) -> str:
    """Returns tries in which a game's days are over, as the page keeps them."""
    found = Daily()
    found.begin(name, day_of(str(day)))
    found.finish(name, day_of(str(day)), 1, assisted=False)
    return found.text()
