"""Replay and sharing: stepping through one's own game, links to a game and to a replay, and bad links."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from game.rules import GAMES
from game.session.replay import encode
from tests.e2e.conftest import Player, expected, names

WORDS = ["left", "up", "right", "down", "left", "up", "right"]
KEYS = {"left": "ArrowLeft", "up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown"}


def played(desk: Player, words: list[str] = WORDS) -> Player:
    return desk.go("?game=push-clear&seed=7").press(*(KEYS[word] for word in words))


def test_replay_steps_both_ways_and_returns_to_the_game(desk: Player) -> None:
    end = expected("push-clear", 7, WORDS)
    played(desk).page.get_by_role("button", name="Replay").click()
    desk.expect_rows(names(expected("push-clear", 7, [])))
    desk.press("ArrowRight", "ArrowRight")
    desk.expect_rows(names(expected("push-clear", 7, list(end.inputs[:2]))))
    desk.press("ArrowLeft")
    desk.expect_rows(names(expected("push-clear", 7, list(end.inputs[:1]))))
    desk.page.locator("#replay-track").fill("4")
    desk.expect_rows(names(expected("push-clear", 7, list(end.inputs[:4]))))
    expect(desk.page.locator("#replay-where")).to_have_text(f"4 of {len(end.inputs)}")
    desk.press("Escape")
    desk.expect_rows(names(end))
    assert desk.saved("push-clear")["at"] == len(end.inputs)
    assert desk.saved("push-clear")["assisted"] is False, "looking back does not count as assisted"


def test_replay_link_opens_in_another_browser_with_the_same_score(desk: Player, fresh: Player, site: str) -> None:
    played(desk, WORDS * 8).page.get_by_role("button", name="Share").click()
    link = desk.page.input_value("#share-replay")
    game_link = desk.page.input_value("#share-game")
    score = desk.figure("Score")
    rows = desk.rows()
    desk.page.get_by_role("button", name="Done").click()
    assert game_link == site + "?game=push-clear&seed=7"
    other = fresh.load("?game=push-clear&seed=99")
    other.press("ArrowLeft", "ArrowUp")
    mine = other.saved("push-clear")
    other.load(link.removeprefix(site))
    other.page.click("#replay-end")
    other.expect_rows(rows)
    assert other.figure("Score") == score
    assert other.saved("push-clear") == mine, "the player's own game is unchanged"
    other.page.click("#replay-start")
    other.page.click("#replay-here")
    other.press("ArrowLeft")
    assert other.saved("push-clear")["seed"] == 7
    assert other.page.evaluate("JSON.parse(localStorage.getItem('kesu/before/push-clear')).seed") == 99


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "biquadris" else pytest.mark.all) for name in GAMES]
)
def test_replay_link_of_every_game_opens(desk: Player, name: str) -> None:
    session = expected(name, 3, [])
    for number in range(12):
        session.play(session.rules.moves(session.state)[number % 2])
    desk.go(f"?game={name}#replay={encode(session)}")
    desk.page.click("#replay-end")
    desk.expect_rows(names(session))
    desk.page.click("#replay-close")


SPOILS: dict[str, Callable[[str], str]] = {
    "cut short": lambda code: code[:-3],
    "one letter": lambda code: code[:5] + ("B" if code[5] == "A" else "A") + code[6:],
    "no code": lambda _code: "%%%",
    "nothing": lambda _code: "",
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_damaged_replay_link_shows_one_line_and_changes_nothing(desk: Player, spoil: str) -> None:
    played(desk)
    before = desk.rows()
    code = encode(expected("push-clear", 7, WORDS))
    desk.go_on(f"?game=push-clear#replay={SPOILS[spoil](code)}")
    expect(desk.page.locator("#status-text")).not_to_have_text("")  # reading the link may take more than one slice
    assert "\n" not in desk.status()
    desk.expect_rows(before)


def test_link_to_another_game_offers_to_go_back(desk: Player) -> None:
    played(desk)
    before = desk.rows()
    desk.page.evaluate(
        "history.pushState(null, '', '?game=push-clear&seed=8'); dispatchEvent(new PopStateEvent('popstate'))"
    )
    desk.expect_rows(names(expected("push-clear", 8, [])))
    desk.page.get_by_role("button", name="Back to previous game").click()
    desk.expect_rows(before)


def test_previous_game_can_be_restored(desk: Player) -> None:
    played(desk)
    mine = desk.rows()
    desk.go_on("?game=push-clear&seed=8")
    expect(desk.page.locator("#seed")).to_have_text("Seed: 8")
    desk.press("ArrowLeft", "ArrowUp")
    other = desk.rows()
    for wanted in (mine, other):
        desk.press("KeyN").page.locator("#new-game").get_by_role("button", name="Back to previous game").click()
        desk.expect_rows(wanted)


@pytest.mark.all
def test_link_is_copied_to_the_clipboard(fresh: Player) -> None:
    fresh.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player = fresh.load("?game=lines98&seed=4")
    player.page.get_by_role("button", name="Share").click()
    player.page.locator("[data-act='copy share-game']").click()
    expect(player.page.locator("#share form > .message")).to_have_text("Copied.")
    assert player.page.evaluate("navigator.clipboard.readText()") == fresh.site + "?game=lines98&seed=4"
