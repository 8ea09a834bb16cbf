"""Tables by the number of a line of six cells: what is on it, and what a push along it does.

Searching tens of thousands of boards takes a tenth of the time with them that it takes on cells. The rules fill them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from game.kernel import Cells, Mask
from game.rules.push_clear import BOX, DIRECTIONS, PLAYER, push, takes_box

SIZE = 6
CELL_KINDS = 5
"""A line's number has a digit in this base for each cell, the first cell's the highest."""
LINE_KINDS = CELL_KINDS**SIZE
PLACE_VALUES = CELL_KINDS ** np.arange(SIZE, dtype=np.int16)[::-1]


@cache
def digits() -> Cells:
    """Returns what is on each cell of a line (6, LINE_KINDS)."""
    return (np.arange(LINE_KINDS) // PLACE_VALUES[:, None] % CELL_KINDS).astype(np.int8)


@cache
def full() -> Mask:
    """Returns whether a line is full (LINE_KINDS,)."""
    return np.asarray((digits() >= BOX).all(axis=0))


@cache
def one_box_short() -> Mask:
    """Returns whether one more box would complete a line (LINE_KINDS,)."""
    return np.asarray((digits() >= BOX).sum(axis=0) == SIZE - 1)


@cache
def free_cells() -> Mask:
    """Returns whether a new box can appear on each cell (LINE_KINDS, 6)."""
    return np.ascontiguousarray(takes_box(digits()).T)


@cache
def players() -> NDArray[np.intp]:
    """Returns the player's place on a line; 0 if the player is elsewhere (LINE_KINDS,)."""
    return (digits() == PLAYER).argmax(axis=0)


@cache
def pushes(end: int) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Returns a line pushed to its first or last end: its number, -1 if impossible, and the points (LINE_KINDS,)."""
    after, points, possible = push(digits().T[:, None], DIRECTIONS[2 * end])  # boards of one row
    number = np.tensordot(PLACE_VALUES, after[:, 0].T.astype(np.int16), 1)
    return np.where(possible, number, np.int16(-1)), points.astype(np.int8)


@cache
def movable() -> Mask:
    """Returns whether the player is on a line and can move along it (LINE_KINDS,)."""
    return (pushes(0)[0] >= 0) | (pushes(1)[0] >= 0)


def _small_tables() -> None:
    for table in (full, one_box_short, free_cells, players):
        table()


TABLE_LOADERS: Sequence[Callable[[], object]] = (_small_tables, partial(pushes, 0), partial(pushes, 1))
"""Functions that take a few milliseconds each when first called."""
