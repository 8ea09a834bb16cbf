"""Boards of Push and Clear's classic size as the numbers of their twelve lines, which tables push and evaluate in one
step.

Lines are (12, n) int16: six rows, then six columns, each a number with one digit per cell, the first the highest. The
players' cells are (n,), row * 6 + column. A search of tens of thousands of boards takes a tenth of the time that it
takes on cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from game.kernel import Array, Cells, Mask
from game.rules.push_clear import BOX, EMPTY, FIXED, PLAYER, POINT, TRIES, fixed_percent

SIZE, KINDS = 6, 5
NUMBERS = KINDS**SIZE
WORTH = KINDS ** np.arange(SIZE, dtype=np.int16)[::-1]
"""The place value of each digit in a line's number."""
AXES = (0, 1, 0, 1)
"""Whether the words' pushes are along rows or columns."""


def lines(cells: Cells) -> tuple[Array, Array]:
    """Boards (n, 6, 6) → their lines (12, n), and the players' cells (n,)."""
    across = np.ascontiguousarray(cells.T).astype(np.int16)  # [column, row, board]
    rows, columns = (np.tensordot(WORTH, each, 1) for each in (across, across.swapaxes(0, 1)))
    return np.concatenate([rows, columns]), (across == PLAYER).swapaxes(0, 1).reshape(SIZE * SIZE, -1).argmax(axis=0)


def moved(lines: Array, at: Array) -> tuple[Array, Array, Array, Array]:
    """Every possible push, full lines cleared → the lines after it (12, m), the player's cell (m,), the points (m,),
    and its index among all pushes, word * n + board (m,)."""
    count = len(at)
    places, each = np.divmod(at, SIZE), np.arange(count)
    found = []
    for word, axis in enumerate(AXES):
        own = places[axis] + SIZE * axis
        before = lines[own, each]
        push = pushes()[word // 2].take(before)
        can = np.flatnonzero(push >= 0)
        push, before, own, line = push[can], before[can], own[can], places[axis][can]
        after = lines.take(can, axis=1)
        after[own, np.arange(len(can))] = push
        crossing = after[SIZE:] if axis == 0 else after[:SIZE]
        crossing += (digits().take(push, axis=1) - digits().take(before, axis=1)) * WORTH[line]
        _clear(after, np.asarray(full().take(crossing).any(axis=0)))
        stand = player().take(push)
        at_then = line * SIZE + stand if axis == 0 else stand * SIZE + line
        found.append((after, at_then, points()[word // 2].take(before), can + word * count))
    after, at_then, gain, number = (np.concatenate(part, axis=-1) for part in zip(*found, strict=True))
    return after, at_then, gain, number


def new_boxes(lines: Array, at: Array, steps: int) -> tuple[Array, Array, Array, Array]:
    """Boards after `steps` steps → every board that a new box can lead to: its lines (12, m), the player's cell (m,),
    its probability (m,), and the board it came from (m,), like push_clear_boxes.new_boxes. Every board needs a free
    cell."""
    row, whose, column = np.nonzero(free().take(lines[:SIZE], axis=0))
    plain = lines.take(whose, axis=1)
    number = np.arange(len(whose))
    along, across = plain[row, number], plain[SIZE + column, number]
    bad = almost().take(along) | almost().take(across)
    box = BOX - digits()[column, along]
    plain[row, number] += box * WORTH[column]
    plain[SIZE + column, number] += box * WORTH[row]
    fixed = plain.copy()
    fixed[row, number] += (FIXED - BOX) * WORTH[column]
    fixed[SIZE + column, number] += (FIXED - BOX) * WORTH[row]
    player_at = at.take(whose)
    places = np.bincount(whose, minlength=len(at))
    again = np.bincount(whose, weights=bad, minlength=len(at)) / places
    good = (again[:, None] ** np.arange(TRIES)).sum(axis=-1)
    chance = np.where(bad, (again ** (TRIES - 1)).take(whose), good.take(whose)) / places.take(whose)
    percent = np.where(_movable(fixed, player_at), min(100, fixed_percent(steps)), 0)
    _clear(plain, bad)
    _clear(fixed, bad)
    chance = np.concatenate([chance * (100 - percent), chance * percent]) / 100
    can = np.flatnonzero(chance > 0)
    whose = np.concatenate([whose, whose]).take(can)
    return np.concatenate([plain, fixed], axis=1).take(can, axis=1), at.take(whose), chance.take(can), whose


def _movable(lines: Array, at: Array) -> Mask:
    """Whether the player can move in any direction (n,)."""
    row, column = np.divmod(at, SIZE)
    each = np.arange(len(at))
    can: Mask = movable().take(lines[row, each]) | movable().take(lines[SIZE + column, each])
    return can


def _clear(lines: Array, which: Mask) -> None:
    """Turns all full lines into points, in place."""
    some = np.flatnonzero(which)
    if not len(some):
        return
    chosen = lines.take(some, axis=1)
    cells = digits().take(chosen[:SIZE], axis=1)  # [column, row, board]
    complete = full().take(chosen)
    cells[np.broadcast_to(complete[:SIZE], cells.shape) | complete[SIZE:, None]] = POINT
    lines[:SIZE, some] = np.tensordot(WORTH, cells, 1)
    lines[SIZE:, some] = np.tensordot(WORTH, cells.swapaxes(0, 1), 1)


# Tables by the number of a line.


@cache
def digits() -> NDArray[np.int16]:
    """The value of each cell of a line (6, NUMBERS)."""
    return np.arange(NUMBERS, dtype=np.int16) // WORTH[:, None] % np.int16(KINDS)


@cache
def full() -> Mask:
    return np.asarray((digits() >= BOX).all(axis=0))


@cache
def almost() -> Mask:
    """Whether one more box would complete the line."""
    return np.asarray((digits() >= BOX).sum(axis=0) == SIZE - 1)


@cache
def free() -> Mask:
    """Whether a new box can appear on each cell (NUMBERS, 6)."""
    return np.ascontiguousarray(((digits() == EMPTY) | (digits() == POINT)).T)


@cache
def player() -> NDArray[np.intp]:
    """The player's place on a line."""
    return (digits() == PLAYER).argmax(axis=0)


@cache
def _pushed(side: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """A line pushed towards its first or last cell: its new number, -1 if the push is impossible, and the points."""
    line = digits() if side == 0 else digits()[::-1]
    each = np.arange(SIZE)[:, None]
    at = np.where(line == PLAYER, each, -1).max(axis=0)
    wall = np.where((line == FIXED) & (each < at), each, -1).max(axis=0)
    passed = (each > wall) & (each <= at)
    stand = wall + 1 + (passed & (line == BOX)).sum(axis=0)
    pushed = np.where(passed, (each < stand) * BOX + (each == stand) * PLAYER, line)
    number = np.tensordot(WORTH, (pushed if side == 0 else pushed[::-1]).astype(np.int16), 1)
    points = (passed & (line == POINT)).sum(axis=0, dtype=np.int8)
    return np.where(stand < at, number, np.int16(-1)), points


def pushes() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    return _pushed(0)[0], _pushed(1)[0]


def points() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    return _pushed(0)[1], _pushed(1)[1]


@cache
def movable() -> Mask:
    """Whether the player on a line can move along it."""
    return (pushes()[0] >= 0) | (pushes()[1] >= 0)


def _small() -> None:
    for table in (full, almost, free, player):
        table()


LOADING: Sequence[Callable[[], object]] = (_small, partial(_pushed, 0), partial(_pushed, 1))
"""Functions that take a few milliseconds each when first called."""
