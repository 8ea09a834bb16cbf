"""The daily game: one try counts, the rest is practice; it survives a reload and midnight; days make a streak."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from playwright.sync_api import expect

from game.session.daily import day_of
from tests.e2e.conftest import READY, Player

DAY = 86_400_000
NAME = "nineteen"
MOST_DROPS = 30


def at_noon(player: Player, days: int = 0) -> int:
    """Stops the page's clock at noon, today or some days later, and returns that day's number."""
    noon = int(time.time() * 1000) // DAY * DAY + DAY // 2 + days * DAY
    player.page.evaluate("at => { Date.now = () => at }", noon)
    return int(datetime.fromtimestamp(noon / 1000, UTC).strftime("%Y%m%d"))


def open_daily(player: Player, day: int, name: str = NAME) -> None:
    player.go_on("./").page.locator(f"a.daily[data-game={name}]").click()
    expect(player.page.locator("#seed")).to_contain_text(f"Daily challenge {day_of(str(day))}")


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
    assert "only your first attempt counts" in desk.status()
    desk.page.locator("#go-on").click()
    desk.press("Space", "KeyP")
    rows = desk.rows()
    assert tries(desk) == [[day, None, False]]
    desk.page.reload()
    desk.page.wait_for_function(READY, timeout=90_000)
    at_noon(desk)
    assert desk.rows() == rows and desk.status() == "Continuing your attempt."
    score = drop_to_the_end(desk)
    assert tries(desk) == [[day, score, False]]
    desk.page.locator("#offer").click()
    result = desk.page.locator("#share-result").input_value().splitlines()
    assert result[0].startswith("Kesu · Nineteen · ") and result[1] == f"Score: {score}" and f"daily={day}" in result[2]
    desk.page.get_by_role("button", name="Done").click()
    desk.press("KeyR")
    assert f"your score: {score}" in desk.page.locator("#seed").inner_text()
    desk.press("ArrowLeft", "ArrowLeft", "Space", "ArrowRight", "ArrowRight", "Space", "KeyP")
    drop_to_the_end(desk)
    assert tries(desk) == [[day, score, False]], "practice changes nothing"
    assert desk.saved(NAME) == mine, "the player's own game is unchanged"
