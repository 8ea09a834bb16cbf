"""Evaluation of a Nineteen board: a weighted sum of features that make boards hard to play on.

The features are those of Dellacherie and of Thiery and Scherrer (BCTS, 2009). Two more, the steepness of the surface
and its nearness to the top, gained nothing. The weights come from tools/train/nineteen.py.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.nineteen.core import BEYOND, FULL, TOP, Outcomes, Rows, Words, outcomes, spawnable
from game.kernel import Counts, in_each, lanes, narrow, ones, wide
from game.rules.nineteen import COLUMNS

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
"""Height of the piece's middle; rows cleared times cells of the piece cleared with them; changes between filled and
free along rows and along columns, with walls and floor counted as filled; free cells with a filled one above them; the
summed depths of all well cells; filled cells with a hole somewhere below; rows with a hole."""

FALLING = 2
"""The number of features of the falling piece, which come first; the others are of the board after it."""
HOLES = FEATURES.index("holes")

WEIGHTS = np.array([-150, 69, -134, -77, -112, -98, -21, -387], np.float32)
"""Whole numbers have exact sums, so ties stay ties however many boards are evaluated at once."""

LOST = np.float32(2**22)
"""Cost of a piece having no room: more than any board, and still exact."""

AT_A_TIME = 16384
"""Boards that stay in the processor's cache while their features are computed."""
DEEPEST = 5
"""The largest depth in a well that counts."""
ONE = np.uint64(1)
LEFT, RIGHT, WALL, FLOOR = in_each(1), in_each(1 << (COLUMNS - 1)), in_each(1 << COLUMNS), in_each(FULL)


def features(after: Outcomes) -> NDArray[np.float32]:
    """m outcomes → their features (features, m) float32."""
    found = np.empty((len(FEATURES), len(after.gone)), np.float32)
    found[0] = len(after.rows) - after.landed
    found[1] = after.gone * after.eroded
    found[FALLING:] = standing(after.rows)
    return found


def standing(rows: Rows) -> NDArray[np.float32]:
    """Boards (rows, n) → the features of the board alone (features - FALLING, n) float32."""
    found = np.empty((len(FEATURES) - FALLING, rows.shape[1]), np.float32)
    for start in range(0, rows.shape[1], AT_A_TIME):
        _stand(rows[:, start : start + AT_A_TIME], found[:, start : start + AT_A_TIME])
    return found


def _stand(rows: Rows, found: NDArray[np.float32]) -> None:
    """Writes these features of some boards into `found`."""
    # Rows that are empty on all boards have only the changes at their two walls.
    empty = int(rows.any(axis=1).argmax())
    height, count = len(rows) - empty, rows.shape[1]
    numbers = lanes((height, count))
    numbers[:, :count] = rows[empty:]
    board = wide(numbers)
    left, right = (board << ONE) | LEFT, (board >> ONE) | RIGHT
    found[0] = ones(left ^ (board | WALL), count) + np.uint8(2 * empty)
    found[1] = ones(_changes_down(board), count)
    covered = board.copy()
    for row in range(1, height):
        covered[row] |= covered[row - 1]
    holes = covered ^ board
    found[2] = ones(holes, count)
    found[3] = _wells(left & right & ~board, count)
    # A row with a hole carries into the bit beyond the columns once all columns are added.
    found[5] = narrow((((holes + FLOOR) >> BEYOND) & LEFT).sum(axis=0, dtype=np.uint64), count)
    for row in range(height - 2, -1, -1):
        holes[row] |= holes[row + 1]
    found[4] = ones(holes & board, count)


def _changes_down(board: Words) -> Words:
    """The cells that differ from the one above them, from above the board to the floor (rows + 1, words)."""
    changes = np.empty((len(board) + 1, board.shape[1]), np.uint64)
    changes[0], changes[-1] = board[0], board[-1] ^ FLOOR
    np.bitwise_xor(board[1:], board[:-1], out=changes[1:-1])
    return changes


def _wells(well: Words, count: int) -> Counts:
    """Cells of wells (rows, words) → their summed depths (count,)."""
    # No two well cells are adjacent in a row, so those one deeper fit between them and are counted together.
    deepest = [well]
    while len(deepest) < DEEPEST and deepest[-1].any():
        depth = np.zeros_like(well)
        np.bitwise_and(deepest[-1][:-1], well[1:], out=depth[1:])
        deepest.append(depth)
    total = np.zeros(count, np.int16)
    for depth, deeper in zip_longest(deepest[::2], deepest[1::2]):
        total += ones(depth if deeper is None else depth | (deeper << ONE), count)
    return total


class Evaluated(NamedTuple):
    """Evaluations of outcomes, each (m,) float32."""

    alone: NDArray[np.float32]
    """The whole evaluation, less LOST if the placement is impossible or the next piece has no room."""
    brought: NDArray[np.float32]
    """The falling piece's part, which still counts once another piece follows."""
    holes: NDArray[np.float32]


def evaluated(after: Outcomes, following: Counts) -> Evaluated:
    """Evaluates outcomes of n boards, given the shape that appears next on each (n,)."""
    found = features(after)
    brought = WEIGHTS[:FALLING] @ found[:FALLING]
    alone = brought + WEIGHTS[FALLING:] @ found[FALLING:]
    going = after.able.copy()
    crowded = np.flatnonzero(after.rows[:TOP].any(axis=0))
    going[crowded] &= spawnable(after.rows[:, crowded], following[after.board[crowded]])
    return Evaluated(np.where(going, alone, alone - LOST), brought, found[HOLES])


def best(evaluation: NDArray[np.float32], after: Outcomes) -> Counts:
    """Evaluations of outcomes (m,) → the index of the best one on each board, the first among equals (n,)."""
    return best_few(evaluation, after, 1)[:, 0]


def best_few(evaluation: NDArray[np.float32], after: Outcomes, count: int) -> Counts:
    """Evaluations of outcomes (m,) → the indices of the best few on each board, best first (n, count)."""
    numbers = np.empty((sum(len(block.boards) for block in after.blocks), count), np.intp)
    for block in after.blocks:
        lost = -block.square(evaluation)
        order = lost.argmin(axis=0)[None] if count == 1 else lost.argsort(axis=0, kind="stable")[:count]
        numbers[block.boards] = block.some.start + (order * len(block.boards) + np.arange(len(block.boards))).T
    return numbers


def followed(boards: Rows, following: Counts) -> tuple[NDArray[np.float32], Counts]:
    """Boards (rows, n), the shape that appears (n,) → the evaluation of its best placement, and its full rows (n,)."""
    after = outcomes(boards, following)
    evaluation = WEIGHTS @ features(after)
    evaluation[~after.able] = -LOST
    numbers = best(evaluation, after)
    return evaluation[numbers], after.gone[numbers]
