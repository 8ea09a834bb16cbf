"""Boards whose rows are numbers, for the bots of games with full rows: thousands of drops at once, and what makes the
boards after them hard to play on.

Bit c of a row is column c, 1 if it is filled; a board has at most 15 columns. Four rows of four boards are worked on in
one 64-bit word (see `game.bots.search.lanes.wide`), because in Pyodide only wide words are fast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice, zip_longest
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from game.bots.search.lanes import in_each, lanes, narrow, ones, wide
from game.contract import Cell
from game.kernel import Counts, Kind, Mask, room

RowBits = NDArray[np.uint16]
"""Boards (rows, ...) uint16, the batch innermost in memory."""
RowWords = NDArray[np.uint64]
"""The same as words of uint64, as `lanes.wide` makes them."""
Floats = NDArray[np.float32]

WIDEST = 4
"""The most columns that a piece covers."""
ONE, EACH = np.uint64(1), in_each(1)
"""A 1, and a 1 in every number of a word: the leftmost column."""
BITS = 16
"""Bits of a number."""
ALL_BITS = np.uint64(0xFFFF)
"""Multiplied by 1 or 0, this gives all bits of a number, or none."""
AT_A_TIME = 16384
"""Boards that stay in the processor's cache while their features are computed."""


def packed(cells: NDArray[np.integer]) -> RowBits:
    """Returns the rows of boards (..., rows, columns) as numbers (rows, ...).

    >>> packed(np.array([[0, 0, 0], [1, 0, 4]])).tolist()
    [0, 5]
    """
    bits = np.left_shift(1, np.arange(cells.shape[-1])).astype(np.uint16)
    numbers = ((cells != 0) * bits).sum(axis=-1, dtype=np.uint16)
    return np.ascontiguousarray(np.moveaxis(numbers, -1, 0))


def below(rows: RowBits, columns: int) -> Counts:
    """Returns how many free cells are directly below each cell of boards (rows, n): (rows, columns, n).

    >>> below(np.array([[0], [1], [0]], np.uint16), 2)[:, :, 0].tolist()
    [[0, 2], [1, 1], [0, 0]]
    """
    bits = np.left_shift(1, np.arange(columns)).astype(np.uint16)[:, None]
    filled = (rows[:, None] & bits) != 0
    return room(filled.transpose(2, 0, 1)).transpose(1, 2, 0)


class ShapePlacements(NamedTuple):
    """The t placements of a shape, before it is dropped, on the rows down to the lowest of them."""

    cells: NDArray[np.intp]
    """The cells of each placement, (row, column) (t, cells, 2)."""
    stamp: RowBits
    """The same as numbers (rows, t)."""
    path: RowBits
    """The cells that must be free for a placement to be possible (rows, t)."""
    lowest: NDArray[np.intp]
    columns: NDArray[np.intp]
    """The lowest cell in each column that a placement covers, repeated from the first if fewer (WIDEST, t)."""
    middle: Floats
    """The row of the middle of the placement, in steps of half a row (t,)."""

    @classmethod
    def of(cls, placements: Sequence[Sequence[Cell]], paths: Sequence[Sequence[Cell]] = ()) -> Self:
        """Returns the tables for the cells of each placement and, if given, for the cells that must be free on the way
        to it."""
        cells = np.array(placements, np.intp)
        height = 1 + max(row for each in paths or placements for row, _column in each)
        # Dictionaries keep the last value of a key, here the lowest row of a column.
        bottoms = [{column: row for row, column in sorted(each)}.items() for each in placements]
        columns, lowest = np.array([list(islice(cycle(each), WIDEST)) for each in bottoms]).transpose(2, 1, 0)
        middle = (cells[..., 0].min(axis=1) + cells[..., 0].max(axis=1) + 1) / 2
        path = _marked(paths or ((),) * len(placements), height)
        return cls(cells, _marked(placements, height), path, lowest, columns, middle.astype(np.float32))


def _marked(every: Sequence[Sequence[Cell]], height: int) -> RowBits:
    """Returns each set of cells as the numbers of its rows (height, sets)."""
    rows = np.zeros((height, len(every)), np.uint16)
    for number, cells in enumerate(every):
        for row, column in cells:
            rows[row, number] |= 1 << column
    return rows


class ShapeOutcomes(NamedTuple):
    """The outcomes of all boards with one shape: those of every board for the first placement, then for the next."""

    shape: int
    boards: Counts
    """The boards (n,)."""
    span: slice
    """Their part of all outcomes."""

    def by_placement(self, outcomes: NDArray[Kind]) -> NDArray[Kind]:
        """Returns one property of these boards' outcomes, one row per placement (..., placements, n), as a view of the
        array for all outcomes (..., m).
        """
        return outcomes[..., self.span].reshape(*outcomes.shape[:-1], -1, len(self.boards))


