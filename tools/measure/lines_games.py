"""How strong Lines' bot is: many games at once, move for move those of `python -m game lines98 -bot`.

python -m tools.measure.lines_games [--mode line] [--games 20] [--seed 0] [--turns 1000] [--compiled [--ahead 2]]

Game k has seed + k. The bot's own functions evaluate the boards of many games together, and then each game is played by
its rules. A game that reaches --turns is stopped and counts up to there: the mean is then a lower bound. With
--compiled, five in line is played by the bot's twin, compiled by numba, which must be installed: the same values, other
random numbers, and nearly the same search (it looks at every move that completes a line), ten times as fast. With
--ahead 1 it looks no further than the turn itself.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from game.bots import EFFORT
from game.bots.lines98.evaluation import SCALE
from game.bots.lines98.search import AFTERWARDS, LOOKED_AT, PURSUED_LINE, READY, choices, listed
from game.bots.lines98.weights import unpacked
from game.kernel import frozen
from game.rng import Random
from game.rules import lines98
from game.rules.lines98 import NAMES, SHAPES, State
from game.session.tally import Tally
from game.tournament.sample import sample

TOGETHER = 16
"""Games whose boards share an array; with more, the arrays do not fit into the processor's caches."""


@dataclass
class Going:
    """A game in play."""

    number: int
    state: State
    turns: int = 0
    seconds: float = 0.0
    """Its share of the thinking time."""
    tally: Tally = field(default_factory=lambda: Tally(lines98.GAME.figures, 0))

    @property
    def over(self) -> bool:
        return lines98.over(self.state)

    def figure(self, name: str) -> int:
        """The score, or a figure of the tally."""
        return self.state.score if name == "score" else self.tally.counts[name]

    @property
    def saved(self) -> dict[str, Any]:
        """Everything as JSON; `resumed` turns it into a game again."""
        state = {"cells": self.state.cells.tolist(), "coming": self.state.coming, "score": self.state.score}
        about = {"number": self.number, "turns": self.turns, "seconds": self.seconds, "counts": self.tally.counts}
        return {**about, **state, "random": self.state.random.k}


def begun(mode: str, number: int, seed: int) -> Going:
    return Going(number, lines98.start({"mode": mode}, seed))


def resumed(mode: str, saved: Mapping[str, Any]) -> Going:
    """Restores a game of this mode from its JSON."""
    coming = tuple((place, colour) for place, colour in saved["coming"])
    cells = frozen(np.array(saved["cells"], np.int8))
    state = State(cells, coming, saved["score"], Random(saved["random"]), mode)
    game = Going(saved["number"], state, saved["turns"], saved["seconds"])
    game.tally.counts.update(saved["counts"])
    return game


def turn(games: Sequence[Going], seeds: Sequence[int], effort: int = EFFORT) -> None:
    """Plays one turn in each of these unfinished games of one mode, with these player seeds."""
    for start in range(0, len(games), TOGETHER):
        some = slice(start, start + TOGETHER)
        _turn(games[some], seeds[some], effort)


def _turn(games: Sequence[Going], seeds: Sequence[int], effort: int) -> None:
    began = time.perf_counter()
    cells = np.stack([each.state.cells for each in games])
    coming = np.stack([listed(each.state.coming) for each in games])
    *_before, choice = choices(cells, coming, games[0].state.mode, effort, seeds)
    seconds = (time.perf_counter() - began) / len(games)
    for each, first, last in zip(games, choice.first.tolist(), choice.last.tolist(), strict=True):
        each.state, events = lines98.play(each.state, f"move {NAMES[first]} {NAMES[last]}")
        each.tally.add(events)
        each.turns += 1
        each.seconds += seconds


def played(mode: str, seeds: Sequence[int], turns: int, effort: int = EFFORT) -> Iterator[list[Going]]:
    """Plays the games of these seeds until they end or reach the limit; yields all of them after each turn."""
    games = [begun(mode, number, seed) for number, seed in enumerate(seeds)]
    while live := [each for each in games if not each.over and each.turns < turns]:
        turn(live, [seeds[each.number] for each in live], effort)
        yield games


def compiled(seeds: Sequence[int], turns: int, ahead: int) -> Iterator[tuple[int, int]]:
    """Yields the sum of n(n - 4) and the turns of each game that the compiled twin plays."""
    from tools.train import lines98_compiled

    weights = np.frombuffer(unpacked("line"), "<i2") / SCALE
    plan = np.array(PURSUED_LINE[EFFORT] if ahead > 1 else (), np.int64).reshape(-1, 2)
    looked_at = LOOKED_AT[EFFORT if ahead > 1 else 1]
    for seed in seeds:
        yield lines98_compiled.game(seed, weights, READY["line"], looked_at, AFTERWARDS["line"], plan, turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", choices=tuple(SHAPES), default="line")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--turns", type=int, default=1000, help="after which a game is ended")
    parser.add_argument("--compiled", action="store_true", help="five in line by the compiled twin")
    parser.add_argument("--ahead", type=int, choices=(1, 2), default=2, help="turns that the twin looks ahead")
    given = parser.parse_args()
    if given.compiled:
        values = []
        for score, turns in compiled(range(given.seed, given.seed + given.games), given.turns, given.ahead):
            values.append(score)
            print(f"{len(values)} games: n(n-4) {_mean(values)}; the last {turns} turns", flush=True)
        return
    for number, games in enumerate(played(given.mode, range(given.seed, given.seed + given.games), given.turns), 1):
        if number % 100 == 0:
            _tell(games)
    _tell(games)


def _mean(values: Sequence[float]) -> str:
    about = sample(values)
    return f"{about.mean:.0f} ± {about.high - about.mean:.0f}"


def _tell(games: Sequence[Going]) -> None:
    figures = {"n(n-4)": [each.tally.counts["n(n-4)"] for each in games], "score": [each.state.score for each in games]}
    figures_text = [f"{name} {_mean(values)}" for name, values in figures.items()]
    turns, seconds = sum(each.turns for each in games), sum(each.seconds for each in games)
    over = sum(each.over for each in games)
    print(
        f"{max(each.turns for each in games)} turns: {', '.join(figures_text)}; {over} of {len(games)} games over; "
        f"{seconds / turns * 1000:.1f} ms a turn",
        flush=True,
    )


if __name__ == "__main__":
    main()
