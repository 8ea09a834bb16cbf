"""How many rows Nineteen's evaluation makes without seeing the next piece, beside the published weights of El-Tetris.

python -m tools.measure.nineteen_alone [--games 30] [--seed 0] [--cut 200000]

Both players get the same uniform pieces on the real board and look one placement ahead. Islam El-Ashi published the
weights in 2011; in place of the eroded cells they count the rows. A game that reaches --cut rows is stopped there and
counts as that many: the mean is then a lower bound.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from game.bots.nineteen_evaluation import FEATURES, WEIGHTS, best, features
from game.bots.nineteen_rows import SHAPES, Outcomes, outcomes, spawnable
from game.rules.nineteen import ROWS
from game.workshop.sample import sample

EL_TETRIS = {
    "landing height": -4.500158825082766,
    "row transitions": -3.2178882868487753,
    "column transitions": -9.348695305445199,
    "holes": -7.899265427351652,
    "wells": -3.3855972247263626,
}
REMOVED = 3.4181268101392694
"""El-Tetris' weight of a row cleared."""

Player = Callable[[Outcomes], NDArray[np.float32]]
"""Outcomes → the evaluation of each (m,)."""


def ours(after: Outcomes) -> NDArray[np.float32]:
    return WEIGHTS @ features(after)


def el_tetris(after: Outcomes) -> NDArray[np.float32]:
    weights = np.array([EL_TETRIS.get(name, 0) for name in FEATURES], np.float32)
    return weights @ features(after) + np.float32(REMOVED) * after.gone


def rows_of(player: Player, games: int, seed: int, cut: int) -> NDArray[np.int64]:
    """Plays games side by side → the rows of each (games,)."""
    random = np.random.default_rng(seed)
    boards = np.zeros((ROWS, games), np.uint16)
    total = np.zeros(games, np.int64)
    live = np.arange(games)
    while len(live):
        shapes = random.choice(SHAPES, games)[live]
        free = spawnable(boards[:, live], shapes)
        live, shapes = live[free], shapes[free]
        if not len(live):
            break
        after = outcomes(boards[:, live], shapes)
        chosen = best(np.where(after.able, player(after), -np.inf), after)
        boards[:, live] = after.rows[:, chosen]
        total[live] += after.gone[chosen]
        live = live[after.able[chosen] & (total[live] < cut)]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0, help="of the pieces")
    parser.add_argument("--cut", type=int, default=200_000, help="rows after which a game is ended")
    given = parser.parse_args()
    for name, player in {"El-Tetris": el_tetris, "ours": ours}.items():
        began = time.monotonic()
        rows = rows_of(player, given.games, given.seed, given.cut)
        about = sample(rows.tolist())
        print(
            f"{name}: {about.mean:.0f} rows ({about.low:.0f} to {about.high:.0f}) in {given.games} games, "
            f"{int((rows >= given.cut).sum())} cut, {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
