"""Errors for weak bots, and random numbers that depend on a position: the same for equal positions and seeds."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from game import rng
from game.bots.types import Values
from game.kernel import Cells


def random_for(seed: int, *boards: Cells) -> rng.Random:
    """Returns a generator of its own for each seed and position: a bot does not look at the pieces that will come."""
    return rng.standard(seed + crc32(b"".join(board.tobytes() for board in boards)))


def noise(count: int, most: int, seed: int, *boards: Cells) -> Values:
    """Returns the error, below `most`, that is added to the evaluation of each choice (count,)."""
    errors, random = np.zeros(count), random_for(seed, *boards)
    for number in range(count if most else 0):
        errors[number], random = random.next(most)
    return errors
