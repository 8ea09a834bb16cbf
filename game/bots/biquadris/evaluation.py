"""Evaluation of a Biquadris board: how hard it is to play on, and how near the end is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.kernel import Cells
from game.rules.biquadris_player import COLUMNS, ROWS

FEATURES = (
    "row changes",
    "column changes",
    "holes",
    "wells",
    "rows with holes",
    "height",
    "danger",
)
"""Changes between filled and free along rows and along columns, with walls and floor counted as filled; free cells with
a filled one above them; the summed depths of all well cells; rows with a hole; non-empty rows; non-empty rows near the
top, higher ones counting more."""

WEIGHTS = np.array([-9.2, -19.8, -13.1, -5.0, -24.0, -2.0, -6.0], np.float32)

HOLES = FEATURES.index("holes")
HEIGHT = FEATURES.index("height")

DEEPEST = 4
"""The largest depth in a well that counts."""
DANGER = ROWS - 8
"""A pile is no danger from this row down."""
FULL = np.uint16((1 << COLUMNS) - 1)
LEFT, RIGHT = np.uint16(1), np.uint16(1 << (COLUMNS - 1))
ONE = np.uint16(1)


def features(boards: Cells) -> NDArray[np.float32]:
    """Boards (n, rows, columns) → their features (features, n) float32."""
    rows = _packed(boards)
    found = np.empty((len(FEATURES), rows.shape[1]), np.float32)
    left, right = (rows << ONE) | LEFT, (rows >> ONE) | RIGHT
    # Each change is counted at the cell on its right; the right wall is an extra cell.
    found[0] = _count(rows ^ left & FULL) + _count(~rows & RIGHT)
    floor = np.vstack([rows, np.full_like(rows[:1], FULL)])
    found[1] = _count(floor[1:] ^ floor[:-1]) + np.bitwise_count(rows[0])
    holes = np.bitwise_or.accumulate(rows, axis=0) ^ rows
    found[2] = _count(holes)
    well = left & right & ~rows
    depth, wells = well, _count(well).astype(np.int16)
    for _ in range(DEEPEST - 1):
        depth = np.vstack([np.zeros_like(depth[:1]), depth[:-1]]) & well
        wells += _count(depth)
    found[3] = wells
    found[4] = np.count_nonzero(holes, axis=0)
    found[5] = np.count_nonzero(rows, axis=0)
    found[6] = np.arange(DANGER, 0, -1) @ (rows[:DANGER] != 0)
    return found


def evaluation(boards: Cells) -> NDArray[np.float32]:
    """Boards (..., rows, columns) → evaluations (...) float32; higher for emptier and smoother boards."""
    flat = boards.reshape(-1, ROWS, COLUMNS)
    return (WEIGHTS @ features(flat)).reshape(boards.shape[:-2])


def _packed(boards: Cells) -> NDArray[np.uint16]:
    """Boards (n, rows, columns) → their rows as bits (rows, n)."""
    rows = np.zeros((ROWS, len(boards)), np.uint16)
    for column in range(COLUMNS):
        rows |= (boards[..., column] != 0).T.astype(np.uint16) << np.uint16(column)
    return rows


def _count(rows: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """The number of 1 bits of each board (n,)."""
    return np.bitwise_count(rows).sum(axis=0, dtype=np.uint8)
