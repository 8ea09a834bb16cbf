"""Push and Clear: the points that each pattern of a position still promises, for the classic size and for any size.

Many games are played side by side, always by the best move at a glance, and each move corrects the evaluation of the
position before it (temporal differences between positions before the new box, as is usual for such games).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from game.bots.push_clear import classic, evaluation
from game.bots.push_clear.core import CellBoards
from game.bots.push_clear.packed import packed
from game.kernel import Array, batch
from game.rules import push_clear
from tools.train.learning import Training, fixed_point, report, write

GAMES = 512
"""Games played side by side."""
ROUNDS, QUICK_ROUNDS = 400, 12
FIRST_RATE, GOING_ON_RATE, LAST_RATE = 0.5, 0.1, 0.02
REPORTS = 6


class Table(NamedTuple):
    """Weights for boards in one form."""

    name: str
    boards: Callable[[Array], Any]
    """Turns first positions (n, 6, 6) into boards."""
    features: Callable[[Any], Array]
    """The indices of the weights of each board (features, n)."""
    knots: tuple[int, ...]
    """The percentages of fixed boxes at which there are weights; between them they are interpolated."""
    size: int
    there: Callable[[], Array]
    """The weights so far (knots, size)."""
    encoded: Callable[[Array], bytes]


def _in_bytes(table: Array) -> bytes:
    """Returns low bytes, then high bytes, which pack better."""
    numbers = fixed_point(table, classic.SCALE)
    return np.stack([numbers & 255, numbers >> 8 & 255]).astype(np.uint8).tobytes()


TABLES = (
    Table(
        "any_size",
        lambda cells: CellBoards(batch(cells), 0),
        lambda boards: evaluation.features(boards.cells),
        evaluation.KNOTS,
        evaluation.WEIGHTS,
        evaluation.trained_weights,
        lambda table: fixed_point(table, evaluation.SCALE).tobytes(),
    ),
    Table(
        "classic",
        lambda cells: packed(cells, 0),
        lambda boards: classic.weight_numbers()[classic.patterns(boards.lines, boards.player)],
        classic.KNOTS,
        int(classic.weight_numbers().max()) + 1,
        classic.all_weights,
        _in_bytes,
    ),
)


def play(form: Table, table: Array, count: int, rate: float, random: np.random.Generator) -> float:
    """Plays games from start to end and corrects the table, in place; returns the mean score."""
    seeds = random.integers(0, 2**31 - 2, count)
    boards = form.boards(np.stack([push_clear.start({"size": 6}, int(seed)).cells for seed in seeds]))
    before: tuple[Array, Array, int, float] | None = None
    total = 0
    while len(boards):
        after, points, move = boards.after_moves()
        board = move % len(boards)
        knot, share = evaluation.between_knots(after.steps, form.knots)
        features = form.features(after)
        value = ((1 - share) * table[knot] + share * table[knot + 1])[features].sum(axis=0)
        best = last_of_each(board, np.lexsort((points + value, board)))
        reached = np.zeros(len(boards))
        reached[board[best]] = (points + value)[best]
        if before is not None:
            old, expected, old_knot, old_share = before
            for index, part in ((old_knot, 1 - old_share), (old_knot + 1, old_share)):
                correct(table[index], old, part * (reached - expected), part, rate)
        total += int(points[best].sum())
        before = features[:, best], value[best], knot, share
        if not len(best):
            break
        boxed, chance, whose = after.only(best).after_boxes()
        boards = boxed.only(last_of_each(whose, np.lexsort((-random.exponential(size=len(chance)) / chance, whose))))
    return total / count


def last_of_each(group: Array, order: Array) -> Array:
    """Returns the last one of each group of items, in an order that keeps groups together."""
    ordered = group[order]
    return order[np.append(ordered[1:] != ordered[:-1], True)] if len(order) else order


def correct(weights: Array, features: Array, error: Array, part: float, rate: float) -> None:
    """Moves weights towards the observed values, in place, each by the mean error of its positions (features, n)."""
    where = features.ravel()
    total = np.bincount(where, np.broadcast_to(error, features.shape).ravel(), len(weights))
    count = np.bincount(where, minlength=len(weights)) * part + 1e-9
    weights += rate / len(features) * total / np.maximum(count, 1)


def learn(quick: bool, fresh: bool, seed: int) -> None:
    """Learns both tables."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    for form in TABLES:
        table, first = np.zeros((len(form.knots), form.size)), FIRST_RATE
        if not fresh and form.there().shape == table.shape:
            table[:], first = form.there(), GOING_ON_RATE
        random, scores = np.random.default_rng(seed), list[float]()
        for number in range(rounds):
            scores.append(play(form, table, GAMES, first * (LAST_RATE / first) ** (number / rounds), random))
            if (number + 1) % max(1, rounds // REPORTS) == 0:
                report(f"{form.name}: round {number + 1}, mean score {np.mean(scores[-rounds // REPORTS :]):.1f}")
        write(f"push_clear/{form.name}", form.encoded(table))


TRAINING = Training("the weights of a position's patterns", "temporal differences", learn)
