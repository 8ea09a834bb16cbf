"""Evaluation of a Biquadris board: how hard it is to play on, and how near the end is."""

from __future__ import annotations

import numpy as np

from game.bots.search.rows import SURFACE, Floats, RowBits, surface
from game.rules.biquadris_player import COLUMNS, ROWS

WEIGHED = {
    "row transitions": -9.2,
    "column transitions": -19.8,
    "holes": -13.1,
    "wells": -5.0,
    "rows with holes": -24.0,
    "height": -2.0,
    "danger": -6.0,
}
"""The features (see SURFACE) and their weights. Height is the number of non-empty rows; danger is that of non-empty
rows near the top, higher ones counting more."""

FEATURES, WEIGHTS = tuple(WEIGHED), np.array([*WEIGHED.values()], np.float32)
HOLES, HEIGHT = FEATURES.index("holes"), FEATURES.index("height")
OF_SURFACE = [SURFACE.index(name) for name in FEATURES if name in SURFACE]

DEEPEST = 4
"""The largest depth in a well that counts."""
SAFE = ROWS - 8
"""A stack is no danger from this row down."""


def features(rows: RowBits) -> Floats:
    """Returns the features of boards (rows, n), (features, n) float32."""
    filled = rows != 0
    height, danger = np.count_nonzero(filled, axis=0), np.arange(SAFE, 0, -1) @ filled[:SAFE]
    return np.concatenate([surface(rows, COLUMNS, DEEPEST)[OF_SURFACE], [height, danger]], dtype=np.float32)


def evaluation(rows: RowBits) -> Floats:
    """Evaluates boards (rows, n); returns (n,) float32, higher for emptier and smoother boards."""
    return WEIGHTS @ features(rows)
