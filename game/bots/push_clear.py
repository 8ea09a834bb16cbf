"""The player of Push and Clear: every move, then every new box with its chance, as many moves ahead as effort allows.

What a position is worth where looking ahead ends is in push_clear_classic for the classic size, in push_clear_worth for
the others. What the generator will draw is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import numpy as np

from game.bots import EFFORT, Advice, push_clear_classic, push_clear_worth
from game.contract import Rules
from game.kernel import Array, Cells, batch, chosen
from game.rules.push_clear import DIRECTIONS, State, clear, movable, new_boxes, push
from game.words import N_

BOXES_OF_THIRD = {1: 0, 2: 0, 3: 0, 4: 48, 5: 96}
"""Before how many new boxes the third move ahead is looked at, by effort; the second is from effort 2."""
CHUNK = 40_000
"""Cells of boards looked at between two pieces of advice: some milliseconds of work, and they fit the cache."""

Slices = Generator[Advice, None, Array]
"""Work in slices: gives the advice so far after each of them, and in the end what was wanted."""


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """The move of most points, those had at once and those expected; the seed is not needed."""
    cells, steps = batch(state.cells[None]), state.steps
    value = _values(cells, steps, push_clear_worth.worth)[:, 0]
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
    # How much looking one further changes it, by the likeliest boxes of every move in turn.
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
    """Boards after so many steps → the best move of each, new boxes not looked at (n,)."""
    most = max(1, CHUNK // (len(DIRECTIONS) * cells[0].size))
    parts = []
    for start in range(0, len(cells), most):
        if start:
            yield advice
        parts.append(best(values(cells[start : start + most], steps)))
    return np.concatenate(parts)


def ahead(cells: Cells, steps: int, advice: Advice) -> Slices:
    """The same, but looking at every new box after the move and at the best move after that."""
    after, points, possible = moved(batch(cells))
    can = possible.ravel()
    value = np.where(possible, points, -np.inf)
    if can.any():
        boards, chance, move = new_boxes(chosen(after, can), np.full(can.sum(), steps + 1))
        expected = yield from followed(boards, steps + 1, advice)
        value[possible] += np.bincount(move, chance * expected)
    return best(value)


def values(cells: Cells, steps: int) -> Array:
    """Boards after so many steps → what each word's move is worth, new boxes not looked at (4, n), -inf where it is not
    possible."""
    return _values(cells, steps, push_clear_classic.worth if _classic(cells) else push_clear_worth.worth)


def _values(cells: Cells, steps: int, worth: Callable[[Cells, int], Array]) -> Array:
    after, points, possible = moved(cells)
    return np.where(possible, points + worth(after, steps + 1).reshape(points.shape), -np.inf)


def _classic(cells: Cells) -> bool:
    """Whether there are tables for boards of this size alone."""
    return cells.shape[-1] == push_clear_classic.SIZE


def moved(cells: Cells) -> tuple[Cells, Array, Array]:
    """Boards (n, size, size) → boards after each word's move, lines cleared (4 * n, size, size), the points of the move
    and whether it is possible, both (4, n)."""
    moves = [push(cells, word) for word in DIRECTIONS]
    after = np.concatenate([clear(boards)[0].T for boards, _points, _possible in moves], axis=-1).T
    return after, np.stack([points for _boards, points, _possible in moves]), np.stack([move[2] for move in moves])


def best(value: Array) -> Array:
    """What moves are worth (4, n) → the best of each board (n,), 0 where none is possible: the game is over there."""
    most = value.max(axis=0)
    return np.where(np.isfinite(most), most, 0)


def _turns(move: Array, chance: Array) -> Array:
    """New boxes, each of a move and with a chance → their numbers, every move's likeliest first, the moves by turns."""
    order = np.lexsort((-chance, move))
    turn = np.arange(len(move)) - np.searchsorted(move[order], move[order])
    return order[np.argsort(turn, kind="stable")]


def _advice(state: State, value: Array) -> Advice:
    """The best move, and what can be said for it."""
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
