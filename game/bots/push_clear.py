"""The player of Push and Clear: every move, then every new box with its chance, as many moves ahead as effort allows.

What a position is worth where looking ahead ends is in push_clear_worth. What the generator will draw is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.push_clear_worth import worth
from game.contract import Rules
from game.kernel import Array, Cells, batch, chosen
from game.rules.push_clear import State, clear, movable, new_boxes, push, words
from game.words import N_

PARTS_OF_THIRD = {1: 0, 2: 0, 3: 0, 4: 8, 5: 16}
"""For how many slices the third move ahead is looked at, by effort; the second is from effort 2."""
AT_ONCE = 6
"""New boxes in such a slice, about five milliseconds of work."""
CHUNK = 2048
"""Boards that fit the processor's cache together."""


def think(rules: Rules, state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """The move of most points, those had at once and those expected; the seed is not needed."""
    cells, steps = batch(state.cells[None]), state.steps
    value = values(cells, steps)[:, 0]
    if not np.isfinite(value).any():
        yield Advice(())
        return
    yield _advice(state, value)
    if effort < 2 or np.isfinite(value).sum() == 1:
        return
    moves, points, possible = moved(cells)
    boards, chance, move = new_boxes(chosen(moves, possible.ravel()), np.full(possible.sum(), steps + 1))
    which = np.flatnonzero(possible.ravel())
    second = best(values(boards, steps + 1))
    value = np.where(possible, points, -np.inf)[:, 0]
    value[which] += np.bincount(move, chance * second)
    yield _advice(state, value)
    # How much looking one further changes it, by the likeliest boxes of every move in turn.
    rank = _turns(move, chance)
    change, looked = np.zeros(len(which)), np.full(len(which), 1e-9)
    for part in range(min(PARTS_OF_THIRD[effort], -(-len(rank) // AT_ONCE))):
        some = rank[part * AT_ONCE : (part + 1) * AT_ONCE]
        third = best(ahead(boards[some], steps + 1))
        change += np.bincount(move[some], chance[some] * (third - second[some]), len(which))
        looked += np.bincount(move[some], chance[some], len(which))
        better = value.copy()
        better[which] += change / looked
        yield _advice(state, better)


def moved(cells: Cells) -> tuple[Cells, Array, Array]:
    """Boards (n, size, size) → boards after each word's move, lines cleared (4 * n, size, size), the points of the move
    and whether it is possible, both (4, n)."""
    moves = [push(cells, word) for word in words]
    after = np.concatenate([clear(boards)[0].T for boards, _points, _possible in moves], axis=-1).T
    return after, np.stack([points for _boards, points, _possible in moves]), np.stack([move[2] for move in moves])


def values(cells: Cells, steps: int) -> Array:
    """Boards after so many steps → what each word's move is worth, new boxes not looked at (4, n), -inf where it is not
    possible."""
    after, points, possible = moved(cells)
    return np.where(possible, points + worth(after, steps + 1).reshape(points.shape), -np.inf)


def ahead(cells: Cells, steps: int) -> Array:
    """The same, but looking at every new box after the move and at the best move after that."""
    after, points, possible = moved(batch(cells))
    can = possible.ravel()
    value = np.where(possible, points, -np.inf)
    if can.any():
        boards, chance, move = new_boxes(chosen(after, can), np.full(can.sum(), steps + 1))
        parts = (boards[start : start + CHUNK] for start in range(0, len(boards), CHUNK))
        expected = np.concatenate([best(values(part, steps + 1)) for part in parts])
        value[possible] += np.bincount(move, chance * expected)
    return value


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
    word = words[int(value.argmax())]
    after, gain, _possible = push(state.cells, word)
    cells, full = clear(after)
    ways = int(movable(cells).sum())
    if np.isfinite(value).sum() == 1:
        return Advice((word,), N_("It is the only way that you can go."))
    if full.any():
        return Advice((word,), N_("It completes a line."))
    if gain:
        return Advice((word,), N_("Points collected: {points}."), {"points": int(gain)})
    return Advice((word,), N_("It leaves you room: of the four ways, you can then go {ways}."), {"ways": ways})
