"""What Chain's and Duel's bots see in a board: its shape, and the chains that wait for two more blocks."""

from __future__ import annotations

import numpy as np

from game.bots.chain.core import Planes, adjacent, heights, resolved, triggers
from game.bots.types import Values
from game.kernel import Counts
from game.rules.chain import START

WEIGHED = {"adjacent": 1.0, "steps": -0.5, "danger": -3.0}
"""The features of a board's shape and their weights: pairs of adjacent blocks of one colour, the height differences of
neighbouring columns, and the blocks above SAFE in the starting column."""
WEIGHTS = np.array([*WEIGHED.values()])
SAFE = 9


def shape(planes: Planes) -> Values:
    """Returns how good the shapes of settled boards are, without regard to chains (n,)."""
    height = heights(planes).astype(np.int64)
    steps = np.abs(np.diff(height, axis=0)).sum(axis=0)
    danger = np.maximum(height[START[1]] - SAFE, 0)
    return WEIGHTS @ np.stack([adjacent(planes), steps, danger])


def waiting(planes: Planes, colours: int) -> tuple[Counts, Counts]:
    """Returns the most links and the most points of a chain that two more blocks of one colour can set off on settled
    boards, (n,) each.
    """
    links, points = np.zeros((2, planes.shape[-1]), np.int64)
    after, source = triggers(planes, colours)
    ran = resolved(after)
    np.maximum.at(links, source, ran.links)
    np.maximum.at(points, source, ran.points)
    return links, points
