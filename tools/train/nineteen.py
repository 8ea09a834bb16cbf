"""Nineteen: the weights of its eight features, by a cross-entropy search over whole games on a low board.

A game with ten rows and no next piece is short and still separates good weights from bad. All players of a generation
get the same pieces.
"""

from __future__ import annotations

import numpy as np

from game.bots.nineteen.evaluation import FEATURES, WEIGHTS
from game.kernel import Array
from tools.measure.nineteen_rows import played
from tools.train.learning import BOTS, Training, cross_entropy, report, rewrite

SCALE = np.array([120, 60, 90, 200, 130, 100, 20, 240], np.float32)
"""The rough size of each weight, so that one step size fits all."""
SPREAD = 0.25
ROWS = 10
LONGEST = 6000
"""Pieces after which a game is stopped."""
GAMES, GENERATIONS = 24, 60
QUICK_GAMES, QUICK_GENERATIONS = 8, 3
COMPARED = 100
"""Games in which the weights before and after are compared."""


def learn(quick: bool, fresh: bool, seed: int) -> None:
    """Searches, and writes the weights only if they are better than the present ones."""
    games, generations = (QUICK_GAMES, QUICK_GENERATIONS) if quick else (GAMES, GENERATIONS)
    start = -np.ones(len(WEIGHTS)) if fresh else WEIGHTS / SCALE

    def fitness(players: Array, generation: int) -> Array:
        lasted: Array = np.log1p(played(players * SCALE, ROWS, games, 10_000 * seed + generation, LONGEST)).mean(axis=1)
        return lasted

    found = start
    search = cross_entropy(fitness, start, np.full(len(WEIGHTS), SPREAD), seed, players=16, best=4)
    for generation, found in zip(range(generations), search, strict=False):
        report(f"generation {generation + 1}: {' '.join(f'{weight:.0f}' for weight in found * SCALE)}")
    weights = np.rint(found * SCALE)
    before, after = played(np.stack([WEIGHTS, weights]), ROWS, COMPARED, 0, LONGEST).mean(axis=1)
    report(f"rows a game without a next piece: {before:.0f} before, {after:.0f} after")
    if after > before:
        named = zip(FEATURES, weights.astype(int).tolist(), strict=True)
        rewrite(
            BOTS / "nineteen" / "evaluation.py", {rf'"{name}": -?\d+': f'"{name}": {number}' for name, number in named}
        )


TRAINING = Training("the weights of eight features", "a cross-entropy search", learn)
