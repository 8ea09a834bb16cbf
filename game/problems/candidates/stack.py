"""Candidates for Nineteen and Biquadris: rows that are full, from which the pieces that fill them are taken off."""

from __future__ import annotations

from collections.abc import Mapping

from game.problems.candidates.draw import Draw
from game.problems.problem import CLEAR, Problem
from game.problems.searches.stack import Grid, PieceForms
from game.session import Work

FULL_ROWS = {1: (1, 2, 3, 4), 2: (2, 2, 3, 4), 3: (2, 3, 4), 4: (3, 4), 5: (3, 4)}
"""The possible numbers of rows that the last piece completes, by the number of turns."""


def candidate(
    rows: int, columns: int, forms: Mapping[str, PieceForms], game: str, goal: str, turns: int, draw: Draw
) -> Work[Problem | None]:
    """Returns a board of this size on which pieces fill rows; at the end of `clear` nothing is left."""
    grid = Grid(rows, columns)
    full = draw.of(FULL_ROWS[min(turns, max(FULL_ROWS))])
    board = sum(grid.row << grid.bit(rows - 1 - number, 0) for number in range(full))
    if goal != CLEAR:
        # What is left at the end lies under the full rows, on them, or nowhere.
        for _ in range(draw.next(3)):
            gaps = sum(
                1 << grid.bit(rows - 1, column) for column in draw.shuffled(range(columns))[: draw.between(1, 3)]
            )
            board = board >> grid.stride if draw.next(2) else board
            board &= grid.inside
            bottom = grid.row << grid.bit(rows - 1, 0)
            if not board & bottom:
                board |= bottom & ~gaps
    last = [row for row in range(rows) if board >> grid.bit(row, 0) & grid.row == grid.row]
    pieces: list[str] = []
    for _ in range(turns):
        taken = yield from _take(grid, forms, board, last if not pieces else [], draw)
        if taken is None:
            return None
        letter, cells = taken
        pieces.insert(0, letter)
        board ^= cells
    return Problem(game, {}, _rows(grid, board), tuple(pieces), goal, 0 if goal == CLEAR else full, turns)


def _take(
    grid: Grid, forms: Mapping[str, PieceForms], board: int, last: list[int], draw: Draw
) -> Work[tuple[str, int] | None]:
    """Returns a piece that can be taken off the board and brought back: its letter and its cells, at least one in each
    of some rows; None if there is no such piece.
    """
    wanted = [grid.row << grid.bit(row, 0) for row in last]
    found = []
    for letter in sorted(forms):
        yield 0
        for number, form in enumerate(forms[letter].forms):
            shifts = [grid.shift(cell) for cell in form.cells]
            anchors = grid.inside
            for shift in shifts:
                anchors &= board >> shift if shift >= 0 else board << -shift
            while anchors:
                anchor = anchors.bit_length() - 1
                anchors ^= 1 << anchor
                cells = sum(1 << anchor + shift for shift in shifts)
                if all(cells & row for row in wanted):
                    found.append((letter, number, cells))
    for letter, _number, cells in draw.shuffled(found):
        yield 0
        if cells in set(grid.resting(board ^ cells, forms[letter])):
            return letter, cells
    return None


def _rows(grid: Grid, board: int) -> tuple[str, ...]:
    """Returns the board as rows of letters; all blocks are of one letter, because letters do not count."""
    return tuple(
        "".join(".O"[board >> grid.bit(row, column) & 1] for column in range(grid.columns)) for row in range(grid.rows)
    )
