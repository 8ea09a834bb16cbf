"""Push and Clear's bot: it searches every move, then every new box by its probability, as far ahead as the effort
allows.

The positions at the end of the search are evaluated by push_clear_classic for the classic size, whose boards are
searched as the numbers of their lines (push_clear_lines), and by push_clear_evaluation for the others. The bot does not
look at the real generator's draws.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.push_clear import boxes as push_clear_boxes
from game.bots.push_clear import classic as push_clear_classic
from game.bots.push_clear import core as push_clear_lines
from game.bots.push_clear import evaluation as push_clear_evaluation
from game.contract import Rules
from game.kernel import Array, Cells, batch, chosen
from game.rules.push_clear import DIRECTIONS, State, clear, movable, push
from game.words import N_

BOXES_OF_THIRD = {1: 0, 2: 0, 3: 0, 4: 48, 5: 1000}
"""For how many new boxes the third move ahead is searched, by effort; the second is searched from effort 2."""
TOGETHER = 16
"""New boxes whose third move is searched at once."""
MIXED = (89, 211)
"""The factor and the prime that shuffle equally likely boxes; every move has fewer possible boxes than the prime."""
NEAR = 2.0
"""A move is searched further if it is at most this many points behind the best one, looking one move less ahead."""

Slices = Generator[Advice, None, Array]
"""Work in slices, which yields the advice so far after each and returns the result."""


@dataclass(frozen=True, eq=False)
class CellBoards:
    """Boards of any size (n, size, size), all after the same number of steps."""

    cells: Cells
    steps: int
    CHUNK: ClassVar = 40_000
    """Cells of boards searched between two pieces of advice: a few milliseconds of work that fits the processor's
    cache."""

    def __len__(self) -> int:
        return len(self.cells)

    def most(self) -> int:
        """How many boards are searched between two pieces of advice."""
        return max(1, self.CHUNK // (len(DIRECTIONS) * self.cells[0].size))

    def chosen(self, which: slice | Array) -> CellBoards:
        return CellBoards(self.cells[which], self.steps)

    def moved(self) -> tuple[CellBoards, Array, Array]:
        """Every possible move: the boards after it and before the new box, the points, and word * n + board."""
        after, points, possible = moved(self.cells)
        number = np.flatnonzero(possible)
        return CellBoards(chosen(after, possible.ravel()), self.steps + 1), points.ravel()[number], number

    def boxed(self) -> tuple[CellBoards, Array, Array]:
        """Every board that a new box can lead to, its probability, and the board that it came from."""
        cells, chance, whose = push_clear_boxes.new_boxes(self.cells, np.full(len(self), self.steps))
        return CellBoards(cells, self.steps), chance, whose

    def expected(self) -> Array:
        """The points expected from then on, before the new box."""
        return push_clear_evaluation.evaluation(self.cells, self.steps)


@dataclass(frozen=True, eq=False)
class LineBoards:
    """Boards of the classic size: the numbers of the lines (12, n), and the players' cells (n,)."""

    lines: Array
    at: Array
    steps: int
    CHUNK: ClassVar = 1_000

    def __len__(self) -> int:
        return len(self.at)

    def most(self) -> int:
        return self.CHUNK

    def chosen(self, which: slice | Array) -> LineBoards:
        return LineBoards(self.lines[:, which], self.at[which], self.steps)

    def moved(self) -> tuple[LineBoards, Array, Array]:
        lines, at, points, number = push_clear_lines.moved(self.lines, self.at)
        return LineBoards(lines, at, self.steps + 1), points, number

    def boxed(self) -> tuple[LineBoards, Array, Array]:
        lines, at, chance, whose = push_clear_lines.new_boxes(self.lines, self.at, self.steps)
        return LineBoards(lines, at, self.steps), chance, whose

    def expected(self) -> Array:
        return push_clear_classic.evaluation(self.lines, self.at, self.steps)


