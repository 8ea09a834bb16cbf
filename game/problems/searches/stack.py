"""Positions of problems in Nineteen and Biquadris: a board as one integer, and every place that a piece can reach.

All places of a form are one integer too, so that steering is a few shifts for all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.bots.search.turns import shortest
from game.bots.types import Words
from game.pieces import PICTURES, Offsets
from game.problems.problem import CLEAR, Problem
from game.session import Work

MARGIN = 3
"""Cells around the board that no piece may cover; no cell of a piece is further away from its anchor."""


STEPS = {"left": (0, -1), "right": (0, 1), "down": (1, 0)}
DROP = "drop"


class PieceForm(NamedTuple):
    """One form of a piece, with its cells from the anchor, and the forms that turns lead to."""

    cells: Offsets
    turns: tuple[tuple[str, int, Offsets], ...]
    """Each turn's word, its form, and the cells that must be free for it besides the cells of the form."""


class PieceForms(NamedTuple):
    """The forms of a piece, the one it appears in first, and its anchor's cell then."""

    forms: tuple[PieceForm, ...]
    row: int
    column: int


class Grid:
    """The bits of a board: rows from the top, each with a margin on its right, and margins above and below."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.stride = rows, columns, columns + MARGIN
        self.row = (1 << columns) - 1
        self.inside = sum(self.row << self.bit(row, 0) for row in range(rows))
        self.outside = ((1 << self.bit(rows + MARGIN, 0)) - 1) ^ self.inside

    def bit(self, row: int, column: int) -> int:
        """Returns the number of the bit of a cell."""
        return (row + MARGIN) * self.stride + column

    def shift(self, cell: tuple[int, int]) -> int:
        """Returns how far the bit of a cell is from the anchor's."""
        return cell[0] * self.stride + cell[1]

    def stamp(self, cells: Offsets) -> int:
        """Returns the cells of a form whose anchor is on the first cell of the row `MARGIN`."""
        return sum(1 << self.bit(MARGIN + row, column) for row, column in cells)

    def board(self, rows: Sequence[str]) -> int:
        """Returns a board given as rows of letters, dots where empty."""
        cells = ((row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter != ".")
        return sum(1 << self.bit(row, column) for row, column in cells)

    def empty_cells(self, board: int) -> list[int]:
        """Returns the number of empty cells in each row."""
        return [self.columns - (board >> self.bit(row, 0) & self.row).bit_count() for row in range(self.rows)]

    def cleared(self, board: int) -> tuple[int, int]:
        """Returns the board without its full rows, with the rows above moved down, and the number of full rows."""
        count = 0
        for row in range(self.rows):
            if board >> self.bit(row, 0) & self.row == self.row:
                above = board & ((1 << self.bit(row, 0)) - 1)
                board = (board & -(1 << self.bit(row + 1, 0))) | (above << self.stride)
                count += 1
        return board, count

    def resting(self, board: int, piece: PieceForms) -> Iterator[int]:
        """Yields the cells of the piece in each place where it can lock."""
        blocked = board | self.outside
        free = [self._free(blocked, form.cells) & self.inside for form in piece.forms]
        turning = [
            [(target, self._free(blocked, swept) & free[target]) for _word, target, swept in form.turns]
            for form in piece.forms
        ]
        reached = [0] * len(piece.forms)
        reached[0] = 1 << self.bit(piece.row, piece.column) & free[0]
        pending = [0] if reached[0] else []
        while pending:
            number = pending.pop()
            here, room = reached[number], free[number]
            while True:
                more = (here | here << 1 | here >> 1 | here << self.stride) & room
                if more == here:
                    break
                here = more
            reached[number] = here
            for target, possible in turning[number]:
                new = here & possible & ~reached[target]
                if new:
                    reached[target] |= new
                    if target not in pending:
                        pending.append(target)
        for number, form in enumerate(piece.forms):
            grounded = reached[number] & ~(free[number] >> self.stride)
            stamp, anchor = self.stamp(form.cells), self.bit(MARGIN, 0)
            while grounded:
                place = grounded.bit_length() - 1
                grounded ^= 1 << place
                yield stamp << place - anchor if place >= anchor else stamp >> anchor - place

    def steered(self, board: int, piece: PieceForms) -> Iterator[tuple[int, Words]]:
        """Yields the cells of the piece in each place that it can be steered to, with the fewest words to it."""
        blocked = board | self.outside

        def step(at: tuple[int, int, int], word: str) -> tuple[int, int, int] | None:
            number, row, column = at
            if word in STEPS:
                down, right = STEPS[word]
                goal, swept = (number, row + down, column + right), piece.forms[number].cells
            else:
                turns = {name: (target, cells) for name, target, cells in piece.forms[number].turns}
                if word not in turns:
                    return None
                target, swept = turns[word]
                goal = target, row, column
            cells = {*swept, *piece.forms[goal[0]].cells}
            taken = any(blocked >> self.bit(goal[1] + down, goal[2] + right) & 1 for down, right in cells)
            return None if taken else goal

        start = (0, piece.row, piece.column)
        turns = dict.fromkeys(word for form in piece.forms for word, _target, _swept in form.turns)
        for (number, row, column), words in shortest(start, (*STEPS, *turns), step, lambda place: place):
            cells = sum(1 << self.bit(row + down, column + right) for down, right in piece.forms[number].cells)
            if not cells & blocked:
                yield cells, words

    def dropped(self, board: int, cells: int) -> int:
        """Returns the cells of a piece after a drop from these."""
        blocked = board | self.outside
        while not cells << self.stride & blocked:
            cells <<= self.stride
        return cells

    def _free(self, blocked: int, cells: Offsets) -> int:
        """Returns the anchors from which all these cells are free."""
        taken = 0
        for cell in cells:
            shift = self.shift(cell)
            taken |= blocked >> shift if shift >= 0 else blocked << -shift
        return ~taken & ((1 << self.bit(self.rows + MARGIN, 0)) - 1)


def picture(letter: str, number: int) -> tuple[str, ...]:
    """Returns the rows of a form's picture, as the next piece is shown."""
    return tuple(PICTURES[letter][number].split("/"))


class StackPosition(NamedTuple):
    """The filled cells, how many pieces are used up, and the rows cleared so far if they count towards the goal."""

    board: int
    used: int
    rows: int = 0


class StackSearch:
    """The positions of a problem of Nineteen or Biquadris."""

    def __init__(self, problem: Problem, forms: Mapping[str, PieceForms], cumulative_goal: str = "") -> None:
        """`cumulative_goal` is the goal in which rows of earlier turns count."""
        self.goal, self.least = problem.goal, problem.least
        self.pieces = [forms[letter] for letter in problem.pieces]
        self.grid = Grid(len(problem.rows), len(problem.rows[0]))
        self.in_all = self.goal == cumulative_goal
        self.start = self.at(problem.rows, 0, 0)
        self.tried = 0

    def at(self, rows: Sequence[str], used: int, counted: int) -> StackPosition:
        return StackPosition(self.grid.board(rows), used, counted)

    def turns(self, position: StackPosition) -> Iterable[tuple[StackPosition, bool]]:
        if position.used == len(self.pieces):
            return ()
        found: dict[StackPosition, bool] = {}
        for cells in self.grid.resting(position.board, self.pieces[position.used]):
            after, met = self._after(position, cells)
            found[after] = found.get(after, False) or met
        self.tried += 1 + len(found)
        return found.items()

    def plausible(self, position: StackPosition, after: StackPosition) -> int:
        """Prefers few edges between filled and free cells, and few holes."""
        grid, board = self.grid, after.board
        walled = board | grid.outside
        edges = ((board ^ walled >> 1) & grid.inside).bit_count() + (
            (board ^ walled >> grid.stride) & grid.inside
        ).bit_count()
        covered, above = 0, board
        while above:
            above = above << grid.stride & grid.inside
            covered |= above
        return -edges - 3 * (covered & ~board).bit_count()

    def words(self, position: StackPosition, after: StackPosition, *, met: bool) -> Work[Words]:
        for cells, words in self.grid.steered(position.board, self.pieces[position.used]):
            yield 0
            found = self._after(position, self.grid.dropped(position.board, cells))
            if found[0] == after and (found[1] or not met):
                return (*words, DROP)
        raise ValueError("no turn leads there")

    def _after(self, position: StackPosition, cells: int) -> tuple[StackPosition, bool]:
        """Returns the next position when the piece in play locks on these cells, and whether that meets the goal."""
        board, rows = self.grid.cleared(position.board | cells)
        total = position.rows + rows if self.in_all else 0
        met = not board if self.goal == CLEAR else (total if self.in_all else rows) >= self.least
        return StackPosition(board, position.used + 1, total), met

    def promising(self, position: StackPosition, left: int) -> Iterator[tuple[StackPosition, bool]]:
        for after, met in self.turns(position):
            if met or (left > 1 and self._possible(after, left - 1)):
                yield after, met

    def _possible(self, position: StackPosition, left: int) -> bool:
        """Returns False if the pieces that are left have too few cells to fill the rows that must still be cleared."""
        left = min(left, len(self.pieces) - position.used)
        gaps = self.grid.empty_cells(position.board)
        if self.goal == CLEAR:
            open_rows = [gap for gap in gaps if gap < self.grid.columns]
            filled = len(open_rows) * self.grid.columns - sum(open_rows)
            return any(
                sum(open_rows) <= 4 * turns and (filled + 4 * turns) % self.grid.columns == 0
                for turns in range(1, left + 1)
            )
        wanted = self.least - position.rows
        # A row that is empty now may be filled again and again.
        gaps = sorted([*gaps, *[self.grid.columns] * max(0, wanted - len(gaps))])
        return sum(gaps[:wanted]) <= 4 * left