class Outcomes(NamedTuple):
    """The m outcomes of every placement of one piece on each of n boards, block after block."""

    rows: RowBits
    """The boards with the piece dropped and full rows cleared (rows, m)."""
    gone: Counts
    """How many rows were cleared (m,)."""
    eroded: Counts
    """How many cells of the piece were cleared with them (m,)."""
    able: Mask
    """Whether the placement is possible (m,). If not, the rest is meaningless."""
    distance: Counts
    """How far the piece fell (m,)."""
    landed: Floats
    """The row in which the middle of the piece ends, from the top, in steps of half a row (m,)."""
    blocks: tuple[ShapeOutcomes, ...]
    """One for every shape that occurs; a single board's outcomes are in the order of its placements."""

    @property
    def board(self) -> Counts:
        """The board of each outcome (m,)."""
        board = np.empty(len(self.gone), np.intp)
        for block in self.blocks:
            block.by_placement(board)[...] = block.boards
        return board

    @property
    def placement(self) -> Counts:
        """The placement of the shape for each outcome (m,)."""
        placement = np.empty(len(self.gone), np.intp)
        for block in self.blocks:
            square = block.by_placement(placement)
            square[...] = np.arange(len(square))[:, None]
        return placement


def outcomes(rows: RowBits, shapes: Counts, table: Mapping[int, ShapePlacements], columns: int) -> Outcomes:
    """Returns the outcomes of boards (rows, n) without full rows, given the number of the shape in play on each (n,).

    Boards with the same shape are handled together, so that every operation works on long runs of outcomes; looking up
    each one takes ten times as long.
    """
    blocks = _blocks(shapes, table)
    size = blocks[-1].span.stop if blocks else 0
    top = max((len(table[block.shape].stamp) for block in blocks), default=0)
    after, stamp = lanes((len(rows), size)), lanes((top, size))
    distance, landed, able = np.empty(size, np.int8), np.empty(size, np.float32), np.ones(size, np.bool_)
    free, crowded = below(rows, columns)[:top], rows[:top].any()
    for block in blocks:
        tables, before = table[block.shape], rows.take(block.boards, axis=1)
        height = len(tables.stamp)
        fall = free.take(block.boards, axis=-1)[tables.lowest, tables.columns]
        block.by_placement(distance)[...] = fall.min(axis=0)
        block.by_placement(after)[...] = before[:, None]
        block.by_placement(stamp)[:height] = tables.stamp[..., None]
        block.by_placement(landed)[...] = tables.middle[:, None]
        if crowded:
            block.by_placement(able)[...] = ~(before[:height, None] & tables.path[..., None]).any(axis=0)
    landed += distance
    full = _lock(wide(after), wide(stamp), distance, columns)
    gone = narrow(full.sum(axis=0, dtype=np.uint64), size).astype(np.int8)
    outcome = Outcomes(after[:, :size], gone, np.zeros_like(gone), able, distance, landed, blocks)
    if gone.any():
        _clear(outcome, rows, narrow(full, size))
    return outcome


def _blocks(shapes: Counts, table: Mapping[int, ShapePlacements]) -> tuple[ShapeOutcomes, ...]:
    """Returns the blocks of the outcomes of boards with these shapes (n,)."""
    blocks, start = [], 0
    for number, tables in table.items():
        boards = np.flatnonzero(shapes == number)
        if len(boards):
            blocks.append(ShapeOutcomes(number, boards, slice(start, start := start + len(boards) * len(tables.cells))))
    return tuple(blocks)


def _lock(rows: RowWords, stamp: RowWords, distance: Counts, columns: int) -> RowWords:
    """Puts pieces (top, words) on boards (rows, words), in place, this many rows (m,) below where they appear, and
    returns a 1 for every row that is now full (rows, words)."""
    bits, falls = lanes(distance.shape), distance.astype(np.uint16)
    for least in range(0, len(rows), BITS):
        # Bit d of a number says that its piece falls by least + d; a shift by more than a number's bits gives 0.
        bits[: len(falls)] = np.uint16(1) << (falls - np.uint16(least))
        first, last = max(least, int(falls.min(initial=0))), min(least + BITS - 1, int(falls.max(initial=0)))
        # For each distance, all bits of these numbers: word operations instead of an index for each piece.
        here = ((wide(bits) >> np.arange(first - least, last - least + 1, dtype=np.uint64)[:, None]) & EACH) * ALL_BITS
        for row, part in enumerate(stamp, first):
            reached = rows[row : row + len(here)]
            reached |= part & here[: len(reached)]
    # Adding 1 to a full row carries into the bit beyond its columns.
    return ((rows + EACH) >> np.uint64(columns)) & EACH


def _clear(after: Outcomes, rows: RowBits, full: RowBits) -> None:
    """Removes full rows (rows, m) from outcomes of boards (rows, n), in place, and counts the piece's cells in them."""
    which = np.flatnonzero(after.gone)
    cleared = full[:, which] != 0
    locked = after.rows[:, which]
    piece = locked & ~rows.take(after.board[which], axis=1)
    after.eroded[which] = np.bitwise_count(piece * cleared).sum(axis=0, dtype=np.int8)
    after.rows[:, which] = _without(locked, cleared)


