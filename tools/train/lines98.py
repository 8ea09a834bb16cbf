"""Learns to evaluate positions of Lines, squares and blocks (five in line: tools/train/lines98_line.py): plays, solves
for the values of its own play, plays by these, and so on.

python -m tools.train.lines98 [--modes square block] [--rounds 5] [--games 32] [--turns 1000] [--seed 1]

Policy iteration with least-squares temporal differences (Lagoudakis and Parr 2003). Prints its progress and finally
writes game/bots/lines98/MODE.bin, whose weights are fixed-point numbers with 256 units to a point.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.bots.lines98 import core, evaluation
from game.bots.lines98 import search as player
from game.kernel import batch
from game.rules import lines98
from tools.train.keeping import fixed_point, keep

Array = NDArray[Any]

MODES = ("square", "block")
DECAY = 0.5
"""The factor for observations of earlier rounds."""
RIDGE = 3.0
LOOKED_AT = 8
"""How many turns of a position are evaluated exactly."""
CHUNK = 2048


@dataclass
class Games:
    """Games played in parallel."""

    mode: str
    cells: Array
    coming: Array
    balls: Array
    """How many balls have vanished (n,)."""
    length: Array


def fresh(games: int, mode: str, random: np.random.Generator) -> Games:
    states = [lines98.start({"mode": mode}, int(seed)) for seed in random.integers(0, 2**31 - 2, games)]
    cells = np.stack([state.cells for state in states])
    coming = np.stack([core.coming_balls(state.coming) for state in states])
    return Games(mode, cells, coming, np.zeros(games, np.int64), np.zeros(games, np.int64))


def first_guess(mode: str) -> Array:
    """Initial weights: balls of one colour in a window are good; mixed ones and a full board are bad."""
    weights = np.zeros(evaluation.weights_of(mode))
    first = 0
    for group in evaluation.windows(mode):
        ways = evaluation.canonical(group.size)
        codes = np.unique(ways, return_index=True)[1]
        counts = np.stack([codes // evaluation.BASE**place % evaluation.BASE for place in range(group.size)])
        like = np.stack([(counts == colour + 1).sum(axis=0) for colour in range(lines98.COLOURS)])
        most, all_ = like.max(axis=0), like.sum(axis=0)
        guess = np.where(most == all_, most**2, 0) * 0.3 - 0.2 * (all_ - most)
        weights[first : first + group.weights] = np.tile(guess, group.kinds)
        first += group.weights
    weights[-evaluation.FULLNESS :] = np.linspace(0, 40, evaluation.FULLNESS)
    return weights


def turn(games: Games, value: evaluation.Evaluation, random: np.random.Generator) -> tuple[Array, Array]:
    """Plays a turn of every game, in place → the balls that vanished (n,), and whether the game is over (n,)."""
    many = len(games.cells)
    ways, cost = player.Moves(games.cells, games.mode), value.costs(games.cells)
    guess, first, last = player.candidates(ways, np.arange(many), games.coming, cost, value, LOOKED_AT)
    game = np.repeat(np.arange(many), guess.shape[1])
    turns = core.turns(games.cells[game], games.coming[game], games.mode, first.ravel(), last.ravel())
    exact = player.values(turns, cost[game], value) - player.CLEARING_BONUS[games.mode] * (turns.moved > 0)
    exact = np.where(np.isfinite(guess), exact.reshape(guess.shape), -np.inf)
    choice = np.arange(many) * guess.shape[1] + exact.argmax(axis=1)
    gain = (turns.moved + turns.grown)[choice]
    cells = turns.cells[choice].copy()
    flat = cells.reshape(many, -1)
    for number in np.flatnonzero(turns.displaced[choice]):
        empty = np.flatnonzero(flat[number] == 0)
        if len(empty):
            flat[number, random.choice(empty)] = turns.displaced[choice][number]
    games.cells = cells
    quiet = turns.moved[choice] == 0
    games.coming[quiet] = drawn(cells[quiet], random)
    over = (cells != 0).all(axis=(-1, -2))
    games.balls += gain
    games.length += 1
    return gain, over


def drawn(cells: Array, random: np.random.Generator) -> Array:
    """Boards (n, 9, 9) → three coming balls for each (n, 3, 2)."""
    flat = cells.reshape(len(cells), -1)
    order = np.argsort(random.random(flat.shape) + (flat != 0), axis=1)[:, : lines98.COMING]
    colour = random.integers(1, lines98.COLOURS + 1, order.shape)
    return np.stack([order, np.where(np.take_along_axis(flat, order, axis=1) == 0, colour, 0)], axis=-1)


def play(
    mode: str, weights: Array, count: int, turns: int, random: np.random.Generator
) -> tuple[Array, Array, Array, list[int]]:
    """Plays games in parallel → the sums of least squares, how many balls vanished in the games that ended, and their
    lengths."""
    value, games = evaluation.Evaluation(mode, weights), fresh(count, mode, random)
    size = len(weights)
    left, right = np.zeros((size, size), np.float32), np.zeros(size, np.float32)
    ended: list[int] = []
    lengths: list[int] = []
    now: list[Array] = []
    then: list[Array] = []
    gains: list[Array] = []
    before = evaluation.parts(batch(games.cells), mode)
    for number in range(turns):
        gain, over = turn(games, value, random)
        after = evaluation.parts(batch(games.cells), mode)
        now.append(before)
        then.append(after * ~over[:, None])
        gains.append(gain)
        before = after
        if over.any():
            ended += games.balls[over].tolist()
            lengths += games.length[over].tolist()
            new = fresh(int(over.sum()), mode, random)
            games.cells[over], games.coming[over], games.balls[over], games.length[over] = new.cells, new.coming, 0, 0
            before[over] = evaluation.parts(batch(new.cells), mode)
        if len(now) * count >= CHUNK or number == turns - 1:
            seen = np.concatenate(now)
            left += seen.T @ (seen - player.DISCOUNT * np.concatenate(then))
            right += seen.T @ np.concatenate(gains).astype(np.float32)
            now, then, gains = [], [], []
    return left, right, np.array(ended), lengths


def learn(mode: str, rounds: int, games: int, turns: int, seed: int) -> Array:
    """Learns a mode's weights."""
    weights = first_guess(mode)
    random = np.random.default_rng(seed)
    left, right = np.zeros((len(weights), len(weights))), np.zeros(len(weights))
    for number in range(rounds):
        began = monotonic()
        more_left, more_right, ended, lengths = play(mode, weights, games, turns, random)
        left, right = DECAY * left + more_left, DECAY * right + more_right
        weights = np.linalg.solve(left + RIDGE * np.eye(len(right)), right)
        progress = f"mean {ended.mean():.0f} balls, {np.mean(lengths):.0f} turns" if len(ended) else "no game ended"
        progress += f", {(monotonic() - began) / turns / games * 1000:.2f} ms a turn"
        print(f"{mode}, round {number + 1}: {len(ended)} games, {progress}", file=sys.stderr, flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=32, help="games side by side")
    parser.add_argument("--turns", type=int, default=1000, help="turns of each in a round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for mode in given.modes:
        weights = learn(mode, given.rounds, given.games, given.turns, given.seed)
        keep(f"lines98/{mode}", fixed_point(weights, evaluation.SCALE).tobytes())


if __name__ == "__main__":
    main()
