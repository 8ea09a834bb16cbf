"""Biquadris' boards for its bot: rows as numbers for all outcomes and, where a search goes on, the block that each cell
belongs to. A test compares them with the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.search import rows as row_core
from game.bots.search.rows import Outcomes, RowBits, ShapePlacements, packed
from game.kernel import Counts
from game.rules.biquadris_player import COLUMNS, DROP_FROM, Numbers, Player, clear_blocks


class Boards(NamedTuple):
    """n boards that a search continues."""

    rows: RowBits
    """(rows, n)"""
    numbers: Numbers
    """The numbers of the blocks that the cells belong to (n, rows, columns)."""

    def only(self, which: Counts) -> Boards:
        """Returns these boards, in this order."""
        return Boards(np.ascontiguousarray(self.rows[:, which]), self.numbers[which])


STAR_ALONE = ShapePlacements.of([(DROP_FROM,)], [(DROP_FROM,)])
"""The only placement of a `*`."""


def board_of(player: Player) -> Boards:
    """Returns a player's board."""
    return Boards(packed(player.cells[None]), player.numbers[None])


def outcomes(boards: Boards, shapes: Counts, table: Mapping[int, ShapePlacements]) -> tuple[Outcomes, Counts]:
    """Returns the outcomes of boards, given the number of the block in play on each (n,), and how many blocks vanish in
    each (m,).
    """
    after = row_core.outcomes(boards.rows, shapes, table, COLUMNS)
    vanished = np.zeros(len(after.gone), np.int64)
    # Few placements complete a row, and only for these are the numbers needed.
    full = np.flatnonzero(after.able & (after.gone > 0))
    vanished[full] = continued(boards, after, full, table)[1]
    return after, vanished


def continued(
    boards: Boards, after: Outcomes, which: Counts, table: Mapping[int, ShapePlacements]
) -> tuple[Boards, Counts]:
    """Returns some outcomes (k,) as boards for a further block, and how many blocks vanished from each (k,)."""
    numbers, cells = boards.numbers[after.board[which]], _cells(after, which, table)
    each, rows = np.arange(len(which))[:, None], cells[..., 0] + after.distance[which, None]
    numbers[each, rows, cells[..., 1]] = numbers.max(axis=(-1, -2))[:, None] + 1
    vanished, full = np.zeros(len(which), np.int64), after.gone[which] > 0
    numbers[full], vanished[full] = clear_blocks(numbers[full])
    return Boards(np.ascontiguousarray(after.rows[:, which]), numbers), vanished


def _cells(after: Outcomes, which: Counts, table: Mapping[int, ShapePlacements]) -> NDArray[np.intp]:
    """Returns the cells from which the blocks of some outcomes dropped, (row, column) (k, cells, 2)."""
    size = next(iter(table.values())).cells.shape[1]
    cells, placement = np.empty((len(which), size, 2), np.intp), after.placement[which]
    for block in after.blocks:
        here = (which >= block.span.start) & (which < block.span.stop)
        cells[here] = table[block.shape].cells[placement[here]]
    return cells
