"""Nineteen's boards with every row as a number, for bots that search thousands of placements.

The tables come from the placements of game.rules.nineteen; a test compares the outcomes with the rule's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.kernel import Cells, Counts, Kind, Mask, in_each, lanes, narrow, wide
from game.pieces import NINETEEN
from game.rules.nineteen import COLUMNS, Piece, placements, spawned, step, words_to

Rows = NDArray[np.uint16]
"""Rows (rows, ...) uint16, the batch innermost: bit c is column c, 1 if it is filled."""
Words = NDArray[np.uint64]
"""The same as words of uint64, as `kernel.wide` makes them."""

FULL = (1 << COLUMNS) - 1
TOP = 4
"""The rows in which pieces appear and move sideways."""
SHAPES = range(1, 1 + len(NINETEEN))
WIDEST = 4
"""The most columns that a piece covers."""
EACH, BEYOND = in_each(1), np.uint64(COLUMNS)
"""A 1 in every number of a word; and the first bit beyond the columns."""
ALL_BITS = np.uint64(0xFFFF)
"""Multiplied by 1 or 0, this gives all bits of a number, or none."""


def packed(cells: Cells) -> Rows:
    """Boards (..., rows, columns) → the same as numbers, (rows, ...)."""
    bits = np.left_shift(1, np.arange(COLUMNS)).astype(np.uint16)
    numbers = ((cells != 0) * bits).sum(axis=-1, dtype=np.uint16)
    return np.ascontiguousarray(np.moveaxis(numbers, -1, 0))


class Table(NamedTuple):
    """Tables about the placements of all shapes, one shape after the other (t placements)."""

    many: Counts
    """How many placements each shape has, and the index of its first one (1 + shapes,)."""
    first: Counts
    spawned: Rows
    """Every shape on the rows where it appears (TOP, 1 + shapes)."""
    stamp: Rows
    """Each placement on the rows where the piece appears (TOP, t)."""
    way: Rows
    """All cells that must be free for a new piece to get there, its own included (TOP, t)."""
    columns: NDArray[np.intp]
    """The columns that it covers, repeated from the first if fewer (WIDEST, t)."""
    under: NDArray[np.int8]
    """The row below its lowest cell in each of these columns (WIDEST, t)."""
    middle: NDArray[np.float32]
    """The row of the middle of the placement, in steps of half a row (t,)."""


@cache
def table() -> Table:
    parts = [_placed(shape) for shape in SHAPES]
    count = np.array([0, *(len(part[-1]) for part in parts)])
    appears = np.zeros((TOP, len(count)), np.uint16)
    for shape in SHAPES:
        _mark(appears[:, shape], spawned(shape).cells)
    stamp, way, columns, under, middle = (np.concatenate(arrays, axis=-1) for arrays in zip(*parts, strict=True))
    return Table(count, count.cumsum() - count, appears, stamp, way, columns, under, middle)


def preparing() -> Iterator[None]:
    """Builds the tables, a shape per slice."""
    for shape in SHAPES:
        _placed(shape)
        yield


@cache
def _placed(shape: int) -> tuple[Rows, Rows, NDArray[np.intp], NDArray[np.int8], NDArray[np.float32]]:
    """The last five tables for one shape."""
    every = placements(shape)
    stamp, way = (np.zeros((TOP, len(every)), np.uint16) for _ in range(2))
    columns, under = np.zeros((WIDEST, len(every)), np.intp), np.zeros((WIDEST, len(every)), np.int8)
    middle = np.zeros(len(every), np.float32)
    for number, placement in enumerate(every):
        _mark(stamp[:, number], placement.cells)
        _mark(way[:, number], _passed(placement))
        lowest = {column: row for row, column in sorted(placement.cells)}
        columns[:, number] = list(islice(cycle(lowest), WIDEST))
        under[:, number] = [lowest[column] + 1 for column in columns[:, number]]
        rows = [row for row, _column in placement.cells]
        middle[number] = (min(rows) + max(rows) + 1) / 2
    return stamp, way, columns, under, middle


def _mark(rows: Rows, cells: tuple[tuple[int, int], ...]) -> None:
    for row, column in cells:
        rows[row] |= 1 << column


def _passed(placement: Piece) -> tuple[tuple[int, int], ...]:
    """Every cell that must be free on the way to a placement."""
    empty, at = np.zeros((2 * COLUMNS, COLUMNS), np.bool_), spawned(placement.shape)
    passed = at.cells
    for word in words_to(placement)[:-1]:
        if word == "rotate":
            passed += at.swept
        after, _room = step(empty, at, word)
        assert after is not None, "a shape of one form has nothing to turn to"
        at = after
        passed += at.cells
    return passed


class Block(NamedTuple):
    """The outcomes of all boards with one shape: those of every board for the first placement, then for the next."""

    shape: int
    boards: Counts
    """The boards (n,)."""
    some: slice
    """The slice of their outcomes."""

    def square(self, outcomes: NDArray[Kind]) -> NDArray[Kind]:
        """A property of all outcomes (..., m) → a view of these boards' part (..., placements, n)."""
        return outcomes[..., self.some].reshape(*outcomes.shape[:-1], -1, len(self.boards))


