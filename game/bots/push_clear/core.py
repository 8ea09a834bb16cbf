"""Push and Clear for a search: every move and every new box on thousands of boards of any size at once.

Boards of the classic size are searched in another form, `packed`. Both have the same methods.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.kernel import Array, Cells, Counts, Mask, chosen
from game.rules.push_clear import (
    BOX,
    DIRECTIONS,
    EMPTY,
    FIXED,
    POINT,
    TRIES,
    clear,
    fixed_percent,
    movable,
    push,
)

CELLS_IN_A_SLICE = 40_000
"""Cells searched between two pieces of advice: a few milliseconds of work that fits the processor's cache."""


@dataclass(frozen=True, eq=False)
class CellBoards:
    """Boards of any size (n, size, size), all after the same number of steps."""

    cells: Cells
    steps: int

    def __len__(self) -> int:
        return len(self.cells)

    def in_a_slice(self) -> int:
        """How many boards are searched between two pieces of advice."""
        return max(1, CELLS_IN_A_SLICE // (len(DIRECTIONS) * self.cells[0].size))

    def only(self, which: slice | Array) -> CellBoards:
        """Some of the boards."""
        return CellBoards(self.cells[which], self.steps)

    def after_moves(self) -> tuple[CellBoards, Array, Array]:
        """Plays every possible move: the boards after it and before the new box (m,), its points (m,), and its index
        among all moves, direction * n + board (m,)."""
        after, points, possible = moved(self.cells)
        move = np.flatnonzero(possible)
        return CellBoards(chosen(after, possible.ravel()), self.steps + 1), points.ravel()[move], move

    def after_boxes(self) -> tuple[CellBoards, Array, Array]:
        """Adds every possible new box: the boards (m,), their probabilities (m,), and the board each came from (m,)."""
        cells, chance, board = new_boxes(self.cells, np.full(len(self), self.steps))
        return CellBoards(cells, self.steps), chance, board


def moved(cells: Cells) -> tuple[Cells, Array, Array]:
    """Moves boards (n, size, size) in each direction: the cleared boards (4 * n, size, size), the points (4, n), and
    whether the move is possible (4, n)."""
    after, points, possible = zip(*(push(cells, word) for word in DIRECTIONS), strict=True)
    cleared = np.concatenate([clear(boards)[0].T for boards in after], axis=-1).T
    return cleared, np.stack(points), np.stack(possible)


def new_boxes(cells: Cells, steps: Counts) -> tuple[Cells, NDArray[np.float64], NDArray[np.intp]]:
    """Adds every possible new box to boards (n, size, size), each with a free cell, after so many steps (n,): the
    boards (m, size, size), their probabilities (m,), and the board each came from (m,)."""
    board, row, column = np.nonzero((cells == EMPTY) | (cells == POINT))
    box = np.arange(len(board))
    plain, fixed = (cells.T.take(board, axis=-1).T for _kind in range(2))
    plain[box, row, column], fixed[box, row, column] = BOX, FIXED
    plain, full = clear(plain)
    percent = np.array([fixed_percent(step) for step in steps.tolist()])[board]
    completes, can_be_fixed = np.asarray(full.any(axis=(-1, -2))), np.asarray(movable(fixed).any(axis=0))
    chance = box_chances(board, completes, can_be_fixed, percent)
    both = np.concatenate([plain.T, clear(fixed)[0].T], axis=-1).T
    possible = chance > 0
    return chosen(both, possible), chance[possible], np.concatenate([board, board])[possible]


def box_chances(board: Array, completes: Mask, can_be_fixed: Mask, percent: Array | int) -> NDArray[np.float64]:
    """The probability of a new box on each free cell (m,): plain ones, then fixed ones (2 * m,).

    Given are the board of each cell, whether a box there would complete a line, whether the player can still move if it
    is fixed, and the percentage of fixed boxes. The rule draws up to TRIES cells, until one completes no line.
    """
    cells = np.bincount(board)
    drawn_again = np.bincount(board, weights=completes) / cells
    draws = (drawn_again[:, None] ** np.arange(TRIES)).sum(axis=-1)
    chance = np.where(completes, (drawn_again ** (TRIES - 1))[board], draws[board]) / cells[board]
    fixed = np.where(can_be_fixed, np.minimum(100, percent), 0)
    return np.concatenate([chance * (100 - fixed), chance * fixed]) / 100
