"""Evaluation of Push and Clear on a board of any size: the points still expected, from learned tables.

The classic size has better tables (classic.py), but they take longer to load, so these are used first.

A position has features: each line's missing and fixed boxes, the cells that the player sees in each direction, how full
the board is. Each feature has a weight, interpolated between tables as more of the new boxes are fixed. The tables come
from `tools/train/push_clear.py`, which played the classic size; all sizes have the same features.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear.weights import unpacked
from game.kernel import DOWN, LEFT, RIGHT, UP, Array, Cells, facing
from game.rules.push_clear import BOX, EMPTY, FIXED, POINT, fixed_percent, look

KNOTS = (0, 15, 30, 45, 60)
"""The percentages of fixed boxes for which a table was learned."""

LINE = 6
"""The largest count within a line."""
DEPTH = 3
"""Lines further than this from the edge share their weights."""
SCALE = 256
"""The tables hold integers: this many units are one point."""
SHARE = 36
"""Shares of the board are rounded down to multiples of 1 / SHARE."""

LINES = DEPTH * (LINE + 1) ** 2
VIEWS = LINE * LINE * 2
PLACES = DEPTH * DEPTH
WEIGHTS = LINES + VIEWS + PLACES + 3 * (SHARE + 1)
"""The number of weights in a table."""


def features(cells: Cells) -> NDArray[np.intp]:
    """Returns the indices of the weights of each of these boards (features, n)."""
    filled, fixed = cells >= BOX, cells == FIXED
    lines = [_line_features(filled, fixed, axis) for axis in (-1, -2)]
    views, place = _player_features(cells)
    shares = _share_features(cells, fixed)
    first = np.cumsum([0, LINES, VIEWS, PLACES])
    return np.concatenate([*lines, first[1] + views, first[2] + place, first[3] + shares]).astype(np.intp)


def between_knots(steps: int, knots: Sequence[int]) -> tuple[int, float]:
    """Returns where the percentage of fixed boxes then is among the knots: the index of the one before, the share of
    the next."""
    percent = min(fixed_percent(steps), knots[-1])
    after = max(1, int(np.searchsorted(knots, percent)))
    return after - 1, (percent - knots[after - 1]) / (knots[after] - knots[after - 1])


def evaluation(cells: Cells, steps: int) -> Array:
    """Returns the points expected on boards (n, size, size) after `steps` steps and before the new box (n,)."""
    knot, share = between_knots(steps, KNOTS)
    before, then = trained_weights()[knot : knot + 2]
    weights = (1 - share) * before + share * then
    return weights.take(features(cells)).sum(axis=0)


@cache
def trained_weights() -> Array:
    """Returns the learned tables (KNOTS, WEIGHTS)."""
    return np.frombuffer(unpacked("any_size"), "<i2").reshape(len(KNOTS), WEIGHTS) / np.float32(SCALE)


def _line_features(filled: Array, fixed: Array, axis: int) -> Array:
    """Returns, for every row or column, its distance from the edge, how many boxes it lacks, and how many of its boxes
    are fixed (size, n).
    """
    size = filled.shape[-1]
    number = np.arange(size)
    depth = np.minimum(np.minimum(number, size - 1 - number), DEPTH - 1)[:, None]
    missing = np.minimum(size - filled.sum(axis=axis, dtype=np.int16).T, LINE)
    still = np.minimum(fixed.sum(axis=axis, dtype=np.int16).T, LINE)
    return (depth * (LINE + 1) + missing) * (LINE + 1) + still


def _player_features(cells: Cells) -> tuple[Array, Array]:
    """Returns, for each direction, the free cells and the boxes up to an obstacle, and whether that is a fixed box (4,
    n); and the player's distance from the edges (1, n).
    """
    views, far = [], []
    for direction in (LEFT, UP, RIGHT, DOWN):
        _line, _row, at, wall, boxes = (seen[..., 0] for seen in look(facing(cells, direction)))
        free = np.minimum(at - wall - 1 - boxes, LINE - 1).astype(np.int16)
        views.append((free * LINE + np.minimum(boxes, LINE - 1)) * 2 + (wall >= 0))
        far.append(np.minimum(at, DEPTH - 1))
    x, y = np.minimum(far[0], far[2]), np.minimum(far[1], far[3])
    return np.stack(views), (np.minimum(x, y) * DEPTH + np.maximum(x, y))[None]


def _share_features(cells: Cells, fixed: Array) -> Array:
    """Returns how much of the board is points, fixed boxes and empty (3, n)."""
    size = cells.shape[-1] ** 2
    counts = [mask.sum(axis=(-1, -2), dtype=np.int16) for mask in (cells == POINT, fixed, cells == EMPTY)]
    return np.stack([index * (SHARE + 1) + count * SHARE // size for index, count in enumerate(counts)])