Boards = CellBoards | LineBoards


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the move with the most points, at once and expected; the seed is not used."""
    cells = batch(state.cells[None])
    value = _values(CellBoards(cells, state.steps))[:, 0]
    if not np.isfinite(value).any():
        yield Advice(())
        return
    advice = _advice(state, value)
    if _classic(cells):
        for load in (*push_clear_lines.LOADING, *push_clear_classic.LOADING):
            yield advice
            load()
        value = values(cells, state.steps)[:, 0]
        advice = _advice(state, value)
    yield advice
    if effort < 2 or np.isfinite(value).sum() == 1:
        return
    after, points, which = boards_of(cells, state.steps).moved()
    boards, chance, move = after.boxed()
    second = yield from followed(boards, advice)
    value[which] = points + np.bincount(move, chance * second)
    advice = _advice(state, value)
    yield advice
    # How much searching one move deeper changes the values, with the most likely boxes of every move in turn.
    change, looked = np.zeros(len(which)), np.full(len(which), 1e-9)
    good = value[which] >= value.max() - NEAR
    turns = _turns(move, chance)
    turns = turns[good[move[turns]]][: BOXES_OF_THIRD[effort] if good.sum() > 1 else 0]
    for start in range(0, len(turns), TOGETHER):
        some = turns[start : start + TOGETHER]
        third = yield from ahead(boards.chosen(some), advice)
        change += np.bincount(move[some], chance[some] * (third - second[some]), len(which))
        looked += np.bincount(move[some], chance[some], len(which))
        better = value.copy()
        better[which] += np.where(good, change / looked, -np.inf)
        advice = _advice(state, better)
        yield advice


def followed(boards: Boards, advice: Advice) -> Slices:
    """The value of each board's best move, new boxes ignored (n,)."""
    most = boards.most()
    parts = []
    for start in range(0, len(boards), most):
        if start:
            yield advice
        parts.append(best(_values(boards.chosen(slice(start, start + most)))))
    return np.concatenate(parts)


def ahead(boards: Boards, advice: Advice) -> Slices:
    """The same, but with every new box after the moves close to the best, and the best move after each."""
    after, points, number = boards.moved()
    value = _by_word(number, points + after.expected(), len(boards))
    good = (value >= value.max(axis=0) - NEAR).flat[number]
    after, points, number = after.chosen(good), points[good], number[good]
    if not len(after):
        return best(value)
    then, chance, move = after.boxed()
    expected = yield from followed(then, advice)
    return best(_by_word(number, points + np.bincount(move, chance * expected), len(boards)))


def values(cells: Cells, steps: int) -> Array:
    """Boards (n, size, size) after `steps` steps → the value of each word's move, new boxes ignored, -inf if impossible
    (4, n)."""
    return _values(boards_of(cells, steps))


def _values(boards: Boards) -> Array:
    after, points, number = boards.moved()
    return _by_word(number, points + after.expected(), len(boards))


def _by_word(number: Array, value: Array, count: int) -> Array:
    """The values of some moves, each word * count + board → those of all moves, -inf if impossible (4, count)."""
    every = np.full((len(DIRECTIONS), count), -np.inf)
    every.flat[number] = value
    return every


def boards_of(cells: Cells, steps: int) -> Boards:
    """The boards in the form that is best to search and evaluate."""
    if _classic(cells):
        return LineBoards(*push_clear_lines.lines(cells), steps)
    return CellBoards(cells, steps)


def expected(cells: Cells, steps: int) -> Array:
    """Boards (n, size, size) after `steps` steps, before the new box → the points expected from then on (n,)."""
    return boards_of(cells, steps).expected()


def _classic(cells: Cells) -> bool:
    """Whether boards of this size have their own tables."""
    return cells.shape[-1] == push_clear_lines.SIZE


def moved(cells: Cells) -> tuple[Cells, Array, Array]:
    """Boards (n, size, size) → boards after each word's move and clearing (4 * n, size, size), the points of the move
    and whether it is possible, both (4, n)."""
    moves = [push(cells, word) for word in DIRECTIONS]
    after = np.concatenate([clear(boards)[0].T for boards, _points, _possible in moves], axis=-1).T
    return after, np.stack([points for _boards, points, _possible in moves]), np.stack([move[2] for move in moves])


def best(value: Array) -> Array:
    """Values of moves (4, n) → the best of each board (n,), 0 if none is possible and the game is over."""
    most = value.max(axis=0)
    return np.where(np.isfinite(most), most, 0)


def _turns(move: Array, chance: Array) -> Array:
    """New boxes, each with its move and probability → their indices, each move's most likely first, the moves in turn.
    Equally likely ones are spread over the board, because there may be no time for all."""
    grouped = np.argsort(move, kind="stable")
    turn = np.arange(len(move)) - np.searchsorted(move[grouped], move[grouped])
    order = np.lexsort((turn * MIXED[0] % MIXED[1], -np.round(chance[grouped], 12), move[grouped]))
    return grouped[order][np.argsort(turn, kind="stable")]


def _advice(state: State, value: Array) -> Advice:
    """The best move and the reason for it."""
    word = DIRECTIONS[int(value.argmax())]
    after, gain, _possible = push(state.cells, word)
    cells, full = clear(after)
    ways = int(movable(cells).sum())
    if np.isfinite(value).sum() == 1:
        return Advice((word,), N_("It is the only way you can move."))
    if full.any():
        return Advice((word,), N_("It completes a line."))
    if gain == 1:
        return Advice((word,), N_("Collects one point."))
    if gain:
        return Advice((word,), N_("Collects {points} points."), {"points": int(gain)})
    if ways == 1:
        return Advice((word,), N_("It leaves you one of the four directions."))
    return Advice((word,), N_("It leaves you room: {ways} of the four directions stay open."), {"ways": ways})
