"""Nineteen's boards with every row as one number, for players that look at thousands of placements.

The tables come from the placements of game.rules.nineteen, and a test holds the outcomes against its own `outcomes`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.kernel import Cells, Counts, Mask
from game.pieces import NINETEEN
from game.rules.nineteen import COLUMNS, Piece, placements, spawned, step, way_to

Rows = NDArray[Any]
"""Rows (rows, ...) uint16, the batch innermost: bit c is column c, 1 where it is filled."""

FULL = (1 << COLUMNS) - 1
TOP = 4
"""Rows in which pieces appear and are moved aside."""
SHAPES = range(1, 1 + len(NINETEEN))
NOWHERE = -64
"""The lowest row of a placement in a column that it does not stand in: far above every stack."""


def packed(cells: Cells) -> Rows:
    """Boards (..., rows, columns) → the same as numbers, (rows, ...)."""
    bits = np.left_shift(1, np.arange(COLUMNS)).astype(np.uint16)
    numbers = ((cells != 0) * bits).sum(axis=-1, dtype=np.uint16)
    return np.ascontiguousarray(np.moveaxis(numbers, -1, 0))


class Table(NamedTuple):
    """What is to be known of the placements of all shapes, one after the other (t of them)."""

    many: NDArray[Any]
    """How many placements a shape has, and where its first one is (1 + shapes,)."""
    first: NDArray[Any]
    spawned: Rows
    """Every shape where it appears (TOP, 1 + shapes)."""
    stamp: Rows
    """Each placement on the rows where it appears (TOP, t)."""
    cells: NDArray[Any]
    """How many cells of it are in each of these rows (TOP, t)."""
    way: Rows
    """All that must be free to bring a new piece there, itself included (TOP, t)."""
    lowest: NDArray[Any]
    """Its lowest row in each column, NOWHERE where it has none (columns, t)."""
    middle: NDArray[Any]
    """The row of the middle of the placement, half rows counted (t,)."""


@cache
def table() -> Table:
    choices = [placements(shape) for shape in SHAPES]
    count = np.array([0, *map(len, choices)])
    every = [placement for some in choices for placement in some]
    stamp, way = (np.zeros((TOP, len(every)), np.uint16) for _ in range(2))
    lowest = np.full((COLUMNS, len(every)), NOWHERE, np.int8)
    middle = np.zeros(len(every), np.float32)
    for number, placement in enumerate(every):
        _mark(stamp[:, number], placement.cells)
        _mark(way[:, number], _passed(placement))
        for row, column in placement.cells:
            lowest[column, number] = max(lowest[column, number], row)
        rows = [row for row, _column in placement.cells]
        middle[number] = (min(rows) + max(rows) + 1) / 2
    appears = np.zeros((TOP, len(count)), np.uint16)
    for shape in SHAPES:
        _mark(appears[:, shape], spawned(shape).cells)
    return Table(count, count.cumsum() - count, appears, stamp, np.bitwise_count(stamp), way, lowest, middle)


def _mark(rows: Rows, cells: tuple[tuple[int, int], ...]) -> None:
    for row, column in cells:
        rows[row] |= 1 << column


def _passed(placement: Piece) -> tuple[tuple[int, int], ...]:
    """Every cell that must be free on the way to a placement."""
    empty, at = np.zeros((2 * COLUMNS, COLUMNS), np.bool_), spawned(placement.shape)
    passed = at.cells
    for word in way_to(placement)[:-1]:
        if word == "rotate":
            passed += at.swept
        after, _room = step(empty, at, word)
        assert after is not None, "a shape of one form has nothing to turn to"
        at = after
        passed += at.cells
    return passed


class Outcomes(NamedTuple):
    """What becomes of n boards, a piece for each, by every placement of it: m outcomes, board after board."""

    rows: Rows
    """With the piece dropped and full rows gone (rows, m)."""
    board: Counts
    """Which board it was (m,)."""
    placement: Counts
    """Which of the shape's placements (m,)."""
    gone: Counts
    """How many rows went (m,)."""
    eroded: Counts
    """How many cells of the piece went with them (m,)."""
    able: Mask
    """Whether the way can be gone and nothing stands above the piece (m,). Where not, the rest means nothing."""
    landed: NDArray[Any]
    """The row that the middle of the piece comes to, from the top of the board, half rows counted (m,) float32."""


def tops(rows: Rows) -> Counts:
    """Rows (rows, n) → the row of the highest filled cell of each column, the number of rows if none (columns, n)."""
    covered = rows.copy()
    for row in range(1, len(rows)):
        covered[row] |= covered[row - 1]
    free = np.invert(covered)
    bits = np.left_shift(1, np.arange(COLUMNS)).astype(np.uint16)[:, None, None]
    return ((free & bits) != 0).sum(axis=1, dtype=np.int8)


def spawnable(rows: Rows, shapes: Counts) -> Mask:
    """Boards (rows, ...) and the shape that appears on each (...) → whether there is room for it (...)."""
    return ~(rows[:TOP] & table().spawned[:, shapes]).any(axis=0)


def outcomes(rows: Rows, shapes: Counts) -> Outcomes:
    """Boards (rows, n) and the shape, 1 to 7, that has appeared on each (n,) → what becomes of them."""
    facts = table()
    count = facts.many[shapes]
    board = np.repeat(np.arange(len(shapes)), count)
    size = len(board)
    placement = np.arange(size) - np.repeat(count.cumsum() - count, count)
    entry = facts.first[shapes][board] + placement
    distance = (tops(rows).take(board, axis=1) - facts.lowest.take(entry, axis=1)).min(axis=0) - np.int8(1)
    able = distance >= 0
    if rows[:TOP].any():
        able &= ~(rows[:TOP].take(board, axis=1) & facts.way.take(entry, axis=1)).any(axis=0)
        distance = np.where(able, distance, np.int8(0))
    after = np.zeros((len(rows) + TOP, size), np.uint16)
    rows.take(board, axis=1, out=after[: len(rows)])
    flat = after.reshape(-1)
    at = distance.astype(np.intp) * size + np.arange(size)
    gone, eroded = np.zeros(size, np.int8), np.zeros(size, np.int8)
    for stamp, cells in zip(facts.stamp, facts.cells, strict=True):
        now = flat.take(at) | stamp.take(entry)
        flat[at] = now
        full = now == FULL
        gone += full
        eroded += full * cells.take(entry)
        at += size
    after = after[: len(rows)]
    _clear(after, np.flatnonzero(gone))
    return Outcomes(after, board, placement, gone, eroded, able, distance + facts.middle.take(entry))


def _clear(rows: Rows, which: Counts) -> None:
    """Takes the full rows from those boards (rows, n), in place: what is above comes down."""
    if not len(which):
        return
    some = rows[:, which]
    full = some == FULL
    # Full rows first, all others in their order: a stable sort is the fall.
    order = np.argsort(~full, axis=0, kind="stable")
    fallen = np.take_along_axis(some, order, axis=0)
    fallen[np.arange(len(rows))[:, None] < full.sum(axis=0)] = 0
    rows[:, which] = fallen
