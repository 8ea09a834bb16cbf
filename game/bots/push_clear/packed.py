"""Push and Clear's classic boards packed into integers, one for each line, which tables push and evaluate in one step.

A search of tens of thousands of boards takes a tenth of the time that it takes on cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear.core import box_chances
from game.kernel import Array, Cells, Mask
from game.rules.push_clear import BOX, DIRECTIONS, EMPTY, FIXED, PLAYER, POINT, fixed_percent

SIZE = 6
CELL_KINDS = 5
"""A line's number has a digit in this base for each cell, the first cell's the highest."""
LINE_KINDS = CELL_KINDS**SIZE
PLACE_VALUES = CELL_KINDS ** np.arange(SIZE, dtype=np.int16)[::-1]
BOARDS_IN_A_SLICE = 1_000
"""Boards searched between two pieces of advice."""


@dataclass(frozen=True, eq=False)
class PackedBoards:
    """Boards of the classic size, all after the same number of steps."""

    lines: Array
    """The numbers of the lines (12, n) int16: six rows, then six columns."""
    player: Array
    """The player's cell (n,), row * 6 + column."""
    steps: int

    def __len__(self) -> int:
        return len(self.player)

    def in_a_slice(self) -> int:
        """See `core.CellBoards`, as for the other methods."""
        return BOARDS_IN_A_SLICE

    def only(self, which: slice | Array) -> PackedBoards:
        return PackedBoards(self.lines[:, which], self.player[which], self.steps)

    def after_moves(self) -> tuple[PackedBoards, Array, Array]:
        row, column = np.divmod(self.player, SIZE)
        found = []
        for direction in range(len(DIRECTIONS)):
            # Left and right push along the player's row, left and up towards the first cell.
            in_row, end = direction % 2 == 0, direction // 2
            number = row if in_row else column
            line = number if in_row else SIZE + number
            before = self.lines[line, np.arange(len(self))]
            after = pushes(end)[0].take(before)
            possible = np.flatnonzero(after >= 0)
            number, line, before, after = (each[possible] for each in (number, line, before, after))
            lines = self.lines.take(possible, axis=1)
            lines[line, np.arange(len(possible))] = after
            # Each of the lines that cross the pushed one changes in one cell, the same digit in all of them.
            crossing = lines[SIZE:] if in_row else lines[:SIZE]
            crossing += (digits().take(after, axis=1) - digits().take(before, axis=1)) * PLACE_VALUES[number]
            _clear(lines, np.asarray(full().take(crossing).any(axis=0)))
            place = players().take(after)
            player = number * SIZE + place if in_row else place * SIZE + number
            found.append((lines, player, pushes(end)[1].take(before), possible + direction * len(self)))
        lines, player, gained, move = (np.concatenate(part, axis=-1) for part in zip(*found, strict=True))
        return PackedBoards(lines, player, self.steps + 1), gained, move

    def after_boxes(self) -> tuple[PackedBoards, Array, Array]:
        row, board, column = np.nonzero(free().take(self.lines[:SIZE], axis=0))
        plain = self.lines.take(board, axis=1)
        box = np.arange(len(board))
        in_row, in_column = plain[row, box], plain[SIZE + column, box]
        completes = one_box_short().take(in_row) | one_box_short().take(in_column)
        change = BOX - digits()[column, in_row]
        plain[row, box] += change * PLACE_VALUES[column]
        plain[SIZE + column, box] += change * PLACE_VALUES[row]
        fixed = plain.copy()
        fixed[row, box] += (FIXED - BOX) * PLACE_VALUES[column]
        fixed[SIZE + column, box] += (FIXED - BOX) * PLACE_VALUES[row]
        can_be_fixed = _can_move(fixed, self.player.take(board))
        chance = box_chances(board, completes, can_be_fixed, fixed_percent(self.steps))
        _clear(plain, completes)
        _clear(fixed, completes)
        possible = np.flatnonzero(chance > 0)
        board = np.concatenate([board, board]).take(possible)
        lines = np.concatenate([plain, fixed], axis=1).take(possible, axis=1)
        return PackedBoards(lines, self.player.take(board), self.steps), chance.take(possible), board


