"""What a position of Push and Clear is worth on a board of any size: points still to be had, from tables learned.

The classic size has better tables of its own (push_clear_classic); they take longer to load, so these speak first.

A position is looked at in parts (each line's missing and fixed boxes, what the player sees each way, how full the board
is), each part has a weight, and the weights go over from one table to the next as more new boxes are fixed. The tables
come from `tools/train/push_clear.py`, which played the classic size; the parts are such that other sizes have them too.
"""

from __future__ import annotations

from base64 import b85decode
from functools import cache
from zlib import decompress

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear_table import TABLE
from game.kernel import Array, Cells, facing
from game.rules.push_clear import BOX, DIRECTIONS, EMPTY, FIXED, POINT, fixed_percent, look

KNOTS = (0, 15, 30, 45, 60)
"""The percentages of fixed boxes that a table was learned for."""

LINE = 6
"""More than so many of anything in a line counts as so many."""
DEPTH = 3
"""Lines further than this from the edge are alike."""
SCALE = 256
"""How many to the point the table's whole numbers are."""
SHARE = 36
"""A whole board of anything."""

LINES = DEPTH * (LINE + 1) ** 2
VIEWS = LINE * LINE * 2
PLACES = DEPTH * DEPTH
PARTS = LINES + VIEWS + PLACES + 3 * (SHARE + 1)
"""How many weights a table has."""


def parts(cells: Cells) -> NDArray[np.intp]:
    """Boards (n, size, size) → which weights each position has (parts of a position, n)."""
    filled, fixed = cells >= BOX, cells == FIXED
    lines = [_line_parts(filled, fixed, axis) for axis in (-1, -2)]
    views, place = _player_parts(cells)
    shares = _share_parts(cells, fixed)
    first = np.cumsum([0, LINES, VIEWS, PLACES])
    return np.concatenate([*lines, first[1] + views, first[2] + place, first[3] + shares]).astype(np.intp)


def weights(steps: int, table: Array) -> Array:
    """How many steps have been made, and the tables (KNOTS, PARTS) → the weights for then (PARTS,)."""
    percent = min(fixed_percent(steps), KNOTS[-1])
    after = max(1, int(np.searchsorted(KNOTS, percent)))
    share = (percent - KNOTS[after - 1]) / (KNOTS[after] - KNOTS[after - 1])
    return (1 - share) * table[after - 1] + share * table[after]


def worth(cells: Cells, steps: int) -> Array:
    """Boards (n, size, size) after so many steps, the new box still to come → points expected from then on (n,)."""
    return weights(steps, learned()).take(parts(cells)).sum(axis=0)


@cache
def learned() -> Array:
    """The tables that were learned (KNOTS, PARTS)."""
    return np.frombuffer(decompress(b85decode(TABLE)), "<i2").reshape(len(KNOTS), PARTS) / np.float32(SCALE)


def _line_parts(filled: Array, fixed: Array, axis: int) -> Array:
    """Of every row or column: how far from the edge it is, how many boxes it lacks, and how many of its boxes never
    move (size, n)."""
    size = filled.shape[-1]
    number = np.arange(size)
    depth = np.minimum(np.minimum(number, size - 1 - number), DEPTH - 1)[:, None]
    missing = np.minimum(size - filled.sum(axis=axis, dtype=np.int16).T, LINE)
    still = np.minimum(fixed.sum(axis=axis, dtype=np.int16).T, LINE)
    return (depth * (LINE + 1) + missing) * (LINE + 1) + still


def _player_parts(cells: Cells) -> tuple[Array, Array]:
    """Each way: how many cells are free and how many are boxes up to what stops them, and whether it is a fixed box
    (4, n); and how far from the edges the player is (1, n)."""
    views, far = [], []
    for direction in DIRECTIONS:
        _line, _row, at, wall, boxes = (seen[..., 0] for seen in look(facing(cells, direction)))
        free = np.minimum(at - wall - 1 - boxes, LINE - 1).astype(np.int16)
        views.append((free * LINE + np.minimum(boxes, LINE - 1)) * 2 + (wall >= 0))
        far.append(np.minimum(at, DEPTH - 1))
    x, y = np.minimum(far[0], far[2]), np.minimum(far[1], far[3])
    return np.stack(views), (np.minimum(x, y) * DEPTH + np.maximum(x, y))[None]


def _share_parts(cells: Cells, fixed: Array) -> Array:
    """How much of the board is points, fixed boxes, empty (3, n)."""
    size = cells.shape[-1] ** 2
    counts = [mask.sum(axis=(-1, -2), dtype=np.int16) for mask in (cells == POINT, fixed, cells == EMPTY)]
    return np.stack([index * (SHARE + 1) + count * SHARE // size for index, count in enumerate(counts)])
