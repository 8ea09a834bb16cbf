"""Functions over thousands of Chain boards at once, for its bot: placing pairs, and finding waiting chains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.chain.core import packed, resolved, unpacked
from game.kernel import SIDES, Cells, Counts, Mask, shifted
from game.rules.chain import COLUMNS, GARBAGE, HIDDEN, ROWS, START

PLACEMENTS = (
    *((axis, satellite, False) for axis in range(COLUMNS) for satellite in range(COLUMNS) if abs(axis - satellite) < 2),
    *((column, column, True) for column in range(COLUMNS)),
)
"""Placements of a pair: the columns of its axis and its satellite, and whether the axis is on top."""
AXIS, SATELLITE, ON_TOP = (np.array(each) for each in zip(*PLACEMENTS, strict=True))
HIGHEST = ROWS - HIDDEN
"""Blocks that fill the visible part of a column."""


def heights(boards: Cells) -> Counts:
    """Settled boards (n, rows, columns) → blocks in each column (n, columns)."""
    return np.count_nonzero(boards, axis=-2)


def open_columns(height: Counts) -> Mask:
    """Blocks in each column (n, columns) → the columns that a pair can be brought to (n, columns).

    A column filled to the top of the visible field is a wall; rotations that could pass above it are ignored.
    """
    free = height < HIGHEST
    start = START[1]
    free[:, : start + 1] = np.logical_and.accumulate(free[:, start::-1], axis=1)[:, ::-1]
    free[:, start:] = np.logical_and.accumulate(free[:, start:], axis=1)
    return free


class Placed(NamedTuple):
    """Unsettled boards with a pair placed on them."""

    boards: Cells
    source: Counts
    """The index of the board that each came from (m,)."""


def placed(boards: Cells, axis: Counts, satellite: Counts) -> Placed:
    """Settled boards (n, rows, columns) and the colours of the pair on each (n,) → every placement of it."""
    height = heights(boards)
    free = open_columns(height)
    can = free[:, AXIS] & free[:, SATELLITE]
    # Two blocks of one colour are interchangeable.
    can &= ~((axis == satellite)[:, None] & (ON_TOP | (AXIS > SATELLITE)))
    source, placement = np.nonzero(can)
    after = taken(boards, source)
    here = np.arange(len(source))
    first, second = AXIS[placement], SATELLITE[placement]
    row = ROWS - 1 - height[source]
    same = first == second
    on_top = ON_TOP[placement]
    after[here, row[here, first] - (same & on_top), first] = axis[source]
    after[here, row[here, second] - (same & ~on_top), second] = satellite[source]
    return Placed(after, source)


def links(boards: Cells) -> Counts:
    """Boards (n, rows, columns) → the length of the chain that runs on each (n,)."""
    return resolved(packed(boards)).links[: len(boards)]


def run(boards: Cells) -> tuple[Cells, Counts]:
    """Boards (n, rows, columns) → settled boards, and the length of the chain that ran on each (n,)."""
    after = resolved(packed(boards))
    return unpacked(after.planes, len(boards)), after.links[: len(boards)]


def run_for_points(boards: Cells) -> tuple[Cells, Counts, Counts]:
    """Like `run`, with the points of the chain too, less the bonuses that `resolved` leaves out (n,)."""
    after, length, points = resolved(packed(boards))
    return unpacked(after, len(boards)), length[: len(boards)], points[: len(boards)]


def triggers(boards: Cells, colours: int) -> tuple[Cells, Counts, Counts]:
    """Settled boards → boards with two blocks of one colour dropped into a column to complete a group of four, the
    index of the board that each came from, and the column.
    """
    height = heights(boards)
    seen = boards.copy("K")
    seen[:, :HIDDEN] = 0
    friend = np.zeros(boards.shape, np.bool_, order="F")
    for step in SIDES:
        friend |= shifted(seen, step) == seen
    friend &= seen != 0
    # A border around the board saves edge checks.
    wide = np.zeros((len(boards), ROWS + 3, COLUMNS + 2), np.int8)
    wide[:, 1 : ROWS + 1, 1:-1] = seen + (friend * np.int8(8))
    board, column = np.nonzero((height < HIGHEST) & open_columns(height))
    row = ROWS - height[board, column]
    at = (board * (ROWS + 3) + row) * (COLUMNS + 2) + column + 1
    width = COLUMNS + 2
    around = wide.reshape(-1)[at + np.array([width, -1, 1, -1 - width, 1 - width])[:, None]]
    colour = around & 7
    # Two dropped blocks need two more: two neighbours, or one with a neighbour of its own colour.
    weight = np.where(around & 8, 2, 1)
    wanted = np.arange(1, colours + 1)[:, None, None]
    enough = ((colour == wanted) * weight).sum(axis=1) >= 2
    kind, drop = np.nonzero(enough)
    order = np.argsort(board[drop], kind="stable")
    kind, drop = kind[order], drop[order]
    source, column = board[drop], column[drop]
    after = taken(boards, source)
    here, lower = np.arange(len(source)), ROWS - 1 - height[source, column]
    after[here, lower, column] = kind + 1
    after[here, lower - 1, column] = kind + 1
    return after, source, column


def taken(boards: Cells, which: Counts) -> Cells:
    """Boards (n, rows, columns) and indices (m,) → those boards, the batch axis innermost in memory."""
    return boards.T.take(which, axis=-1).T


def potential(boards: Cells, colours: int) -> Counts:
    """Settled boards (n, rows, columns) → the longest chain that two more blocks of one colour could set off (n,)."""
    best = np.zeros(len(boards), np.int64)
    after, source, _column = triggers(boards, colours)
    np.maximum.at(best, source, links(after))
    return best


def adjacent(boards: Cells) -> Counts:
    """Boards → how many pairs of adjacent blocks have the same colour (n,)."""
    seen = boards[:, HIDDEN:]
    coloured = (seen != 0) & (seen != GARBAGE)
    next_to = (seen[:, :, 1:] == seen[:, :, :-1]) & coloured[:, :, 1:]
    above = (seen[:, 1:] == seen[:, :-1]) & coloured[:, 1:]
    return np.count_nonzero(next_to, axis=(1, 2)) + np.count_nonzero(above, axis=(1, 2))


STEPS = 0.5
"""Cost of each block of height difference between neighbouring columns."""
DANGER = 3.0
"""Cost of each block above SAFE in the starting column."""
SAFE = 9


def shape(boards: Cells) -> NDArray[np.float64]:
    """Settled boards → their shape: adjacent equal colours, a level top, a low middle; higher is better (n,)."""
    height = heights(boards).astype(np.int64)
    steps = np.abs(np.diff(height, axis=1)).sum(axis=1)
    danger = np.maximum(height[:, START[1]] - SAFE, 0)
    return adjacent(boards) - STEPS * steps - DANGER * danger


def unique(boards: Cells, key: Counts) -> Counts:
    """Boards and a number for each → the index of the first of each set of equal boards with equal numbers."""
    weights = (np.arange(1, ROWS * COLUMNS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)
    weights ^= weights >> np.uint64(29)
    flat = np.tensordot(weights.reshape(ROWS, COLUMNS), boards.astype(np.uint64), ((0, 1), (1, 2)))
    flat += key.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    _values, first = np.unique(flat, return_index=True)
    return np.sort(first)
