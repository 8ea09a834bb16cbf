"""Every game gives the same result in each engine as here: by keys, after a reload, and from recorded links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

from game import files
from game.rules import game
from game.session.replay_code import decode, encode
from tests.e2e.conftest import READY, expected, names
from tests.engines.engines import ENGINES, Engine, Firefox, wait_for
from tests.engines.playing import became
from tests.recorded import FOLDER
from tools.samples.some_moves import between_people
from tools.setup.browser import launch_options

pytestmark = pytest.mark.all

SEED = 7
GAMES = {
    "push-clear": ((), {"ArrowLeft": "left", "ArrowUp": "up", "ArrowRight": "right", "ArrowDown": "down"}),
    "biquadris": ((), {"ArrowLeft": "left", "ArrowRight": "right", "ArrowDown": "down", "Space": "drop"}),
    "duel": ((), {"ArrowLeft": "left", "ArrowUp": "cw", "ArrowDown": "down", "Space": "drop"}),
    "chain": (("Enter",), {"ArrowLeft": "left", "ArrowUp": "cw", "Space": "drop"}),
    "nineteen": (("Enter",), {"ArrowRight": "right", "ArrowUp": "rotate", "Space": "drop"}),
}
"""By game: the keys that start the clock, then each key with its word."""
RECORDS = sorted(FOLDER.glob("*-7.json"))
REFUSED = """(async () => {
    const reported = [];
    document.addEventListener('securitypolicyviolation', (event) => reported.push(event.effectiveDirective));
    const script = document.createElement('script');
    try { script.append('window.gotIn = 1'); document.head.append(script); } catch { }
    await fetch('https://example.org/').catch(() => 0);
    await new Promise((then) => setTimeout(then, 50));
    return [reported.includes('connect-src'), window.gotIn ?? 0];
})()"""


@contextmanager
def chromium() -> Iterator[Engine]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield Firefox(browser.new_page())  # Playwright's methods are the same for both
        browser.close()


ALL = {"chromium": chromium, **ENGINES}


@pytest.fixture(scope="module", params=list(ALL))
def engine(request: pytest.FixtureRequest, site: str) -> Iterator[Engine]:
    """A browser with the page started."""
    begin = ALL[request.param]
    if begin is None:
        pytest.skip(f"{request.param} is not installed")
    with begin() as browser:
        browser.goto(site)
        wait_for(browser, READY)
        yield browser


def go(engine: Engine, query: str) -> None:
    """Goes to an address without reloading the page."""
    reported = json.dumps(query)
    engine.evaluate(f"(history.pushState(null, '', {reported}), dispatchEvent(new PopStateEvent('popstate')), 1)")


def seen(engine: Engine, *words: str, name: str) -> bool:
    """Returns whether these words led to the game's position; a game with a clock may have had ticks in between."""
    if not game(name).timed:
        return became(engine, names(expected(name, SEED, list(words))))
    save = json.loads(engine.evaluate(f"localStorage.getItem('kesu/save/{name}')"))
    played = [word for word in save["inputs"] if word != "tick"]
    return played == list(words) and became(engine, names(expected(name, SEED, save["inputs"])))


@pytest.mark.parametrize("name", list(GAMES))
def test_keys_give_the_same_board_and_a_reload_resumes_it(engine: Engine, site: str, name: str) -> None:
    first, keys = GAMES[name]
    go(engine, between_people(name, SEED))
    engine.press(*first, *keys)
    if name in ("chain", "nineteen"):
        engine.press("KeyP")
    assert seen(engine, *keys.values(), name=name)
    engine.goto(f"{site}?game={name}")
    wait_for(engine, READY)
    assert seen(engine, *keys.values(), name=name)


def test_lines_by_a_replay_link_then_undo(engine: Engine) -> None:
    session = expected("lines98", SEED, [])
    for _move in range(4):
        session.play(session.rules.moves(session.state)[0])
    go(engine, f"?game=lines98#replay={encode(session)}")
    engine.click("#replay-end")
    assert became(engine, names(session))
    engine.click("#replay-here")
    engine.click("#actions [data-action=undo]")
    session.undo()
    assert became(engine, names(session))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_link_gives_the_same_game(engine: Engine, path: object) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    if record["rules"] != game(record["game"]).version:
        pytest.skip("of other rules")
    go(engine, "./")
    go(engine, f"?game={record['game']}#replay={record['code']}")
    wait_for(engine, "!document.getElementById('replay').hidden")
    engine.click("#replay-end")
    session = decode(record["code"], game, files.read)
    assert became(engine, names(session))
    assert engine.evaluate("document.getElementById('replay-where').textContent").startswith(str(record["inputs"]))


def test_security_policy_refuses_scripts_from_texts(engine: Engine) -> None:
    assert engine.evaluate(REFUSED) == [True, 0]
