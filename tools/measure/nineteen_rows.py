"""How many rows Nineteen's bot clears: whole games side by side, which would take hours one by one.

Move for move these are the games of `python -m game nineteen -bot`: game k has seed + k, the bot's own functions
evaluate all games together, and the bot is asked about a single board only if its top is crowded. A game that reaches
--cut rows is stopped and counts as that many: the mean is then a lower bound.
"""

from __future__ import annotations

import argparse
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
from tools.measure.harness import statistics
from tools.measure.harness.results import show
from tools.setup.progress import line

PIECES_A_REPORT = 5000


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--cut", type=int, default=100_000, help="rows after which a game is stopped")


def main(given: argparse.Namespace) -> int:
    """Plays and prints."""
    progress = Progress(np.zeros(given.games, np.int64), np.ones(given.games, np.bool_))
    for pieces, progress in enumerate(games(list(range(given.seed, given.seed + given.games)), given.cut), 1):
        if pieces % PIECES_A_REPORT == 0:
            line(
                f"  {pieces:,} pieces, {progress.lines.mean():,.0f} rows a game, {progress.going.sum()} games going on"
            )
    lines = progress.lines
    cells = given.games, statistics.mean(lines.tolist()), lines.min(), int((lines >= given.cut).sum())
    show(("games", "rows a game", "least", f"stopped at {given.cut:,} rows"), [cells])
    return 0


class Progress(NamedTuple):
    """The progress of the games after a piece in each; arrays (games,)."""

    lines: NDArray[Any]
    going: NDArray[Any]


def games(seeds: list[int], cut: int) -> Iterator[Progress]:
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
        yield Progress(lines, going)


def _draw(randoms: list[rng.Random], shapes: NDArray[Any], which: Any) -> None:
    for one in which:
        index, randoms[one] = randoms[one].next(len(SHAPES))
        shapes[one] = 1 + index


def _together(rows: Rows, current: NDArray[Any], following: NDArray[Any]) -> tuple[Rows, NDArray[Any]]:
    """Plays on boards with an empty top (rows, n); returns them after the bot's moves, and rows cleared (n,)."""
    after = outcomes(rows, current)
    evaluation = evaluated(after, following)
    some = best_few(evaluation.alone, after, LOOKED_ON[EFFORT])
    later, _rows = followed(after.rows[:, some.ravel()], following.repeat(some.shape[1]))
    chosen = (evaluation.falling[some] + later.reshape(some.shape)).argmax(axis=1)
    numbers = some[np.arange(len(some)), chosen]
    return after.rows[:, numbers], after.gone[numbers]


def _alone(rows: Rows, current: int, following: int) -> tuple[Rows, int]:
    """Plays on one board (rows,); returns it after the bot's own words, and rows cleared."""
    cells = frozen((rows[:, None] >> np.arange(COLUMNS) & 1).astype(np.int8))
    state = State(cells, spawned(current), following, 0, 0, rng.standard(0), None, False)
    for word in advise(nineteen.GAME, state).words:
        state, _events = play(state, word)
    return packed(state.cells[None])[:, 0], state.lines
