"""What a board of Nineteen is worth to a player: a weighted sum of what makes boards hard to go on with.

The features are those of Dellacherie and of Thiery and Scherrer (BCTS, 2009). How steep the surface is and how near the
top were tried beside them and won nothing. The weights were found by tools/tune_nineteen.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.kernel import Counts
from game.rules.nineteen import COLUMNS
from game.rules.nineteen_rows import FULL, Outcomes, Rows, outcomes, spawnable

FEATURES = (
    "landing height",
    "eroded cells",
    "row transitions",
    "column transitions",
    "holes",
    "wells",
    "depth of holes",
    "rows with holes",
)
"""Height of the piece's middle; rows gone times cells of the piece that went with them; changes between filled and free
along the rows and along the columns, walls and floor filled; free cells with something above; for every cell of a well
how deep in it it lies; filled cells with a hole somewhere below; rows with a hole."""

FALLING = 2
"""The first features are of the piece on its way, the others of the board that it leaves."""
HOLES = FEATURES.index("holes")

WEIGHTS = np.array([-150, 69, -134, -77, -112, -98, -21, -387], np.float32)
"""Whole numbers: sums of them are exact, so ties stay ties however many boards are looked at at once."""

LOST = np.float32(2**22)
"""What it costs that a piece has no room: more than any board, and exact still."""

AT_A_TIME = 8192
"""Boards of which everything stays in the processor's cache while their features are worked out."""
DEEPEST = 5
"""A well is counted no deeper than this."""
LEFT, RIGHT, WALL = np.uint16(1), np.uint16(1 << (COLUMNS - 1)), np.uint16(1 << COLUMNS)
ONE, FLOOR = np.uint16(1), np.uint16(FULL)


def features(after: Outcomes) -> NDArray[Any]:
    """Outcomes (m of them) → their features (features, m) float32."""
    found = np.empty((len(FEATURES), len(after.gone)), np.float32)
    found[0] = len(after.rows) - after.landed
    found[1] = after.gone * after.eroded
    found[FALLING:] = standing(after.rows)
    return found


def standing(rows: Rows) -> NDArray[Any]:
    """Boards (rows, n) → the features that are of the board alone (features - FALLING, n) float32."""
    found = np.empty((len(FEATURES) - FALLING, rows.shape[1]), np.float32)
    for start in range(0, rows.shape[1], AT_A_TIME):
        _stand(rows[:, start : start + AT_A_TIME], found[:, start : start + AT_A_TIME])
    return found


def _stand(rows: Rows, found: NDArray[Any]) -> None:
    """Writes these features of some boards."""
    # Rows that are empty on all boards have no feature but the changes at their two walls.
    empty = int(rows.any(axis=1).argmax())
    rows = rows[empty:]
    left, right = (rows << ONE) | LEFT, (rows >> ONE) | RIGHT
    found[0] = _count(left ^ (rows | WALL)) + np.uint8(2 * empty)
    found[1] = _count(rows[1:] ^ rows[:-1]) + np.bitwise_count(rows[0]) + np.bitwise_count(rows[-1] ^ FLOOR)
    holes = rows.copy()
    for row in range(1, len(rows)):
        holes[row] |= holes[row - 1]
    holes ^= rows
    found[2] = _count(holes)
    well = left & right & ~rows
    depth = well.copy()
    wells = _count(well).astype(np.int16)
    for _ in range(DEEPEST - 1):
        depth[1:] = depth[:-1] & well[1:]
        depth[0] = 0
        if not depth.any():
            break
        wells += _count(depth)
    found[3] = wells
    found[5] = (holes != 0).sum(axis=0, dtype=np.uint8)
    for row in range(len(rows) - 2, -1, -1):
        holes[row] |= holes[row + 1]
    holes &= rows
    found[4] = _count(holes)


def _count(rows: Rows) -> NDArray[Any]:
    """How many bits of each board are 1 (n,)."""
    return np.bitwise_count(rows).sum(axis=0, dtype=np.uint8)


class Judged(NamedTuple):
    """What outcomes are worth by themselves, each (m,) float32."""

    alone: NDArray[Any]
    """All in all; less by LOST where there is no way, or no room for the next piece."""
    brought: NDArray[Any]
    """The part that is of the piece on its way, and stays when another follows."""
    holes: NDArray[Any]


def judged(after: Outcomes, following: Counts) -> Judged:
    """Outcomes of n boards, and the shape that appears next on each (n,)."""
    found = features(after)
    brought = WEIGHTS[:FALLING] @ found[:FALLING]
    alone = brought + WEIGHTS[FALLING:] @ found[FALLING:]
    going = after.able & spawnable(after.rows, following[after.board])
    return Judged(np.where(going, alone, alone - LOST), brought, found[HOLES])


def best(worth: NDArray[Any], after: Outcomes) -> Counts:
    """What each outcome is worth (m,) → the number of the best one of each board, the first of equals (n,)."""
    most = np.maximum.reduceat(worth, np.flatnonzero(after.placement == 0))
    found = np.flatnonzero(worth == most[after.board])[::-1]
    numbers = np.empty(len(most), np.intp)
    numbers[after.board[found]] = found
    return numbers


def foremost(worth: NDArray[Any], after: Outcomes, count: int) -> Counts:
    """What each outcome is worth (m,) → the numbers of the best so many of each board, best first (n, count)."""
    order = np.lexsort((-worth, after.board))
    return order[np.flatnonzero(after.placement == 0)[:, None] + np.arange(count)]


def followed(boards: Rows, following: Counts) -> tuple[NDArray[Any], Counts]:
    """Boards (rows, n), the shape that appears (n,) → what its best placement is worth, and the rows it fills, (n,)."""
    after = outcomes(boards, following)
    worth = WEIGHTS @ features(after)
    worth[~after.able] = -LOST
    numbers = best(worth, after)
    return worth[numbers], after.gone[numbers]
