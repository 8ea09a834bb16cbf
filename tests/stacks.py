"""Piles on boards of games with full rows, for tests that Hypothesis draws examples for."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from game.kernel import Cells


@st.composite
def stacks(draw: st.DrawFn, shape: tuple[int, int], most: int = 5) -> Cells:
    """Draws up to this many boards (n, rows, columns) without full rows, from empty to nearly lost."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows, columns = shape
    boards = np.zeros((draw(st.integers(1, most)), rows, columns), np.int8)
    for board in boards:
        height = random.integers(0, rows + 1)
        board[rows - height :] = random.random((height, columns)) < random.choice([0.4, 0.6, 0.85, 0.97])
    boards[(boards != 0).all(axis=-1), random.integers(columns)] = 0
    return boards
