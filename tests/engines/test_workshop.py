"""The workshop in other engines: its editor, a changed rule on the board, a tournament, and nothing that gets out."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from game.workshop import sharing, sources
from tests.e2e import hostile
from tests.e2e.test_workshop import PLAYER, listening, requests
from tests.engines.engines import ENGINES, Engine, wait_for

pytestmark = pytest.mark.all


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request: pytest.FixtureRequest, site: str) -> Iterator[Engine]:
    """A browser with the workshop open, and Python ready in its frame."""
    begin = ENGINES[request.param]
    if begin is None:
        pytest.skip(f"{request.param} is not installed")
    with begin() as found:
        found.goto(f"{site}en/workshop.html?game=lines98")
        wait_for(found, "document.body.dataset.editor === '1'")
        wait_for(found, "document.body.dataset.ready === '1'")
        yield found


def give(engine: Engine, text: str) -> None:
    """The source as if by a link."""
    address = json.dumps(f"#{sharing.CODE}{sharing.encode(text)}")
    engine.evaluate(f"document.getElementById('foreign').hidden = true, location.hash = {address}")
    wait_for(engine, "!document.getElementById('foreign').hidden")


def test_a_changed_rule_is_on_the_board(engine: Engine) -> None:
    give(engine, sources.change_of("lines98").text)
    engine.evaluate("delete document.body.dataset.shown")
    engine.click("#play")
    wait_for(engine, "document.body.dataset.shown")
    give(engine, sources.headed("x = = 1\n", sources.GAME))
    engine.click("#play")
    wait_for(engine, "document.getElementById('message').textContent.startsWith('Line 2')")


def test_a_tournament_comes_to_its_end(engine: Engine) -> None:
    give(engine, PLAYER)
    engine.click("#tournament")
    engine.evaluate("document.getElementById('games').options[0].value = 2")
    engine.evaluate("document.getElementById('turns').value = '20'")
    engine.click("#run")
    wait_for(engine, "!document.getElementById('results-file').hidden")


def test_nothing_leaves_the_frame(engine: Engine) -> None:
    before = engine.evaluate("JSON.stringify(localStorage)")
    with listening() as (port, heard):
        url = f"http://127.0.0.1:{port}/"
        give(engine, hostile.reaching_out(url, port))
        engine.click("#play")
        wait_for(engine, "document.getElementById('message').textContent.includes('ValueError')")
        assert requests(heard) == []
    assert engine.evaluate("JSON.stringify(localStorage)") == before
