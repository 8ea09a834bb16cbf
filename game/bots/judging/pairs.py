"""Futures of games whose pieces are pairs: so few differ that each is evaluated once and cached."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from typing import Generic, TypeVar

import numpy as np

from game.bots.judging import Slices, Values
from game.bots.judging.futures import shares
from game.bots.search.beam import Beam, joined
from game.kernel import Counts

B = TypeVar("B", bound=Beam)

LEFT = 2
"""Boards of each turn that are searched beyond the shown pairs."""
LOST = -1e6
"""The evaluation of a turn after which no pair can be placed."""
AT_A_TIME = 12
"""Futures that are searched together: a bot works on their boards in one slice."""
BASE = 8
"""More than the number of colours."""


class PairSpot(ABC, Generic[B]):
    """Evaluates turns after unknown pairs; a subclass for each game continues its boards."""

    def __init__(self, colours: int) -> None:
        self._colours = colours
        self._known: dict[int, B] = {}
        """By turn, its best boards after the shown pairs."""
        self._worth: dict[tuple[int, int], float] = {}
        """By turn and future, the best evaluation."""

    @abstractmethod
    def after_shown(self, which: Sequence[int]) -> Generator[None, None, B]:
        """The boards of some turns after the shown pairs; `future` is the index in `which`."""

    @abstractmethod
    def after_drawn(self, beam: B, pairs: Counts, step: int) -> Generator[None, None, B]:
        """The best boards of each future after its pair (futures, 2), the first drawn one being step 0."""

    @abstractmethod
    def worth(self, best: Values) -> Values:
        """Evaluations, in the game's own unit."""

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Slices:
        """See `game.bots.judging.Spot`."""
        # The two blocks of a pair are interchangeable.
        drawn = np.sort(1 + (shares(seeds, depth, 2) * self._colours).astype(np.int64), axis=-1).reshape(len(seeds), -1)
        codes, place, number = np.unique(drawn @ BASE ** np.arange(2 * depth), return_index=True, return_inverse=True)
        yield from self._search(which)
        pairs = drawn[place].reshape(-1, depth, 2)
        new = [(turn, future) for turn in which for future in range(len(codes))
               if (turn, int(codes[future])) not in self._worth]  # fmt: skip
        for start in range(0, len(new), AT_A_TIME):
            some = new[start : start + AT_A_TIME]
            best = yield from self._followed(
                [turn for turn, _future in some], pairs[[future for _turn, future in some]]
            )
            for (turn, future), value in zip(some, best.tolist(), strict=True):
                self._worth[turn, int(codes[future])] = value
        found = np.array([[self._worth[turn, code] for code in codes.tolist()] for turn in which])
        return self.worth(found[:, number])

    def _search(self, which: Sequence[int]) -> Generator[None, None, None]:
        """Finds the best boards of turns that are not in the cache yet."""
        new = [turn for turn in which if turn not in self._known]
        if new:
            beam = yield from self.after_shown(new)
            beam = beam.best(LEFT)
            for number, turn in enumerate(new):
                self._known[turn] = beam.only(np.flatnonzero(beam.future == number))

    def _followed(self, turns: Sequence[int], pairs: Counts) -> Slices:
        """Turns, and the pairs that come after each (n, depth, 2) → their best evaluations (n,)."""
        futures = np.arange(len(turns)).repeat([len(self._known[turn].boards) for turn in turns])
        beam = joined([self._known[turn] for turn in turns]).having(future=futures)
        for step in range(pairs.shape[1]):
            beam = yield from self.after_drawn(beam, pairs[:, step], step)
        best = np.full(len(turns), LOST)
        np.maximum.at(best, beam.future, beam.evaluation)
        return best
