"""What Chain's and Duel's bots see in a board: its shape, and the chains that wait for two more blocks."""

from __future__ import annotations

import numpy as np

from game.bots.chain.boards import heights, triggers
from game.bots.chain.core import packed, resolved
from game.bots.search.beam import Values
from game.kernel import Cells, Counts
from game.rules.chain import GARBAGE, HIDDEN, START

WEIGHED = {"adjacent": 1.0, "steps": -0.5, "danger": -3.0}
"""The features of a board's shape and their weights: pairs of adjacent blocks of one colour, the height differences of
neighbouring columns, and the blocks above SAFE in the starting column."""
WEIGHTS = np.array([*WEIGHED.values()])
SAFE = 9


def shape(boards: Cells) -> Values:
    """How good the shapes of settled boards (n, rows, columns) are, without regard to chains (n,)."""
    height = heights(boards).astype(np.int64)
    steps = np.abs(np.diff(height, axis=1)).sum(axis=1)
    danger = np.maximum(height[:, START[1]] - SAFE, 0)
    return WEIGHTS @ np.stack([adjacent(boards), steps, danger])


def adjacent(boards: Cells) -> Counts:
    """How many pairs of adjacent blocks of boards (n, rows, columns) have the same colour (n,)."""
    seen = boards[:, HIDDEN:]
    coloured = (seen != 0) & (seen != GARBAGE)
    next_to = (seen[:, :, 1:] == seen[:, :, :-1]) & coloured[:, :, 1:]
    above = (seen[:, 1:] == seen[:, :-1]) & coloured[:, 1:]
    return np.count_nonzero(next_to, axis=(1, 2)) + np.count_nonzero(above, axis=(1, 2))


def waiting(boards: Cells, colours: int) -> tuple[Counts, Counts]:
    """The most links and the most points of a chain that two more blocks of one colour can set off on settled boards
    (n, rows, columns), (n,) each."""
    links, points = np.zeros(len(boards), np.int64), np.zeros(len(boards), np.int64)
    after, source = triggers(boards, colours)
    ran = resolved(packed(after))
    np.maximum.at(links, source, ran.links[: len(source)])
    np.maximum.at(points, source, ran.points[: len(source)])
    return links, points
