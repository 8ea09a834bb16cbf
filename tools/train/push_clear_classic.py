"""Learns to evaluate positions of Push and Clear on the classic board, from millions of moves.

python -m tools.train.push_clear_classic [--moves 20] [--rounds 72] [--seed 1]

First it learns by temporal differences between positions before the new box how many points to expect, then by
practice, with an actor and a critic, which moves lead to more. Prints its progress and finally writes
game/bots/push_clear/classic.bin. With `--moves 0` it only practises, starting from that file. Needs `numba` from PyPI;
a million moves take two or three seconds, a round about six. Measure the player's strength by `python -m
tools.measure.push_clear_games`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from game import rng
from game.bots.push_clear import classic
from tools.train.keeping import fixed_point, keep
from tools.train.push_clear_compiled import WEIGHTS, Array, learn, practise

MILLION = 1_000_000
REMEMBERED = 20_000
"""How many last games' scores show the progress."""
GAMES = 8000
"""Games in a round of practice."""
RATE, PACE = 0.02, 0.01
"""The learning rates of practice: the player's and its critic's."""


def learned(millions: int, seed: int) -> Array:
    """Learns weights (knots, weights) in this many million moves; the rate falls to a tenth in the last third."""
    table, net, gross = (np.zeros((WEIGHTS, len(classic.KNOTS)), np.float32) for _ in range(3))
    random = np.array([rng.standard(seed).k])
    for million in range(millions):
        rate = 0.1 ** max(0.0, 3 * (million + 1) / millions - 2)
        scores = np.zeros(REMEMBERED, np.int64)
        games, error = learn(MILLION, random, table, net, gross, rate, scores)
        progress = f"{million + 1} million moves, {games} games, mean {scores[:games].mean():.2f}, error {error:.3f}"
        print(progress, file=sys.stderr, flush=True)
    return table.T


def practised(table: Array, rounds: int, seed: int) -> Array:
    """Weights (knots, weights) → better ones for choosing moves. The rates fall in the second half."""
    actor, critic = (np.array(table.T, np.float32, order="C") for _ in range(2))
    random, chances = (np.array([rng.standard(number).k]) for number in (seed, seed + 99))
    for number in range(rounds):
        slower = min(1.0, 2 * (1 - number / rounds) + 0.05)
        scores = np.zeros(GAMES, np.int64)
        moves, entropy = practise(scores, random, chances, actor, critic, RATE * slower, PACE * slower)
        progress = f"round {number + 1}, {moves} moves, mean {scores.mean():.2f}, entropy {entropy:.3f}"
        print(progress, file=sys.stderr, flush=True)
    return actor.T


def data(table: Array) -> bytes:
    """The file's contents: fixed-point numbers, low bytes, then high bytes."""
    numbers = fixed_point(table, classic.SCALE)
    return np.stack([numbers & 255, numbers >> 8 & 255]).astype(np.uint8).tobytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20, help="millions of them")
    parser.add_argument("--rounds", type=int, default=72, help="of practice")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = learned(given.moves, given.seed) if given.moves else classic.all_weights()
    keep("push_clear/classic", data(practised(table, given.rounds, given.seed)))


if __name__ == "__main__":
    main()
