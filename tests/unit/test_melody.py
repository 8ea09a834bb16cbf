"""Notes climb with a chain, and every move that a player makes can be heard."""

from __future__ import annotations

import pytest

from game.contract import Event, Locked, Moved, Vanished, Walked
from game.effects.melody import HIGHEST, melody, pitch
from game.session import Session
from tests.table import session_of


def first(event: Event, *, clocked: bool = True) -> float:
    """Returns the pitch of an event's first note, 0 if it is silent."""
    return next((note.hertz for note in melody([event], clocked=clocked)), 0.0)


def played(session: Session, word: str) -> list[str]:
    """Returns the waves of a word's notes."""
    clocked = session.rules.timed
    return [note.wave for note in melody(session.rules.play(session.state, word)[1], clocked=clocked)]


def test_every_link_of_the_longest_rewarded_chain_is_higher_than_the_last() -> None:
    notes = [first(Vanished((), link)) for link in range(1, 20)]
    assert notes == sorted(set(notes)) and notes[0] == 392.0 and notes[5] == 784.0
    assert first(Vanished((), 30)) == notes[-1] == pitch(HIGHEST) < 5000, "and none is too high to be heard"


@pytest.mark.parametrize("name", ["chain", "nineteen"])
def test_a_piece_is_heard_moving_aside_and_turning_but_not_sinking(name: str) -> None:
    session = session_of(name, 7)
    turn = "cw" if name == "chain" else "rotate"
    assert played(session, "left") == played(session, "right") == played(session, turn) == ["sine"]
    assert played(session, "tick") == [], "it sinks all the time"


@pytest.mark.parametrize("name", ["duel", "biquadris"])
def test_a_step_down_is_heard_where_nothing_sinks_by_itself(name: str) -> None:
    assert played(session_of(name, 7), "down") == ["sine"]


def test_landing_is_deeper_than_a_move() -> None:
    step = Moved((("r", (0, 0), (0, 1)), ("g", (1, 0), (1, 1))))
    assert 0 < first(Locked(())) < first(step) == first(Walked("1", ((0, 0), (0, 1))))
