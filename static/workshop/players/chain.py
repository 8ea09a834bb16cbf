# kesu-workshop 1 player chain
"""Neighbours: equal colours side by side, and a flat field."""

import numpy as np


def value(boards, points):
    """Boards (n, rows, columns): 0 empty, 1 to 5 the colours → the higher the better (n,)."""
    beside = (boards[:, :, 1:] == boards[:, :, :-1]) & (boards[:, :, 1:] != 0)
    below = (boards[:, 1:] == boards[:, :-1]) & (boards[:, 1:] != 0)
    heights = (boards != 0).sum(axis=1)
    return points / 100 + beside.sum(axis=(1, 2)) + below.sum(axis=(1, 2)) - np.maximum(heights - 8, 0).sum(axis=1) ** 2
