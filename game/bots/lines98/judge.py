"""Evaluates positions of Lines in balls: the bot's weights say how many are expected to vanish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from game.bots.judging import Judge, Spot, Why, in_futures
from game.bots.judging.futures import uniform
from game.bots.lines98.core import AREA, Turns, appear, coming_balls, drawn, turns
from game.bots.lines98.evaluation import trained_evaluation
from game.bots.lines98.search import (
    DISCOUNT,
    BallMoves,
    candidates,
    freed_balls,
    group_balls,
    line_balls,
    values,
    with_ball_moved,
)
from game.bots.types import Sliced, Values, Words
from game.contract import Event, Vanished
from game.kernel import Array, Cells, batch
from game.rules.lines98 import COLOURS, COMING, NAMES, NUMBERS, SIZE, State, over
from game.words import N_, P_

AT_A_TIME = 32
"""Boards whose moves are chosen in a slice."""
CANDIDATES = 24
"""Moves evaluated at a glance: those that look best."""


class LinesSpot(Spot):
    """The moves that look best, and the one that was played."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        self._state, self._evaluation = state, trained_evaluation(state.mode)
        cells, coming = state.cells[None], coming_balls(state.coming)[None]
        cost = self._cost = self._evaluation.costs(cells)
        moves = BallMoves(cells, state.mode)
        guess, first, last = candidates(moves, np.zeros(1, np.intp), coming, cost, self._evaluation, CANDIDATES)
        which = np.flatnonzero(np.isfinite(guess[0]))
        self.turns: list[Words] = [
            (f"move {NAMES[start]} {NAMES[end]}",)
            for start, end in zip(first[0, which].tolist(), last[0, which].tolist(), strict=True)
        ]
        if words[-1:] not in self.turns:
            self.turns.append(words[-1:])
        self.played = self.turns.index(words[-1:])
        ends = [[NUMBERS[name] for name in turn[0].split(" ")[1:]] for turn in self.turns]
        self._first, self._last = np.array(ends).T
        count = len(self.turns)
        self._ends = turns(cells.repeat(count, 0), coming.repeat(count, 0), state.mode, self._first, self._last)
        self.rough: Values = values(self._ends, cost.repeat(count, 0), self._evaluation).astype(np.float64)

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        turn, future = in_futures(which, seeds)
        ends = self._ends.only(turn)
        known = coming_balls(self._state.coming)[None].repeat(len(turn), 0)
        mode, factor = self._state.mode, 1.0
        draw = uniform(seeds, depth + 1, 2 * AREA + COMING)
        value = np.zeros(len(turn))
        boards, coming = ends.cells, known
        for step in range(depth + 1):
            if step:
                parts = []
                for start in range(0, len(boards), AT_A_TIME):
                    part = slice(start, start + AT_A_TIME)
                    moves = BallMoves(boards[part], mode)
                    yield
                    parts.append(self._best_looking(moves, coming[part]))
                    yield
                guess, first, last = np.concatenate(parts, axis=1)
                can = np.isfinite(guess)
                ends = turns(boards, coming, mode, first.astype(np.intp), last.astype(np.intp))
                cells = np.where(can[:, None, None], ends.cells, boards)
                ends = Turns(cells, ends.by_move * can, ends.by_coming * can, ends.displaced * can)
            value += factor * (ends.by_move + ends.by_coming)
            factor *= DISCOUNT
            keys = draw[future, step]
            boards, late = with_displaced(ends.cells, ends.displaced, np.argsort(keys[:, :AREA], axis=1), mode)
            value += factor * late
            colours = 1 + (keys[:, 2 * AREA :] * COLOURS).astype(np.int64)
            new = drawn(boards, np.argsort(keys[:, AREA : 2 * AREA], axis=1), colours)
            coming = np.where((ends.by_move > 0)[:, None, None], coming, new)
            yield
        for start in range(0, len(boards), AT_A_TIME):
            part = slice(start, start + AT_A_TIME)
            value[part] += factor * self._evaluation(batch(boards[part]))
            yield
        return value.reshape(len(which), -1)

    def _best_looking(self, moves: BallMoves, coming: Array) -> Array:
        """Returns the best-looking move on each board: how good it looks, and its first and last cell (3, n)."""
        count = len(moves.cells)
        # The cost of one more ball is that on the first board: computing it for each takes as long as all else.
        best = candidates(moves, np.arange(count), coming, self._cost.repeat(count, 0), self._evaluation, 1)
        return np.stack([each[:, 0] for each in best])

    def why(self, better: int) -> Why | None:
        gone, less = int(self._ends.by_move[better]), int(self._ends.by_move[self.played])
        if gone > less:
            return Why(N_("The better move would have cleared {balls} balls right away."), {"balls": gone})
        by_coming, fewer = int(self._ends.by_coming[better]), int(self._ends.by_coming[self.played])
        if by_coming > fewer:
            cleared = N_("After the better move, one of the next balls would have cleared {balls} balls.")
            return Why(cleared, {"balls": by_coming})
        balls, own = self._balls(better), self._balls(self.played)
        if self._state.mode == "line" and balls > 2 and own == 1:
            return Why(N_("The better move would have put {balls} in a line, with room for five."), {"balls": balls})
        if self._state.mode == "line" and balls > max(own, 2) and own:
            return Why(
                N_("The better move would have put {balls} in a line, with room for five; yours put {less}."),
                {"balls": balls, "less": own},
            )
        if self._state.mode != "line" and balls > own:
            return Why(N_("The better move would have joined {balls} balls of one colour."), {"balls": balls})
        freed = freed_balls(self._state.cells, int(self._first[better])) if self._state.mode == "line" else 0
        if freed > 2:
            return Why(
                N_("The better move would have taken a ball out of the way of {balls} others in a line."),
                {"balls": freed},
            )
        return None

    def _balls(self, turn: int) -> int:
        """Returns the balls of one colour that the move brings together."""
        last = int(self._last[turn])
        cells = with_ball_moved(self._state.cells, int(self._first[turn]), last)
        return line_balls(cells, last) if self._state.mode == "line" else group_balls(cells, last)


