"""The continuation after a turn: the game is played on turn by turn, and the reviewed game itself is left alone."""

from __future__ import annotations

import pytest

from game import files
from game.bots import advise
from game.review.continuation import AHEAD, continuation, played
from game.rules import GAMES
from game.session import Session


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_followed_by_turns_of_the_same_player(name: str) -> None:
    rules = GAMES[name]
    session = Session(rules, {}, 5, files.read)
    before, words = session.state, advise(rules, session.state).words
    turns = [turn for turn in continuation(rules, before, words) if turn is not None]
    states = [turn.state for turn in turns]
    assert len(states) == AHEAD + 1 and all(turn.events for turn in turns)
    assert rules.view(states[0]) == rules.view(played(rules, before, words).state)
    boards = [rules.view(state).boards[0].rows for state in states]
    assert len(set(boards)) == AHEAD + 1, "each turn changes the player's board"
    assert session.state is before


def test_a_continuation_ends_with_the_game() -> None:
    rules = GAMES["chain"]
    session = Session(rules, {}, 5, files.read)
    while len([word for word in session.inputs if word == "drop"]) < 5:
        session.play("drop")
    states = [turn.state for turn in continuation(rules, session.state, ["drop"]) if turn is not None]
    assert 1 <= len(states) <= AHEAD + 1
    over = [rules.over(state) for state in states]
    assert not any(over[:-1])
