"""How many rows Nineteen's evaluation clears without seeing the next piece, one placement ahead, in whole games.

With the next piece a game hardly ever ends: `strength nineteen --turns 300000` takes hours.
"""

from __future__ import annotations

import argparse

import numpy as np

from game.bots.nineteen.core import SHAPES, outcomes, spawnable
from game.bots.nineteen.evaluation import WEIGHTS, features
from game.bots.search.rows import best
from game.kernel import Array
from game.rules.nineteen import ROWS
from tools.measure.harness import statistics
from tools.measure.harness.results import show


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=30, help="played side by side (%(default)s)")
    parser.add_argument("--rows", type=int, default=ROWS, help="of the board (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the pieces")


def main(given: argparse.Namespace) -> int:
    """Plays and prints."""
    rows = played(WEIGHTS[None], given.rows, given.games, given.seed)[0].tolist()
    cells = given.games, statistics.resampled_mean(rows), statistics.percentile(rows, 50), min(rows), max(rows)
    show(("games", "rows a game", "median", "least", "most"), [cells])
    return 0


def played(players: Array, height: int, games: int, seed: int, longest: int = 10**9) -> Array:
    """Plays games with the weights of several players (players, features), all with the same pieces, on boards of this
    height and for at most `longest` pieces; returns the rows cleared (players, games)."""
    random = np.random.default_rng(seed)
    each = np.repeat(players.T.astype(np.float32), games, axis=1)
    rows = np.zeros((height, each.shape[1]), np.uint16)
    total, live = np.zeros(each.shape[1], np.int64), np.arange(each.shape[1])
    for _piece in range(longest):
        shapes = np.tile(random.choice(SHAPES, games), len(players))[live]
        free = spawnable(rows[:, live], shapes)
        live, shapes = live[free], shapes[free]
        if not len(live):
            break
        after = outcomes(rows[:, live], shapes)
        value = np.einsum("fm,fm->m", features(after), each[:, live[after.board]])
        chosen = best(np.where(after.able, value, -np.inf), after)
        rows[:, live] = after.rows[:, chosen]
        total[live] += after.gone[chosen]
        live = live[after.able[chosen]]
    return total.reshape(len(players), games)
