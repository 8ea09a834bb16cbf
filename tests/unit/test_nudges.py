"""The nudge before a hint: every bot has one, it does not give the move away, and it and the reason claim only what is
true."""

from __future__ import annotations

import random

import pytest

from game.bots import Advice, advise
from game.contract import Completed, Vanished
from game.play.partner import nudged, pointed
from game.rules import GAMES
from game.session import Session
from game.words import CONTEXT, PLURAL, Translator
from tests.table import session_of

NOW = (
    "It clears",
    "It fills",
    "It completes",
    "It collects",
    "It makes a group",
    "It sets off",
    "It sends",
    "It cancels",
)
"""The beginnings of reasons that claim that something vanishes in this very turn."""


def said(advice: Advice) -> tuple[str, str]:
    translator = Translator()
    return translator(advice.reason, **advice.values), translator(advice.nudge, **advice.values)


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("seed", [2, 7])
def test_what_a_hint_says_is_true(name: str, seed: int) -> None:
    session, chance, seen = session_of(name, seed), random.Random(seed), set()
    for _turn in range(50):
        if session.over:
            break
        rules, state = session.rules, session.state
        advice = advise(rules, state, slices=40)
        if not advice.words:
            break
        reason, nudge = said(advice)
        seen.add(advice.reason)
        assert nudge.endswith((".", "?")) and reason.endswith(".") and nudge != reason, (reason, nudge)
        assert not any(word in nudge for word in advice.words), "a nudge is not the move"
        events = [event for word in advice.words for event in played(session, word)]
        vanishes = any(isinstance(event, Completed | Vanished) for event in events)
        assert vanishes or not reason.startswith(NOW), reason
        look, led = nudged(rules, state, advice), pointed(rules, state, advice.words)
        rows, columns = len(rules.view(state).boards[0].rows), len(rules.view(state).boards[0].rows[0])
        assert all(0 <= row < rows and 0 <= column < columns for row, column in look.cells)
        assert not (led.things and look.cells & led.cells), "where the piece goes is not shown"
        if chance.random() < 0.4 and not session.over and rules.view(session.state).choices == ():
            session.play(chance.choice(session.moves))  # not only good positions
    assert len(seen) > 2 and not any(CONTEXT in reason or PLURAL * 2 in reason for reason in seen)


def played(session: Session, word: str) -> tuple[object, ...]:
    return tuple(session.play(word))
