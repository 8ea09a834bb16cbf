"""Faults in Firefox and WebKit: a stopped server, a full or cleared store, an exception in the middle of a move."""

from __future__ import annotations

import json

import pytest

from game.serving.server import Server
from tests.e2e.conftest import READY, expected, names
from tests.e2e.test_faults import BREAK, RESTORE, RUN
from tests.engines.engines import Engine, wait_for
from tests.engines.playing import GAME, KEYS, SEED, WORDS, became, plays
from tests.engines.test_games import go
from tools.setup.paths import DIST, GZIP

pytestmark = pytest.mark.all

SAVED = "JSON.parse(localStorage.getItem('kesu/save/push-clear') ?? '{\"inputs\": []}').inputs.length"
SETTLED = "document.dispatchEvent(new Event('freeze'))"


@pytest.fixture(scope="module")
def offline(engine: Engine) -> Engine:
    """A page whose server stopped before its second start."""
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server:
        assert plays(engine, server.url)
    assert plays(engine, server.url, kept=False)
    return engine


def started(engine: Engine, *keys: str) -> Engine:
    """Starts a fresh game and presses these keys."""
    go(engine, "./")
    engine.evaluate("localStorage.clear()")
    go(engine, f"?game={GAME}&seed={SEED}")
    engine.press(*keys)
    return engine


def rows(count: int) -> list[list[str]]:
    return names(expected(GAME, SEED, list(WORDS[:count])))


def test_plays_when_the_server_is_gone(offline: Engine) -> None:
    """The game also survives a reload without the server."""
    started(offline, *KEYS)
    assert became(offline, rows(4))
    offline.goto(offline.evaluate("location.href"))
    wait_for(offline, READY)
    assert became(offline, rows(4))


def test_a_full_store_is_reported_and_play_goes_on(offline: Engine) -> None:
    started(offline, KEYS[0])
    offline.evaluate(
        "(window.setItem = Storage.prototype.setItem,"
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }, 1)"
    )
    offline.press(KEYS[1])
    wait_for(offline, f"{SETTLED}, document.getElementById('status-text').textContent.includes('keeps nothing')")
    offline.evaluate("(Storage.prototype.setItem = setItem, 1)")
    offline.press(*KEYS[2:])
    assert became(offline, rows(4))
    wait_for(offline, f"{SETTLED}, {SAVED} >= {len(expected(GAME, SEED, list(WORDS)).inputs)}")


def test_a_cleared_store_is_refilled(offline: Engine) -> None:
    started(offline, KEYS[0])
    offline.evaluate(f"({SETTLED}, localStorage.clear(), 1)")
    offline.press(KEYS[1])
    wait_for(offline, f"{SETTLED}, {SAVED} === 2")


def test_an_exception_in_a_move_leaves_the_game_as_before(offline: Engine) -> None:
    started(offline, KEYS[0])
    offline.evaluate(f"({RUN})({json.dumps(BREAK)}).then(() => 1)")
    offline.press(KEYS[1])
    wait_for(offline, "document.querySelector('#notice button.main')?.checkVisibility()")
    offline.click("#notice button.main")
    offline.evaluate(f"({RUN})({json.dumps(RESTORE)}).then(() => 1)")
    assert became(offline, rows(1))
    offline.press(KEYS[1])
    assert became(offline, rows(2))
