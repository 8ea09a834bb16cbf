"""Evaluation of Push and Clear on the classic board of six by six, from learned weights.

A position has 26 patterns, one of each of these: each of the twelve lines cell by cell, the same lines together with
the player's place, what the player sees in the four directions, and the eight cells around the player. Rotated and
mirrored boards share their weights, which are interpolated between tables as more of the new boxes are fixed.
`tools/train/push_clear.py` learns them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear.evaluation import between_knots
from game.bots.push_clear.lines import CELL_KINDS, LINE_KINDS, SIZE, digits
from game.bots.push_clear.weights import unpacked
from game.kernel import Array
from game.rules.push_clear import BOX, FIXED, PLAYER

KNOTS = (0, 30, 60)
"""The percentages of fixed boxes for which a table was learned."""
SCALE = 16
"""The tables hold integers: this many units are one point."""

EDGES = 3
"""Lines at the edge, next to the edge, and in the middle."""
EDGE = np.tile(np.minimum(np.arange(SIZE), np.arange(SIZE)[::-1]), 2)[:, None]
"""How far each line is from its edge (12, 1)."""
FROM = np.where(np.arange(SIZE) < EDGES, 0, SIZE - 1).astype(np.int16)[:, None]
"""The edge from which a player's distance to each row or column is counted (6, 1)."""
PLACES = SIZE * SIZE
BOX_KINDS = 3
"""The kinds of cells if only boxes count: free, a box, a fixed box."""
OUTSIDE = 3
"""A neighbour of the player may also be outside the board."""
NEIGHBOUR_KINDS = 4
FREE, BOXES = 2, 2
"""The largest counts of free cells and of boxes that are distinguished in one direction."""
VIEW_KINDS = (FREE + 1) * (BOXES + 1) * 2

LINE, LINE_AND_PLAYER, VIEWS, NEIGHBOURS = range(4)
"""The kinds of patterns."""
COUNTS = (EDGES * LINE_KINDS, EDGES * BOX_KINDS**SIZE * PLACES, VIEW_KINDS**4, NEIGHBOUR_KINDS**8)
"""How many patterns of each kind there are."""
FIRST = tuple(accumulate(COUNTS[:-1], initial=0))
"""The index of the first pattern of each kind."""
PATTERNS = sum(COUNTS)
PER_POSITION = 4 * SIZE + 2
"""How many patterns a position has."""


@lru_cache(maxsize=4)
def weights(steps: int) -> Array:
    """Returns the weight of each pattern after this many steps (PATTERNS,)."""
    knot, share = between_knots(steps, KNOTS)
    before, then = trained_weights(knot), trained_weights(knot + 1)
    return before + np.float32(share) * (then - before)


def patterns(lines: Array, player: Array) -> NDArray[np.intp]:
    """Returns the indices of each position's patterns (PER_POSITION, n), given its lines' numbers (12, n) and the
    player's cell (n,).
    """
    board = np.arange(len(player))
    row, column = np.divmod(player.astype(np.int16), np.int16(SIZE))
    found = np.empty((PER_POSITION, len(player)), np.intp)
    line, with_player = found[: 2 * SIZE], found[2 * SIZE : 4 * SIZE]
    np.add(lines, EDGE * LINE_KINDS, out=line)
    boxes = boxes_of_lines().take(lines)
    np.add(boxes, EDGE * BOX_KINDS**SIZE, out=with_player)
    with_player *= PLACES
    # The player's place: how far from the line, counted from its edge, and how far along.
    with_player[:SIZE] += abs(row - FROM) * SIZE + column
    with_player[SIZE:] += abs(column - FROM) * SIZE + row
    with_player += FIRST[LINE_AND_PLAYER]
    in_row, in_column = (views().take(lines[line, board]) for line in (row, SIZE + column))
    found[-2] = FIRST[VIEWS] + in_row * VIEW_KINDS**2 + in_column
    found[-1] = FIRST[NEIGHBOURS] + _neighbours(boxes[:SIZE], row, column)
    return found


def _neighbours(rows: Array, row: Array, column: Array) -> Array:
    """Returns the eight cells around the player's place (n,) as one number, given the boxes of the rows (6, n)."""
    outside = np.full((1, rows.shape[1]), BOX_KINDS**SIZE)
    padded = np.concatenate([outside, rows, outside])
    above, level, below = triples().take(padded[row + np.arange(3)[:, None], np.arange(len(row))] * SIZE + column)
    sides = level // NEIGHBOUR_KINDS**2 * NEIGHBOUR_KINDS + level % NEIGHBOUR_KINDS  # without the player's own cell
    return (above * NEIGHBOUR_KINDS**2 + sides) * NEIGHBOUR_KINDS**3 + below


# Tables by the number of a line.


