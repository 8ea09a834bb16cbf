"""Lines: the balls that will still vanish, from the windows, regions and boxes of a board, for each of the three modes.

The bot plays, one turn ahead, solves for the values of its own play by least squares, plays by these, and so on (policy
iteration). These weights predict how many balls will vanish, not which move keeps a game alive longest; for five in
line a cross-entropy search therefore finds the factor of each group of them with which games last longest.
"""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np

from game.bots.lines98 import evaluation, line, search
from game.bots.lines98.core import coming_balls, drawn, turns
from game.bots.lines98.evaluation import Evaluation
from game.bots.lines98.weights import unpacked
from game.kernel import Array, batch
from game.rules import lines98
from tools.train.learning import LeastSquares, Training, cross_entropy, fixed_point, report, write

ROUNDS, QUICK_ROUNDS = 8, 3
GAMES, TURNS, QUICK_TURNS = 32, 1000, 300
"""Games played side by side in a round, and turns of each."""
FORGOTTEN, RIDGE = 0.5, 3.0
CANDIDATES = 8
"""How many turns of a position are evaluated exactly."""
SAMPLE = 16
"""Turns whose features are collected before they are added up."""
GENERATIONS, QUICK_GENERATIONS = 40, 3
PLAYERS, QUICK_PLAYERS = 32, 8
SEARCHED, LONGEST, QUICK_LONGEST = 8, 2000, 600
"""Games of each player in a generation of the search, and turns after which they are stopped."""
SPREAD = 0.3


class Games:
    """Games of one mode played side by side; one that ends is followed by another."""

    def __init__(self, mode: str, count: int, random: np.random.Generator) -> None:
        self.mode, self._random = mode, random
        self.cells = np.zeros((count, 9, 9), np.int8)
        self.coming = np.zeros((count, lines98.COMING, 2), np.int64)
        self.begin(np.arange(count))

    def begin(self, which: Array) -> None:
        """Begins some games again."""
        for number in which.tolist():
            state = lines98.start({"mode": self.mode}, int(self._random.integers(0, 2**31 - 2)))
            self.cells[number], self.coming[number] = state.cells, coming_balls(state.coming)

    def play_turn(self, value: Evaluation, bonus: float) -> tuple[Array, Array]:
        """Plays a turn of every game; returns the balls that vanished, and whether the board is full (n,)."""
        count, cost = len(self.cells), value.costs(self.cells)
        moves, every = search.BallMoves(self.cells, self.mode), np.arange(count)
        guess, first, last = search.candidates(moves, every, self.coming, cost, value, CANDIDATES)
        game = every.repeat(guess.shape[1])
        ends = turns(self.cells[game], self.coming[game], self.mode, first.ravel(), last.ravel())
        exact = search.values(ends, cost[game], value) + (bonus - search.CLEARING_BONUS[self.mode]) * (ends.by_move > 0)
        best = np.where(np.isfinite(guess), exact.reshape(guess.shape), -np.inf).argmax(axis=1)
        ends = ends.only(every * guess.shape[1] + best)
        flat = ends.cells.reshape(count, -1).copy()
        for number in np.flatnonzero(ends.displaced):
            if len(empty := np.flatnonzero(flat[number] == 0)):
                flat[number, self._random.choice(empty)] = ends.displaced[number]
        self.cells = flat.reshape(-1, 9, 9)
        quiet = np.flatnonzero(ends.by_move == 0)
        order = np.argsort(self._random.random((len(quiet), 81)), axis=1)
        colours = self._random.integers(1, lines98.COLOURS + 1, (len(quiet), lines98.COMING))
        self.coming[quiet] = drawn(self.cells[quiet], order, colours)
        return ends.by_move + ends.by_coming, (flat != 0).all(axis=1)


