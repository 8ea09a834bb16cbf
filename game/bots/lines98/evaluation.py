"""Evaluation of positions of Lines, and how moves change it: learned weights for the contents of each window.

A window is a place for a shape or a part of one. Its weight does not change if colours are swapped or its cells are
read from the other end, but depends on the distance from the edge. In squares and blocks, the empty sides of balls and
of empty cells have weights too, and so has the fullness of the board; `line` has the further weights of five in
line. The weights come from `tools/train/lines98.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from game.bots.lines98 import line as line_weights
from game.bots.lines98.core import AREA
from game.bots.lines98.weights import unpacked
from game.kernel import AXES, SIDES, Array, Cells, shifted
from game.rules.lines98 import COLOURS, SIZE

SCALE = 256
"""The tables hold integers: this many units are one point."""
BASE = COLOURS + 1
"""The base of the number whose digits are the cells of a window."""
MIDDLE = SIZE // 2 + 1
"""How many distances from the edge are distinguished."""
ROOM = 5
"""The number of counts of empty sides, 0 to 4."""
FULLNESS = 10
"""How many counts of empty cells, evenly spread from none to all, have a weight; the others are interpolated."""

WindowShape = tuple[tuple[int, int], ...]


def _box(rows: int, columns: int) -> WindowShape:
    """Returns a box's cells along its longer side first, so that upright and flat boxes read alike."""
    if rows > columns:
        return tuple((column, row) for row, column in _box(columns, rows))
    return tuple(product(range(rows), range(columns)))


LINES: tuple[WindowShape, ...] = tuple(tuple((row * k, column * k) for k in range(5)) for row, column in AXES)
SHAPES: dict[str, tuple[tuple[WindowShape, ...], ...]] = {
    "line": (LINES, (_box(2, 2),)),
    "square": ((_box(2, 2),), (_box(2, 3), _box(3, 2))),
    "block": ((_box(2, 3), _box(3, 2)),),
}
"""The windows of a mode, grouped by size: (row, column) of their cells, relative to one of them."""
PRIZED = {"line": 0, "square": 0}
"""The group whose windows are a complete shape if all their cells have one colour."""
PRIZE = 1000
"""More than the value of any turn."""
_BALLS = np.arange(1, BASE)[:, None, None, None]
"""The colours, as the first axis of [colour, row, column, board]."""


class Windows:
    """All windows of one size: their cells, and the numbers of their contents."""

    def __init__(self, shapes: tuple[WindowShape, ...]) -> None:
        self.size = len(shapes[0])
        places = np.arange(AREA).reshape(SIZE, SIZE)
        slices = [_slices(shape) for shape in shapes]
        grids = [np.stack([places[each] for each in of_shape], axis=-1) for of_shape in slices]
        self.cells = np.concatenate([grid.reshape(-1, self.size) for grid in grids])
        """The cells of each window (windows, size)."""
        self.kind = np.array([_kind([divmod(cell, SIZE) for cell in window]) for window in self.cells.tolist()])
        self.kinds = int(self.kind.max()) + 1
        self.contents = int(canonical(self.size).max()) + 1
        self.weights = self.kinds * self.contents
        self.first = self.kind * BASE**self.size
        """The first weight of each window."""
        ends = np.cumsum([grid[..., 0].size for grid in grids])[:-1]
        self.by_shape = [
            (of_shape, first.reshape(*grid.shape[:2], 1))
            for of_shape, first, grid in zip(slices, np.split(self.first, ends), grids, strict=True)
        ]
        """For each shape, the part of a board that holds each of its cells in all windows, as slices of rows and
        columns, and the first weight of each window (rows, columns, 1)."""
        self.shared = line_weights.shared(self.cells)
        """For two cells, the windows that hold both, -1 for none, and the shift of each cell's bits in the code (3, 81,
        81, most windows)."""
        self.shared[1:] *= 3

    def window_contents(self, flat: Array) -> Array:
        """Returns the contents of each window of boards (81, n) as a number, three bits to a cell (windows, n)."""
        codes = flat[self.cells[:, 0]].astype(np.int32)
        for digit in range(1, self.size):
            codes += flat[self.cells[:, digit]].astype(np.int32) << 3 * digit
        return codes


