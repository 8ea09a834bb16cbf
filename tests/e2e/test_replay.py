"""Replay and sharing: stepping through one's own game, links to a game and to a replay, and bad links."""

from __future__ import annotations

import re
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


def test_replay_plays_at_several_speeds(desk: Player) -> None:
    played(desk).page.get_by_role("button", name="Replay").click()
    desk.page.select_option("#replay-speed", "8")
    desk.page.click("#replay-run")
    length = len(expected("push-clear", 7, WORDS).inputs)
    expect(desk.page.locator("#replay-where")).to_have_text(f"{length} of {length}", timeout=5000)
    desk.expect_rows(names(expected("push-clear", 7, WORDS)))
    desk.page.click("#replay-close")


def test_playing_on_from_a_replay_keeps_the_old_branch(desk: Player) -> None:
    played(desk).page.get_by_role("button", name="Replay").click()
    desk.press("ArrowRight", "ArrowRight")
    desk.page.click("#replay-here")
    desk.expect_rows(names(expected("push-clear", 7, WORDS[:2])))
    save = desk.saved("push-clear")
    assert save["at"] == 2 and len(save["inputs"]) == len(expected("push-clear", 7, WORDS).inputs)
    desk.press("ArrowDown")
    assert len(desk.saved("push-clear")["variations"]) == 1, "the old branch is still there"


def test_branch_can_be_returned_to(desk: Player) -> None:
    left = expected("push-clear", 7, WORDS)
    played(desk).press("KeyU", "KeyU", "KeyU", "KeyU")
    desk.press("ArrowUp", "ArrowLeft", "ArrowDown")
    here = desk.rows()
    desk.page.get_by_role("button", name="Replay").click()
    line = desk.page.locator("#replay-lines button")
    expect(line).to_have_count(1)
    label = line.inner_text()
    assert label.startswith("Branch 2: from move ") and label.endswith(f"score {left.score}")
    line.focus()
    desk.press("Enter")
    desk.expect_rows(names(left))
    expect(desk.page.locator("#status-text")).to_have_text(f"Switched to this branch. Score: {left.score}.")
    expect(line).to_be_focused()
    desk.press("Escape")
    assert desk.saved("push-clear")["at"] == len(left.inputs)
    desk.page.get_by_role("button", name="Replay").click()
    line.click()
    desk.press("Escape")
    desk.expect_rows(here)


def test_timed_game_can_be_replayed(desk: Player) -> None:
    desk.go("?game=nineteen&seed=3")
    desk.page.click("#go-on")
    desk.press("ArrowLeft", "Space", "ArrowRight", "Space", "KeyP")
    end = desk.rows()
    desk.page.get_by_role("button", name="Replay").click()
    expect(desk.page.locator("#veil")).to_be_hidden()
    assert desk.rows() != end
    desk.page.click("#replay-end")
    assert desk.rows() == end
    desk.page.click("#replay-close")
    expect(desk.page.locator("#veil")).to_be_visible()


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


@pytest.mark.parametrize("name", list(GAMES))
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


def test_replay_slider_marks_branches_hints_and_best_moves(desk: Player) -> None:
    session = expected("push-clear", 7, WORDS * 6)
    left = session.main_line[session.length - 2]
    session.go(session.length - 2)
    other = next(word for word in session.moves if word != left)
    played(desk, WORDS * 6).press("KeyU", "KeyU", KEYS[other], "KeyI")
    expect(desk.page.locator("#offer")).to_have_text("Play this move")
    assert desk.figure("Score") != "0"
    desk.page.get_by_role("button", name="Replay").click()
    marks = desk.page.locator("#replay-marks")
    expect(marks.locator(".branch")).to_have_count(1)
    expect(marks.locator(".hint")).to_have_count(1)
    expect(marks.locator(".gain").first).to_be_attached()
    desk.page.click("#replay-end")
    expect(desk.page.locator("#replay-note")).to_have_text("Hint")
    run = desk.page.locator("#replay-run")
    expect(run).to_have_accessible_name("Play")
    desk.page.click("#replay-start")
    desk.page.click("#replay-on")
    expect(desk.page.locator("#replay-where")).to_have_text(re.compile("^1 of "))
    run.click()
    expect(run).to_have_accessible_name("Pause")
    run.click()
    desk.page.click("#replay-close")
