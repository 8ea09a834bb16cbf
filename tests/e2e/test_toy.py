"""A game that the page has never seen: its one module is given to the page's Python, and then it is played like any."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from game import bots
from game.rules import GAMES
from tests import toy
from tests.e2e.conftest import Player, expected, names

RUN = """async (code) => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    (await loadPyodide()).runPython(code);
}"""
"""Runs Python in the page."""
BOTS = Path(bots.__file__).parent
REGISTER = f"""
import importlib, sys, types
from pathlib import Path
import game.bots
from game.rules import GAMES
# The build ships only what its games import, and each of them has a bot of its own.
for name, code in {[(name, (BOTS / name).read_text(encoding="utf-8")) for name in ("greedy.py", "turns.py")]!r}:
    Path(game.bots.__path__[0], name).write_text(code, encoding="utf-8")
importlib.invalidate_caches()
module = sys.modules["toy"] = types.ModuleType("toy")
exec(compile({Path(toy.__file__).read_text(encoding="utf-8")!r}, "toy.py", "exec"), module.__dict__)
GAMES["toy"] = module.GAME
"""
FORGET = 'from game.rules import GAMES; del GAMES["toy"]'
PLAYED = """word => { document.dispatchEvent(new Event('freeze'));
    return (localStorage.getItem('kesu/save/toy') ?? '').includes(`"${word}"`) }"""
CHOICE = ["haul", "lob", "lob", "lob", "lob", "shove", "lob"]
"""From seed 1: player 1 has filled a row and may choose."""


@pytest.fixture
def stones(desk: Player, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """The desk's page with one game more, until the end of the test."""
    monkeypatch.setitem(GAMES, "toy", toy.GAME)
    desk.go("./").page.evaluate(RUN, REGISTER)
    yield desk
    desk.go("./").page.evaluate(RUN, FORGET)


def begin(player: Player, query: str = "?game=toy&seed=1") -> Player:
    player.go_on(query).page.click("#go-on")
    return player


def inputs(player: Player) -> list[str]:
    """What was played, time left out."""
    return [word for word in player.saved("toy")["inputs"] if word != "age"]


KEYS = {"haul": "ArrowLeft", "shove": "ArrowRight", "flip": "ArrowUp", "sag": "ArrowDown", "lob": "Space"}


def test_keys_come_from_what_its_words_do(stones: Player) -> None:
    begin(stones).press(*(KEYS[word] for word in ("haul", "flip", "sag", "lob")))
    assert inputs(stones) == ["haul", "flip", "sag", "lob"]
    kind = {"round stone": "square stone", "square stone": "round stone"}
    board = [["empty"] * 3 for _row in range(5)] + [[kind[names(expected("toy", 1, []))[0][1]], "empty", "empty"]]
    stones.expect_rows(board)


def test_its_buttons_have_its_own_names_and_what_can_be_chosen_is_offered(stones: Player) -> None:
    begin(stones)
    for name in ("Haul", "Shove", "Flip", "Soft drop", "Lob"):
        expect(stones.page.locator("#pad").get_by_role("button", name=name, exact=True)).to_have_count(1)
    stones.press(*(KEYS[word] for word in CHOICE))
    buttons = stones.page.locator("#choices button")
    expect(buttons).to_have_count(3)
    buttons.nth(2).click()
    expect(buttons).to_have_count(0)
    assert inputs(stones) == [*CHOICE, "bury 2"]
    assert stones.figure("Score") == "1"


def test_time_passes(stones: Player) -> None:
    begin(stones)
    stones.page.wait_for_function(PLAYED, arg="age", timeout=20_000)


def test_it_is_there_again_after_an_undo(stones: Player) -> None:
    begin(stones).press(KEYS["haul"], KEYS["lob"], KEYS["lob"])
    stones.press("KeyU")
    left = stones.settle().rows(1)
    stones.go_on("./").go_on("?game=toy&seed=1")
    assert stones.rows(1) == left and left[5][1] == "empty"


def test_a_hint_is_a_turn_of_the_greedy_player(stones: Player) -> None:
    begin(stones).press("KeyI")
    expect(stones.page.locator("#offer")).to_have_text("Play this move", timeout=9000)
    stones.page.click("#offer")
    stones.page.wait_for_function(PLAYED, arg="lob", timeout=9000)
