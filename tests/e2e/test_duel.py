"""A game for two against the computer: won, paused, undone, continued after a reload."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from game.bots import advise
from game.session import Session
from game.session.records import result_of
from tests.e2e.conftest import Player, expected, names

NAME = "biquadris"
TURN = """codes => new Promise((done, failed) => {
    setTimeout(() => failed(new Error('no turn came')), 60_000);
    const settle = () => document.dispatchEvent(new Event('freeze'));
    const inputs = () => JSON.parse(localStorage.getItem('kesu/save/biquadris')).inputs;
    settle();
    const before = inputs().length;
    for (const code of codes) {
        settle();
        const button = document.querySelector(`#choices [data-word="${code}"]`);
        if (button) button.click();
        else for (const kind of ['keydown', 'keyup'])
            document.body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
    }
    const look = () => {
        settle();
        const mine = !document.querySelector('.board').classList.contains('waiting');
        const over = !document.getElementById('end-card').hidden;
        if (inputs().length > before && (mine || over)) done(inputs()); else requestAnimationFrame(look);
    };
    look() })"""
"""Presses these keys, or buttons of words, waits until it is the person's turn again, and returns all inputs."""
KEYS = {"left": "ArrowLeft", "right": "ArrowRight", "clockwise": "KeyX", "counterclockwise": "KeyQ", "drop": "Space"}


@pytest.fixture
def still(desk: Player) -> Iterator[Player]:
    """Turns motion off, so that the computer plays at once."""
    desk.go(f"?game={NAME}&computer=1&seed=3")
    desk.page.click("#open-settings")
    desk.page.select_option("#settings [name=motion]", "off")
    desk.page.get_by_role("button", name="Done").click()
    yield desk
    desk.go(f"?game={NAME}")
    desk.page.click("#open-settings")
    desk.page.get_by_role("button", name="Reset all").click()
    desk.page.get_by_role("button", name="Done").click()


def pressed(words: tuple[str, ...]) -> list[str]:
    """Returns the keys for words; a word without a key stands for its button."""
    codes = []
    for word in words:
        name = word.lstrip("0123456789")
        codes += [KEYS.get(name, word)] * int(word.removesuffix(name) or "1")
    return codes


def followed(session: Session, inputs: list[str]) -> Session:
    """Plays the page's inputs in the session."""
    for word in inputs[len(session.inputs) :]:
        session.play(word)
    return session


def against(strength: int, **more: Any) -> Session:
    return expected(NAME, 3, [], computer=str(strength), **more)


def computers_turn(session: Session) -> None:
    """Plays the computer's turn as the page should."""
    computer = session.opponent
    assert computer
    while session.view.turn == computer.seat and not session.over:
        for word in advise(session.rules, session.state, computer.strength, session.seed or 0).words:
            session.play(word)


def to_the_last(turns: int) -> Session:
    """Returns a game against strength 1, up to the person's last turns."""
    session, begun = against(1), []
    while not session.over:
        begun.append(len(session.inputs))
        for word in advise(session.rules, session.state, 3, 1).words:
            session.play(word)
        computers_turn(session)
    return followed(against(1), list(session.inputs)[: begun[-turns]])


def test_game_against_strength_1_can_be_won(still: Player) -> None:
    session = to_the_last(4)
    still.go("./").page.evaluate("save => localStorage.setItem('kesu/save/biquadris', save)", session.save())
    still.go_on(f"?game={NAME}&computer=1&seed=3")
    for board in (0, 1):  # a long game opens in slices
        still.expect_rows(names(session, board), board)
    expect(still.page.locator(".board .player")).to_have_text(["You", "Computer (Easy)"])
    while not session.over:
        words = advise(session.rules, session.state, 3, 1).words
        followed(session, still.page.evaluate(TURN, pressed(words)))
        assert session.over or session.view.turn == 0
    assert session.view.winner == 1 and result_of(session) == 1
    expect(still.page.locator("#status-text")).to_contain_text("Game over: you win!")
    mine, computers = session.view.scores
    expect(still.page.locator("#end-score > span")).to_have_text(f"{mine:,} : {computers:,}")
    kept = json.loads(still.settle().page.evaluate("localStorage.getItem('kesu/statistics')"))["presets"]
    ((preset, devices),) = kept.items()
    assert "computer=1" in preset
    assert [record[2] for line in devices.values() for record in line["records"]] == [1], "one game is recorded, as won"
    still.go_on("./").page.click("#open-records")
    cells = still.page.locator("#records .duels td, #records .duels tbody th, #records .duels tr:last-child th")
    expect(cells).to_have_text(["Biquadris (computer: Easy)", "1", "1 (100%)", re.compile(r"[0-9]+\s(sec|min)")])
    still.page.get_by_role("button", name="Done").click()