def with_displaced(cells: Cells, displaced: Array, order: Array, mode: str) -> tuple[Cells, Array]:
    """Puts a displaced ball, of a colour or 0 for none (n,), on the first empty cell of each board (n, 9, 9) in this
    order of all cells (n, 81); also returns how many balls then vanish (n,)."""
    gone = np.zeros(len(cells), np.int64)
    flat = cells.reshape(-1, AREA).copy()
    empty = np.take_along_axis(flat == 0, order, axis=1)
    which = np.flatnonzero((displaced > 0) & empty.any(axis=1))
    gone[which] = appear(flat, which, order[which, empty[which].argmax(axis=1)], displaced[which], mode)
    return flat.reshape(-1, SIZE, SIZE), gone


class LinesJudge(Judge):
    """Judges by the balls that vanish and those still expected to."""

    COST = P_(
        "After the better move, the computer would have gone on to clear about {count} more ball.",
        "After the better move, the computer would have gone on to clear about {count} more balls.",
    )
    LITTLE = N_("After the better move, the computer would often have gone on to clear a few more balls.")
    CURVE = N_("Balls the computer would still clear")
    OUTCOME = N_("Balls cleared in the end if the computer played on")
    MARGIN, DOUBT = 0.4, 0.5
    DEPTH, FUTURES = 3, 64
    SPOT = LinesSpot

    def standing(self, state: State, seat: int) -> float:
        """Returns how many balls are still expected to vanish; on a crowded board the weights come to less than 0."""
        if over(state):
            return 0.0
        return max(0.0, float(trained_evaluation(state.mode)(state.cells[None])[0]))

    def outcome(self, states: Sequence[State], events: Iterable[Event], seat: int) -> float:
        """Returns the balls that have vanished, and those expected to."""
        gone = sum(len(event.cells) for event in events if isinstance(event, Vanished))
        return gone + self.standing(states[-1], seat)


JUDGE = LinesJudge()
