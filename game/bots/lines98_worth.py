"""What a position of Lines is worth, and what every move does to that: weights of what is in each window, learned.

A window is a place where a shape may stand, or a part of one. What is in it counts whatever the colours are called and
from whichever end it is read; its weight depends on how far from the edge it is, too. So does the room that balls and
empty cells have, and how full the board is. The weights come from `tools/learn_lines98.py`.
"""

from __future__ import annotations

from base64 import b85decode
from functools import cache
from itertools import product
from zlib import decompress

import numpy as np
from numpy.typing import NDArray

from game.bots.lines98_table import TABLES
from game.kernel import AXES, SIDES, Array, Cells, shifted
from game.rules.lines98 import COLOURS, SIZE

SCALE = 256
"""How many to the point the tables' whole numbers are."""
AREA = SIZE * SIZE
BASE = COLOURS + 1
"""The cells of a window are the digits of a number."""
MIDDLE = SIZE // 2 + 1
"""How many distances from the edge there are."""
ROOM = 5
"""How many empty sides there may be, 0 to 4."""
FULLNESS = 10
"""How many numbers of empty cells, evenly spread from none to all, have a weight; those between have from both."""

Shape = tuple[tuple[int, int], ...]


def _box(rows: int, columns: int) -> Shape:
    """Its cells along the longer side, so that a standing one reads like a lying one."""
    if rows > columns:
        return tuple((column, row) for row, column in _box(columns, rows))
    return tuple(product(range(rows), range(columns)))


LINES: tuple[Shape, ...] = tuple(tuple((row * k, column * k) for k in range(5)) for row, column in AXES)
SHAPES: dict[str, tuple[tuple[Shape, ...], ...]] = {
    "line": (LINES,),
    "square": ((_box(2, 2),), (_box(2, 3), _box(3, 2))),
    "block": ((_box(2, 3), _box(3, 2)),),
}
"""The windows of a mode, those of one size together: (row, column) of their cells, from one of them."""
PRIZED = {"line": 0, "square": 0}
"""Which of them is a shape when it is all one colour."""


class Windows:
    """All the windows of one size: where they are, and the weights of what is in them."""

    def __init__(self, shapes: tuple[Shape, ...]) -> None:
        self.size = len(shapes[0])
        self.digit = BASE ** np.arange(self.size)
        cells, kinds = [], []
        for shape in shapes:
            for row, column in product(range(SIZE), repeat=2):
                window = [(row + r, column + c) for r, c in shape]
                if all(0 <= r < SIZE and 0 <= c < SIZE for r, c in window):
                    cells.append([r * SIZE + c for r, c in window])
                    kinds.append(_kind(window))
        self.cells = np.array(cells)
        self.kinds = max(kinds) + 1
        self.ways = int(_ways(self.size).max()) + 1
        self.weights = self.kinds * self.ways
        self.kind = np.array(kinds)
        self.first = self.kind * BASE**self.size
        at_cell: list[list[int]] = [[] for _ in range(AREA)]
        for number, place in enumerate(self.cells.ravel().tolist()):
            at_cell[place].append(number)
        most = max(map(len, at_cell))
        self.at_cell = np.array([numbers + [self.cells.size] * (most - len(numbers)) for numbers in at_cell])

    def codes(self, flat: Array) -> Array:
        """Boards (81, n) → what is in each window (windows, n)."""
        codes = flat[self.cells[:, 0]].astype(np.int32)
        for digit in range(1, self.size):
            codes += flat[self.cells[:, digit]].astype(np.int32) << 3 * digit
        return codes


def _kind(window: list[tuple[int, int]]) -> int:
    """Windows of a kind are worth the same: those in lines equally far from the edge, along the sides or not; boxes at
    the edge, or not."""
    rows, columns = {row for row, _column in window}, {column for _row, column in window}
    if len(rows) == 1 or len(columns) == 1:
        line = (rows if len(rows) == 1 else columns).pop()
        return min(line, SIZE - 1 - line)
    if len(rows) == len(window):
        row, column = window[0]
        return MIDDLE + (abs(row - column) if window[1][1] > column else abs(row + column - SIZE + 1))
    edge = min(min(row, SIZE - 1 - row, column, SIZE - 1 - column) for row, column in window)
    return min(edge, 1)


@cache
def windows(mode: str) -> tuple[Windows, ...]:
    """The windows of a mode."""
    return tuple(Windows(shapes) for shapes in SHAPES[mode])