def _without(rows: RowBits, full: Mask) -> RowBits:
    """Removes the full rows of boards (rows, n), and moves those above down (rows, n)."""
    # A stable sort moves full rows to the top and leaves the others in order.
    order = np.argsort(~full, axis=0, kind="stable")
    fallen = np.take_along_axis(rows, order, axis=0)
    fallen[np.arange(len(rows))[:, None] < full.sum(axis=0)] = 0
    return fallen


def has_room(rows: RowBits, stamp: RowBits) -> Mask:
    """Returns whether the piece with this stamp has room on boards (rows, n), (n,); each may have its own stamp."""
    return ~np.logical_or.reduce(rows[: len(stamp)] & stamp.reshape(len(stamp), -1))


def best(evaluation: NDArray[np.floating], after: Outcomes) -> Counts:
    """Returns the index of each board's best outcome, the first among equals (n,), given evaluations of all (m,)."""
    return best_few(evaluation, after, 1)[:, 0]


def best_few(evaluation: NDArray[np.floating], after: Outcomes, count: int) -> Counts:
    """Returns the indices of the best few outcomes on each board, best first (n, count)."""
    numbers = np.empty((sum(len(block.boards) for block in after.blocks), count), np.intp)
    for block in after.blocks:
        lost = -block.by_placement(evaluation)
        order = lost.argmin(axis=0)[None] if count == 1 else lost.argsort(axis=0, kind="stable")[:count]
        # A block's outcomes are counted placement by placement, and for each placement board by board.
        numbers[block.boards] = block.span.start + (order * len(block.boards) + np.arange(len(block.boards))).T
    return numbers


SURFACE = ("row transitions", "column transitions", "holes", "wells", "depth of holes", "rows with holes")
"""Changes between filled and free along rows and along columns, with walls and floor counted as filled; free cells with
a filled one above them; the summed depths of all well cells; filled cells with a hole somewhere below; rows with a
hole."""


def surface(rows: RowBits, columns: int, deepest: int) -> Floats:
    """Returns the features of boards (rows, n), (SURFACE, n) float32; a depth in a well beyond the deepest does not
    count.

    >>> surface(np.array([[0b001], [0b000], [0b101]], np.uint16), columns=3, deepest=4)[:, 0].tolist()
    [6.0, 5.0, 1.0, 1.0, 1.0, 1.0]
    """
    features = np.empty((len(SURFACE), rows.shape[1]), np.float32)
    for start in range(0, rows.shape[1], AT_A_TIME):
        _measure(rows[:, start : start + AT_A_TIME], columns, deepest, features[:, start : start + AT_A_TIME])
    return features


def _measure(rows: RowBits, columns: int, deepest: int, features: Floats) -> None:
    """Writes the features of boards (rows, n) into an array (SURFACE, n)."""
    left_wall, right_wall = in_each(1), in_each(1 << columns)
    floor, rightmost = in_each((1 << columns) - 1), in_each(1 << (columns - 1))
    # RowBits that are empty on all boards have only the changes at their two walls.
    empty = int(rows.any(axis=1).argmax())
    height, count = len(rows) - empty, rows.shape[1]
    numbers = lanes((height, count))
    numbers[:, :count] = rows[empty:]
    board = wide(numbers)
    left, right = (board << ONE) | left_wall, (board >> ONE) | rightmost
    covered = board.copy()
    for row in range(1, height):
        covered[row] |= covered[row - 1]
    holes = covered ^ board
    # A row with a hole carries into the bit beyond the columns once all columns are added.
    with_holes = ((holes + floor) >> np.uint64(columns)) & EACH
    under = holes.copy()
    for row in range(height - 2, -1, -1):
        under[row] |= under[row + 1]
    features[0] = ones(left ^ (board | right_wall), count) + np.uint8(2 * empty)
    features[1] = ones(_changes_down(board, floor), count)
    features[2] = ones(holes, count)
    features[3] = _wells(left & right & ~board, count, deepest)
    features[4] = ones(under & board, count)
    features[5] = narrow(with_holes.sum(axis=0, dtype=np.uint64), count)


def _changes_down(board: RowWords, floor: np.uint64) -> RowWords:
    """Returns the cells that differ from the one above them, from above the board to the floor (rows + 1, words)."""
    changes = np.empty((len(board) + 1, board.shape[1]), np.uint64)
    changes[0], changes[-1] = board[0], board[-1] ^ floor
    np.bitwise_xor(board[1:], board[:-1], out=changes[1:-1])
    return changes


def _wells(well: RowWords, count: int, deepest: int) -> Counts:
    """Returns the summed depths of the cells of wells (rows, words), (count,)."""
    # No two well cells are adjacent in a row, so the well cells one deeper fit between them and are counted together.
    depths = [well]
    while len(depths) < deepest and depths[-1].any():
        depth = np.zeros_like(well)
        np.bitwise_and(depths[-1][:-1], well[1:], out=depth[1:])
        depths.append(depth)
    total = np.zeros(count, np.int16)
    for depth, deeper in zip_longest(depths[::2], depths[1::2]):
        total += ones(depth if deeper is None else depth | (deeper << ONE), count)
    return total
