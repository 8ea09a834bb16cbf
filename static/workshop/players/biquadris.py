# kesu-workshop 1 player biquadris
"""Two at once: keeps the stack level and waits for two full rows."""

import numpy as np


def value(boards, points):
    """The value (n,) of own boards (n, rows, columns), 0 where empty: the higher the better."""
    filled = boards != 0
    covered = np.maximum.accumulate(filled, axis=1)
    holes = (covered & ~filled).sum(axis=(1, 2))
    heights = covered.sum(axis=1)
    steps = np.abs(np.diff(heights, axis=1)).sum(axis=1)
    return points - 5 * holes - steps - heights.max(axis=1)
