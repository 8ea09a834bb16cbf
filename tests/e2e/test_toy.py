"""A game unknown to the page, with words of its own, works in every part of the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from game.rules import GAMES
from game.session import Session
from tests import toy
from tests.e2e.conftest import Player, Watch, names, own_page
from tests.e2e.screens import reset
from tests.e2e.test_faults import RUN

REGISTER = f"""
import sys, types
module = sys.modules["toy"] = types.ModuleType("toy")
exec({Path(toy.__file__).read_text(encoding="utf-8")!r}, module.__dict__)
from game.rules import GAMES
import dataclasses
GAMES["toy"] = dataclasses.replace(module.GAME, pace=lambda state: 1000.0)  # a slow machine must not play
"""
PLACE = """() => {
    const article = document.createElement("article");
    article.dataset.rules = "toy";
    article.append(document.createElement("h2"), document.createElement("table"));
    document.getElementById("how").prepend(article);
}"""
"""Adds what the build generates for a known game."""


@pytest.fixture(scope="module")
def started(guests: BrowserContext, site: str) -> Iterator[Player]:
    """A page in which the toy game has been registered."""
    watch = Watch(site)
    with own_page(guests, site) as page:
        yield given(Player(watch.over(page), site).load())
    assert watch.complaints == []


@pytest.fixture
def stones(started: Player, monkeypatch: pytest.MonkeyPatch) -> Player:
    """The page with the toy game, with nothing open and the store cleared."""
    monkeypatch.setitem(GAMES, "toy", toy.GAME)
    return reset(started)


def given(player: Player) -> Player:
    player.settle()  # home's idle work goes over the games, which must not change meanwhile
    player.page.evaluate(RUN, REGISTER)
    player.page.evaluate(PLACE)
    return player


def played(*words: str) -> Session:
    session = Session(toy.GAME, {"width": 3}, 1)
    for word in words:
        session.play(word)
    return session


def shows(player: Player, *words: str) -> None:
    session = played(*words)
    for board in range(2):
        player.expect_rows(names(session, board), board)


def begin(player: Player) -> Player:
    player.go_on("?game=toy&computer=no&seed=1")
    player.page.click("#go-on")
    return player


def test_toy_can_be_played_by_keys_and_offers_a_choice(stones: Player) -> None:
    begin(stones).press("ArrowLeft", "KeyX", "Space")
    shows(stones, "haul", "flip", "lob")
    begin(stones.go("./"))
    for key in ("ArrowLeft", "Space", "Space", "Space", "Space", "ArrowRight", "Space"):
        stones.press(key)
    stones.settle()
    cards = stones.page.locator("#choices .choice")
    expect(cards).to_have_text([re.compile("Bless.*One point more."), re.compile("Bury.*Rows of stones")])
    assert [button.get_attribute("data-word") for button in stones.page.locator("#choices button").all()] == [
        *toy.PERKS
    ]
    stones.page.click("#choices button >> nth=2")
    shows(stones, "haul", "lob", "lob", "lob", "lob", "shove", "lob", "bury 2")
    expect(stones.page.locator("#choices button")).to_have_count(0)


def test_toy_has_help_statistics_and_a_daily_game(stones: Player) -> None:
    begin(stones)
    stones.page.click("[popovertarget=how]")
    rows = stones.page.locator("#how article:not([hidden]) table").first
    expect(rows).to_contain_text("Haul")
    expect(rows).to_contain_text("Lob")
    stones.page.keyboard.press("Escape")
    stones.go_on("?game=toy&daily=today")
    expect(stones.page.locator("#seed")).to_contain_text("Daily")
    stones.page.click("#go-on")
    for _drop in range(40):
        stones.press("Space").settle()
        if stones.page.locator("#choices button").count():
            stones.page.click("#choices button >> nth=0")
        if stones.page.locator("#end-card").is_visible():
            break
    expect(stones.page.locator("#end-card")).to_be_visible()
    kept = json.loads(str(stones.page.evaluate("localStorage.getItem('kesu/daily')")))
    assert "toy" in json.dumps(kept)
    stones.go_on("./").page.click("#open-records")
    expect(stones.page.locator("#records")).to_contain_text("Stones")
