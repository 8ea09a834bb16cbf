"""What can be checked about a push, for the reasons that hints and Look back give."""

from __future__ import annotations

from typing import NamedTuple

from game.contract import Cell
from game.kernel import Cells
from game.rules.push_clear import BOX, DIRECTIONS, clear, movable, push


class Facts(NamedTuple):
    """A push and the board after it, before the new box comes."""

    completes: bool
    """Whether it completes a line."""
    points: int
    open: int
    """How many directions remain open."""
    missing: int
    """How many boxes are missing from the line that is closest to full."""
    next_completes: bool
    """Whether the next push could complete a line."""
    next_points: int
    """The most points that the next push could collect."""


def facts(cells: Cells, direction: str) -> Facts:
    """Returns the facts of a push in a direction on a board (size, size)."""
    pushed, points, _possible = push(cells, direction)
    after, full = clear(pushed)
    following = [push(after, each) for each in DIRECTIONS]
    return Facts(
        bool(full.any()),
        int(points),
        int(movable(after).sum()),
        missing(after),
        any(bool(clear(board)[1].any()) for board, _points, possible in following if possible),
        max((int(gain) for _board, gain, possible in following if possible), default=0),
    )


def missing(cells: Cells) -> int:
    """Returns how many boxes are missing from the row or column that is closest to full.

    >>> import numpy as np
    >>> missing(np.array([[3, 0, 4], [0, 1, 0], [0, 0, 3]]))
    1
    """
    boxes = cells >= BOX
    return len(cells) - int(max(boxes.sum(axis=0).max(), boxes.sum(axis=1).max()))


def fullest(cells: Cells) -> frozenset[Cell]:
    """Returns the boxes of the row or column that is closest to full, the first of several."""
    boxes = cells >= BOX
    rows, columns = boxes.sum(axis=1), boxes.sum(axis=0)
    if rows.max() >= columns.max():
        row = int(rows.argmax())
        return frozenset((row, column) for column in boxes[row].nonzero()[0].tolist())
    column = int(columns.argmax())
    return frozenset((row, column) for row in boxes[:, column].nonzero()[0].tolist())
