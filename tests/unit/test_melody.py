"""Notes climb with a chain, and every move that a player makes can be heard."""

from __future__ import annotations

import pytest

from game.contract import Event, Locked, Moved, Role, Vanished, Walked
from game.effects.melody import HIGHEST, Note, melody, pitch
from game.session import Session
from tests.table import session_of


def first(event: Event, *, clocked: bool = True) -> float:
    """Returns the pitch of an event's first note, 0 if it is silent."""
    return next((note.hertz for note in melody([event], clocked=clocked)), 0.0)


def notes(session: Session, word: str) -> list[list[Note]]:
    """Returns a word's notes, a list for each event."""
    clocked, drops = session.rules.timed, any(control.role is Role.DROP for control in session.rules.controls.values())
    return [list(melody([event], clocked=clocked, drops=drops)) for event in session.rules.play(session.state, word)[1]]


def played(session: Session, word: str) -> list[str]:
    """Returns the waves of a word's notes."""
    return [note.wave for each in notes(session, word) for note in each]


def test_every_link_of_the_longest_rewarded_chain_is_higher_than_the_last() -> None:
    notes = [first(Vanished((), link)) for link in range(1, 20)]
    assert notes == sorted(set(notes)) and notes[0] == 392.0 and notes[5] == 784.0
    assert first(Vanished((), 30)) == notes[-1] == pitch(HIGHEST) < 5000, "and none is too high to be heard"


@pytest.mark.parametrize("name", ["chain", "nineteen"])
def test_a_piece_is_heard_moving_aside_and_turning_but_not_sinking(name: str) -> None:
    session = session_of(name, 7)
    turn = "cw" if name == "chain" else "rotate"
    assert played(session, "left") == played(session, "right") == ["sine"]
    assert played(session, turn) == ["triangle", "triangle"]
    assert played(session, "tick") == [], "it sinks all the time"


@pytest.mark.parametrize("name", ["duel", "biquadris"])
def test_a_step_down_is_heard_where_nothing_sinks_by_itself(name: str) -> None:
    assert played(session_of(name, 7), "down") == ["sine"]


def test_landing_is_deeper_than_a_move() -> None:
    step = Moved((("r", (0, 0), (0, 1)), ("g", (1, 0), (1, 1))))
    assert 0 < first(Locked(())) < first(step) == first(Walked("1", ((0, 0), (0, 1))))


@pytest.mark.parametrize(
    ("name", "turns"), [("chain", "cw"), ("duel", "cw"), ("nineteen", "rotate"), ("biquadris", "cw")]
)
def test_moving_turning_and_dropping_each_have_a_sound_of_their_own(name: str, turns: str) -> None:
    session = session_of(name, 7)
    session.play("right")
    aside, turn, drop = (notes(session, word)[0] for word in ("left", turns, "drop"))
    assert len(aside) == len(drop) == 1 and len(turn) == 2 and turn[0].hertz < turn[1].hertz, "a turn rises"
    assert drop[0].glides_to < drop[0].hertz and not any(note.glides_to for note in (*aside, *turn)), "a drop falls"
    assert aside[0].hertz not in {note.hertz for note in (*turn, *drop)}
    assert all(aside[0].strength < note.strength < 1 for note in (*turn, *drop)), "moving aside is the softest"
    assert all(note.seconds < 0.1 for note in (*aside, *turn, *drop))


@pytest.mark.parametrize(("name", "turns"), [("chain", "ccw"), ("nineteen", "rotate"), ("biquadris", "ccw")])
def test_no_turn_sounds_like_a_move_or_a_drop(name: str, turns: str) -> None:
    for seed in range(20):
        session = session_of(name, seed)
        for _turn in range(5):
            assert played(session, turns) in ([], ["triangle", "triangle"]), "some pieces do not turn"
            session.play(turns)


def test_a_push_of_many_boxes_sounds_like_a_move() -> None:
    session = session_of("push-clear", 7)
    for word in ("left", "down", "right", "up") * 10:
        if session.rules.play(session.state, word)[1]:
            assert notes(session, word)[0] == list(melody([Walked("1", ((0, 0), (0, 1)))]))
        session.play(word)
