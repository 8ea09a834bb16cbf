"""The greedy bot for any game: it plays the turn with the best immediate score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.bots import EFFORT, Advice, Bot
from game.bots.search.turns import Turn, with_results
from game.contract import Rules
from game.words import N_

SLICE = 8
"""Turns tried between two pieces of advice."""


def think(rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the turn with the most points, once every turn has been tried; among equals the one that leaves the lowest
    stack, then the most moves."""
    best: tuple[int, int, int] | None = None
    advice = Advice(())
    for number, turn in enumerate(with_results(rules, state), 1):
        value = (*turn.value, len(rules.moves(turn.after)))
        if best is None or value > best:
            best = value
            advice = Advice(turn.words, *_why(turn))
        if number % SLICE == 0:
            yield Advice(())
    yield advice


BOT = Bot(think)


def _why(turn: Turn) -> tuple[str, dict[str, object], str]:
    """Returns the reason, its values, and the nudge."""
    if turn.gain > 0:
        return N_("It scores the most right now."), {}, N_("You can score this turn.")
    if turn.room:
        return N_("It keeps the stack low."), {}, N_("Nothing scores this turn: keep the stack low.")
    return N_("It leaves you the most options."), {}, N_("Nothing scores this turn: keep your options open.")