@cache
def boxes_of_lines() -> NDArray[np.int16]:
    """Returns a line's number if only boxes and fixed boxes count, in base BOX_KINDS (LINE_KINDS,)."""
    kinds = np.maximum(digits() - np.int16(BOX - 1), np.int16(0))
    return np.tensordot(BOX_KINDS ** np.arange(SIZE, dtype=np.int16)[::-1], kinds, 1)


@cache
def views() -> Array:
    """Returns what the player sees in both directions of a line, as one number (LINE_KINDS,)."""
    return _view(digits()) * VIEW_KINDS + _view(digits()[::-1])


def _view(line: Array) -> Array:
    """Returns what the player on lines (6, n) sees towards the first cell: free cells, boxes, and whether a fixed box
    ends the view, as one number (n,).
    """
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
def triples() -> Array:
    """Returns the cell at each place of a line and its two neighbours, as one number ((BOX_KINDS ** 6 + 1) * 6,), by
    the line's number in base BOX_KINDS; the last line is outside the board.
    """
    line = np.indices((BOX_KINDS,) * SIZE).reshape(SIZE, -1)
    outside = np.full((1, line.shape[1]), OUTSIDE)
    padded = np.concatenate([outside, line, outside])
    triple = (padded[:-2] * NEIGHBOUR_KINDS + padded[1:-1]) * NEIGHBOUR_KINDS + padded[2:]
    return np.concatenate([triple.T.ravel(), np.full(SIZE, NEIGHBOUR_KINDS**3 - 1)])


# Which patterns share a weight, and the weights.


def _symmetries(kind: int) -> tuple[tuple[int, ...], list[tuple[tuple[int, ...], bool]]]:
    """Returns how a kind of pattern looks on rotated or mirrored boards: the numbers of values of its parts and, for
    each image, the order of these parts there and whether the last one is then counted from the other side.
    """
    backwards = tuple(range(SIZE))[::-1]
    if kind == LINE:
        return (CELL_KINDS,) * SIZE, [(backwards, False)]
    if kind == LINE_AND_PLAYER:  # the last two parts are the player's distance from the line, and place along it
        return (BOX_KINDS,) * SIZE + (SIZE, SIZE), [((*backwards, SIZE, SIZE + 1), True)]
    if kind == VIEWS:  # left, right, up, down
        turned = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
        return (VIEW_KINDS,) * 4, [(order, False) for a, b, c, d in turned for order in ((a, b, c, d), (c, d, a, b))]
    ring = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
    orders = [
        tuple(ring.index((y, x) if straight else (x, y)) for y, x in ((y * up, x * left) for y, x in ring))
        for straight in (True, False)
        for up in (1, -1)
        for left in (1, -1)
    ]
    return (NEIGHBOUR_KINDS,) * 8, [(order, False) for order in orders]


@cache
def shared(kind: int) -> tuple[NDArray[np.int32], int]:
    """Returns the index of the weight of each pattern of a kind, and how many weights the kind has."""
    counts, images = _symmetries(kind)
    pattern = np.arange(np.prod(counts), dtype=np.int32).reshape(counts)
    first = pattern.copy()
    for order, mirrored in images:
        image = pattern.transpose(order)
        np.minimum(first, image[..., ::-1] if mirrored else image, out=first)
    flat = first.ravel()
    is_first = flat == np.arange(flat.size)
    weight, count = (np.cumsum(is_first, dtype=np.int32) - 1)[flat], int(np.count_nonzero(is_first))
    edges = EDGES if kind in (LINE, LINE_AND_PLAYER) else 1
    return np.concatenate([weight + np.int32(edge * count) for edge in range(edges)]), edges * count


@cache
def weight_numbers() -> NDArray[np.int32]:
    """Returns the index of each pattern's weight among all weights (PATTERNS,)."""
    weight, counts = zip(*map(shared, range(len(FIRST))), strict=True)
    first = accumulate(counts[:-1], initial=0)
    return np.concatenate([each + np.int32(start) for each, start in zip(weight, first, strict=True)])


@cache
def all_weights() -> Array:
    """Returns the learned weights, in points (KNOTS, weights)."""
    low, high = np.frombuffer(unpacked("classic"), np.uint8).reshape(2, len(KNOTS), -1)
    return (low + high.view(np.int8) * np.int16(256)).astype(np.float32) / np.float32(SCALE)


@cache
def trained_weights(knot: int) -> Array:
    """Returns the weight of each pattern at one of the KNOTS (PATTERNS,)."""
    return all_weights()[knot].take(weight_numbers())


TABLE_LOADERS: Sequence[Callable[[], object]] = (
    all_weights,
    *(partial(shared, kind) for kind in range(len(FIRST))),
    lambda: (boxes_of_lines(), views()),
    triples,
    weight_numbers,
    *(partial(trained_weights, knot) for knot in range(len(KNOTS))),
)
"""Functions that take a few milliseconds each when first called."""
