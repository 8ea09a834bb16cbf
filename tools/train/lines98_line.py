"""Learns to evaluate positions of Lines, five in line, from millions of turns of its own play, one turn ahead.

python -m tools.train.lines98_line [--rounds 12] [--turns 60000] [--generations 60] [--seed 1] [--from FILE] --to FILE

First it does policy iteration with least-squares temporal differences like tools.train.lines98, but compiled. These
weights predict what will vanish, not which move keeps a game alive longest. Therefore a noisy cross-entropy search
(Szita and Lőrincz 2006) then finds the factor of each group of them and of some heuristic sums. In each generation
every player plays the same games, and the search moves towards those whose games last longest, by the mean logarithm of
their turns. FILE holds the state after each generation; --from resumes it. With --keep it is written to
game/bots/lines98/line.bin; READY in the bot must then be set to `prize`. Needs `numba`.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import numpy as np

from game.bots.lines98 import evaluation, line
from tools.train import lines98_compiled as compiled
from tools.train.keeping import fixed_point, keep
from tools.train.push_clear_compiled import Array

DECAY = 0.8
"""The factor for observations of earlier rounds."""
RIDGE = 30.0
LOOKED_AT, AT_A_GLANCE = 10, 6
"""How many turns of a position are evaluated exactly, while learning values and while searching."""
PLAYERS, BEST, GAMES, LONGEST = 32, 8, 8, 3000
SLOW, LEAST = 0.75, 0.05
"""The share of the spread that remains from one generation to the next, and the least share of the initial one."""
PRIZE_SPREAD = 2.0

SPREAD = {
    "one": 0.1, "two": 0.2, "three": 0.5, "four": 1.0, "outside": 0.3, "regions": 0.3, "stuck": 0.3,
    "ready": 1.0, "empty": 1.0, "three colours": 0.1, "two colours": 0.1, "four and one": 0.5, "three and one": 0.3,
    "box full": 0.2, "box of three": 0.2, "box of colours": 0.2, "box alike": 0.2, "ball shut in": 0.5,
    "ball nearly": 0.3, "hole": 0.5, "nook": 0.3,
}  # fmt: skip
"""The sums, and the spread in balls of their factors among the first players."""


def learned(rounds: int, turns: int, seed: int) -> Array:
    """Learns the weights by least squares."""
    weights, many = first_guess(), compiled.WEIGHTS
    left, right = np.zeros((many, many), np.float32), np.zeros(many)
    for number in range(rounds):
        began = process_time()
        left *= DECAY
        right *= DECAY
        scores = np.zeros(turns, np.int64)
        games, rest = compiled.observed(seed + number, turns, weights, LOOKED_AT, left, right, scores)
        weights = np.linalg.solve(left.astype(np.float64) + RIDGE * np.eye(many), right)
        _report(
            f"round {number + 1}: {games} games, {(scores.sum() + rest) / max(games, 1):.0f} points a game, "
            f"{(process_time() - began) / turns * 1e6:.0f} us a turn"
        )
    return weights


def first_guess() -> Array:
    """Initial weights: balls of one colour in a line are good; mixed lines and a full board are bad."""
    weights = np.zeros(compiled.WEIGHTS)
    ways, codes = np.unique(compiled.WAYS[: 8**5], return_index=True)
    _kinds, most, balls = _contents(codes, 5)
    guess = np.zeros(len(ways))
    guess[ways] = np.where(most == balls, most**2, 0) * 0.3 - 0.2 * (balls - most)
    weights[: compiled.FIVE.weights] = np.tile(guess, compiled.FIVE.kinds)
    weights[compiled.OF_EMPTY : compiled.OF_OUTSIDE] = np.linspace(0, 40, line.FULLNESS)
    return weights


def _contents(codes: Array, size: int) -> tuple[Array, Array, Array]:
    """Contents of windows → how many colours they have, how many balls of the most frequent one, and how many balls."""
    digits = codes >> 3 * np.arange(size)[:, None] & 7
    like = np.stack([(digits == colour).sum(axis=0) for colour in range(1, evaluation.BASE)])
    return (like > 0).sum(axis=0), like.max(axis=0), like.sum(axis=0)


def directions(weights: Array) -> tuple[list[str], Array]:
    """The dimensions of the search: the groups of these weights, then the sums; their names, and their weights (n,
    weights)."""
    starts = [0, compiled.FIVE.weights, *(compiled.BASE + first for first in line.first_weights().values())]
    names, rows = [], []
    for name, start, end in zip(["five", "four", *line.first_weights()], starts, starts[1:], strict=False):
        row = np.zeros_like(weights)
        row[start:end] = weights[start:end]
        names.append("learned " + name)
        rows.append(row)
    sums = _sums()
    return names + list(sums), np.array(rows + list(sums.values()))


def _sums() -> dict[str, Array]:
    rows = {name: np.zeros(compiled.WEIGHTS) for name in SPREAD}
    for name, first, many in (
        ("outside", compiled.OF_OUTSIDE, line.OUTSIDE),
        ("regions", compiled.OF_REGIONS, line.REGIONS),
        ("stuck", compiled.OF_STUCK, line.STUCK),
    ):
        rows[name][first : first + line.STAGES * many] = np.tile(np.arange(many), line.STAGES)
    colours = np.append(0, np.repeat((1, 2, 3), 5))
    rows["ready"][compiled.OF_READY : compiled.OF_READY + line.STAGES * line.COMPLETABLE] = np.tile(
        colours, line.STAGES
    )
    rows["empty"][compiled.OF_EMPTY : compiled.OF_OUTSIDE] = np.arange(line.FULLNESS)
    kinds, most, balls = _contents(np.arange(8**5), 5)
    for name, those in (
        *((name, (kinds == 1) & (balls == number)) for number, name in enumerate(("one", "two", "three", "four"), 1)),
        ("three colours", kinds >= 3),
        ("two colours", kinds == 2),
        ("four and one", (most == 4) & (kinds == 2)),
        ("three and one", (most == 3) & (kinds == 2)),
    ):
        way = np.zeros(compiled.FIVE.contents)
        way[compiled.WAYS[: 8**5]] = those
        rows[name][: compiled.FIVE.weights] = np.tile(way, compiled.FIVE.kinds)
    kinds, most, balls = _contents(np.arange(8**4), 4)
    for name, those in (
        ("box full", balls == 4),
        ("box of three", balls == 3),
        ("box of colours", kinds >= 3),
        ("box alike", (kinds == 1) & (balls >= 2)),
    ):
        way = np.zeros(compiled.FOUR.contents)
        way[compiled.WAYS[8**5 :]] = those
        rows[name][compiled.FIVE.weights : compiled.BASE] = np.tile(way, compiled.FOUR.kinds)
    taken = np.arange(2**line.IN_BOX) >> np.arange(line.IN_BOX)[:, None] & 1
    sides, inner = 4 - taken[1::2].sum(axis=0), compiled.OF_BOX[24]
    for name, ball, free in (("ball shut in", 1, 0), ("ball nearly", 1, 1), ("hole", 0, 0), ("nook", 0, 1)):
        rows[name][inner] = (taken[4] == ball) & (sides == free)
    return rows


def searched(weights: Array, generations: int, seed: int, start: str | None, to: str) -> None:
    """Searches from these weights, or from the end of a file, and writes each generation to a file."""
    names, rows = directions(weights)
    groups = len(names) - len(SPREAD)
    mean = np.append(np.repeat((1.0, 0.0), (groups, len(SPREAD))), 0.0)
    first = np.array([0.3] * groups + list(SPREAD.values()) + [PRIZE_SPREAD])
    spread, done = first.copy(), 0
    if start:
        kept = np.load(start)
        mean, done = kept["mean"], int(kept["done"])
        spread = np.maximum(kept["spread"], 0.3 * first)
    none = np.zeros((0, 2), np.int64)
    random = np.random.default_rng(seed + done)
    for number in range(done, done + generations):
        half = random.normal(size=(PLAYERS // 2, len(mean)))
        players = mean + spread * np.concatenate([half, -half])
        fit, points = np.zeros(PLAYERS), np.zeros(PLAYERS)
        for player, own in enumerate(players):
            for game in range(GAMES):
                the_seed = 100_000 * seed + number * GAMES + game
                score, turns = compiled.game(the_seed, own[:-1] @ rows, own[-1], AT_A_GLANCE, 0, none, LONGEST)
                fit[player] += np.log(turns + 20) / GAMES
                points[player] += score / GAMES
        best = np.argsort(-fit)[:BEST]
        share = np.log(BEST + 0.5) - np.log(np.arange(1, BEST + 1))
        share /= share.sum()
        wide = np.sqrt(share @ (players[best] - mean) ** 2)
        mean, spread = share @ players[best], np.maximum(SLOW * spread + (1 - SLOW) * wide, LEAST * first)
        np.savez(to, weights=mean[:-1] @ rows, prize=mean[-1], mean=mean, spread=spread, done=number + 1, base=weights)
        _report(
            f"generation {number + 1}: {points.mean():.0f} points a game, the best {BEST} {points[best].mean():.0f}; "
            f"spread {np.mean(spread / first):.2f}"
        )


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12, help="of least squares")
    parser.add_argument("--turns", type=int, default=60_000, help="of a round")
    parser.add_argument("--generations", type=int, default=60, help="of the search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="start", help="a file to go on with; no least squares then")
    parser.add_argument("--to", required=True)
    parser.add_argument("--keep", action="store_true", help="write what was found where the bot reads it")
    given = parser.parse_args()
    weights = np.load(given.start)["base"] if given.start else learned(given.rounds, given.turns, given.seed)
    searched(weights, given.generations, given.seed, given.start, given.to)
    if given.keep:
        found = np.load(given.to)
        keep("lines98/line", fixed_point(found["weights"], evaluation.SCALE).tobytes())
        print(f'READY["line"] = {found["prize"]:.1f}')


if __name__ == "__main__":
    main()
