"""Evaluates positions of Nineteen by the empty rows above the stack, some pieces later."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.bots.judging import Judge, Spot, Why, first_true, in_futures
from game.bots.judging.futures import uniform
from game.bots.judging.rows import why
from game.bots.nineteen import search as bot
from game.bots.nineteen.core import SHAPES, outcomes, spawnable
from game.bots.nineteen.evaluation import LOST, evaluated
from game.bots.search.rows import RowBits, best, packed
from game.bots.types import Sliced, Values, Words
from game.rules.nineteen import COLUMNS, ROWS, State
from game.words import N_, P_

ROW = 350.0
"""The points of the bot's evaluation that equal one empty row."""


class NineteenSpot(Spot):
    """Every placement that the piece could be steered to, and the one where it came to rest if it is none of these."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        self._state = state
        choices = bot.all_choices(state)
        rows, able = choices.after.rows, choices.after.able
        came = packed(after.cells[None])
        same = first_true((rows == came).all(axis=0) & able)
        kept = np.flatnonzero(able)
        self.turns = [choices.words[each] for each in kept]
        self._rows, self._gone = rows[:, kept], choices.after.gone[kept].astype(np.int64)
        self.rough: Values = evaluated(choices.after, np.array([state.next])).alone[kept].astype(np.float64) / ROW
        if same >= 0:
            self.played = int(np.searchsorted(kept, same))
        else:  # slid under something, unlike any drop
            self.played = len(self.turns)
            self.turns.append(words)
            self._rows = np.concatenate([self._rows, came], axis=1)
            self._gone = np.append(self._gone, after.lines - state.lines)
            self.rough = np.append(self.rough, self.rough.max())

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        turn, future = in_futures(which, seeds)
        rows, going = self._rows[:, turn], np.ones(len(turn), np.bool_)
        shapes = coming(self._state, seeds, depth + 1)
        room = np.zeros(len(turn))
        for step in range(depth):
            shape, following = shapes[future, step], shapes[future, step + 1]
            going &= spawnable(rows, shape)
            after = outcomes(rows, shape)
            value = evaluated(after, following).alone
            value[~after.able] = -2 * LOST
            number = best(value, after)
            going &= after.able[number]
            rows = np.ascontiguousarray(after.rows[:, number])
            if step >= depth // 2:
                room += going * room_above(rows)
            yield
        return (room / (depth - depth // 2)).reshape(len(which), -1)

    def why(self, better: int) -> Why | None:
        both = [better, self.played]
        return why(self._rows[:, both], self._gone[both], packed(self._state.cells[None]), COLUMNS)


def room_above(rows: RowBits) -> NDArray[np.intp]:
    """Returns how many empty rows are above everything on boards (rows, n), (n,)."""
    filled = rows != 0
    return np.where(filled.any(axis=0), filled.argmax(axis=0), ROWS)


def coming(state: State, seeds: Sequence[int], many: int) -> NDArray[np.intp]:
    """Returns the next shapes in each future (seeds, many): the one that is shown, then drawn ones, from the rest of
    the bag if there is one.
    """
    kinds = len(SHAPES)
    if state.bag is None:
        drawn = 1 + (uniform(seeds, many) * kinds).astype(np.intp)
    else:
        left = np.array(state.bag, np.intp)
        keys = uniform(seeds, many // kinds + 2, kinds)
        bags = [left[np.argsort(keys[:, 0, : len(left)], axis=1)]]
        bags += [1 + np.argsort(keys[:, number], axis=1) for number in range(1, keys.shape[1])]
        drawn = np.concatenate(bags, axis=1)
    return np.concatenate([np.full((len(seeds), 1), state.next), drawn], axis=1)[:, :many]


class NineteenJudge(Judge):
    """Judges by the empty rows above the stack."""

    COST = P_(
        "After the better move, the stack would be about {count} row lower some ten pieces later.",
        "After the better move, the stack would be about {count} rows lower some ten pieces later.",
    )
    LITTLE = N_("After the better move, the stack would be a little lower some ten pieces later.")
    RANGE = 0.0, float(ROWS)
    CURVE = N_("Empty rows above the stack")
    MARGIN, DOUBT = 0.25, 0.3
    DEPTH, FUTURES = 12, 64
    SPOT = NineteenSpot

    def standing(self, state: State, seat: int) -> float:
        """Returns the empty rows above the stack."""
        return 0.0 if state.ended else float(room_above(packed(state.cells[None]))[0])


JUDGE = NineteenJudge()
