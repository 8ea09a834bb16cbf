"""Where the cells of a board are: in pixels on a picture of it, and next to one another.

Cells are squares in rows and columns, row 0 at the top. Besides this module, only the code that draws and moves them
knows that they are squares: static/boot/drawing.js and picture.js, static/lesson.js, game/effects,
game/input/gestures.py, and in game/web sprites.py and screen.py of board/, marks.py of review/ and editor.py of page/.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf

from game.contract import Cell, Role

Point = tuple[float, float]
"""x to the right and y downwards, in pixels."""

SMALLEST_CELL, LARGEST_CELL = 6, 256
"""The side of a cell on the page: at least this many pixels of the screen, at most this many of the page."""
PIECE_SHARE = 2 / 3
"""The side of a cell of a piece in a box, as a share of a board's cell."""
SMALLEST_PIECE_CELL = 10
"""The same next to a small board, in pixels, if it fits."""

STEPS: Mapping[str, tuple[int, int]] = {Role.LEFT: (0, -1), Role.RIGHT: (0, 1), Role.UP: (-1, 0), Role.DOWN: (1, 0)}
"""The rows and columns of a step in each direction, by role."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board's rows and columns, and a picture of it: a cell's side and the board's top left corner, in pixels."""

    rows: int
    columns: int
    side: float = 1
    left: float = 0
    top: float = 0

    @classmethod
    def of(cls, rows: Sequence[str]) -> Geometry:
        """Returns the geometry of a board given as rows of text, with cells of one pixel."""
        return cls(len(rows), len(rows[0]))

    @property
    def width(self) -> float:
        return self.columns * self.side

    @property
    def height(self) -> float:
        return self.rows * self.side

    def within(self, width: float, height: float, largest: float = inf) -> Geometry:
        """Returns the largest picture that fits into width × height pixels, with cells no larger than `largest`."""
        return replace(self, side=min(width / max(self.columns, 1), height / max(self.rows, 1), largest))

    def corner(self, cell: Cell) -> Point:
        """Returns the top left corner of a cell."""
        row, column = cell
        return self.left + column * self.side, self.top + row * self.side

    def middle(self, cell: Cell) -> Point:
        """Returns the middle of a cell."""
        x, y = self.corner(cell)
        return x + self.side / 2, y + self.side / 2

    def at(self, x: float, y: float) -> Cell | None:
        """Returns the cell at a point, if it is on the board."""
        cell = int((y - self.top) // self.side), int((x - self.left) // self.side)
        return cell if cell in self else None

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def __iter__(self) -> Iterator[Cell]:
        """Yields every cell, row by row."""
        return product(range(self.rows), range(self.columns))

    def index(self, cell: Cell) -> int:
        """Returns a cell's place in that order."""
        return cell[0] * self.columns + cell[1]

    def neighbour(self, cell: Cell, direction: Role) -> Cell:
        """Returns the next cell in a direction, or the same one at the edge of the board."""
        rows, columns = STEPS[direction]
        there = cell[0] + rows, cell[1] + columns
        return there if there in self else cell


def direction(here: Cell, there: Cell) -> Role | None:
    """Returns the direction from one cell to another, sideways if both are as far; None if they are the same."""
    down, right = there[0] - here[0], there[1] - here[1]
    if abs(down) > abs(right):
        return Role.DOWN if down > 0 else Role.UP
    return (Role.RIGHT if right > 0 else Role.LEFT) if right else None


def boards_in_row(board: Geometry, count: int, gap: float, area: tuple[float, float, float, float]) -> list[Geometry]:
    """Returns this many equal boards in a row, `gap` pixels apart, in the middle of an area (left, top, width, height).
    Their cells keep their size; `within` finds it for one board, given its share of the width.
    """
    left, top, width, height = area
    apart = board.width + gap
    first = left + (width - count * apart + gap) / 2
    middle = top + (height - board.height) / 2
    return [replace(board, left=first + number * apart, top=middle) for number in range(count)]
