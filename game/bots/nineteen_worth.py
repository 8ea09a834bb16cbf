"""What a board of Nineteen is worth to a player: a weighted sum of what makes boards hard to go on with.

The features are those of Dellacherie and of Thiery and Scherrer (BCTS, 2009). How steep the surface is and how near the
top were tried beside them and won nothing. The weights were found by tools/train/nineteen.py.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.kernel import Counts, in_each, lanes, narrow, ones, wide
from game.rules.nineteen import COLUMNS
from game.rules.nineteen_rows import BEYOND, FULL, TOP, Outcomes, Rows, Words, outcomes, spawnable

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

AT_A_TIME = 16384
"""Boards of which everything stays in the processor's cache while their features are worked out."""
DEEPEST = 5
"""A well is counted no deeper than this."""
ONE = np.uint64(1)
LEFT, RIGHT, WALL, FLOOR = in_each(1), in_each(1 << (COLUMNS - 1)), in_each(1 << COLUMNS), in_each(FULL)


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
    # A row of holes that is not 0 has a bit beyond the columns once all columns are added.
    found[5] = narrow((((holes + FLOOR) >> BEYOND) & LEFT).sum(axis=0, dtype=np.uint64), count)
    for row in range(height - 2, -1, -1):
        holes[row] |= holes[row + 1]
    found[4] = ones(holes & board, count)


def _changes_down(board: Words) -> Words:
    """Where a cell is not like the one above it, from above the board to the floor (rows + 1, words)."""
    changes = np.empty((len(board) + 1, board.shape[1]), np.uint64)
    changes[0], changes[-1] = board[0], board[-1] ^ FLOOR
    np.bitwise_xor(board[1:], board[:-1], out=changes[1:-1])
    return changes


def _wells(well: Words, count: int) -> Counts:
    """Cells of wells (rows, words) → how deep in its well each of them lies, all together (count,)."""
    # No two cells of wells are side by side, so those a row deeper fit between them and are counted with them.
    deepest = [well]
    while len(deepest) < DEEPEST and deepest[-1].any():
        depth = np.zeros_like(well)
        np.bitwise_and(deepest[-1][:-1], well[1:], out=depth[1:])
        deepest.append(depth)
    total = np.zeros(count, np.int16)
    for depth, deeper in zip_longest(deepest[::2], deepest[1::2]):
        total += ones(depth if deeper is None else depth | (deeper << ONE), count)
    return total


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
    going = after.able.copy()
    crowded = np.flatnonzero(after.rows[:TOP].any(axis=0))
    going[crowded] &= spawnable(after.rows[:, crowded], following[after.board[crowded]])
    return Judged(np.where(going, alone, alone - LOST), brought, found[HOLES])


def best(worth: NDArray[Any], after: Outcomes) -> Counts:
    """What each outcome is worth (m,) → the number of the best one of each board, the first of equals (n,)."""
    return foremost(worth, after, 1)[:, 0]


def foremost(worth: NDArray[Any], after: Outcomes, count: int) -> Counts:
    """What each outcome is worth (m,) → the numbers of the best so many of each board, best first (n, count)."""
    numbers = np.empty((sum(len(block.boards) for block in after.blocks), count), np.intp)
    for block in after.blocks:
        lost = -block.square(worth)
        order = lost.argmin(axis=0)[None] if count == 1 else lost.argsort(axis=0, kind="stable")[:count]
        numbers[block.boards] = block.some.start + (order * len(block.boards) + np.arange(len(block.boards))).T
    return numbers


def followed(boards: Rows, following: Counts) -> tuple[NDArray[Any], Counts]:
    """Boards (rows, n), the shape that appears (n,) → what its best placement is worth, and the rows it fills, (n,)."""
    after = outcomes(boards, following)
    worth = WEIGHTS @ features(after)
    worth[~after.able] = -LOST
    numbers = best(worth, after)
    return worth[numbers], after.gone[numbers]
