"""Evaluation of Push and Clear on the classic board of six by six, from learned tables.

A position has 26 parts: each of the twelve lines cell by cell, the same lines together with the player's place, the
player's four directions, and the eight cells around the player. Rotated and mirrored boards share their weights, which
are interpolated between tables as more of the new boxes are fixed. `tools/train/push_clear_classic.py` learns them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear.core import KINDS, SIZE, digits
from game.bots.push_clear.weights import unpacked
from game.kernel import Array
from game.rules.push_clear import BOX, FIXED, PLAYER, fixed_percent

KNOTS = (0, 30, 60)
"""The percentages of fixed boxes for which a table was learned."""
SCALE = 16
"""The tables hold integers: this many units are one point."""

DEPTHS = 3
"""Lines at the edge, next to the edge, and in the middle."""
STILL, WAY, CELL = 3, 18, 4
"""How many values are distinguished on a cell if only boxes count, in one direction, and on a cell next to the
player."""
PLACES = SIZE * SIZE
LINES, BESIDE, WAYS, NEAR = DEPTHS * KINDS**SIZE, DEPTHS * STILL**SIZE * PLACES, WAY**4, CELL**8
FIRST = (0, LINES, LINES + BESIDE, LINES + BESIDE + WAYS)
"""The index of the first pattern of each of the four kinds."""
PATTERNS = LINES + BESIDE + WAYS + NEAR
PARTS = 4 * SIZE + 2
FREE, BOXES = 2, 2
"""The largest counts of free cells and of boxes in one direction."""
DEPTH = np.tile(np.minimum(np.arange(SIZE), np.arange(SIZE)[::-1]), 2)[:, None]
FAR = np.where(np.arange(SIZE) < DEPTHS, 0, SIZE - 1).astype(np.int16)[:, None]
"""The edge from which the player's place on a line is counted."""
BEYOND = 3
"""Outside the board; 0 is free, 1 a box, 2 a fixed box."""


def evaluation(lines: Array, at: Array, steps: int) -> Array:
    """Boards after `steps` steps, before the new box, in the form of push_clear_lines (12, n), (n,) → the points
    expected from then on (n,)."""
    return weights(steps).take(patterns(lines, at)).sum(axis=0)


@lru_cache(maxsize=4)
def weights(steps: int) -> Array:
    """The weight of each pattern after `steps` steps (PATTERNS,)."""
    percent = min(fixed_percent(steps), KNOTS[-1])
    after = max(1, int(np.searchsorted(KNOTS, percent)))
    share = np.float32((percent - KNOTS[after - 1]) / (KNOTS[after] - KNOTS[after - 1]))
    before, then = learned(after - 1), learned(after)
    return before + share * (then - before)


def patterns(lines: Array, at: Array) -> NDArray[np.intp]:
    """Boards (12, n), the players' cells (n,) → the patterns of each (PARTS, n)."""
    row, column = np.divmod(at.astype(np.int16), np.int16(SIZE))
    each = np.arange(len(at))
    still = still_lines().take(lines)
    found = np.empty((PARTS, len(at)), np.intp)
    found[: 2 * SIZE] = lines
    found[: 2 * SIZE] += DEPTH * KINDS**SIZE
    beside = found[2 * SIZE : 4 * SIZE]
    beside[:] = still
    beside += DEPTH * STILL**SIZE
    beside *= PLACES
    beside[:SIZE] += abs(row - FAR) * SIZE + column
    beside[SIZE:] += abs(column - FAR) * SIZE + row
    beside += FIRST[1]
    ways = ways_of_lines()
    found[-2] = ways.take(lines[row, each]) * WAY**2 + ways.take(lines[SIZE + column, each]) + FIRST[2]
    found[-1] = _around(still[:SIZE], row, column) + FIRST[3]
    return found