@cache
def _ways(size: int) -> NDArray[np.intp]:
    """What is in a window, as a number → the same for the same content, colours renamed or read from the other end."""
    codes = np.arange(BASE**size)
    digits = np.stack([codes // BASE**place % BASE for place in range(size)])
    orders = [list(range(size))[::-1]]
    if size == 4:
        orders = [[1, 0, 3, 2], [2, 3, 0, 1], [0, 2, 1, 3]]
    if size == 6:
        orders = [[2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2]]
    named = _renamed(digits)
    for _ in range(3):
        for order in orders:
            named = np.minimum(named, named[_plain(digits[order])])
    return np.unique(named, return_inverse=True)[1]


def _plain(digits: Array) -> Array:
    return (digits * BASE ** np.arange(len(digits))[:, None]).sum(axis=0)


def _renamed(digits: Array) -> Array:
    """Digits (size, n) → numbers with the colours renamed in the order in which they come."""
    new = np.zeros_like(digits)
    names = np.zeros(digits.shape[1], digits.dtype)
    for place in range(len(digits)):
        filled = digits[place] > 0
        known = np.zeros_like(names)
        for before in range(place):
            known = np.where(filled & (digits[before] == digits[place]), new[before], known)
        names += filled & (known == 0)
        new[place] = np.where(filled, np.where(known > 0, known, names), 0)
    return _plain(new)


def weights_of(mode: str) -> int:
    """How many weights a mode has."""
    return sum(group.weights for group in windows(mode)) + 2 * ROOM + FULLNESS


def room(cells: Cells) -> tuple[Array, Array]:
    """Boards → how many empty sides each ball has, and each empty cell has, ROOM at the others (n, 9, 9)."""
    empty = cells == 0
    beside = sum(shifted(empty.view(np.int8), side) for side in SIDES)
    return np.where(empty, np.int8(ROOM), beside), np.where(empty, beside, np.int8(ROOM))


def parts(cells: Cells, mode: str) -> Array:
    """Boards (n, 9, 9) → how much of each weight a position has (n, weights)."""
    many = len(cells)
    total = np.zeros((many, weights_of(mode)), np.float32)
    flat = np.ascontiguousarray(cells.reshape(many, AREA).T)
    first = 0
    for group in windows(mode):
        way = group.kind[:, None] * group.ways + _ways(group.size)[group.codes(flat)]
        place = (np.arange(many) * group.weights + way).ravel()
        counts = np.bincount(place, minlength=many * group.weights)
        total[:, first : first + group.weights] = counts.reshape(many, -1)
        first += group.weights
    for sides in room(cells):
        for number in range(ROOM):
            total[:, first + number] = (sides == number).sum(axis=(-1, -2))
        first += ROOM
    total[:, first:] = _fullness()[(cells == 0).sum(axis=(-1, -2))]
    return total


@cache
def _fullness() -> NDArray[np.float32]:
    """How much each of the FULLNESS weights counts for every number of empty cells (82, FULLNESS)."""
    steps = np.arange(AREA + 1)[:, None] * (FULLNESS - 1) / AREA - np.arange(FULLNESS)
    return np.maximum(0, 1 - np.abs(steps)).astype(np.float32)


class Worth:
    """A mode's weights (weights,), made ready for many boards."""

    def __init__(self, mode: str, weights: Array) -> None:
        self.mode = mode
        self.tables: list[Array] = []
        first = 0
        for group in windows(mode):
            table = weights[first : first + group.weights].reshape(group.kinds, group.ways)
            self.tables.append(table[:, _ways(group.size)].astype(np.float32))
            first += group.weights
        self.of_ball = np.append(weights[first : first + ROOM], 0).astype(np.float32)
        self.of_empty = np.append(weights[first + ROOM : first + 2 * ROOM], 0).astype(np.float32)
        self.by_empties = (_fullness() @ weights[first + 2 * ROOM :]).astype(np.float32)

    def __call__(self, cells: Cells) -> Array:
        """Boards (n, 9, 9) before a move → balls expected to vanish (n,); 0 for a full board."""
        flat = np.ascontiguousarray(cells.reshape(len(cells), AREA).T)
        empties = (flat == 0).sum(axis=0)
        total = self.by_empties[empties]
        for group, table in zip(windows(self.mode), self.tables, strict=True):
            total += table.take(group.codes(flat) + group.first[:, None]).sum(axis=0)
        ball, empty = room(cells)
        total += self.of_ball.take(ball.T).sum(axis=(0, 1)) + self.of_empty.take(empty.T).sum(axis=(0, 1))
        return np.where(empties == 0, np.float32(0), total)

    def changes(self, cells: Cells, free: Array, prize: float) -> Array:
        """Boards (n, 9, 9), and the cells that one may go to → how much more each is worth when the ball on the first
        cell goes to the second, in place of what is there (n, 81, 81).

        There is a prize for each shape; room is not looked at. It means something only from a ball to a free cell.
        """
        flat, free = cells.reshape(len(cells), AREA), free.reshape(len(cells), AREA)
        total = np.zeros((len(cells), AREA, AREA), np.float32)
        for number, group in enumerate(windows(self.mode)):
            table = self.tables[number]
            if PRIZED.get(self.mode) == number:
                table = table.copy()
                table[:, (BASE**group.size - 1) // (BASE - 1) * np.arange(1, BASE)] = prize
            total += Change(flat, group, table.ravel()).by_move(free)
        return total

    def comings(self, cells: Cells) -> Array:
        """Boards (n, 9, 9) → how much more each is worth with one more ball, by cell and colour (n, 81, 7); room is not
        looked at, and it means something only for empty cells."""
        flat = cells.reshape(len(cells), AREA)
        empties = (flat == 0).sum(axis=1)
        total = (self.by_empties[np.maximum(empties - 1, 0)] - self.by_empties[empties])[:, None, None]
        for group, table in zip(windows(self.mode), self.tables, strict=True):
            total = total + Change(flat, group, table.ravel()).by_ball()
        return total


class Change:
    """Boards (n, 81), the windows of one size, and what is worth what in them: how that changes ball by ball.

    A ball that goes changes few windows, and where it comes to a few others; one that has both cells is put right.
    """

    def __init__(self, flat: Cells, group: Windows, table: Array) -> None:
        self.flat, self.group, self.table = flat, group, table
        self.colour = flat[:, group.cells].astype(np.intp)
        ball = self.colour * group.digit
        code = ball.sum(axis=-1) + group.first
        self.base = table[code]
        self.rest = code[..., None] - ball
        """The windows (n, windows) without each of their cells (n, windows, cells)."""
        new = self.rest[..., None] + group.digit[:, None] * np.arange(1, BASE)
        self.with_ball = table[new] - self.base[..., None, None]

    def by_ball(self) -> Array:
        """What a ball of each colour does on each cell, in place of what is there (n, 81, 7)."""
        return self._at_cells(self.with_ball.reshape(len(self.flat), -1, COLOURS))

    def by_move(self, free: Array) -> Array:
        """What a ball does that goes from the first cell to the second, one of the free ones (n, 81, 81)."""
        many, group = len(self.flat), self.group
        without = self.table[self.rest] - self.base[..., None]
        goes = self._at_cells(without.reshape(many, -1, 1))
        own = np.maximum(self.flat, 1).astype(np.intp) - 1
        total = goes + np.take_along_axis(self.by_ball().swapaxes(1, 2), own[:, :, None], axis=1)
        ball, open_ = self.colour > 0, free[:, group.cells]
        pairs = ball[..., :, None] & open_[..., None, :] & ~np.eye(group.size, dtype=np.bool_)
        board, window, first, second = np.nonzero(pairs)
        moved = self.colour[board, window, first]
        code = self.rest[board, window, first] - self.colour[board, window, second] * group.digit[second]
        wrong = self.table[code + moved * group.digit[second]] - self.base[board, window]
        wrong -= without[board, window, first]
        wrong -= self.with_ball[board, window, second, moved - 1]
        at = (board * AREA + group.cells[window, first]) * AREA + group.cells[window, second]
        return total + np.bincount(at, wrong, many * AREA * AREA).reshape(total.shape)

    def _at_cells(self, values: Array) -> Array:
        """Values (n, windows' cells, any) → their sums at each cell of the board (n, 81, any)."""
        padded = np.concatenate([values, np.zeros_like(values[:, :1])], axis=1)
        return padded[:, self.group.at_cell].sum(axis=2)


@cache
def learned(mode: str) -> Worth:
    """The weights that were learned for a mode."""
    return Worth(mode, np.frombuffer(decompress(b85decode(TABLES[mode])), "<i2") / np.float32(SCALE))
