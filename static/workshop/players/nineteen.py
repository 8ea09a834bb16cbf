# kesu-workshop 1 player nineteen
"""No holes: a low stack, level, and nothing buried."""

import numpy as np


def value(boards):
    """The value (n,) of boards (n, rows, columns), 0 where empty: the higher the better."""
    filled = boards != 0
    covered = np.maximum.accumulate(filled, axis=1)  # at or below the highest block of the column
    holes = (covered & ~filled).sum(axis=(1, 2))
    heights = covered.sum(axis=1)
    steps = np.abs(np.diff(heights, axis=1)).sum(axis=1)
    return -4 * holes - steps - heights.sum(axis=1) / 2
