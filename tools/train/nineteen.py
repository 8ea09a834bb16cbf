"""Finds the weights of Nineteen's bot by CMA-ES: candidates play whole games in parallel, and the best survive.

python -m tools.train.nineteen [--rows 10] [--games 24] [--generations 60] [--seed 1]

A game with few rows and no next piece is short and still separates good weights from bad; strength is measured in the
real game. All candidates of a generation get the same pieces. Needs `cma` from PyPI.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.bots.nineteen.core import SHAPES, outcomes, spawnable
from game.bots.nineteen.evaluation import FEATURES, WEIGHTS, features
from game.bots.search.rows import best

SCALE = np.array([120, 60, 90, 200, 130, 100, 20, 240], np.float32)
"""The rough size of each weight, so that one step size fits all."""
LONGEST = 6000
"""Pieces after which a game is stopped while searching."""


def played(weights: NDArray[Any], height: int, games: int, seed: int) -> NDArray[Any]:
    """Weights of several players (players, features) → the rows cleared in each of their games (players, games)."""
    players = len(weights)
    random = np.random.default_rng(seed)
    each = np.repeat(weights.T.astype(np.float32), games, axis=1)
    rows = np.zeros((height, players * games), np.uint16)
    total = np.zeros(players * games, np.int64)
    live = np.arange(players * games)
    for _ in range(LONGEST):
        shapes = np.tile(random.choice(SHAPES, games), players)[live]
        free = spawnable(rows[:, live], shapes)
        live, shapes = live[free], shapes[free]
        if not len(live):
            break
        after = outcomes(rows[:, live], shapes)
        evaluation = np.einsum("fm,fm->m", features(after), each[:, live[after.board]])
        chosen = best(np.where(after.able, evaluation, -np.inf), after)
        rows[:, live] = after.rows[:, chosen]
        total[live] += after.gone[chosen]
        live = live[after.able[chosen]]
    return total.reshape(players, games)


def search(height: int, games: int, generations: int, seed: int) -> Iterator[tuple[NDArray[Any], float]]:
    """Yields after each generation the mean of the search as weights, and the best candidate's average."""
    cma = import_module("cma")
    options = {"seed": seed, "maxiter": generations, "verbose": -9, "popsize": 16}
    strategy: Any = cma.CMAEvolutionStrategy(WEIGHTS / SCALE, 0.25, options)
    generation = 0
    while not strategy.stop():
        asked = strategy.ask()
        generation += 1
        means = played(np.array(asked) * SCALE, height, games, seed * 10_000 + generation).mean(axis=1)
        strategy.tell(asked, (-np.log1p(means)).tolist())
        yield strategy.result.xfavorite * SCALE, float(means.max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10, help="rows of the board that is played on while searching")
    parser.add_argument("--games", type=int, default=24, help="games a candidate plays")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    before = played(WEIGHTS[None], given.rows, 200, 0).mean()
    print(f"the weights there are: {before:.0f} rows a game", flush=True)
    weights = WEIGHTS
    for generation, (weights, most) in enumerate(search(given.rows, given.games, given.generations, given.seed), 1):
        print(f"{generation:3} {most:6.0f}", " ".join(f"{weight:.0f}" for weight in weights), flush=True)
    after = played(weights[None], given.rows, 200, 0).mean()
    print(f"the weights found: {after:.0f} rows a game")
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{weight:6.0f}  {name}")


if __name__ == "__main__":
    main()
