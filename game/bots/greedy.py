"""The greedy player for any game: of the moves that change something, one that scores most at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.bots import EFFORT, Advice
from game.contract import Rules
from game.words import N_

SLICE = 8
"""Moves looked at between two pieces of advice."""


def think(rules: Rules, state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """The move with the highest score after it; among equals the one that leaves most moves, then the first."""
    best: tuple[tuple[int, int], str] | None = None
    advice = Advice(())
    for number, word in enumerate(rules.moves(state), 1):
        after, _events = rules.play(state, word)
        worth = (rules.score(after) - rules.score(state), len(rules.moves(after)))
        if best is None or worth > best[0]:
            best = (worth, word)
            reason = N_("It scores most at once.") if worth[0] > 0 else N_("It leaves you most ways to go on.")
            advice = Advice((word,), reason)
        if number % SLICE == 0:
            yield advice
    yield advice
