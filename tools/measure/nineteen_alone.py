"""How many rows Nineteen's evaluation clears without the next piece, compared with El-Tetris' published weights.

python -m tools.measure.nineteen_alone [--games 30] [--seed 0] [--cut 200000] [--only NAME]

All players get the same uniform pieces on the real board. El-Tetris and "ours" look one placement ahead, "ours, seven
ways" also at each of the seven pieces that may come after it. Islam El-Ashi published the weights in 2011; they count
rows instead of eroded cells. A game that reaches --cut rows is stopped there. The mean is all rows divided by the games
that ended, with the interval of a Poisson rate: games end about equally often per row at any length, so this also
covers games that were cut. It is printed repeatedly, so a long run may be stopped.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bots.nineteen.core import SHAPES, outcomes, spawnable
from game.bots.nineteen.evaluation import FALLING, FEATURES, WEIGHTS, features, followed
from game.bots.search.rows import Outcomes, best, best_few
from game.rules.nineteen import ROWS

EL_TETRIS = {
    "landing height": -4.500158825082766,
    "row transitions": -3.2178882868487753,
    "column transitions": -9.348695305445199,
    "holes": -7.899265427351652,
    "wells": -3.3855972247263626,
}
REMOVED = 3.4181268101392694
"""El-Tetris' weight of a cleared row."""

FEW = 5
"""The number of best placements whose possible next pieces are searched."""
PIECES_A_REPORT = 500

Player = Callable[[Outcomes], NDArray[np.float32]]
"""Outcomes → the evaluation of each (m,), -inf for those that are impossible or were not searched."""


def ours(after: Outcomes) -> NDArray[np.float32]:
    return np.where(after.able, WEIGHTS @ features(after), -np.inf)


def seven_ways(after: Outcomes) -> NDArray[np.float32]:
    some = best_few(ours(after), after, FEW).ravel()
    some = some[after.able[some]]
    later = followed(np.tile(after.rows[:, some], len(SHAPES)), np.repeat(SHAPES, len(some)))[0]
    value = np.full(len(after.gone), -np.inf, np.float32)
    value[some] = WEIGHTS[:FALLING] @ features(after)[:FALLING, some] + later.reshape(len(SHAPES), -1).mean(axis=0)
    return value


def el_tetris(after: Outcomes) -> NDArray[np.float32]:
    weights = np.array([EL_TETRIS.get(name, 0) for name in FEATURES], np.float32)
    return np.where(after.able, weights @ features(after) + np.float32(REMOVED) * after.gone, -np.inf)


PLAYERS: dict[str, Player] = {"El-Tetris": el_tetris, "ours": ours, "ours, seven ways": seven_ways}


class Told(NamedTuple):
    """The progress of the games."""

    rows: NDArray[np.int64]
    """Rows cleared so far (games,)."""
    over: int
    """The number of games that ended by themselves."""
    going: int


def played(player: Player, games: int, seed: int, cut: int) -> Iterator[Told]:
    """Plays games side by side; yields their progress after each piece."""
    random = np.random.default_rng(seed)
    boards = np.zeros((ROWS, games), np.uint16)
    total = np.zeros(games, np.int64)
    live = np.arange(games)
    while len(live):
        shapes = random.choice(SHAPES, games)[live]
        free = spawnable(boards[:, live], shapes)
        live, shapes = live[free], shapes[free]
        if len(live):
            after = outcomes(boards[:, live], shapes)
            chosen = best(player(after), after)
            boards[:, live] = after.rows[:, chosen]
            total[live] += after.gone[chosen]
            live = live[after.able[chosen] & (total[live] < cut)]
        yield Told(total, games - len(live) - int((total >= cut).sum()), len(live))


def mean(rows: int, ends: int) -> tuple[float, float, float]:
    """Rows in all games, and how many games ended → rows per game and its 95 % interval (Byar's approximation)."""
    low, high = (
        number * max(0.0, 1 - 1 / (9 * number) + side * 1.96 / (3 * sqrt(number))) ** 3 if number else 0.0
        for number, side in ((ends, -1), (ends + 1, 1))
    )
    return rows / ends if ends else inf, rows / high, rows / low if low else inf


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0, help="of the pieces")
    parser.add_argument("--cut", type=int, default=200_000, help="rows after which a game is ended")
    parser.add_argument("--only", choices=tuple(PLAYERS))
    given = parser.parse_args()
    for name, player in PLAYERS.items():
        if given.only in (None, name):
            began = time.monotonic()
            for pieces, told in enumerate(played(player, given.games, given.seed, given.cut), 1):
                if pieces % PIECES_A_REPORT == 0 or not told.going:
                    rows, low, high = mean(int(told.rows.sum()), told.over)
                    print(
                        f"{name}: {rows:.0f} rows a game ({low:.0f} to {high:.0f}); {told.over} games ended, "
                        f"{told.going} go on, {told.rows.sum()} rows in all, {time.monotonic() - began:.0f} s",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