def packed(cells: Cells, steps: int) -> PackedBoards:
    """Packs boards (n, 6, 6) after so many steps."""
    across = np.ascontiguousarray(cells.T).astype(np.int16)  # [column, row, board]
    rows, columns = (np.tensordot(PLACE_VALUES, each, 1) for each in (across, across.swapaxes(0, 1)))
    player = (across == PLAYER).swapaxes(0, 1).reshape(SIZE * SIZE, -1).argmax(axis=0)
    return PackedBoards(np.concatenate([rows, columns]), player, steps)


def _can_move(lines: Array, player: Array) -> Mask:
    """Whether the player can move in any direction (n,)."""
    row, column = np.divmod(player, SIZE)
    board = np.arange(len(player))
    can: Mask = movable().take(lines[row, board]) | movable().take(lines[SIZE + column, board])
    return can


def _clear(lines: Array, which: Mask) -> None:
    """Turns the full lines of some boards into points, in place."""
    boards = np.flatnonzero(which)
    if not len(boards):
        return
    before = lines.take(boards, axis=1)
    cells = digits().take(before[:SIZE], axis=1)  # [column, row, board]
    complete = full().take(before)
    cells[np.broadcast_to(complete[:SIZE], cells.shape) | complete[SIZE:, None]] = POINT
    lines[:SIZE, boards] = np.tensordot(PLACE_VALUES, cells, 1)
    lines[SIZE:, boards] = np.tensordot(PLACE_VALUES, cells.swapaxes(0, 1), 1)


# Tables by the number of a line.


@cache
def digits() -> NDArray[np.int16]:
    """The value of each cell of a line (6, LINE_KINDS)."""
    return np.arange(LINE_KINDS, dtype=np.int16) // PLACE_VALUES[:, None] % np.int16(CELL_KINDS)


@cache
def full() -> Mask:
    return np.asarray((digits() >= BOX).all(axis=0))


@cache
def one_box_short() -> Mask:
    """Whether one more box would complete the line."""
    return np.asarray((digits() >= BOX).sum(axis=0) == SIZE - 1)


@cache
def free() -> Mask:
    """Whether a new box can appear on each cell (LINE_KINDS, 6)."""
    return np.ascontiguousarray(((digits() == EMPTY) | (digits() == POINT)).T)


@cache
def players() -> NDArray[np.intp]:
    """The player's place on a line."""
    return (digits() == PLAYER).argmax(axis=0)


@cache
def pushes(end: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """A line pushed towards its first or last cell: its new number, -1 if the push is impossible, and the points."""
    line = digits() if end == 0 else digits()[::-1]
    cell = np.arange(SIZE)[:, None]
    player = np.where(line == PLAYER, cell, -1).max(axis=0)
    wall = np.where((line == FIXED) & (cell < player), cell, -1).max(axis=0)
    passed = (cell > wall) & (cell <= player)
    stop = wall + 1 + (passed & (line == BOX)).sum(axis=0)
    after = np.where(passed, (cell < stop) * BOX + (cell == stop) * PLAYER, line)
    number = np.tensordot(PLACE_VALUES, (after if end == 0 else after[::-1]).astype(np.int16), 1)
    gained = (passed & (line == POINT)).sum(axis=0, dtype=np.int8)
    return np.where(stop < player, number, np.int16(-1)), gained


@cache
def movable() -> Mask:
    """Whether the player on a line can move along it."""
    return (pushes(0)[0] >= 0) | (pushes(1)[0] >= 0)


def _small() -> None:
    for table in (full, one_box_short, free, players):
        table()


LOADING: Sequence[Callable[[], object]] = (_small, partial(pushes, 0), partial(pushes, 1))
"""Functions that take a few milliseconds each when first called."""
