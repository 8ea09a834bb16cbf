"""The workshop in other engines: its editor, a changed rule on the board, a tournament, and the frame's isolation."""

from __future__ import annotations

import json

import pytest

from game.rules import game
from game.session import complete
from game.tournament import OWN
from game.tournament.games import Plan, as_line, plans_against, tournament
from game.workshop import sharing, sources
from tests.e2e import hostile
from tests.e2e.test_workshop import GAME, PLAYER, REFUSED, REVIEWED, TYPE, listening, requests
from tests.engines.engines import Engine, wait_for

pytestmark = pytest.mark.all

STORED = "JSON.stringify({ ...localStorage, 'kesu/drafts': '' })"
"""Everything stored except the drafts, which the page keeps of every source."""
MESSAGE = "document.getElementById('message').textContent"


@pytest.fixture(scope="module")
def engine(engine: Engine, site: str) -> Engine:
    """A browser with the workshop open, and Python ready in its frame."""
    engine.goto(f"{site}en/workshop.html?game=lines98")
    wait_for(engine, "document.body.dataset.editor === '1'")
    wait_for(engine, "document.body.dataset.ready === '1'")
    return engine


def give(engine: Engine, text: str) -> None:
    """Gives the page a source by a link."""
    address = json.dumps(f"#{sharing.CODE}{sharing.encode(text)}")
    engine.evaluate(f"document.getElementById('foreign').hidden = true, location.hash = {address}")
    wait_for(engine, "!document.getElementById('foreign').hidden")


def write(engine: Engine, text: str, tab: str) -> None:
    """Writes a source as if the visitor typed it."""
    engine.click(f"#tab-{tab}")
    wait_for(engine, f"document.getElementById('tab-{tab}').ariaSelected === 'true'")
    engine.evaluate(TYPE % json.dumps(text))


def plays(engine: Engine, text: str, tab: str = "game") -> None:
    """Writes a source and waits until it is on the board."""
    write(engine, text, tab)
    engine.evaluate("delete document.body.dataset.shown")
    engine.click("#play")
    wait_for(engine, "document.body.dataset.shown")


def test_a_changed_rule_is_on_the_board_and_an_error_under_its_line(engine: Engine) -> None:
    plays(engine, sources.change_of("lines98").text, "rules")
    engine.evaluate(TYPE % json.dumps(sources.headed("x = = 1\n", sources.RULES, "lines98")))
    engine.click("#play")
    wait_for(engine, f"{MESSAGE}.startsWith('Line 2')")
    wait_for(engine, "document.querySelector('#editor').shadowRoot.querySelector('.cm-why')")


def test_a_tournament_gives_the_terminals_results(engine: Engine) -> None:
    write(engine, PLAYER, "player")
    engine.evaluate(f"document.getElementById('which').value = {json.dumps(GAME)}")
    engine.click("#tournament")
    engine.evaluate("document.getElementById('games').options[0].value = 2")
    engine.evaluate("document.getElementById('turns').value = '20'")
    engine.evaluate("(URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), '#'), 1)")
    engine.click("#run")
    wait_for(engine, "!document.getElementById('results-file').hidden")
    engine.evaluate("document.getElementById('results-file').click()")
    wait_for(engine, "window.saved")
    plan = Plan(GAME, complete(game(GAME), {}), player=OWN, effort=1, against_effort=1, turns=20, choice=PLAYER)
    plans = plans_against(plan)
    ours = sorted((place, result.number, as_line(plans[place], result)) for place, result in tournament(plans, 2))
    assert engine.evaluate("window.saved").splitlines() == [line for _place, _number, line in ours]


@pytest.mark.parametrize("name", hostile.ALONE)
def test_a_source_that_harms_only_itself_ends_in_a_message(engine: Engine, name: str) -> None:
    write(engine, sources.headed(hostile.ALONE[name], sources.GAME), "game")
    engine.click("#play")
    wait_for(engine, REFUSED)
    assert "never ends" not in engine.evaluate(MESSAGE)  # Python itself stopped it
    plays(engine, sources.template().text)


@pytest.mark.parametrize("name", hostile.FLOODS)
def test_a_flood_of_messages_ends_the_frame(engine: Engine, name: str) -> None:
    write(engine, sources.headed(hostile.FLOODS[name], sources.GAME), "game")
    engine.click("#play")
    wait_for(engine, hostile.FLOODED)
    plays(engine, sources.template().text)


def test_nothing_leaves_the_frame(engine: Engine) -> None:
    before = engine.evaluate(STORED)
    with listening() as (port, heard):
        url = f"http://127.0.0.1:{port}/"
        give(engine, hostile.reaching_out(url, port))
        engine.click("#play")
        wait_for(engine, f"{MESSAGE}.includes('ValueError')")
        came = engine.evaluate(MESSAGE).partition("came: ")[2].partition(" (ValueError")[0]
        assert set(came.split(", ")) <= hostile.QUIET | {""}, came
        engine.evaluate("new Promise((then) => setTimeout(then, 3000)).then(() => 1)")
        assert requests(heard) == []
    assert engine.evaluate(STORED) == before


def test_only_reviewed_names_can_be_reached(engine: Engine) -> None:
    reviewed = REVIEWED.read_text(encoding="utf-8").replace(" ", "_")
    write(engine, hostile.REACHING.format(reviewed=reviewed), "game")
    engine.click("#play")
    wait_for(engine, f"{MESSAGE}.includes('ValueError')")
    said = engine.evaluate(MESSAGE)
    reached = int(said.partition("reached ")[2].partition(",")[0])
    assert reached > 300 and "new: ." in said, f"review them, and remove them or add them to {REVIEWED.name}: {said}"
    plays(engine, sources.template().text)
