"""Nineteen's bot: it searches the placements of the piece in play together with those of the next piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.nineteen import core
from game.bots.nineteen.core import TOP
from game.bots.nineteen.evaluation import FALLING, HOLES, LOST, evaluated, followed, standing
from game.bots.search import rows as row_core
from game.bots.search.noise import random_for
from game.bots.search.rows import Outcomes, ShapePlacements, packed
from game.bots.search.turns import shortest
from game.bots.types import Words
from game.contract import Rules
from game.kernel import Counts
from game.rules import nineteen
from game.rules.nineteen import COLUMNS, Piece, State, placements, spawned, step, words_to
from game.words import N_

CANDIDATES = {1: 0, 2: 0, 3: 3, 4: 5, EFFORT: 8}
"""For how many of the best placements the next piece is searched, by effort."""
BLUNDERS = 6
"""At the lowest effort, one move in this many is the second best, and one the third best."""


class Placements(NamedTuple):
    """The placements that the piece in play can reach, and the outcome of each."""

    words: tuple[Words, ...]
    after: Outcomes
    """The outcomes of one board."""


def think(rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the placement that is best together with the next piece; from strength 2 no words before the next piece
    has been searched."""
    if nineteen.over(state):
        yield Advice(())
        return
    choices = all_choices(state)
    following = np.array([state.next])
    alone, falling, holes = evaluated(choices.after, following)
    new_holes = holes - standing(packed(state.cells[None]))[HOLES - FALLING, 0]
    order = np.argsort(-alone, kind="stable")
    if effort <= 1:
        order = np.roll(order, -_blunder(state, seed, len(order)))
    alone_best = _advice(choices, new_holes, int(order[0]))
    yield alone_best if effort <= 1 else Advice(())
    order = order[: CANDIDATES[max(1, min(effort, EFFORT))]]
    order = order[alone[order] > -LOST / 2]
    if not len(order):
        yield alone_best
        return
    later, gone = followed(choices.after.rows[:, order], following.repeat(len(order)))
    best = int((falling[order] + later).argmax())
    yield _advice(choices, new_holes, int(order[best]), int(gone[best]) if later[best] > -LOST / 2 else 0)


def preparing(state: Any) -> Iterator[None]:
    """Builds the tables, in slices."""
    return core.preparing()


def all_choices(state: State) -> Placements:
    """Returns every placement that left, right and rotate lead to, dropped; from tables for a new piece."""
    rows = packed(state.cells[None])
    shape = state.piece.shape
    if state.piece == spawned(shape) and not rows[:TOP].any():
        return Placements(tuple(map(words_to, placements(shape))), core.outcomes(rows, np.array([shape])))
    reachable = _reachable(state)
    table = {shape: ShapePlacements.of([piece.cells for piece in reachable])}
    return Placements(tuple(reachable.values()), row_core.outcomes(rows, np.array([shape]), table, COLUMNS))


def _reachable(state: State) -> dict[Piece, Words]:
    """Returns the places that the piece in play can reach on its row, each by the fewest words, and the drop."""
    filled = state.cells != 0

    def after(piece: Piece, word: str) -> Piece | None:
        goal, has_room = step(filled, piece, word)
        return goal if has_room else None

    reached = shortest(state.piece, ("left", "right", "rotate"), after, lambda piece: piece)
    return {piece: (*words, "drop") for piece, words in reached}


def _blunder(state: State, seed: int, choices: int) -> int:
    """Returns the rank of the placement that the weakest bot takes for the best; equal arguments give equal ranks."""
    number, _random = random_for(seed, state.cells).next(BLUNDERS)
    return number if number < min(3, choices) else 0


def _advice(choices: Placements, new_holes: Counts, number: int, following: int = 0) -> Advice:
    """Returns a choice and the reason for it, given the holes that each adds and the rows that can be cleared next."""
    gone, rows = int(choices.after.gone[number]), {}
    if gone > 1:
        rows = {"rows": gone}
        reason, nudge = N_("It fills {rows} rows at once."), N_("This piece can fill {rows} rows at once.")
    elif gone == 1:
        reason, nudge = N_("It fills a row."), N_("This piece can fill a row.")
    elif following > 1:
        rows = {"rows": following}
        reason = N_("Then the next piece can fill {rows} rows at once.")
        nudge = N_("With the next piece, you can fill {rows} rows at once.")
    elif following == 1:
        reason = N_("Then the next piece can fill a row.")
        nudge = N_("With the next piece, you can fill a row.")
    elif new_holes[number] <= 0:
        reason = N_("It leaves no new holes, and rows without holes are easier to fill.")
        nudge = N_("Put the piece where it leaves no new holes.")
    elif new_holes.min() > 0:
        reason = N_("This piece leaves a hole anywhere; here it does the least harm.")
        nudge = N_("A hole is unavoidable. Where does it do the least harm?")
    else:
        reason = N_("It leaves a hole, but a better board for the next piece.")
        nudge = N_("Think of the next piece too.")
    return Advice(choices.words[number], reason, rows, nudge)
