"""Evaluates positions of Chain by the links of the longest chain that ran or waits for two more blocks, and what all
games of pairs share: so few pairs differ that each future is evaluated once and cached."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterable, Sequence
from typing import Generic

import numpy as np

from game.bots.chain.core import Planes, adjacent, heights, packed
from game.bots.chain.evaluation import waiting
from game.bots.chain.pairs import LOST, B, PairSearch, places
from game.bots.chain.search import LINK_BONUS, ChainBeam, ChainSearch
from game.bots.judging import Judge, Spot, Why, first_true
from game.bots.judging.futures import uniform
from game.bots.search.beam import joined
from game.bots.types import Sliced, Values, Words
from game.contract import Event
from game.kernel import Counts
from game.rules.chain import SHOWN, State, over
from game.words import N_, P_

WORST = -5 * LINK_BONUS
"""The evaluation of a lost game."""

WIDTH, WIDTH_BEYOND = 6, 2
"""The number of boards kept of each turn while the pairs are known, and of boards searched beyond the shown pairs."""
AT_A_TIME = 12
"""Futures that are searched together: a bot works on their boards in one slice."""
BASE = 8
"""More than the number of colours."""


class PairSpot(Spot, Generic[B]):
    """A position with a pair in play, and every placement of it."""

    seen: B
    """The boards after each turn, evaluated at a glance."""

    def __init__(self, search: PairSearch[B], turns: list[Words], played: int) -> None:
        """The search of the position, the words of each turn, and the index of the played one."""
        self.search, self.turns, self.played = search, turns, played
        self.rough: Values = np.zeros(len(turns))
        self._known: dict[int, B] = {}
        """By turn, its best boards after the shown pairs."""
        self._evaluated: dict[tuple[int, int], float] = {}
        """By turn and future, the best evaluation."""

    @abstractmethod
    def in_unit(self, best: Values) -> Values:
        """Converts evaluations to the game's own unit."""

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        # The two blocks of a pair are interchangeable.
        colours = self.search.field.colours
        drawn = np.sort(1 + (uniform(seeds, depth, 2) * colours).astype(np.int64), axis=-1).reshape(len(seeds), -1)
        codes, place, number = np.unique(drawn @ BASE ** np.arange(2 * depth), return_index=True, return_inverse=True)
        yield from self._search(which)
        pairs = drawn[place].reshape(-1, depth, 2)
        new = [
            (turn, future)
            for turn in which
            for future in range(len(codes))
            if (turn, int(codes[future])) not in self._evaluated
        ]
        for start in range(0, len(new), AT_A_TIME):
            part = new[start : start + AT_A_TIME]
            best = yield from self._followed(
                [turn for turn, _future in part], pairs[[future for _turn, future in part]]
            )
            for (turn, future), value in zip(part, best.tolist(), strict=True):
                self._evaluated[turn, int(codes[future])] = value
        values = np.array([[self._evaluated[turn, code] for code in codes.tolist()] for turn in which])
        return self.in_unit(values[:, number])

    def _search(self, which: Sequence[int]) -> Generator[None, None, None]:
        """Finds the best boards of turns that are not in the cache yet."""
        new = [turn for turn in which if turn not in self._known]
        if new:
            beam = yield from self._after_shown(new)
            beam = beam.best(WIDTH_BEYOND)
            for number, turn in enumerate(new):
                self._known[turn] = beam.only(np.flatnonzero(beam.future == number))

    def _after_shown(self, which: Sequence[int]) -> Sliced[B]:
        """Returns the boards of some turns after the shown pairs; `future` is the index in `which`."""
        beam = self.search.continued(self.seen.only(np.array(which)).having(future=np.arange(len(which))))
        for number, pair in enumerate(self.search.field.next[:SHOWN], 1):
            beam = yield from self._on(beam, np.tile(pair, (len(which), 1)), number, WIDTH)
        return beam

    def _on(self, beam: B, pairs: Counts, number: int, width: int) -> Sliced[B]:
        """Returns the best boards of each future after its pair, the one with this number after the pair in play."""
        return (yield from self.search.after_pair(beam, pairs, number)).best(width)

    def _followed(self, turns: Sequence[int], pairs: Counts) -> Sliced[Values]:
        """Returns the best evaluations of turns (n,), given the pairs that come after each (n, depth, 2)."""
        futures = np.arange(len(turns)).repeat([len(self._known[turn]) for turn in turns])
        beam = joined([self._known[turn] for turn in turns]).having(future=futures)
        for step in range(pairs.shape[1]):
            beam = yield from self._on(beam, pairs[:, step], SHOWN + 1 + step, 2)
        return best_of(beam, len(turns))


