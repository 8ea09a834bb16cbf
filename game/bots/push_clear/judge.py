"""Evaluates positions of Push and Clear in points: the bot's tables say how many are still expected."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from game.bots.judging import Judge, Spot, Why, in_futures
from game.bots.judging.futures import uniform
from game.bots.push_clear.core import moved, new_boxes
from game.bots.push_clear.facts import facts
from game.bots.push_clear.search import best, best_moves, boards_of, move_values
from game.bots.types import Sliced, Values, Words
from game.kernel import Cells, batch
from game.rules.push_clear import (
    DIRECTIONS,
    TRIES,
    State,
    clear,
    completes,
    fixed_percent,
    over,
    takes_box,
    with_box,
)
from game.words import N_, P_


class PushClearSpot(Spot):
    """The four directions."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        self._state = state
        boards, points, possible = moved(state.cells[None])
        which = np.flatnonzero(possible[:, 0])
        self._after, self._points = boards[which], points[which, 0].astype(np.float64)
        self.turns = [(DIRECTIONS[each],) for each in which]
        self.played = self.turns.index(words[-1:])
        self.rough: Values = self._points

    def glance(self) -> Generator[None, None, None]:
        """Searches every new box and the best turn after it."""
        steps = self._state.steps + 1
        boards, chance, whose = new_boxes(self._after, steps)
        next_turn = yield from best_moves(boards_of(boards, steps))
        self.rough = self._points + np.bincount(whose, chance * next_turn, len(self.turns))

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        turn, future = in_futures(which, seeds)
        boards, value, steps = batch(self._after[turn]), self._points[turn], self._state.steps + 1
        going, number = np.ones(len(turn), np.bool_), np.arange(len(turn))
        size = boards.shape[-1]
        drawn = uniform(seeds, depth, TRIES * size * size + 1)
        for step in range(depth):
            draw = drawn[future, step]
            boards = boxed(boards, draw[:, :-1].reshape(-1, TRIES, size * size), draw[:, -1], steps)
            yield
            after, points, _possible = moved(boards)
            values = move_values(boards_of(boards, steps))
            direction = values.argmax(axis=0)
            going &= np.isfinite(values).any(axis=0)
            value += np.where(going, points[direction, number], 0)
            boards = batch(after[direction * len(turn) + number])
            steps += 1
            yield
        return (value + np.where(going, boards_of(boards, steps).expected(), 0)).reshape(len(which), -1)

    def why(self, better: int) -> Why | None:
        cells = self._state.cells
        best, played = (facts(cells, self.turns[each][0]) for each in (better, self.played))
        if best.completes and not played.completes:
            return Why(N_("The better move would have completed a line."))
        if best.points > played.points == 0:
            points = P_(
                "The better move would have collected {count} point right away.",
                "The better move would have collected {count} points right away.",
            )
            return Why(points, {"count": best.points})
        if best.points > played.points:
            return Why(
                N_("The better move would have collected more points right away: {points}, not {less}."),
                {"points": best.points, "less": played.points},
            )
        if best.next_completes and not played.next_completes:
            return Why(N_("The better move would have left you one push away from a full line."))
        if best.next_points > played.next_points == 0:
            points = P_(
                "After the better move, your next move could have collected {count} point.",
                "After the better move, your next move could have collected {count} points.",
            )
            return Why(points, {"count": best.next_points})
        if best.next_points > played.next_points:
            return Why(
                N_("After the better move, your next move could have collected {points} points, not {less}."),
                {"points": best.next_points, "less": played.next_points},
            )
        if best.open > played.open == 1:
            return Why(N_("Your move left only one direction open."))
        if best.missing < played.missing:
            closer = N_("After the better move, the fullest line would have lacked fewer boxes: {less}, not {more}.")
            return Why(closer, {"less": best.missing, "more": played.missing})
        return None


def boxed(boards: Cells, keys: Values, percent: Values, steps: int) -> Cells:
    """Draws a new box on boards (n, size, size) as the rule does.

    The box comes on the free cell with the highest key, so that similar boards get similar boxes. Keys are random
    numbers for each try and cell (n, tries, cells), and `percent` one that decides whether the box is fixed (n,).
    """
    size = boards.shape[-1]
    can_take = takes_box(boards).reshape(len(boards), -1)
    waiting, place = np.ones(len(boards), np.bool_), np.zeros(len(boards), np.intp)
    for attempt in range(TRIES):
        place = np.where(waiting, np.where(can_take, keys[:, attempt], -1).argmax(axis=1), place)
        waiting &= completes(boards, *np.divmod(place, size))
    fixed = percent * 100 < fixed_percent(steps)
    return batch(clear(with_box(boards, *np.divmod(place, size), fixed))[0])


class PushClearJudge(Judge):
    """Judges by the points scored and those still expected."""

    COST = P_(
        "After the better move, the computer would have gone on to score about {count} more point.",
        "After the better move, the computer would have gone on to score about {count} more points.",
    )
    CURVE = N_("Final score if the computer played on")
    MARGIN, DOUBT = 0.5, 0.2
    DEPTH, FUTURES = 2, 256
    SPOT = PushClearSpot

    def standing(self, state: State, seat: int) -> float:
        """Returns the points scored, and those still expected."""
        ahead = best(move_values(boards_of(state.cells[None], state.steps)))
        return state.score + (0.0 if over(state) else float(ahead[0]))


JUDGE = PushClearJudge()