@pytest.mark.all
def test_computer_continues_after_a_reload(fresh: Player) -> None:
    fresh.load(f"?game={NAME}&computer=3&startlevel=2&seed=3")
    fresh.press("ArrowRight", "Space")
    assert fresh.saved(NAME)["inputs"] == ["right", "drop"], "the computer has not moved yet"
    fresh.page.reload()
    fresh.page.wait_for_function("document.body.dataset.ready === '1'", timeout=90_000)
    session = against(3, startlevel=2)
    for word in ("right", "drop"):
        session.play(word)
    computers_turn(session)
    expect(fresh.page.locator("#status-text")).to_have_text("Your turn.", timeout=20_000)
    assert fresh.saved(NAME)["inputs"] == list(session.inputs)


def test_opponent_can_be_chosen_in_the_new_game_dialog(desk: Player) -> None:
    desk.go(f"?game={NAME}&seed=3").press("KeyN")
    dialog = desk.page.locator("#new-game")
    seat, note = dialog.get_by_role("group", name="Who begins"), dialog.locator(".note").first
    expect(seat).to_be_hidden()
    expect(note).to_have_text("Two players take turns on this device.")
    dialog.get_by_role("radio", name="Medium").check()
    expect(seat).to_be_visible()
    expect(note).to_have_text("You play against the computer.")
    dialog.get_by_role("radio", name="3", exact=True).check()
    expect(dialog).to_contain_text("Blocks are heavy")
    expect(dialog.get_by_label("block file").first).to_be_hidden()
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(desk.page.locator(".board .player")).to_have_text(["You", "Computer (Medium)"])
    query = desk.page.evaluate("location.search")
    assert "computer=2" in query and "startlevel=3" in query
    desk.go("?game=chain&seed=3").press("KeyN")
    expect(dialog.get_by_role("group", name="Opponent")).to_have_count(0)
    desk.press("Escape")


def test_first_visit_asks_who_plays(fresh: Player) -> None:
    page = fresh.load(f"?game={NAME}").page
    start, other = page.locator("#go-on"), page.locator("#go-other")
    expect(start).to_have_text("Against the computer (Easy)")
    expect(other).to_have_text("Two players")
    fresh.press("Space")
    assert fresh.saved(NAME)["inputs"] == [], "the key only starts the game"
    expect(other).to_be_hidden()
    expect(page.locator(".board .player")).to_have_text(["You", "Computer (Easy)"])
    expect(page.locator("#figures .figure", has_text="Player to move").locator("dd")).to_have_text("You")
    fresh.go_on("./").go_on(f"?game={NAME}")
    other.click()
    expect(page.locator(".board .player")).to_have_text(["Player 1", "Player 2"])
    expect(page.locator("#figures .figure", has_text="Player to move").locator("dd")).to_have_text("1")
    expect(page.locator("#veil")).to_be_hidden()
    fresh.press("ArrowRight", "Space")
    assert fresh.saved(NAME)["inputs"] == ["right", "drop"]
    fresh.go_on("./").go_on(f"?game={NAME}")
    expect(page.locator("#veil")).to_be_hidden()
    fresh.go("?game=duel&seed=3")
    expect(page.locator("#veil")).to_be_hidden()
    expect(page.locator(".board .player")).to_have_text(["Player 1", "Player 2"])
