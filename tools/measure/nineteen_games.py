"""How strong Nineteen's bot is: many games at once, move for move those of `python -m game nineteen -bot`.

python -m tools.measure.nineteen_games [--games 30] [--seed 0] [--cut 100000]

Game k has seed + k. One by one, such games take hours; here the bot's own functions evaluate all games together, and
the bot is asked about a single board only if its top is crowded. A game that reaches --cut rows is stopped and counts
as that many: the mean is then a lower bound.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game import rng
from game.bots import EFFORT, advise
from game.bots.nineteen.core import SHAPES, TOP, outcomes, spawnable
from game.bots.nineteen.evaluation import evaluated, followed
from game.bots.nineteen.search import LOOKED_ON
from game.bots.search.rows import Rows, best_few, packed
from game.kernel import frozen
from game.rules import nineteen
from game.rules.nineteen import COLUMNS, State, play, spawned
from game.tournament.sample import sample

RULES = nineteen.GAME


class Report(NamedTuple):
    """The progress of the games after a piece in each; arrays (games,)."""

    lines: NDArray[Any]
    going: NDArray[Any]


def games(seeds: list[int], cut: int) -> Iterator[Report]:
    """Plays the games of these seeds until they end or reach the limit; yields their progress after each piece."""
    randoms = [rng.standard(seed) for seed in seeds]
    drawn = np.zeros((2, len(seeds)), np.int64)
    for each in drawn:
        _draw(randoms, each, range(len(seeds)))
    current, following = drawn
    rows = np.zeros((nineteen.ROWS, len(seeds)), np.uint16)
    lines = np.zeros(len(seeds), np.int64)
    going = np.ones(len(seeds), np.bool_)
    while going.any():
        live = np.flatnonzero(going)
        crowded = rows[:TOP, live].any(axis=0)
        for one in live[crowded].tolist():
            rows[:, one], gone = _alone(rows[:, one], int(current[one]), int(following[one]))
            lines[one] += gone
        others = live[~crowded]
        if len(others):
            rows[:, others], gained = _together(rows[:, others], current[others], following[others])
            lines[others] += gained
        going[live] = spawnable(rows[:, live], following[live]) & (lines[live] < cut)
        current[:] = following
        _draw(randoms, following, live.tolist())
        yield Report(lines, going)


def _draw(randoms: list[rng.Random], shapes: NDArray[Any], which: Any) -> None:
    for one in which:
        index, randoms[one] = randoms[one].next(len(SHAPES))
        shapes[one] = 1 + index


def _together(rows: Rows, current: NDArray[Any], following: NDArray[Any]) -> tuple[Rows, NDArray[Any]]:
    """Boards with an empty top (rows, n), their pieces → boards after the bot's moves, and rows cleared (n,)."""
    after = outcomes(rows, current)
    evaluation = evaluated(after, following)
    some = best_few(evaluation.alone, after, LOOKED_ON[EFFORT])
    later, _rows = followed(after.rows[:, some.ravel()], following.repeat(some.shape[1]))
    chosen = (evaluation.falling[some] + later.reshape(some.shape)).argmax(axis=1)
    numbers = some[np.arange(len(some)), chosen]
    return after.rows[:, numbers], after.gone[numbers]


def _alone(rows: Rows, current: int, following: int) -> tuple[Rows, int]:
    """One board (rows,), its pieces → the board after the bot's own words, and rows cleared."""
    cells = frozen((rows[:, None] >> np.arange(COLUMNS) & 1).astype(np.int8))
    state = State(cells, spawned(current), following, 0, 0, rng.standard(0), None, False)
    for word in advise(RULES, state).words:
        state, _events = play(state, word)
    return packed(state.cells[None])[:, 0], state.lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--cut", type=int, default=100_000, help="rows after which a game is ended")
    given = parser.parse_args()
    began, pieces, moves = time.monotonic(), 0, 0
    report = Report(np.zeros(given.games, np.int64), np.ones(given.games, np.bool_))
    for report in games(list(range(given.seed, given.seed + given.games)), given.cut):
        pieces += 1
        moves += int(report.going.sum())
        if pieces % 5000 == 0:
            _tell(report, given.cut, pieces, moves, time.monotonic() - began)
    _tell(report, given.cut, pieces, moves, time.monotonic() - began)
    print("rows:", " ".join(map(str, sorted(report.lines.tolist()))))


def _tell(report: Report, cut: int, pieces: int, moves: int, seconds: float) -> None:
    lines = report.lines
    about = sample(lines.tolist())
    over = int((~report.going & (lines < cut)).sum())
    print(
        f"{pieces} pieces: {about.mean:.0f} ± {about.high - about.mean:.0f} rows a game, least {lines.min()}, "
        f"{over} games over, {int((lines >= cut).sum())} cut, {seconds / max(moves, 1) * 1e6:.0f} µs a move",
        flush=True,
    )


if __name__ == "__main__":
    main()
