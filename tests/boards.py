"""Boards for tests: written as text, and read from a core."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from game.bots.chain.core import PLANES, ROW_BITS, Planes
from game.kernel import Cells
from game.rules import chain


def lowest_rows(picture: str, letters: str, shape: tuple[int, int], dtype: DTypeLike = np.int8) -> np.ndarray:
    """Returns a board with these lowest rows, separated by blanks; a cell's number is its letter's index."""
    rows = picture.split()
    cells = np.zeros(shape, dtype)
    for row, line in enumerate(rows, len(cells) - len(rows)):
        cells[row] = [letters.index(letter) for letter in line]
    return cells


def unpacked(planes: Planes) -> Cells:
    """Returns the cells (n, rows, columns) of Chain's planes."""
    bits = (planes[:, :, None] >> ROW_BITS[:, None]) & 1
    cells: Cells = (bits << np.arange(PLANES).reshape(-1, 1, 1, 1)).sum(axis=0, dtype=np.int8)
    return cells.T


class Settled(NamedTuple):
    """One of Chain's fields after the field rules have run to the end."""

    cells: Cells
    links: int
    points: int
    blocks: int
    all_clear: bool
    """Whether the next link scores the bonus for an empty field."""


def settle(cells: Cells, hidden: int = chain.HIDDEN, all_clear: bool = False) -> Settled:
    """Runs the field rules on one field of Chain (rows, columns)."""
    steps = chain.settle_steps(cells, hidden, all_clear)
    links = [step.link for step in steps if step.link]
    after = steps[-1].after if steps else cells
    points, blocks = sum(link.points for link in links), sum(link.blocks for link in links)
    return Settled(after, len(links), points, blocks, not after.any() if links else all_clear)
