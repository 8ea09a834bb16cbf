"""Push and Clear's classic boards, each packed into the numbers of its twelve lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from game.bots.push_clear import classic
from game.bots.push_clear import lines as line_tables
from game.bots.push_clear.core import PushClearBoards, box_chances
from game.bots.push_clear.lines import (
    PLACE_VALUES,
    SIZE,
    digits,
    free_cells,
    full,
    movable,
    one_box_short,
    players,
    pushes,
)
from game.kernel import Array, Cells, Mask
from game.rules.push_clear import BOX, DIRECTIONS, FIXED, PLAYER, clear, fixed_percent

BOARDS_IN_A_SLICE = 1_000
"""Boards searched between two pieces of advice."""


@dataclass(frozen=True, eq=False)
class PackedBoards(PushClearBoards):
    """Boards of the classic size."""

    TABLE_LOADERS: ClassVar = (*line_tables.TABLE_LOADERS, *classic.TABLE_LOADERS)

    lines: Array
    """The numbers of the lines (12, n) int16: six rows, then six columns."""
    player: Array
    """The player's cell (n,), row * 6 + column."""
    steps: int

    @property
    def in_a_slice(self) -> int:
        return BOARDS_IN_A_SLICE

    def __len__(self) -> int:
        return len(self.player)

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
        row, board, column = np.nonzero(free_cells().take(self.lines[:SIZE], axis=0))
        in_row, in_column = self.lines[row, board], self.lines[SIZE + column, board]
        completes = one_box_short().take(in_row) | one_box_short().take(in_column)
        plain = self.lines.take(board, axis=1)
        _change(plain, row, column, BOX - digits()[column, in_row])
        fixed = plain.copy()
        _change(fixed, row, column, FIXED - BOX)
        can_be_fixed = _can_move(fixed, self.player.take(board))
        chance = box_chances(board, completes, can_be_fixed, fixed_percent(self.steps))
        _clear(plain, completes)
        _clear(fixed, completes)
        possible = np.flatnonzero(chance > 0)
        board = np.concatenate([board, board]).take(possible)
        lines = np.concatenate([plain, fixed], axis=1).take(possible, axis=1)
        return PackedBoards(lines, self.player.take(board), self.steps), chance.take(possible), board

    def expected(self) -> Array:
        weight = classic.weights(self.steps)
        return weight.take(classic.patterns(self.lines, self.player)).sum(axis=0)


def packed(cells: Cells, steps: int) -> PackedBoards:
    """Packs boards (n, 6, 6), all after this many steps."""
    player = (cells.T == PLAYER).swapaxes(0, 1).reshape(SIZE * SIZE, -1).argmax(axis=0)
    return PackedBoards(_numbers(cells), player, steps)


def _numbers(cells: Cells) -> Array:
    """Returns the numbers of the lines of boards (n, 6, 6): six rows, then six columns (12, n) int16."""
    across = np.ascontiguousarray(cells.T).astype(np.int16)  # [column, row, board]
    return np.concatenate([np.tensordot(PLACE_VALUES, each, 1) for each in (across, across.swapaxes(0, 1))])


def _change(lines: Array, row: Array, column: Array, difference: Array | int) -> None:
    """Changes what is on one cell of each board by this difference, in place."""
    board = np.arange(lines.shape[1])
    lines[row, board] += difference * PLACE_VALUES[column]
    lines[SIZE + column, board] += difference * PLACE_VALUES[row]


def _can_move(lines: Array, player: Array) -> Mask:
    """Returns whether the player can move in any direction (n,)."""
    row, column = np.divmod(player, SIZE)
    board = np.arange(len(player))
    can: Mask = movable().take(lines[row, board]) | movable().take(lines[SIZE + column, board])
    return can


def _clear(lines: Array, which: Mask) -> None:
    """Turns the full lines of some boards into points, in place."""
    boards = np.flatnonzero(which)
    if len(boards):
        cells = digits().take(lines[:SIZE, boards], axis=1).T  # [board, row, column]
        lines[:, boards] = _numbers(clear(cells)[0])
