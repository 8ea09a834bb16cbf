"""Learns to evaluate positions of Push and Clear from many games in parallel; each move corrects the evaluation before.

python -m tools.train.push_clear [--minutes 10] [--games 256] [--seed 1]

The tables are for boards of any size; those for the classic size come from tools/train/push_clear_classic.py. The
method is temporal differences between positions before the new box, as is usual for such games. Prints its progress and
finally writes game/bots/push_clear/any_size.bin, whose tables are fixed-point numbers with 256 units to a point.
"""

from __future__ import annotations

import argparse
import sys
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.bots.push_clear import evaluation
from game.bots.push_clear.core import new_boxes
from game.kernel import batch
from game.rules import push_clear
from tools.train.keeping import fixed_point, keep

Array = NDArray[Any]

FIRST_RATE, LAST_RATE = 0.5, 0.02
REPORT = 30
"""Seconds."""


def fresh(games: int, random: np.random.Generator) -> Array:
    """First positions of the classic size (games, 6, 6)."""
    seeds = random.integers(0, 2**31 - 2, games)
    return np.stack([push_clear.start({"size": 6}, int(seed)).cells for seed in seeds])


def boxed(cells: Array, steps: Array, random: np.random.Generator) -> Array:
    """Boards (n, 6, 6), the steps of each (n,) → boards with a new box, drawn by its probability."""
    boards, chance, whose = new_boxes(batch(cells), steps)
    order = np.lexsort((-random.exponential(size=len(chance)) / chance, whose))
    last = np.searchsorted(whose[order], np.arange(len(cells)), side="right") - 1
    return boards[order[last]]


def expected(parts: Array, steps: Array, table: Array) -> Array:
    """Parts of positions (parts of one, n), the steps of each → the points expected from then on (n,)."""
    place, share = between(steps)
    return (1 - share) * table[place, parts].sum(axis=0) + share * table[place + 1, parts].sum(axis=0)


def between(steps: Array) -> tuple[Array, Array]:
    """Steps → the index of the table before, and the share of the next one, as in `evaluation.weights`."""
    percent = np.array([min(push_clear.fixed_percent(step), evaluation.KNOTS[-1]) for step in steps.tolist()])
    place = np.maximum(np.searchsorted(evaluation.KNOTS, percent), 1) - 1
    knots = np.array(evaluation.KNOTS)
    return place, (percent - knots[place]) / (knots[place + 1] - knots[place])


def correct(parts: Array, steps: Array, error: Array, table: Array, rate: float) -> None:
    """Moves a position's weights towards its observed value, in place; each by its mean error."""
    place, share = between(steps)
    total, count = np.zeros(table.size), np.full(table.size, 1e-9)
    for index, part in ((place, 1 - share), (place + 1, share)):
        where = (index * table.shape[1] + parts).ravel()
        total += np.bincount(where, np.broadcast_to(part * error, parts.shape).ravel(), table.size)
        count += np.bincount(where, np.broadcast_to(part, parts.shape).ravel(), table.size)
    table += (rate / len(parts) * total / np.maximum(count, 1)).reshape(table.shape)


def learn(games: int, minutes: float, seed: int) -> Array:
    """Learns tables (knots, parts) by playing this many games at a time."""
    random = np.random.default_rng(seed)
    table = np.zeros((len(evaluation.KNOTS), evaluation.PARTS))
    cells, steps, scores = fresh(games, random), np.zeros(games, np.int64), np.zeros(games, np.int64)
    before: tuple[Array, Array] | None = None
    young: Array = np.ones(games, np.bool_)
    ended: list[int] = []
    began, reported = monotonic(), 0.0
    while (passed := (monotonic() - began) / 60) < minutes:
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (passed / minutes)
        pushes = [push_clear.push(batch(cells), word) for word in push_clear.DIRECTIONS]
        after = np.stack([push_clear.clear(pushed)[0] for pushed, _points, _possible in pushes])
        points, possible = (np.stack([push[part] for push in pushes]) for part in (1, 2))
        steps += 1
        parts = np.stack([evaluation.parts(batch(boards)) for boards in after])
        value = np.stack([expected(part, steps, table) for part in parts])
        best = np.where(possible, points + value, -np.inf).argmax(axis=0)
        game = np.arange(games)
        alive = np.asarray(possible.any(axis=0))
        gain = np.where(alive, (points + value)[best, game], 0)
        if before is not None:
            known = ~young
            part, then = before[0][:, known], before[1][known]
            correct(part, then, gain[known] - expected(part, then, table), table, rate)
        scores += np.where(alive, points[best, game], 0)
        before, young = (parts[best, :, game].T, steps.copy()), ~alive
        cells[alive] = boxed(after[best, game][alive], steps[alive], random)
        if young.any():
            ended += scores[young].tolist()
            cells[young] = fresh(int(young.sum()), random)
            steps[young] = scores[young] = 0
        if passed * 60 - reported > REPORT:
            reported = passed * 60
            line = f"{passed:.1f} min, rate {rate:.3f}, {len(ended)} games, mean of the last 2000:"
            print(line, f"{np.mean(ended[-2000:]):.1f}", file=sys.stderr, flush=True)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = learn(given.games, given.minutes, given.seed)
    keep("push_clear/any_size", fixed_point(table, evaluation.SCALE).tobytes())


if __name__ == "__main__":
    main()
