"""Evaluates positions of Push and Clear in points: the bot's tables say how many are still expected."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from game.bots.judging import NOTHING, Slices, Values, Why, Words, silent
from game.bots.judging.futures import shares
from game.bots.push_clear import search as bot
from game.bots.push_clear.boxes import new_boxes
from game.kernel import Cells, batch, full_lines
from game.rules.push_clear import (
    BOX,
    DIRECTIONS,
    EMPTY,
    FIXED,
    POINT,
    TRIES,
    State,
    clear,
    fixed_percent,
    movable,
    over,
    push,
)
from game.words import N_

COST = N_("It cost about {amount} points.")
CURVE = N_("Points expected by the end")
FORM = ",.1f"
MARGIN, DOUBT = 0.5, 0.2
DEPTH, FUTURES = 2, 256


class Spot:
    """The four directions."""

    def __init__(self, state: State, word: str) -> None:
        self._state = state
        after, points, possible = bot.moved(state.cells[None])
        which = np.flatnonzero(possible[:, 0])
        self._after, self._points = after[which], points[which, 0].astype(np.float64)
        self.turns = [(DIRECTIONS[each],) for each in which]
        self.played = self.turns.index((word,))
        self.rough: Values = self._points

    def glance(self) -> Generator[None, None, None]:
        """Every new box and the best turn after it."""
        steps = self._state.steps + 1
        boards, chance, whose = new_boxes(self._after, np.full(len(self.turns), steps))
        next_turn = yield from silent(bot.followed(bot.boards_of(boards, steps), NOTHING))
        self.rough = self._points + np.bincount(whose, chance * next_turn, len(self.turns))

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Slices:
        some = np.repeat(np.array(which), len(seeds))
        future = np.tile(np.arange(len(seeds)), len(which))
        boards, value, steps = batch(self._after[some]), self._points[some], self._state.steps + 1
        going = np.ones(len(some), np.bool_)
        size = boards.shape[-1]
        drawn = shares(seeds, depth, TRIES * size * size + 1)
        for step in range(depth):
            draw = drawn[future, step]
            boards = boxed(boards, draw[:, :-1].reshape(-1, TRIES, size * size), draw[:, -1], steps)
            yield
            after, points, _possible = bot.moved(boards)
            worth = bot.values(boards, steps)
            best = worth.argmax(axis=0)
            going &= np.isfinite(worth).any(axis=0)
            number = np.arange(len(some))
            value += np.where(going, points[best, number], 0)
            boards = batch(after[best * len(some) + number])
            steps += 1
            yield
        return (value + np.where(going, bot.expected(boards, steps), 0)).reshape(len(which), -1)

    def why(self, better: int) -> Why:
        cells = self._state.cells
        (full, points, ways), (_full, less, fewer) = (self._facts(cells, each) for each in (better, self.played))
        if full and not _full:
            return Why(N_("It would have completed a line."))
        if points > less:
            return Why(N_("It would have collected more points at once: {points}, not {less}."),
                       {"points": points, "less": less})  # fmt: skip
        if ways > fewer:
            return Why(N_("It would have left more room: {ways} of the four directions open, not {less}."),
                       {"ways": ways, "less": fewer})  # fmt: skip
        return Why(N_("The boxes would have been better placed for the next lines."))

    def _facts(self, cells: Cells, turn: int) -> tuple[bool, int, int]:
        """Whether a line is completed, the points collected, and the directions that remain open."""
        after, points, _possible = push(cells, self.turns[turn][0])
        cleared, full = clear(after)
        return bool(full.any()), int(points), int(movable(cleared).sum())


def spot(before: State, words: Words, after: State) -> Spot | None:
    found = Spot(before, words[-1])
    return found if len(found.turns) > 1 else None


def standing(state: State, seat: int) -> float:
    """The points scored, and those still expected."""
    return state.score + (0.0 if over(state) else float(bot.best(bot.values(state.cells[None], state.steps))[0]))


def boxed(boards: Cells, keys: Values, percent: Values, steps: int) -> Cells:
    """Boards (n, size, size), a number for each cell and try (n, tries, cells), one that decides whether the box is
    fixed (n,) → boards with a new box as the rule draws it, on the free cell with the highest number, so that similar
    boards get similar boxes.
    """
    flat = boards.reshape(len(boards), -1).copy()
    free = (flat == EMPTY) | (flat == POINT)
    number, waiting = np.arange(len(boards)), np.ones(len(boards), np.bool_)
    place = np.zeros(len(boards), np.intp)
    for attempt in range(TRIES):
        here = np.where(free, keys[:, attempt], -1).argmax(axis=1)
        place = np.where(waiting, here, place)
        tried = flat.copy()
        tried[number, place] = BOX
        waiting &= full_lines(tried.reshape(boards.shape) >= BOX).any(axis=(-1, -2))
    flat[number, place] = BOX
    plain = flat.reshape(boards.shape)
    fixed = plain.copy()
    fixed.reshape(len(boards), -1)[number, place] = FIXED
    is_fixed = (percent * 100 < fixed_percent(steps)) & movable(batch(fixed)).any(axis=0)
    return batch(clear(np.where(is_fixed[:, None, None], fixed, plain))[0])
