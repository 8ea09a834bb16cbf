"""Evaluates positions of Chain by the links of the longest chain that ran or waits for two more blocks."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from game.bots.chain import search as bot
from game.bots.chain.boards import adjacent, potential
from game.bots.chain.search import LINK, LOST, Search, evaluated, placed_on
from game.bots.judging import NOTHING, Values, Why, Words, silent
from game.bots.judging.pairs import PairSpot
from game.bots.search.beam import joined
from game.kernel import Cells, Counts
from game.rules.chain import SHOWN, START, State
from game.words import N_

COST = N_("It cost about {amount} links.")
CURVE = N_("Links in the waiting chain")
FORM = ".1f"
MARGIN, DOUBT = 0.3, 0.4
DEPTH, FUTURES = 1, 64
WIDTH = 6
"""Boards kept for each turn, while the pairs are known and in each future."""
WORST = -5 * LINK
"""The evaluation of a lost game."""


class Spot(PairSpot[Search]):
    """Every placement of the pair in play, and the one where it came to rest if it is none of these."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        super().__init__(state.colours)
        self._state = state
        found = bot.places(state)
        self.turns: list[Words] = list(found.values())
        self._first = bot.first(state, tuple(found))
        boards = self._first.boards
        same = np.flatnonzero((boards == after.cells).all(axis=(-1, -2)))
        if len(same):
            self.played = int(same[0])
        else:
            self.played = len(self.turns)
            self.turns.append(words)
            came, fired = np.asfortranarray(after.cells[None]), np.array([after.chain])
            more = self._first.only(np.zeros(1, np.intp))
            more = more.having(boards=came, first=np.array([self.played]), fired=fired)
            self._first = joined([self._first, more])
        self.rough: Values = np.zeros(len(self.turns))

    def glance(self) -> Generator[None, None, None]:
        """Evaluates each turn by its best boards after the next pair."""
        self._seen = yield from silent(evaluated(self._first, self._state.colours, NOTHING))
        yield
        many = len(self.turns)
        every = _alive(self._seen.having(future=np.arange(many)))
        if self._state.next:
            every = yield from self._on(every, np.tile(self._state.next[0], (many, 1)), 1)
        self.rough = _best(every, many) / LINK

    def after_shown(self, which: Sequence[int]) -> Generator[None, None, Search]:
        beam = _alive(self._seen.only(np.array(which)).having(future=np.arange(len(which))))
        for pair in self._state.next[:SHOWN]:
            beam = yield from self._on(beam, np.tile(pair, (len(which), 1)), WIDTH)
        return beam

    def after_drawn(self, beam: Search, pairs: Counts, step: int) -> Generator[None, None, Search]:
        return (yield from self._on(beam, pairs, 2))

    def worth(self, best: Values) -> Values:
        return np.maximum(best, WORST) / LINK

    def _on(self, beam: Search, pairs: Counts, width: int) -> Generator[None, None, Search]:
        """The best boards of each future after its pair."""
        if not len(beam.boards):
            return beam
        beam = yield from silent(placed_on(beam, pairs, NOTHING))
        beam = yield from silent(evaluated(beam, self._state.colours, NOTHING))
        return beam.best(width)

    def why(self, better: int) -> Why:
        fired, early = (int(self._seen.fired[each]) for each in (better, self.played))
        waits, less = (int(self._seen.waiting[each]) for each in (better, self.played))
        if fired > early:
            return Why(N_("It would have set off a longer chain. Links: {links}."), {"links": fired})
        if early and not fired:
            return Why(N_("Your move made blocks vanish that a longer chain could have used."))
        if waits > less:
            return Why(
                N_("Links in the chain that would then be waiting: {links}. After your move: {less}."),
                {"links": waits, "less": less},
            )
        return shaped(*self._seen.boards[[better, self.played]])


def shaped(better: Cells, played: Cells) -> Why:
    """Why a board (13, 6) is better than the one after the move, if neither makes more vanish."""
    close, apart = adjacent(np.stack((better, played))).tolist()
    if close > apart:
        return Why(N_("It would have brought more blocks of one colour together."))
    return Why(N_("It would have left the board readier for a chain."))


def spot(before: State, words: Words, after: State) -> Spot | None:
    found = Spot(before, words, after)
    return found if len(found.turns) > 1 else None


def standing(state: State, seat: int) -> float:
    """The links of the chain that two more blocks could set off."""
    return float(potential(state.cells[None], state.colours)[0])


def _alive(beam: Search) -> Search:
    """Removes the boards on which the next pair has no room."""
    return beam.only(np.flatnonzero(beam.boards[:, START[0], START[1]] == 0))


def _best(beam: Search, many: int) -> Values:
    """The highest evaluation in each future; worse than any other if none is left."""
    best = np.full(many, -LOST)
    np.maximum.at(best, beam.future, beam.evaluation)
    return np.maximum(best, WORST)
