"""Whole live games between two browsers on one machine, in both directions, connected by links passed by hand."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from game import files
from game.rules import game
from game.session import Session, from_address
from game.session.live.hashing import state_hash
from tests.e2e.conftest import READY, Player, launch_options, names
from tests.engines.engines import FIREFOX, FIREFOX_OPTIONS
from tests.engines.test_games import GAMES
from tools.samples.some_moves import between_people
from tools.setup.browser import wait_for

pytestmark = pytest.mark.all

SEED = 7
WINDOW = {"width": 1280, "height": 800}
KEPT = """name => {
    document.dispatchEvent(new Event('freeze'));
    return [0, 1].map((seat) => localStorage.getItem(`kesu/live/${name}/${seat}`)).find(Boolean) ?? null;
}"""
FORGET = """() => {
    localStorage.clear();
    return new Promise((done) => (indexedDB.deleteDatabase('kesu').onsuccess = () => done(1)));
}"""
CONNECT = """() => {
    const status = document.getElementById('status-text');
    const { promise, resolve } = Promise.withResolvers();
    const began = performance.now();
    const look = () => status.textContent.includes('Connected.') && resolve(performance.now() - began);
    new MutationObserver(look).observe(status, { childList: true, characterData: true, subtree: true });
    [...document.querySelectorAll('#live button')].find((each) => each.textContent.trim() === 'Connect').click();
    return promise;
}"""
"""Presses the button; returns the milliseconds until the two are connected."""


@pytest.fixture(scope="module")
def pages() -> Iterator[dict[str, Page]]:
    """A page in each browser, and another in Chromium that shares nothing with the first."""
    with sync_playwright() as playwright, ExitStack() as after:
        found = {}
        chromium = playwright.chromium.launch(**launch_options())
        after.callback(chromium.close)
        for name in ("chromium", "another"):
            found[name] = chromium.new_context(viewport=WINDOW).new_page()  # type: ignore[arg-type]
        if FIREFOX:
            firefox = playwright.firefox.launch(**FIREFOX_OPTIONS)
            after.callback(firefox.close)
            found["firefox"] = firefox.new_page(viewport=WINDOW)  # type: ignore[arg-type]
        yield found


def link_on(page: Page) -> str:
    return str(wait_for(page, "() => document.getElementById('live-link')?.value", timeout=60_000))


def meet(host: Page, guest: Page, site: str, name: str) -> float:
    """Connects the two; returns the milliseconds from the last click until they are connected."""
    host.goto(f"{site}{between_people(name, SEED)}")
    wait_for(host, READY, timeout=90_000)
    host.click("#actions [data-action=new]")
    host.get_by_role("button", name="Play with a friend").click()
    guest.goto(link_on(host))
    wait_for(guest, READY, timeout=90_000)
    guest.get_by_role("button", name="Join").click()
    host.fill("#live-answer", link_on(guest))
    return float(host.evaluate(CONNECT))


def match_on(page: Page, name: str) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(page.evaluate(KEPT, name) or '{"log": [], "seat": 0}')
    return kept


def log_on(page: Page, name: str, count: int) -> list[list[str]]:
    """Returns the entries of a side's log, once it has this many."""
    for _try in range(200):
        log: list[list[str]] = match_on(page, name)["log"]
        if len(log) >= count:
            break
        page.wait_for_timeout(50)
    return log


def chosen(session: Session, keys: dict[str, str], chance: random.Random) -> str:
    """Returns a word with a key that changes something now; more often than not a drop."""
    words = [word for word in keys if session.setup.after(session.state, word) is not session.state]
    return "drop" if chance.random() < 0.6 else chance.choice(words)


@pytest.mark.parametrize("name", ["biquadris", "duel"])
@pytest.mark.parametrize("host,guest", [("chromium", "another"), ("chromium", "firefox"), ("firefox", "chromium")])
def test_two_engines_play_a_whole_game(pages: dict[str, Page], site: str, host: str, guest: str, name: str) -> None:
    if not {host, guest} <= set(pages):
        pytest.skip("Firefox is not installed")
    sides = pages[host], pages[guest]
    for page in sides:
        page.goto(site + "static/icon.svg")
        page.evaluate(FORGET)
    took = meet(*sides, site, name)
    first = sides[0].evaluate("document.getElementById('status-text').textContent").count("Your turn.")
    seats = sides if first else sides[::-1]  # by seat
    keys = {word: key for key, word in GAMES[name][1].items()}
    rules, options, seed = from_address(match_on(sides[0], name)["address"], game, files.read)
    session, chance = Session(rules, options, seed, files.read), random.Random(f"{host} {guest} {name}")
    while not session.over:
        word = chosen(session, keys, chance)
        seats[session.view.turn].keyboard.press(keys[word])
        session.play(word)
        logs = [log_on(page, name, session.length) for page in sides]
        assert logs[0] == logs[1], "each word, and the hash of the state after it"
        assert logs[0][-1] == [word, state_hash(session.state)]
    for page in sides:
        page.bring_to_front()  # a hidden page does not animate
        boards = [names(session, board) for board in range(len(session.view.boards))]
        for _try in range(100):
            shown = [Player(page, site).rows(board) for board in range(len(boards))]
            if shown == boards:
                break
            page.wait_for_timeout(100)
        assert shown == boards
    print(f"{name}, {host} to {guest}: connected in {took:.0f} ms, {session.length} words", file=sys.stderr)