def best_of(beam: B, futures: int) -> Values:
    """Returns the highest evaluation in each future (futures,), less than any other if no board is left."""
    best = np.full(futures, -LOST)
    np.maximum.at(best, beam.future, beam.evaluation)
    return best


class ChainSpot(PairSpot[ChainBeam]):
    """Every placement of the pair in play, and the one where it came to rest if it is none of these."""

    def __init__(self, state: State, words: Words, after: State) -> None:
        reachable, search = places(state), ChainSearch(state)
        turns: list[Words] = list(reachable.values())
        self._first = search.first(tuple(reachable))
        came = packed(after.cells[None])
        same = first_true((self._first.boards == came).all(axis=(0, 1)))
        super().__init__(search, turns, same if same >= 0 else len(turns))
        if same < 0:
            turns.append(words)
            played = search.start(1).having(boards=came, fired=np.array([after.chain]), first=np.array([self.played]))
            self._first = joined([self._first, played])

    def glance(self) -> Generator[None, None, None]:
        """Evaluates each turn by its best boards after the next pair."""
        self.seen = yield from self.search.evaluate(self._first)
        yield
        count = len(self.turns)
        beam = self.search.continued(self.seen.having(future=np.arange(count)))
        beam = yield from self._on(beam, np.tile(self.search.field.next[0], (count, 1)), 1, 1)
        self.rough = self.in_unit(best_of(beam, count))

    def in_unit(self, best: Values) -> Values:
        return np.maximum(best, WORST) / LINK_BONUS

    def why(self, better: int) -> Why | None:
        fired, early = (int(self.seen.fired[each]) for each in (better, self.played))
        waits, less = (int(self.seen.waiting[each]) for each in (better, self.played))
        if fired > early:
            if fired == 1:
                return Why(N_("The better move would have made a group vanish."))
            return Why(N_("The better move would have set off a longer chain: {count} links."), {"count": fired})
        if early and waits > early:
            return Why(N_("Your move cleared blocks that a longer chain could have used."))
        if waits > less and waits == 1:
            return Why(N_("After the better move, two more blocks of one colour would have made a group vanish."))
        if waits > less and less < 2:
            return Why(N_("After the better move, a chain of {links} would have been ready."), {"links": waits})
        if waits > less:
            return Why(
                N_("After the better move, a chain of {links} would have been ready; after yours, {less}."),
                {"links": waits, "less": less},
            )
        return shaped(self.seen.boards[..., [better, self.played]])


def shaped(boards: Planes) -> Why | None:
    """Returns why the first of two boards on which nothing more vanishes is better than the second, the played one."""
    better, played = adjacent(boards).tolist()
    if better > played:
        return Why(N_("The better move would have brought more blocks of one colour together."))
    height, higher = heights(boards).max(axis=0).tolist()
    if height < higher:
        return Why(N_("The better move would have kept the stack lower."))
    return None


class ChainJudge(Judge):
    """Judges by the links of the longest chain that has run or is waiting."""

    COST = P_(
        "After the better move, the chain would be about {count} link longer three pairs later.",
        "After the better move, the chain would be about {count} links longer three pairs later.",
    )
    LITTLE = N_("After the better move, the chain would be a little longer three pairs later.")
    CURVE = N_("Length of the chain you are building")
    OUTCOME = N_("Longest chain, set off or ready")
    AHEAD = 3
    WORST = WORST / LINK_BONUS
    MARGIN, DOUBT = 0.3, 0.4
    DEPTH, FUTURES = 1, 64
    SPOT = ChainSpot

    def standing(self, state: State, seat: int) -> float:
        """Returns the links of the chain that two more blocks could set off."""
        return 0.0 if over(state) else float(waiting(packed(state.cells[None]), state.colours)[0][0])

    def outcome(self, states: Sequence[State], events: Iterable[Event], seat: int) -> float:
        """Returns the links of the longest chain that has run, or that waits now; none in a lost game."""
        last = states[-1]
        return 0.0 if over(last) else max(self.standing(last, seat), *(float(state.chain) for state in states))

    def harvest(self, state: State, seat: int) -> bool:
        """Returns whether a chain has just run."""
        return state.chain > 1


JUDGE = ChainJudge()
