"""A helper for the tests of all bots: plays advice."""

from __future__ import annotations

from typing import TypeVar

from game.bots import Advice
from game.contract import Rules

S = TypeVar("S")


def played(rules: Rules[S], state: S, advice: Advice) -> S:
    """Plays all the words, checking that each changes something and is still this player's; returns the state."""
    turn = rules.view(state).turn
    for word in advice.words:
        assert rules.view(state).turn == turn and not rules.over(state)
        before = state
        state, _events = rules.play(state, word)
        assert state is not before, f"{word} of {advice.words} does nothing"
    return state