def _slices(shape: WindowShape) -> list[tuple[slice, slice]]:
    """Returns the rows and columns of a board where each cell of a shape can be."""
    axes = []
    for steps in zip(*shape, strict=True):
        low, room = min(steps), SIZE - max(steps) + min(steps)
        axes.append([slice(step - low, step - low + room) for step in steps])
    return list(zip(*axes, strict=True))


def _kind(window: list[tuple[int, int]]) -> int:
    """Returns the kind of a window. Windows of a kind share their weights: lines differ by their distance from the edge
    and by whether they are diagonal, boxes by whether they are at the edge.
    """
    rows, columns = {row for row, _column in window}, {column for _row, column in window}
    if len(rows) == 1 or len(columns) == 1:
        line = (rows if len(rows) == 1 else columns).pop()
        return min(line, SIZE - 1 - line)
    if len(rows) == len(window):
        row, column = window[0]
        return MIDDLE + (abs(row - column) if window[1][1] > column else abs(row + column - SIZE + 1))
    edge = min(min(row, SIZE - 1 - row, column, SIZE - 1 - column) for row, column in window)
    return min(edge, 1)


def preparing(mode: str) -> Iterator[None]:
    """Builds a mode's tables, in slices."""
    for shapes in SHAPES[mode]:
        canonical(len(shapes[0]))
        yield
        _windows(shapes)
        yield
    if mode == "line":
        for table in (line_weights.box_weights, line_weights.holding, line_weights.shared_boxes):
            table()
            yield
    trained_evaluation(mode)
    yield


@cache
def _windows(shapes: tuple[WindowShape, ...]) -> Windows:
    return Windows(shapes)


@cache
def line_windows(mode: str) -> tuple[Windows, ...]:
    """Returns the windows of a mode."""
    return tuple(map(_windows, SHAPES[mode]))


