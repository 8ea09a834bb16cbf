# kesu-workshop 1 player push-clear
"""Tidy: few boxes, points to be had, and room to move."""

import numpy as np


def value(boards, points):
    """The value (n,) of boards (n, rows, columns): 0 empty, 1 you, 2 a point, 3 a box, 4 a fixed box."""
    boxes = (boards == 3).sum(axis=(1, 2))
    fixed = (boards == 4).sum(axis=(1, 2))
    near = np.diff((boards >= 3).astype(int), axis=2) == 0
    return 3 * points - boxes - 2 * fixed + 0.1 * near.sum(axis=(1, 2))
