"""Replay and sharing: stepping through one's own game, links to a game and to a replay, and bad links."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Player, expected, names

WORDS = ["left", "up", "right", "down", "left", "up", "right"]
KEYS = {"left": "ArrowLeft", "up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown"}


def played(desk: Player, words: list[str] = WORDS) -> Player:
    return desk.go("?game=push-clear&seed=7").press(*(KEYS[word] for word in words))


def test_replay_link_opens_in_another_browser_with_the_same_score(desk: Player, fresh: Player, site: str) -> None:
    played(desk, WORDS * 8).page.get_by_role("button", name="Share").click()
    link = desk.page.input_value("#share-replay")
    game_link = desk.page.input_value("#share-game")
    score = desk.figure("Score")
    rows = desk.rows()
    desk.page.get_by_role("button", name="Close").click()
    assert game_link == site + "?game=push-clear&seed=7"
    other = fresh.load("?game=push-clear&seed=99")
    other.press("ArrowLeft", "ArrowUp")
    mine = other.saved("push-clear")
    other.load(link.removeprefix(site))
    other.page.click("#replay-end")
    other.expect_rows(rows)
    assert other.figure("Score") == score
    assert other.saved("push-clear") == mine, "the player's own game is unchanged"
    other.page.locator("#replay-track").fill("4")
    other.expect_rows(names(expected("push-clear", 7, list(expected("push-clear", 7, WORDS).inputs[:4]))))
    expect(other.page.locator("#replay-where")).to_contain_text("4 of ")
    other.page.click("#replay-start")
    other.page.click("#replay-here")
    other.press("ArrowLeft")
    assert other.saved("push-clear")["seed"] == 7
    assert other.page.evaluate("JSON.parse(localStorage.getItem('kesu/before/push-clear')).seed") == 99


def test_closed_replay_leaves_the_next_key_to_the_game(desk: Player) -> None:
    played(desk).page.get_by_role("button", name="Replay").click()
    close = "() => { const e = document.getElementById('replay-close'); e.focus(); e.click();"
    assert desk.page.evaluate(close + " return document.activeElement.tagName }") == "BODY"
