"""Push and Clear's bot: every move, then every new box with its chance, as many moves ahead as the effort allows.

The positions at the end of the search are evaluated by push_clear_classic for the classic size, by
push_clear_evaluation for the others. The bot does not look at what the generator will draw.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import numpy as np

from game.bots import EFFORT, Advice, push_clear_classic, push_clear_evaluation
from game.bots.push_clear_boxes import new_boxes
from game.contract import Rules
from game.kernel import Array, Cells, batch, chosen
from game.rules.push_clear import DIRECTIONS, State, clear, movable, push
from game.words import N_

BOXES_OF_THIRD = {1: 0, 2: 0, 3: 0, 4: 48, 5: 96}
"""For how many new boxes the third move ahead is searched, by effort; the second is searched from effort 2."""
CHUNK = 40_000
"""Cells of boards searched between two pieces of advice: a few milliseconds of work, and they fit the cache."""

Slices = Generator[Advice, None, Array]
"""Work in slices: yields the advice so far after each, and returns the result."""


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """The move with the most points, at once and expected; the seed is not used."""
    cells, steps = batch(state.cells[None]), state.steps
    value = _values(cells, steps, push_clear_evaluation.evaluation)[:, 0]
    if not np.isfinite(value).any():
        yield Advice(())
        return
    advice = _advice(state, value)
    if _classic(cells):
        for load in push_clear_classic.LOADING:
            yield advice
            load()
        value = values(cells, steps)[:, 0]
        advice = _advice(state, value)
    yield advice
    if effort < 2 or np.isfinite(value).sum() == 1:
        return
    moves, points, possible = moved(cells)
    boards, chance, move = new_boxes(chosen(moves, possible.ravel()), np.full(possible.sum(), steps + 1))
    which = np.flatnonzero(possible.ravel())
    second = yield from followed(boards, steps + 1, advice)
    value = np.where(possible, points, -np.inf)[:, 0]
    value[which] += np.bincount(move, chance * second)
    advice = _advice(state, value)
    yield advice
    # How much searching one move deeper changes it, with the most likely boxes of every move in turn.
    change, looked = np.zeros(len(which)), np.full(len(which), 1e-9)
    for box in _turns(move, chance)[: BOXES_OF_THIRD[effort]].tolist():
        third = yield from ahead(boards[box][None], steps + 1, advice)
        change[move[box]] += chance[box] * (third[0] - second[box])
        looked[move[box]] += chance[box]
        better = value.copy()
        better[which] += change / looked
        advice = _advice(state, better)
        yield advice


def followed(cells: Cells, steps: int, advice: Advice) -> Slices:
    """Boards after so many steps → the value of each one's best move, new boxes ignored (n,)."""
    most = max(1, CHUNK // (len(DIRECTIONS) * cells[0].size))
    parts = []
    for start in range(0, len(cells), most):
        if start:
            yield advice
        parts.append(best(values(cells[start : start + most], steps)))
    return np.concatenate(parts)


def ahead(cells: Cells, steps: int, advice: Advice) -> Slices:
    """The same, but with every new box after the move, and the best move after that."""
    after, points, possible = moved(batch(cells))
    can = possible.ravel()
    value = np.where(possible, points, -np.inf)
    if can.any():
        boards, chance, move = new_boxes(chosen(after, can), np.full(can.sum(), steps + 1))
        expected = yield from followed(boards, steps + 1, advice)
        value[possible] += np.bincount(move, chance * expected)
    return best(value)


def values(cells: Cells, steps: int) -> Array:
    """Boards after so many steps → the value of each word's move, new boxes ignored, -inf where impossible (4, n)."""
    return _values(cells, steps, push_clear_classic.evaluation if _classic(cells) else push_clear_evaluation.evaluation)


def _values(cells: Cells, steps: int, evaluation: Callable[[Cells, int], Array]) -> Array:
    after, points, possible = moved(cells)
    return np.where(possible, points + evaluation(after, steps + 1).reshape(points.shape), -np.inf)


def _classic(cells: Cells) -> bool:
    """Whether there are tables made for boards of this size."""
    return cells.shape[-1] == push_clear_classic.SIZE


def moved(cells: Cells) -> tuple[Cells, Array, Array]:
    """Boards (n, size, size) → boards after each word's move and clearing (4 * n, size, size), the points of the move
    and whether it is possible, both (4, n)."""
    moves = [push(cells, word) for word in DIRECTIONS]
    after = np.concatenate([clear(boards)[0].T for boards, _points, _possible in moves], axis=-1).T
    return after, np.stack([points for _boards, points, _possible in moves]), np.stack([move[2] for move in moves])


def best(value: Array) -> Array:
    """Values of moves (4, n) → the best of each board (n,), 0 where none is possible: the game is over there."""
    most = value.max(axis=0)
    return np.where(np.isfinite(most), most, 0)


def _turns(move: Array, chance: Array) -> Array:
    """New boxes, each with its move and chance → their numbers, each move's most likely first, the moves in turn."""
    order = np.lexsort((-chance, move))
    turn = np.arange(len(move)) - np.searchsorted(move[order], move[order])
    return order[np.argsort(turn, kind="stable")]


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
