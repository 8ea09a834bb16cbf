"""Boards for tests, written as text."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike


def lowest_rows(picture: str, letters: str, shape: tuple[int, int], dtype: DTypeLike = np.int8) -> np.ndarray:
    """Returns a board with these lowest rows, separated by blanks; a cell's number is its letter's index."""
    rows = picture.split()
    cells = np.zeros(shape, dtype)
    for row, line in enumerate(rows, len(cells) - len(rows)):
        cells[row] = [letters.index(letter) for letter in line]
    return cells
