"""Learns to evaluate positions of Push and Clear on the classic board: game after game, millions of moves.

python -m tools.train.push_clear_classic [--moves 20] [--seed 1]

Temporal differences between positions before the new box. It prints how it goes, and writes in the
end game/bots/push_clear_classic.bin. Needs `numba` from PyPI; a million moves take two or three seconds.
How strong the player then is: `python -m tools.measure.push_clear_games`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from game import rng
from game.bots import push_clear_classic as classic
from tools.train.keeping import keep
from tools.train.push_clear_compiled import WEIGHTS, Array, learn

MILLION = 1_000_000
REMEMBERED = 20_000
"""Scores of the last games, for telling how it goes."""


def learned(millions: int, seed: int) -> Array:
    """Weights (knots, weights) learned in so many million moves; the rate falls to a tenth in the last third."""
    table, net, gross = (np.zeros((WEIGHTS, len(classic.KNOTS)), np.float32) for _ in range(3))
    random = np.array([rng.standard(seed).k])
    for million in range(millions):
        rate = 0.1 ** max(0.0, 3 * (million + 1) / millions - 2)
        scores = np.zeros(REMEMBERED, np.int64)
        games, error = learn(MILLION, random, table, net, gross, rate, scores)
        progress = f"{million + 1} million moves, {games} games, mean {scores[:games].mean():.2f}, error {error:.3f}"
        print(progress, file=sys.stderr, flush=True)
    return table.T


def data(table: Array) -> bytes:
    """What is kept: whole numbers with SCALE to the point, low bytes, then high bytes."""
    numbers = np.clip(np.rint(table * classic.SCALE), -32768, 32767).astype("<i2")
    return np.stack([numbers & 255, numbers >> 8 & 255]).astype(np.uint8).tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20, help="millions of them")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    keep("push_clear_classic", data(learned(given.moves, given.seed)))


if __name__ == "__main__":
    main()
