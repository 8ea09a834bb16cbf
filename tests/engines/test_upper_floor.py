"""Home, lessons, sharing, challenges and invitations in each engine."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game import files
from game.rules import GAMES, game
from game.session.challenge import Challenge, ChallengeRound, code_in, encode, read, recorded
from tests.e2e.conftest import expected
from tests.engines.engines import Engine, wait_for
from tests.engines.test_games import SEED, engine, go

__all__ = ["engine"]
pytestmark = pytest.mark.all

WORDS = ["left", "up", "right", "down"]
SHOWN = "(document.dispatchEvent(new Event('freeze')), document.getElementById('status-text').textContent)"
GHOST = "(document.dispatchEvent(new Event('freeze')), document.querySelector('.rival canvas').toDataURL())"


def fresh(engine: Engine, query: str) -> None:
    """Goes to an address with an empty store."""
    go(engine, "./")
    engine.evaluate("(localStorage.clear(), 1)")
    go(engine, query)


def test_home_has_a_card_and_a_ring_for_each_game_and_a_calendar(engine: Engine) -> None:
    fresh(engine, "./")
    assert engine.evaluate("document.querySelectorAll('a.card[data-game]').length") == len(GAMES)
    assert engine.evaluate("document.querySelectorAll('a.ring[data-game]').length") == len(GAMES)
    engine.click("#open-calendar")
    wait_for(engine, "document.querySelectorAll('#calendar button[data-day]').length > 27")
    engine.press("Escape")
    wait_for(engine, "!document.querySelector('dialog[open]')")


@pytest.mark.parametrize("name", list(GAMES))
def test_every_lesson_is_taught(engine: Engine, name: str) -> None:
    fresh(engine, f"?game={name}&seed={SEED}" + ("&computer=1" if game(name).seats > 1 else ""))
    engine.click("#offer")
    for lesson in game(name).lessons:
        engine.click("#coach-show")
        wait_for(engine, "!document.getElementById('coach-next').hidden", 60)
        assert engine.evaluate("document.getElementById('coach-text').textContent") == lesson.praise
        engine.click("#coach-next")
    wait_for(engine, "document.getElementById('coach').hidden")


def shared(engine: Engine, what: str) -> Any:
    """Opens the Share dialog and returns the value of an expression there."""
    engine.click(".seed [data-action=share]")
    wait_for(engine, "document.getElementById('share-challenge')?.value && document.querySelector('#share canvas')")
    found = engine.evaluate(what)
    engine.press("Escape")
    wait_for(engine, "!document.querySelector('dialog[open]')")
    return found


def test_a_game_is_shared_as_a_picture_and_as_a_challenge_to_race(engine: Engine) -> None:
    fresh(engine, f"?game=push-clear&seed={SEED}")
    engine.press("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    engine.evaluate("(document.dispatchEvent(new Event('freeze')), 1)")
    link, pixels = shared(
        engine,
        "(() => { const canvas = document.querySelector('#share canvas');"
        " const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
        " return [document.getElementById('share-challenge').value, new Set(new Uint32Array(data.buffer)).size] })()",
    )
    session = expected("push-clear", SEED, WORDS)
    assert read(code_in(link), game, files.read).rounds[0].games[0].inputs == session.inputs
    assert pixels > 50, "the board and its words are on the picture"

    code = encode(Challenge(session.rules, session.options, (ChallengeRound(SEED, (recorded(session, "Ana", {}),)),)))
    fresh(engine, f"?game=push-clear#challenge={code}")
    wait_for(engine, f"{SHOWN} === 'Challenge from Ana. Score to beat: {session.score}.'")
    before = engine.evaluate(GHOST)
    engine.press("ArrowUp")
    wait_for(engine, f"{GHOST} !== {json.dumps(before)}")


def test_an_invitation_is_made_or_refused_with_a_reason(engine: Engine) -> None:
    fresh(engine, f"?game=duel&computer=no&seed={SEED}")
    engine.click("#actions [data-action=new]")
    engine.evaluate(
        "([...document.querySelectorAll('dialog[open] button')]"
        ".find((each) => each.textContent.trim() === 'Play with a friend').click(), 1)"
    )
    wait_for(engine, "document.getElementById('live')?.open", 60)
    if engine.evaluate("'RTCPeerConnection' in window"):
        wait_for(engine, "document.getElementById('live-link')?.value.length > 100", 60)
        wait_for(engine, "document.querySelectorAll('#live-code svg path').length === 1", 60)
    else:
        wait_for(engine, "document.getElementById('live').textContent.includes('cannot connect to other devices')", 60)
    engine.press("Escape")
    wait_for(engine, "!document.querySelector('dialog[open]')")
