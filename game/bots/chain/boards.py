"""Thousands of Chain boards at once, for its and Duel's bots: placing pairs, and finding waiting chains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.bots.chain.core import packed, resolved, unpacked
from game.kernel import SIDES, Cells, Counts, Mask, shifted, taken
from game.rules.chain import COLUMNS, HIDDEN, ROWS, START

PLACEMENTS = (
    *((axis, satellite, False) for axis in range(COLUMNS) for satellite in range(COLUMNS) if abs(axis - satellite) < 2),
    *((column, column, True) for column in range(COLUMNS)),
)
"""Placements of a pair: the columns of its axis and its satellite, and whether the axis is on top."""
AXIS, SATELLITE, ON_TOP = (np.array(each) for each in zip(*PLACEMENTS, strict=True))
HIGHEST = ROWS - HIDDEN
"""Blocks that fill the visible part of a column."""


def heights(boards: Cells) -> Counts:
    """How many blocks are in each column of settled boards (n, rows, columns): (n, columns)."""
    return np.count_nonzero(boards, axis=-2)


def open_columns(height: Counts) -> Mask:
    """Which columns a pair can be brought to, given the blocks in each, (n, columns) both.

    A column filled to the top of the visible field is a wall; rotations that could pass above it are ignored.
    """
    free = height < HIGHEST
    start = START[1]
    free[:, : start + 1] = np.logical_and.accumulate(free[:, start::-1], axis=1)[:, ::-1]
    free[:, start:] = np.logical_and.accumulate(free[:, start:], axis=1)
    return free


class UnsettledBoards(NamedTuple):
    """Unsettled boards (m, rows, columns) with two more blocks placed on them."""

    boards: Cells
    source: Counts
    """The index of the board that each came from (m,)."""


def placed(boards: Cells, axis: Counts, satellite: Counts) -> UnsettledBoards:
    """Every placement of a pair on settled boards (n, rows, columns), given its colours on each (n,)."""
    height = heights(boards)
    free = open_columns(height)
    can = free[:, AXIS] & free[:, SATELLITE]
    # Two blocks of one colour are interchangeable.
    can &= ~((axis == satellite)[:, None] & (ON_TOP | (AXIS > SATELLITE)))
    source, placement = np.nonzero(can)
    after, each = taken(boards, source), np.arange(len(source))
    first, second, on_top = AXIS[placement], SATELLITE[placement], ON_TOP[placement]
    free_row, same = ROWS - 1 - height[source], first == second
    after[each, free_row[each, first] - (same & on_top), first] = axis[source]
    after[each, free_row[each, second] - (same & ~on_top), second] = satellite[source]
    return UnsettledBoards(after, source)


class SettledBoards(NamedTuple):
    """Boards on which the field rules have run to the end (n, rows, columns), and the chain on each (n,)."""

    boards: Cells
    links: Counts
    points: Counts
    """Less the bonuses that `resolved` leaves out."""


def run(boards: Cells) -> SettledBoards:
    """Lets blocks fall and groups vanish until neither changes anything."""
    after = resolved(packed(boards))
    return SettledBoards(unpacked(after.planes, len(boards)), after.links[: len(boards)], after.points[: len(boards)])


NEAR_TWO = np.array([(1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1)])[..., None]
"""The cells next to two blocks in a column, (row, column) from the lower one: below it, and on both sides of each."""
HAS_FRIEND = 8
"""Added to a colour if an adjacent cell has the same one."""


def triggers(boards: Cells, colours: int) -> UnsettledBoards:
    """Settled boards (n, rows, columns) with two blocks of one colour dropped into a column, wherever they complete a
    group of four."""
    seen = boards.copy("K")
    seen[:, :HIDDEN] = 0
    friend = np.logical_or.reduce([shifted(seen, step) == seen for step in SIDES]) & (seen != 0)
    # A border around the board saves edge checks, so rows and columns are counted from 1 here.
    bordered = np.zeros((len(boards), ROWS + 3, COLUMNS + 2), np.int8)
    bordered[:, 1 : ROWS + 1, 1:-1] = seen + friend * np.int8(HAS_FRIEND)
    height = heights(boards)
    board, column = np.nonzero((height < HIGHEST) & open_columns(height))
    lower = ROWS - height[board, column]
    around = bordered[board, lower + NEAR_TWO[:, 0], column + 1 + NEAR_TWO[:, 1]]
    # The two blocks need two more: two neighbours, or one with a neighbour of its own colour.
    colour, counts_for = around % HAS_FRIEND, 1 + around // HAS_FRIEND
    kinds = np.arange(1, colours + 1)[:, None, None]
    kind, drop = np.nonzero(((colour == kinds) * counts_for).sum(axis=1) >= 2)
    source, column, lower = board[drop], column[drop], lower[drop] - 1
    after, each = taken(boards, source), np.arange(len(source))
    after[each, lower, column] = after[each, lower - 1, column] = kind + 1
    return UnsettledBoards(after, source)


def unique(boards: Cells, key: Counts) -> Counts:
    """The index of the first of each set of equal boards (n, rows, columns) with equal numbers (n,), in order."""
    # Boards are compared by a sum, modulo 2^64, of their cells times a fixed random factor for each cell.
    factors = (np.arange(1, ROWS * COLUMNS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)
    factors ^= factors >> np.uint64(29)
    hashed = np.tensordot(factors.reshape(ROWS, COLUMNS), boards.astype(np.uint64), ((0, 1), (1, 2)))
    hashed += key.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    return np.sort(np.unique(hashed, return_index=True)[1])
