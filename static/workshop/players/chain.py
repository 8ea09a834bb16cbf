# kesu-workshop 1 player chain
"""Neighbours: equal colours side by side, and a flat field."""

import numpy as np


def value(boards, points):
    """The value (n,) of boards (n, rows, columns), the higher the better: 0 is empty, 1 to 5 are the colours."""
    across = (boards[:, :, 1:] == boards[:, :, :-1]) & (boards[:, :, 1:] != 0)
    below = (boards[:, 1:] == boards[:, :-1]) & (boards[:, 1:] != 0)
    heights = (boards != 0).sum(axis=1)
    return points / 100 + across.sum(axis=(1, 2)) + below.sum(axis=(1, 2)) - np.maximum(heights - 8, 0).sum(axis=1) ** 2