class Outcomes(NamedTuple):
    """The m outcomes of every placement of one piece on each of n boards, block after block."""

    rows: Rows
    """The boards with the piece dropped and full rows cleared (rows, m)."""
    gone: Counts
    """How many rows were cleared (m,)."""
    eroded: Counts
    """How many cells of the piece were cleared with them (m,)."""
    able: Mask
    """Whether the placement can be reached with nothing above the piece (m,). If not, the rest is meaningless."""
    landed: NDArray[np.float32]
    """The row in which the middle of the piece ends, from the top, in steps of half a row (m,) float32."""
    blocks: tuple[Block, ...]
    """One for every shape that occurs; a single board's outcomes are in the order of its placements."""

    @property
    def board(self) -> Counts:
        """The board of each outcome (m,)."""
        board = np.empty(len(self.gone), np.intp)
        for block in self.blocks:
            block.square(board)[...] = block.boards
        return board

    @property
    def placement(self) -> Counts:
        """The placement of the shape for each outcome (m,)."""
        placement = np.empty(len(self.gone), np.intp)
        for block in self.blocks:
            square = block.square(placement)
            square[...] = np.arange(len(square))[:, None]
        return placement


def tops(rows: Rows) -> Counts:
    """Rows (rows, n) → the row of each column's highest filled cell, or the number of rows (columns, n)."""
    covered = rows.copy()
    for row in range(1, len(rows)):
        covered[row] |= covered[row - 1]
    free = np.invert(covered)
    bits = np.left_shift(1, np.arange(COLUMNS)).astype(np.uint16)[:, None, None]
    return ((free & bits) != 0).sum(axis=1, dtype=np.int8)


def spawnable(rows: Rows, shapes: Counts) -> Mask:
    """Boards (rows, ...) and the shape that appears on each (...) → whether it has room (...)."""
    return ~np.logical_or.reduce(rows[:TOP] & table().spawned[:, shapes])


def outcomes(rows: Rows, shapes: Counts) -> Outcomes:
    """Boards (rows, n) without full rows, and the shape, 1 to 7, that has appeared on each (n,) → their outcomes.

    Boards with the same shape are handled together, so that every operation works on long runs of outcomes; looking up
    each one takes ten times as long.
    """
    facts, blocks = table(), _blocks(shapes)
    size = blocks[-1].some.stop if blocks else 0
    after, stamp = lanes((len(rows), size)), lanes((TOP, size))
    distance, landed, able = np.empty(size, np.int8), np.empty(size, np.float32), np.ones(size, np.bool_)
    high, crowded = tops(rows), rows[:TOP].any()
    for block in blocks:
        before, first = rows.take(block.boards, axis=1), facts.first[block.shape]
        those = slice(first, first + facts.many[block.shape])
        fall = high.take(block.boards, axis=1)[facts.columns[:, those]] - facts.under[:, those, None]
        block.square(distance)[...] = fall.min(axis=0)
        block.square(after)[...] = before[:, None]
        block.square(stamp)[...] = facts.stamp[:, those, None]
        block.square(landed)[...] = facts.middle[those, None]
        if crowded:
            block.square(able)[...] = ~(before[:TOP, None] & facts.way[:, those, None]).any(axis=0)
    able &= distance >= 0
    distance *= able
    landed += distance
    full = _lock(wide(after), wide(stamp), distance)
    gone = narrow(full.sum(axis=0, dtype=np.uint64), size).astype(np.int8)
    outcome = Outcomes(after[:, :size], gone, np.zeros_like(gone), able, landed, blocks)
    if gone.any():
        _clear(outcome, rows, narrow(full, size))
    return outcome


def _blocks(shapes: Counts) -> tuple[Block, ...]:
    """The shape of each board (n,) → the blocks of their outcomes."""
    blocks, start = [], 0
    for shape in SHAPES:
        boards = np.flatnonzero(shapes == shape)
        if len(boards):
            some = slice(start, start := start + len(boards) * int(table().many[shape]))
            blocks.append(Block(shape, boards, some))
    return tuple(blocks)


def _lock(rows: Words, stamp: Words, distance: Counts) -> Words:
    """Puts pieces (TOP, words) on boards (rows, words), in place, this many rows (m,) below where they appear → a 1 for
    every row that is now full (rows, words)."""
    bits = lanes(distance.shape)
    bits[: len(distance)] = np.uint16(1) << distance.astype(np.uint16)
    first, last = int(distance.min(initial=len(rows))), int(distance.max(initial=0))
    here = ((wide(bits) >> np.arange(first, last + 1, dtype=np.uint64)[:, None]) & EACH) * ALL_BITS
    for row, part in enumerate(stamp, first):
        line = rows[row : row + len(here)]
        line |= part & here[: len(line)]
    return ((rows + EACH) >> BEYOND) & EACH


def _clear(after: Outcomes, rows: Rows, full: Rows) -> None:
    """Removes full rows (rows, m) from outcomes of boards (rows, n), in place, and counts the piece's cells in them."""
    which = np.flatnonzero(after.gone)
    cleared = full[:, which] != 0
    free = ~rows.take(after.board[which], axis=1) & np.uint16(FULL)
    after.eroded[which] = np.bitwise_count(free * cleared).sum(axis=0, dtype=np.int8)
    after.rows[:, which] = _without(after.rows[:, which], cleared)


def _without(rows: Rows, full: Mask) -> Rows:
    """Boards (rows, n) → boards without their full rows, those above moved down (rows, n)."""
    # A stable sort moves full rows to the top and leaves the others in order.
    order = np.argsort(~full, axis=0, kind="stable")
    fallen = np.take_along_axis(rows, order, axis=0)
    fallen[np.arange(len(rows))[:, None] < full.sum(axis=0)] = 0
    return fallen
