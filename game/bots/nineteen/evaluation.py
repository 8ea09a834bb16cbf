"""Evaluation of a Nineteen board: a weighted sum of features that make boards hard to play on.

The features are those of Dellacherie and of Thiery and Scherrer (BCTS, 2009). Two more, the steepness of the surface
and its nearness to the top, gained nothing. The weights come from tools/train/nineteen.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.bots.nineteen.core import TOP, outcomes, spawnable
from game.bots.search.rows import Floats, Outcomes, RowBits, best, surface
from game.kernel import Counts
from game.rules.nineteen import COLUMNS

WEIGHED = {
    "landing height": -150,
    "eroded cells": 69,
    "row transitions": -134,
    "column transitions": -77,
    "holes": -112,
    "wells": -98,
    "depth of holes": -21,
    "rows with holes": -387,
}
"""The features and their weights. Those of the falling piece are the height of its middle, and rows cleared times cells
of the piece cleared with them; the others are of the board after it (see SURFACE)."""

FEATURES = tuple(WEIGHED)
FALLING = 2
"""The number of features of the falling piece, which come first."""
HOLES = FEATURES.index("holes")

WEIGHTS = np.array([*WEIGHED.values()], np.float32)
"""Whole numbers have exact sums, so ties stay ties however many boards are evaluated at once."""

LOST = np.float32(2**22)
"""Cost of a piece having no room: more than any board, and still exact."""

DEEPEST = 5
"""The largest depth in a well that counts."""


def features(after: Outcomes) -> Floats:
    """Returns the features of m outcomes (features, m) float32."""
    values = np.empty((len(FEATURES), len(after.gone)), np.float32)
    values[0] = len(after.rows) - after.landed
    values[1] = after.gone * after.eroded
    values[FALLING:] = standing(after.rows)
    return values


def standing(rows: RowBits) -> Floats:
    """Returns the features of boards (rows, n) alone (features - FALLING, n) float32."""
    return surface(rows, COLUMNS, DEEPEST)


class Evaluated(NamedTuple):
    """Evaluations of outcomes, each (m,) float32."""

    alone: Floats
    """The whole evaluation, less LOST if the placement is impossible or the next piece has no room."""
    falling: Floats
    """The falling piece's part, which still counts once another piece follows."""
    holes: Floats


def evaluated(after: Outcomes, following: Counts) -> Evaluated:
    """Evaluates outcomes of n boards, given the shape that appears next on each (n,)."""
    values = features(after)
    falling = WEIGHTS[:FALLING] @ values[:FALLING]
    alone = falling + WEIGHTS[FALLING:] @ values[FALLING:]
    going = after.able.copy()
    crowded = np.flatnonzero(after.rows[:TOP].any(axis=0))
    going[crowded] &= spawnable(after.rows[:, crowded], following[after.board[crowded]])
    return Evaluated(np.where(going, alone, alone - LOST), falling, values[HOLES])


def followed(boards: RowBits, following: Counts) -> tuple[Floats, Counts]:
    """Returns the evaluation of the best placement of the shape that appears on each board, and its full rows (n,)."""
    after = outcomes(boards, following)
    evaluation = WEIGHTS @ features(after)
    evaluation[~after.able] = -LOST
    numbers = best(evaluation, after)
    return evaluation[numbers], after.gone[numbers]