def _around(still_rows: Array, row: Array, column: Array) -> Array:
    """The rows as numbers (6, n), and the player's place (n,) → the eight cells around it as one number (n,)."""
    outside = np.full((1, still_rows.shape[1]), STILL**SIZE)
    padded = np.concatenate([outside, still_rows, outside])
    each = np.arange(len(row))
    threes = cells_of_lines().take(padded[row + np.arange(3)[:, None], each] * SIZE + column)
    return (threes[0] * CELL**2 + threes[1] // CELL**2 * CELL + threes[1] % CELL) * CELL**3 + threes[2]


# Tables by the number of a line.


@cache
def still_lines() -> NDArray[np.int16]:
    """A line's number if only boxes and fixed boxes count (KINDS ** 6,)."""
    kinds = np.maximum(digits() - np.int16(BOX - 1), np.int16(0))
    return np.tensordot(STILL ** np.arange(SIZE, dtype=np.int16)[::-1], kinds, 1)


@cache
def ways_of_lines() -> Array:
    """A line with the player on it → its two directions, as one number (KINDS ** 6,)."""
    return _way(digits()) * WAY + _way(digits()[::-1])


def _way(line: Array) -> Array:
    """Lines (6, n) → from the player to the first cell: free cells, boxes, and whether a fixed box stops it."""
    free, boxes, wall = np.zeros((3, line.shape[1]), np.int64)
    before = np.ones(line.shape[1], np.bool_)
    for cell in line:
        before &= cell != PLAYER
        stop = before & (cell == FIXED)
        free = np.where(stop, 0, free + (before & (cell < BOX)))
        boxes = np.where(stop, 0, boxes + (before & (cell == BOX)))
        wall = np.where(stop, 1, wall)
    return (np.minimum(free, FREE) * (BOXES + 1) + np.minimum(boxes, BOXES)) * 2 + wall


@cache
def cells_of_lines() -> Array:
    """A line of free cells, boxes and fixed boxes (the last line is outside the board) and a place on it → the cell
    there and its two neighbours, as one number ((STILL ** 6 + 1) * 6,)."""
    line = np.indices((STILL,) * SIZE).reshape(SIZE, -1)
    outside = np.full((1, line.shape[1]), BEYOND)
    padded = np.concatenate([outside, line, outside])
    threes = (padded[:-2] * CELL + padded[1:-1]) * CELL + padded[2:]
    return np.concatenate([threes.T.ravel(), np.full(SIZE, CELL**3 - 1)])


# Which patterns share a weight, and the weights.


def _images(part: int) -> tuple[tuple[int, ...], list[tuple[tuple[int, ...], bool]]]:
    """For one of the four kinds of parts: its dimensions, their order on rotated or mirrored boards, and whether the
    last one then counts from the other side."""
    if part == 0:
        return (KINDS,) * SIZE, [(tuple(range(SIZE))[::-1], False)]
    if part == 1:
        return (STILL,) * SIZE + (SIZE, SIZE), [((5, 4, 3, 2, 1, 0, 6, 7), True)]
    if part == 2:
        around = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
        return (WAY,) * 4, [(order, False) for a, b, c, d in around for order in ((a, b, c, d), (c, d, a, b))]
    ring = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
    turned = [
        tuple(ring.index((y, x) if straight else (x, y)) for y, x in ((y * up, x * left) for y, x in ring))
        for straight in (True, False)
        for up in (1, -1)
        for left in (1, -1)
    ]
    return (CELL,) * 8, [(order, False) for order in turned]


@cache
def shared(part: int) -> tuple[NDArray[np.int32], int]:
    """For one of the four kinds of parts: the index of each pattern's weight, and how many weights there are."""
    counts, images = _images(part)
    pattern = np.arange(np.prod(counts), dtype=np.int32).reshape(counts)
    first = pattern.copy()
    for order, mirrored in images:
        image = pattern.transpose(order)
        np.minimum(first, image[..., ::-1] if mirrored else image, out=first)
    flat = first.ravel()
    new = flat == np.arange(flat.size)
    number, count = (np.cumsum(new, dtype=np.int32) - 1)[flat], int(np.count_nonzero(new))
    depths = DEPTHS if part < 2 else 1
    return np.concatenate([number + np.int32(depth * count) for depth in range(depths)]), depths * count


@cache
def weight_numbers() -> NDArray[np.int32]:
    """The index of each pattern's weight among all weights (PATTERNS,)."""
    numbers, before = [], 0
    for part in range(len(FIRST)):
        number, count = shared(part)
        numbers.append(number + np.int32(before))
        before += count
    return np.concatenate(numbers)


@cache
def packed() -> Array:
    """The learned weights, in points (KNOTS, weights)."""
    low, high = np.frombuffer(unpacked("classic"), np.uint8).reshape(2, len(KNOTS), -1)
    return (low + high.view(np.int8) * np.int16(256)).astype(np.float32) / np.float32(SCALE)


@cache
def learned(knot: int) -> Array:
    """The weight of each pattern at one of the KNOTS (PATTERNS,)."""
    return packed()[knot].take(weight_numbers())


LOADING: Sequence[Callable[[], object]] = (
    packed,
    *(partial(shared, part) for part in range(len(FIRST))),
    lambda: (still_lines(), ways_of_lines()),
    cells_of_lines,
    weight_numbers,
    *(partial(learned, knot) for knot in range(len(KNOTS))),
)
"""Functions that take a few milliseconds each when first called."""
