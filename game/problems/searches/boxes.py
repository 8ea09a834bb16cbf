"""Positions of problems in Push and Clear: a board as bytes, pushed line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.bots.types import Words
from game.problems.problem import CLEAR, Problem
from game.rules.push_clear import BOX, DIRECTIONS, EMPTY, FIXED, LETTERS, PLAYER, POINT
from game.session import Work


class BoxPosition(NamedTuple):
    """What is on the cells, in row-major order, and the points collected so far if they count."""

    cells: bytes
    points: int = 0


class BoxSearch:
    """The positions of a problem of Push and Clear."""

    def __init__(self, problem: Problem) -> None:
        self.goal, self.least = problem.goal, problem.least
        self.size = len(problem.rows)
        self.start = self.at(problem.rows, 0, 0)
        self.tried = 0

    def at(self, rows: Sequence[str], used: int, counted: int) -> BoxPosition:
        return BoxPosition(bytes(LETTERS.index(letter) for row in rows for letter in row), counted)

    def turns(self, position: BoxPosition) -> Iterable[tuple[BoxPosition, bool]]:
        found = {}
        for _word, cells, points in pushes(position.cells, self.size):
            if self.goal == CLEAR:
                after = BoxPosition(cells)
                found[after] = BOX not in cells and POINT not in cells
            else:
                after = BoxPosition(cells, position.points + points)
                found[after] = after.points >= self.least
        self.tried += 1 + len(found)
        return found.items()

    def promising(self, position: BoxPosition, left: int) -> Iterator[tuple[BoxPosition, bool]]:
        for after, met in self.turns(position):
            if met or (left > 1 and self._possible(after)):
                yield after, met

    def plausible(self, position: BoxPosition, after: BoxPosition) -> int:
        """Rates a move: points collected or to be collected, few boxes if they must go, and full lines that are nearly
        there.
        """
        cells, size = after.cells, self.size
        lines = [cells[number * size : (number + 1) * size] for number in range(size)]
        lines += [cells[number::size] for number in range(size)]
        fullest = max(line.count(BOX) + line.count(FIXED) for line in lines)
        if self.goal == CLEAR:
            return fullest - 10 * cells.count(BOX) - 5 * cells.count(POINT)
        return fullest + 20 * after.points + 10 * cells.count(POINT)

    def words(self, position: BoxPosition, after: BoxPosition, *, met: bool) -> Work[Words]:
        yield 0
        return next((word,) for word, cells, _points in pushes(position.cells, self.size) if cells == after.cells)

    def _possible(self, position: BoxPosition) -> bool:
        """Returns False if there are too few boxes and points for the goal."""
        cells = position.cells
        boxes = cells.count(BOX) + cells.count(FIXED)
        if self.goal == CLEAR:
            return boxes >= self.size or BOX not in cells
        return self.least - position.points <= cells.count(POINT) + (boxes if boxes >= self.size else 0)


def pushes(cells: bytes, size: int) -> Iterator[tuple[str, bytes, int]]:
    """Yields the word of each possible move, the board after it, and the points collected."""
    at = cells.index(PLAYER)
    row, column = divmod(at, size)
    across, down = slice(row * size, (row + 1) * size), slice(column, None, size)
    lines = (across, False), (down, False), (across, True), (down, True)
    for word, (where, backwards) in zip(DIRECTIONS, lines, strict=True):
        line = cells[where][::-1] if backwards else cells[where]
        pushed, points = push(line)
        if pushed == line:
            continue
        after = bytearray(cells)
        after[where] = pushed[::-1] if backwards else pushed
        yield word, cleared(bytes(after), size), points


@lru_cache(maxsize=1 << 16)
def push(line: bytes) -> tuple[bytes, int]:
    """Returns a line with the player, pushed to its first cell, and the points collected; unchanged if impossible."""
    at = line.index(PLAYER)
    wall = line.rfind(FIXED, 0, at)
    ahead = line[wall + 1 : at]
    boxes = ahead.count(BOX)
    if boxes == len(ahead):
        return line, 0
    packed = bytes([BOX]) * boxes + bytes([PLAYER]) + bytes([EMPTY]) * (len(ahead) - boxes)
    return line[: wall + 1] + packed + line[at + 1 :], ahead.count(POINT)


def cleared(cells: bytes, size: int) -> bytes:
    """Returns the board with a point on every cell of a full row or column."""
    lines = [slice(number * size, (number + 1) * size) for number in range(size)]
    lines += [slice(number, None, size) for number in range(size)]
    full = [line for line in lines if min(cells[line]) >= BOX]
    if not full:
        return cells
    after = bytearray(cells)
    for line in full:
        after[line] = bytes([POINT]) * size
    return bytes(after)
