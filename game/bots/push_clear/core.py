"""Push and Clear for a search: every move and every new box on thousands of boards of any size at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear import evaluation
from game.bots.search.lanes import chosen, taken, together
from game.kernel import Array, Cells, Mask
from game.rules.push_clear import DIRECTIONS, FIXED, TRIES, clear, fixed_percent, push, takes_box, with_box

CELLS_IN_A_SLICE = 40_000
"""Cells searched between two pieces of advice: a few milliseconds of work that fits the processor's cache."""


@dataclass(frozen=True, eq=False)
class PushClearBoards(ABC):
    """n boards in a form that a search can play on, all after the same number of steps."""

    TABLE_LOADERS: ClassVar[Sequence[Callable[[], object]]] = ()
    """Functions that build the tables of this form; each takes a few milliseconds when first called."""

    @property
    @abstractmethod
    def in_a_slice(self) -> int:
        """How many boards are searched between two pieces of advice."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def only(self, which: slice | Array) -> Self:
        """Returns some of the boards."""

    @abstractmethod
    def after_moves(self) -> tuple[Self, Array, Array]:
        """Plays every possible move: the boards after it and before the new box (m,), its points (m,), and its index
        among all moves, direction * n + board (m,)."""

    @abstractmethod
    def after_boxes(self) -> tuple[Self, Array, Array]:
        """Adds every possible new box: the boards (m,), their probabilities (m,), and the board each came from (m,)."""

    @abstractmethod
    def expected(self) -> Array:
        """Returns the points expected in the rest of the game, before the new box (n,)."""


@dataclass(frozen=True, eq=False)
class CellBoards(PushClearBoards):
    """Boards of any size (n, size, size)."""

    cells: Cells
    steps: int

    @property
    def in_a_slice(self) -> int:
        return max(1, CELLS_IN_A_SLICE // (len(DIRECTIONS) * self.cells[0].size))

    def __len__(self) -> int:
        return len(self.cells)

    def only(self, which: slice | Array) -> CellBoards:
        return CellBoards(self.cells[which], self.steps)

    def after_moves(self) -> tuple[CellBoards, Array, Array]:
        after, points, possible = moved(self.cells)
        move = np.flatnonzero(possible)
        return CellBoards(chosen(after, possible.ravel()), self.steps + 1), points.ravel()[move], move

    def after_boxes(self) -> tuple[CellBoards, Array, Array]:
        cells, chance, board = new_boxes(self.cells, self.steps)
        return CellBoards(cells, self.steps), chance, board

    def expected(self) -> Array:
        return evaluation.evaluation(self.cells, self.steps)


def moved(cells: Cells) -> tuple[Cells, Array, Array]:
    """Moves boards (n, size, size) in each direction: the cleared boards (4 * n, size, size), the points (4, n), and
    whether the move is possible (4, n)."""
    after, points, possible = zip(*(push(cells, word) for word in DIRECTIONS), strict=True)
    return together([clear(boards)[0] for boards in after]), np.stack(points), np.stack(possible)


def new_boxes(cells: Cells, steps: int) -> tuple[Cells, NDArray[np.float64], NDArray[np.intp]]:
    """Adds every possible new box to boards (n, size, size), each with a free cell, after this many steps: the boards
    (m, size, size), their probabilities (m,), and the board each came from (m,)."""
    board, row, column = np.nonzero(takes_box(cells))
    before, box = taken(cells, board), np.arange(len(board))
    plain, fixed = (with_box(before, row, column, np.full(len(board), kind)) for kind in (False, True))
    can_be_fixed = fixed[box, row, column] == FIXED
    plain, full = clear(plain)
    chance = box_chances(board, np.asarray(full.any(axis=(-1, -2))), can_be_fixed, fixed_percent(steps))
    possible = chance > 0
    return (
        chosen(together([plain, clear(fixed)[0]]), possible),
        chance[possible],
        np.concatenate([board, board])[possible],
    )


def box_chances(board: Array, completes: Mask, can_be_fixed: Mask, percent: int) -> NDArray[np.float64]:
    """Returns the probability of a new box on each free cell (m,): plain ones, then fixed ones (2 * m,).

    Given are the board of each cell, whether a box there would complete a line, whether the player can still move if it
    is fixed, and the percentage of fixed boxes. The rule draws up to TRIES cells, until one completes no line.
    """
    cells = np.bincount(board)
    drawn_again = np.bincount(board, weights=completes) / cells
    draws = (drawn_again[:, None] ** np.arange(TRIES)).sum(axis=-1)
    chance = np.where(completes, (drawn_again ** (TRIES - 1))[board], draws[board]) / cells[board]
    fixed = can_be_fixed * min(100, percent)
    return np.concatenate([chance * (100 - fixed), chance * fixed]) / 100