@cache
def canonical(size: int) -> NDArray[np.intp]:
    """Returns, for the contents of a window, a number that stays the same with colours renamed or read from the other
    end (8 ** size,).
    """
    codes = np.arange(BASE**size, dtype=np.int32)
    digits = np.stack([codes // BASE**place % BASE for place in range(size)]).astype(np.int8)
    orders = [list(range(size))[::-1]]
    if size == 4:
        orders = [[1, 0, 3, 2], [2, 3, 0, 1], [0, 2, 1, 3]]
    if size == 6:
        orders = [[2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2]]
    named = _renamed(digits)
    for order in orders:  # combined, they give all symmetries
        named = np.minimum(named, named[_number(digits[order])])
    met = np.zeros(BASE**size, np.bool_)
    met[named] = True
    return (np.cumsum(met) - 1)[named]


def _number(digits: Array) -> Array:
    """Returns the numbers of contents (size, n), three bits to a cell, the first cell's the lowest (n,)."""
    number = digits[0].astype(np.int32)
    for place, digit in enumerate(digits[1:], 1):
        number += digit.astype(np.int32) << 3 * place
    return number


def _renamed(digits: Array) -> Array:
    """Returns the numbers of contents (size, n) with colours renamed in the order of their first appearance (n,)."""
    new = np.zeros_like(digits)
    names = np.zeros(digits.shape[1], digits.dtype)
    for place in range(len(digits)):
        filled = digits[place] > 0
        known = np.zeros_like(names)
        for before in range(place):
            known = np.where(filled & (digits[before] == digits[place]), new[before], known)
        names += (filled & (known == 0)).view(np.int8)
        new[place] = np.where(filled, np.where(known > 0, known, names), 0)
    return _number(new)


def weights_of(mode: str) -> int:
    """Returns the number of weights of a mode."""
    others = line_weights.first_weights()["all"] if mode == "line" else 2 * ROOM + FULLNESS
    return sum(group.weights for group in line_windows(mode)) + others


def room(cells: Cells) -> tuple[Array, Array]:
    """Returns the empty sides of each ball and empty cell of boards, with ROOM on all other cells (n, 9, 9) each."""
    empty = cells == 0
    empty_sides = sum(shifted(empty.view(np.int8), side) for side in SIDES)
    return np.where(empty, np.int8(ROOM), empty_sides), np.where(empty, empty_sides, np.int8(ROOM))


def features(cells: Cells, mode: str) -> Array:
    """Returns how often each weight counts in positions (n, 9, 9), for training (n, weights)."""
    count = len(cells)
    total = np.zeros((count, weights_of(mode)), np.float32)
    flat = np.ascontiguousarray(cells.reshape(count, AREA).T)
    first = 0
    for group in line_windows(mode):
        weight = group.kind[:, None] * group.contents + canonical(group.size)[group.window_contents(flat)]
        place = (np.arange(count) * group.weights + weight).ravel()
        counts = np.bincount(place, minlength=count * group.weights)
        total[:, first : first + group.weights] = counts.reshape(count, -1)
        first += group.weights
    if mode == "line":
        total[:, first:] = line_weights.features(cells, fullness_shares())
        return total
    for sides in room(cells):
        for number in range(ROOM):
            total[:, first + number] = (sides == number).sum(axis=(-1, -2))
        first += ROOM
    total[:, first:] = fullness_shares()[(cells == 0).sum(axis=(-1, -2))]
    return total


@cache
def fullness_shares() -> NDArray[np.float32]:
    """Returns the share of each of the FULLNESS weights, for every number of empty cells (82, FULLNESS)."""
    steps = np.arange(AREA + 1)[:, None] * (FULLNESS - 1) / AREA - np.arange(FULLNESS)
    return np.maximum(0, 1 - np.abs(steps)).astype(np.float32)


class RoomFeatures:
    """The weights of squares and blocks besides the windows: empty sides, and the fullness of the board."""

    def __init__(self, weights: Array) -> None:
        self._of_ball = np.append(weights[:ROOM], 0).astype(np.float32)
        self._of_empty = np.append(weights[ROOM : 2 * ROOM], 0).astype(np.float32)
        self.by_empties = (fullness_shares() @ weights[2 * ROOM :]).astype(np.float32)

    def __call__(self, cells: Cells) -> Array:
        """Returns the value of boards without their windows (n,)."""
        ball, empty = room(cells)
        total = self.by_empties[(cells == 0).sum(axis=(1, 2))]
        total += self._of_ball.take(ball.T).sum(axis=(0, 1)) + self._of_empty.take(empty.T).sum(axis=(0, 1))
        return total


class Evaluation:
    """A mode's weights (weights,), prepared for evaluating many boards."""

    def __init__(self, mode: str, weights: Array) -> None:
        self.mode = mode
        self.tables: list[Array] = []
        self.prized: list[Array] = []
        """The weights with a prize for each complete shape."""
        first = 0
        for number, group in enumerate(line_windows(mode)):
            table = weights[first : first + group.weights].reshape(group.kinds, group.contents)
            self.tables.append(table[:, canonical(group.size)].astype(np.float32).ravel())
            first += group.weights
            prized = self.tables[-1].copy()
            if PRIZED.get(mode) == number:
                complete = (BASE**group.size - 1) // (BASE - 1) * np.arange(1, BASE)
                prized.reshape(group.kinds, -1)[:, complete] = PRIZE
            self.prized.append(prized)
        self.line = line_weights.BoardFeatures(weights[first:], fullness_shares()) if mode == "line" else None
        self._rest = self.line or RoomFeatures(weights[first:])

    def __call__(self, cells: Cells) -> Array:
        """Returns the balls expected to vanish on boards (n, 9, 9) before a move (n,); 0 for a full board."""
        flat = np.ascontiguousarray(cells.reshape(len(cells), AREA).T)
        total = self._rest(cells)
        for group, table in zip(line_windows(self.mode), self.tables, strict=True):
            total += table.take(group.window_contents(flat) + group.first[:, None]).sum(axis=0)
        return np.where((flat == 0).any(axis=0), total, np.float32(0))

    def costs(self, cells: Cells) -> Array:
        """Returns the average cost of one more ball of each colour on boards, room ignored (n, 8); 0 for no colour."""
        empty = (cells == 0).reshape(len(cells), AREA).T
        empties = empty.sum(axis=0)
        more = (MoveDelta(cells, self).entering * empty).sum(axis=1) / np.maximum(empties, 1)
        fuller = self._rest.by_empties
        more += (fuller[np.maximum(empties - 1, 0)] - fuller[empties]) * (empties > 0)
        return np.append(np.zeros((len(cells), 1)), -more.T, axis=1)


class MoveDelta:
    """How the evaluation of boards (n, 9, 9) changes when a ball leaves a cell, or enters one.

    A move changes a few windows around the cell that the ball leaves and a few others around the one it enters. For
    windows that hold both cells, the sum of the two is wrong; `correction` has the difference. Weights of the whole
    board are ignored, and so is room in squares and blocks.
    """

    def __init__(self, cells: Cells, evaluation: Evaluation, prized: bool = False) -> None:
        self.mode, self._tables = evaluation.mode, evaluation.prized if prized else evaluation.tables
        boards = np.ascontiguousarray(cells.transpose(1, 2, 0)).astype(np.intp)
        count = boards.shape[-1]
        self.boards = boards.reshape(AREA, count)
        self._line = evaluation.line
        before, leaving = np.zeros((2, SIZE, SIZE, count), np.float32)
        entering = np.zeros((COLOURS, SIZE, SIZE, count), np.float32)
        self.codes: list[Array] = []
        """The contents of each window of a size (windows, n)."""
        for group, table in zip(line_windows(self.mode), self._tables, strict=True):
            codes = []
            for slices, first in group.by_shape:
                seen = [boards[each] for each in slices]
                code = sum((ball << 3 * digit for digit, ball in enumerate(seen)), first)
                now = table.take(code)
                for digit, (row, column) in enumerate(slices):
                    rest = code - (seen[digit] << 3 * digit)
                    before[row, column] += now
                    leaving[row, column] += table.take(rest)
                    entering[:, row, column] += table.take(rest + (_BALLS << 3 * digit))
                codes.append(code.reshape(-1, count))
            self.codes.append(np.concatenate(codes))
        self.leaving = (leaving - before).reshape(AREA, count)
        """The change if the ball on a cell leaves (81, n)."""
        self.entering = (entering - before).reshape(COLOURS, AREA, count)
        """The change if a ball of each colour replaces the contents of a cell (7, 81, n)."""
        if self._line:
            self._boxes(self._line)

    def _boxes(self, line: line_weights.BoardFeatures) -> None:
        """Adds the changes in the boxes of a ball that leaves or enters."""
        places = line_weights.boxes()
        filled = self.boards != 0
        code = line.in_boxes(filled) + 512 * np.arange(len(places))[:, None]
        self._box, self._box_codes = line.box.ravel(), code
        now = self._box.take(code)
        flips = np.zeros((len(places) * line_weights.IN_BOX + 1, code.shape[1]), np.float32)
        for digit in range(line_weights.IN_BOX):
            flips[digit : -1 : line_weights.IN_BOX] = self._box.take(code ^ (1 << digit)) - now
        turned = flips[line_weights.holding()].sum(axis=1)
        self.leaving += np.where(filled, turned, 0)
        self.entering += np.where(filled, 0, turned)

    def correction(self, board: Array, first: Array, last: Array) -> Array:
        """Returns the correction to `leaving` plus `entering` for moves on the boards with these indices, from cells to
        cells. All arrays have one shape.
        """
        total = np.zeros(board.shape, np.float32)
        own, taken = self.boards[first, board][..., None], self.boards[last, board][..., None]
        for group, table, codes in zip(line_windows(self.mode), self._tables, self.codes, strict=True):
            window, first_shift, last_shift = group.shared[:, first, last]
            code = np.where(window < 0, 0, codes[window, board[..., None]])
            left, entered = own << first_shift, (own - taken) << last_shift
            wrong = table.take(code - left + entered) - table.take(code - left) - table.take(code + entered)
            total += np.where(window < 0, np.float32(0), wrong + table.take(code)).sum(axis=-1)
        if self._line:
            box, first_bit, last_bit = line_weights.shared_boxes()[:, first, last]
            code = self._box_codes[np.maximum(box, 0), board[..., None]]
            left, entered = code ^ first_bit, code ^ last_bit
            wrong = self._box.take(left ^ last_bit) - self._box.take(left) - self._box.take(entered)
            total += np.where((box < 0) | (taken != 0), np.float32(0), wrong + self._box.take(code)).sum(axis=-1)
        return total


@cache
def trained_evaluation(mode: str) -> Evaluation:
    """Returns the learned evaluation of a mode."""
    return Evaluation(mode, np.frombuffer(unpacked(mode), "<i2") / np.float32(SCALE))
