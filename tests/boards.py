"""Boards for tests: written as text, and read from a core."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from game.bots.chain.core import PLANES, ROW_BITS, Planes
from game.kernel import Cells


def lowest_rows(picture: str, letters: str, shape: tuple[int, int], dtype: DTypeLike = np.int8) -> np.ndarray:
    """Returns a board with these lowest rows, separated by blanks; a cell's number is its letter's index."""
    rows = picture.split()
    cells = np.zeros(shape, dtype)
    for row, line in enumerate(rows, len(cells) - len(rows)):
        cells[row] = [letters.index(letter) for letter in line]
    return cells


def unpacked(planes: Planes) -> Cells:
    """The cells (n, rows, columns) of Chain's planes."""
    bits = (planes[:, :, None] >> ROW_BITS[:, None]) & 1
    cells: Cells = (bits << np.arange(PLANES).reshape(-1, 1, 1, 1)).sum(axis=0, dtype=np.int8)
    return cells.T