def first_guess(mode: str) -> Array:
    """Returns initial weights: balls of one colour in a window are good; mixed ones and a full board are bad."""
    weights, first = np.zeros(evaluation.weights_of(mode)), 0
    for group in evaluation.line_windows(mode):
        codes = np.unique(evaluation.canonical(group.size), return_index=True)[1]
        balls = np.stack([codes // evaluation.BASE**place % evaluation.BASE for place in range(group.size)])
        of_colour = np.stack([(balls == colour).sum(axis=0) for colour in range(1, lines98.COLOURS + 1)])
        most, total = of_colour.max(axis=0), of_colour.sum(axis=0)
        guess = np.where(most == total, most**2, 0) * 0.3 - 0.2 * (total - most)
        weights[first : first + group.weights] = np.tile(guess, group.kinds)
        first += group.weights
    emptiness = slice(len(weights) - evaluation.FULLNESS, None)
    if mode == "line":
        start = first + line.first_weights()["empty"]
        emptiness = slice(start, start + evaluation.FULLNESS)
    weights[emptiness] = np.linspace(0, 40, evaluation.FULLNESS)
    return weights


def policy_iteration(mode: str, weights: Array, rounds: int, turns: int, seed: int) -> Array:
    """Plays rounds, each with the weights learned in the earlier ones; returns the weights with which the fewest games
    ended."""
    random, squares = np.random.default_rng(seed), LeastSquares(len(weights), search.DISCOUNT, RIDGE)
    best, fewest = weights, np.inf
    for number in range(rounds):
        games, value = Games(mode, GAMES, random), Evaluation(mode, weights)
        now, ended, balls = evaluation.features(batch(games.cells), mode), 0, 0
        before, after, gains = list[Array](), list[Array](), list[Array]()
        squares.forget(FORGOTTEN)
        for turn in range(1, turns + 1):
            gain, over = games.play_turn(value, 0.0)
            then = evaluation.features(batch(games.cells), mode)
            before.append(now)
            after.append(then * ~over[:, None])
            gains.append(gain)
            balls, ended = balls + int(gain.sum()), ended + int(over.sum())
            if over.any():
                games.begin(np.flatnonzero(over))
                then = evaluation.features(batch(games.cells), mode)
            now = then
            if turn % SAMPLE == 0 or turn == turns:
                squares.observe(np.concatenate(before), np.concatenate(after), np.concatenate(gains))
                before, after, gains = [], [], []
        report(f"{mode}: round {number + 1}, {ended} games ended, {balls / max(ended, 1):.0f} balls a game")
        if ended < fewest:
            best, fewest = weights, ended
        weights = squares.weights()
    return best


def groups_of_line(weights: Array) -> Array:
    """Returns the weights of five in line in each of their groups, the others 0 (groups, weights)."""
    five, four = (group.weights for group in evaluation.line_windows("line"))
    starts = [0, five, *(five + four + first for first in line.first_weights().values())]
    groups = np.zeros((len(starts) - 1, len(weights)))
    for group, (start, end) in zip(groups, pairwise(starts), strict=True):
        group[start:end] = weights[start:end]
    return groups


def search_factors(weights: Array, generations: int, players: int, longest: int, seed: int) -> Array:
    """Returns these weights of five in line, each group by the factor with which games last longest."""
    groups = groups_of_line(weights)

    def fitness(drawn: Array, generation: int) -> Array:
        """Returns the mean logarithm of the turns that each player's games last."""
        found = []
        for player in drawn:
            games = Games("line", SEARCHED, np.random.default_rng([seed, generation]))
            value, lasted = Evaluation("line", player @ groups), np.full(SEARCHED, longest)
            for turn in range(longest):
                over = games.play_turn(value, search.CLEARING_BONUS["line"])[1]
                lasted[over] = np.minimum(lasted[over], turn)
                if (lasted < longest).all():
                    break
            found.append(np.log(lasted + 20).mean())
        report(f"line: generation {generation + 1}, games last {np.exp(np.mean(found)) - 20:.0f} turns")
        return np.array(found)

    ones = np.ones(len(groups))
    *_before, factors = islice(cross_entropy(fitness, ones, SPREAD * ones, seed, players, players // 4), generations)
    before, after = fitness(np.stack([ones, factors]), generations)
    return factors @ groups if after > before else weights


def learn(quick: bool, fresh: bool, seed: int) -> None:
    """Learns the weights of each mode."""
    for mode in lines98.SHAPES:
        weights = np.frombuffer(unpacked(mode), "<i2") / evaluation.SCALE
        fits = len(weights) == evaluation.weights_of(mode)
        if fresh or not fits or mode != "line":
            start = first_guess(mode) if fresh or not fits else weights
            rounds, turns = (QUICK_ROUNDS, QUICK_TURNS) if quick else (ROUNDS, TURNS)
            weights = policy_iteration(mode, start, rounds, turns, seed)
        if mode == "line":
            effort = (QUICK_GENERATIONS, QUICK_PLAYERS, QUICK_LONGEST) if quick else (GENERATIONS, PLAYERS, LONGEST)
            weights = search_factors(weights, *effort, seed)
        write(f"lines98/{mode}", fixed_point(weights, evaluation.SCALE).tobytes())


TRAINING = Training("the weights of windows, regions and boxes", "least squares and a cross-entropy search", learn)
