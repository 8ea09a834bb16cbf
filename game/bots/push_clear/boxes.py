"""Every board that the next new box of Push and Clear can lead to, for its bot; a test compares it with play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.kernel import Cells, Counts, chosen
from game.rules.push_clear import BOX, EMPTY, FIXED, POINT, TRIES, clear, fixed_percent, movable


def new_boxes(cells: Cells, steps: Counts) -> tuple[Cells, NDArray[np.float64], NDArray[np.intp]]:
    """Boards (n, size, size) after that many steps (n,) → all results of `_new_box` at once: every board that a new box
    can lead to (m, size, size), its probability (m,), and the board it came from (m,). Every board needs a free cell.
    """
    whose, row, column = np.nonzero((cells == EMPTY) | (cells == POINT))
    plain = cells.T.take(whose, axis=-1).T
    box = np.arange(len(whose))
    plain[box, row, column] = BOX
    plain, full = clear(plain)
    bad = full.any(axis=(-1, -2))
    places = np.bincount(whose)
    again = np.bincount(whose, weights=bad) / places
    good = (again[:, None] ** np.arange(TRIES)).sum(axis=-1)
    chance = np.where(bad, (again ** (TRIES - 1))[whose], good[whose]) / places[whose]
    percent = np.array([min(100, fixed_percent(step)) for step in steps.tolist()])[whose]
    fixed = cells.T.take(whose, axis=-1).T
    fixed[box, row, column] = FIXED
    percent = np.where(movable(fixed).any(axis=0), percent, 0)
    both = np.concatenate([plain.T, clear(fixed)[0].T], axis=-1).T
    chance = np.concatenate([chance * (100 - percent), chance * percent]) / 100
    can = chance > 0
    return chosen(both, can), chance[can], np.concatenate([whose, whose])[can]
