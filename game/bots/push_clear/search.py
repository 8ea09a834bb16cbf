"""Push and Clear's expectimax search: every move, then every new box by its probability, as far ahead as the effort
allows.

Boards of the classic size are searched and evaluated in packed form, others as cells. The bot does not look at the real
generator's draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from game.bots import EFFORT, Advice
from game.bots.push_clear.core import CellBoards, PushClearBoards
from game.bots.push_clear.facts import facts, fullest, missing
from game.bots.push_clear.lines import SIZE
from game.bots.push_clear.packed import packed
from game.bots.types import Sliced
from game.contract import Rules
from game.kernel import Array, Cells, batch
from game.rules.push_clear import DIRECTIONS, State
from game.slices import paced
from game.words import N_, P_

BOXES_OF_THIRD = {1: 0, 2: 0, 3: 0, 4: 48, 5: 1000}
"""For how many new boxes the third move ahead is searched, by effort; the second is searched from effort 2."""
TOGETHER = 16
"""New boxes whose third move is searched at once."""
MIXED = (89, 211)
"""The factor and the prime that shuffle equally likely boxes; every move has fewer possible boxes than the prime."""
NEAR = 2.0
"""A move is searched further if it is at most this many points behind the best one, looking one move less ahead."""


def think(rules: Rules[Any], state: State, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
    """Yields the move with the most points, at once and expected; from effort 2 no words before the second move has
    been searched. The seed is not used."""
    cells = batch(state.cells[None])
    value = move_values(CellBoards(cells, state.steps))[:, 0]
    if not np.isfinite(value).any():
        yield Advice(())
        return
    boards = boards_of(cells, state.steps)
    if boards.TABLE_LOADERS:
        for load in boards.TABLE_LOADERS:
            yield Advice(())
            load()
        value = move_values(boards)[:, 0]
    if effort < 2 or np.isfinite(value).sum() == 1:
        yield _advice(state, value)
        return
    after, points, direction = boards.after_moves()
    boxed, chance, move = after.after_boxes()
    second = yield from paced(best_moves(boxed), Advice(()))
    value[direction] = points + np.bincount(move, chance * second)
    advice = _advice(state, value)
    yield advice
    # How much searching one move deeper changes the values, with the most likely boxes of every move in turn.
    change, searched = np.zeros(len(direction)), np.full(len(direction), 1e-9)
    good = value[direction] >= value.max() - NEAR
    order = _box_order(move, chance)
    order = order[good[move[order]]][: BOXES_OF_THIRD[effort] if good.sum() > 1 else 0]
    for start in range(0, len(order), TOGETHER):
        boxes = order[start : start + TOGETHER]
        third = yield from paced(best_moves_and_boxes(boxed.only(boxes)), advice)
        change += np.bincount(move[boxes], chance[boxes] * (third - second[boxes]), len(direction))
        searched += np.bincount(move[boxes], chance[boxes], len(direction))
        better = value.copy()
        better[direction] += np.where(good, change / searched, -np.inf)
        advice = _advice(state, better)
        yield advice


def best_moves(boards: PushClearBoards) -> Sliced[Array]:
    """Returns the value of each board's best move, new boxes ignored (n,)."""
    size, parts = boards.in_a_slice, []
    for start in range(0, len(boards), size):
        if start:
            yield
        parts.append(best(move_values(boards.only(slice(start, start + size)))))
    return np.concatenate(parts)


def best_moves_and_boxes(boards: PushClearBoards) -> Sliced[Array]:
    """Returns the value of each board's best move (n,), with every new box after the moves close to the best, and the
    best move after each.
    """
    after, points, move = boards.after_moves()
    value = _by_direction(move, points + after.expected(), len(boards))
    good = (value >= value.max(axis=0) - NEAR).flat[move]
    after, points, move = after.only(good), points[good], move[good]
    if not len(after):
        return best(value)
    boxed, chance, whose = after.after_boxes()
    later = yield from best_moves(boxed)
    return best(_by_direction(move, points + np.bincount(whose, chance * later), len(boards)))


def move_values(boards: PushClearBoards) -> Array:
    """Returns the value of the move in each direction, new boxes ignored, -inf if it is impossible (4, n)."""
    after, points, move = boards.after_moves()
    return _by_direction(move, points + after.expected(), len(boards))


def _by_direction(move: Array, value: Array, count: int) -> Array:
    """Spreads values of moves, each direction * count + board, over all moves, -inf if impossible (4, count)."""
    every = np.full((len(DIRECTIONS), count), -np.inf)
    every.flat[move] = value
    return every


def boards_of(cells: Cells, steps: int) -> PushClearBoards:
    """Returns boards (n, size, size) after `steps` steps, in the form that is best to search and evaluate."""
    return packed(cells, steps) if cells.shape[-1] == SIZE else CellBoards(cells, steps)


def best(value: Array) -> Array:
    """Returns the value of each board's best move, of (4, n): 0 if none is possible and the game is over (n,)."""
    most = value.max(axis=0)
    return np.where(np.isfinite(most), most, 0)


def _box_order(move: Array, chance: Array) -> Array:
    """Returns the order in which to search new boxes, each with its move and probability: a box of every move in turn,
    the move's most likely first. Equally likely ones are spread over the board, because there may be no time for all.
    """
    grouped = np.argsort(move, kind="stable")
    rank = np.arange(len(move)) - np.searchsorted(move[grouped], move[grouped])
    order = np.lexsort((rank * MIXED[0] % MIXED[1], -np.round(chance[grouped], 12), move[grouped]))
    return grouped[order][np.argsort(rank, kind="stable")]


def _advice(state: State, value: Array) -> Advice:
    """Returns the best move, and what it does for the lines and points that the player wants."""
    word = DIRECTIONS[int(value.argmax())]
    now, lacking = facts(state.cells, word), missing(state.cells)
    if np.isfinite(value).sum() == 1:
        return Advice((word,), N_("It is the only way you can move."), nudge=N_("You can move in only one direction."))
    if now.completes:
        reason = N_("It completes a line, whose boxes turn into points.")
        return Advice((word,), reason, nudge=N_("One push completes a line."))
    if now.points:
        reason, nudge = P_("It collects {count} point.", "It collects {count} points."), N_("One move collects points.")
        return Advice((word,), reason, {"count": now.points}, nudge)
    if now.next_completes:
        reason = N_("Then one more push can complete a line.")
        return Advice((word,), reason, nudge=N_("Two pushes can complete a line."), look=fullest(state.cells))
    if now.next_points:
        reason = P_("Then one more move can collect {count} point.", "Then one more move can collect {count} points.")
        return Advice((word,), reason, {"count": now.next_points}, N_("Two moves can collect points."))
    if now.missing < lacking:
        reason = P_(
            "It brings a line closer: {count} box is missing.", "It brings a line closer: {count} boxes are missing."
        )
        nudge = N_("Bring more boxes into the line that has the most.")
        return Advice((word,), reason, {"count": now.missing}, nudge, fullest(state.cells))
    reason = N_("Looking ahead, this move leads to the most points.")
    return Advice((word,), reason, nudge=N_("No line is near. Keep the boxes close together."))
