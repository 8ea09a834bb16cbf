"""The beam search of Chain's and Duel's bots: pairs placed on boards in several random futures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from game.bots import Advice
from game.bots.chain.core import Planes, has_ended, packed, placed, unique
from game.bots.search.beam import Beam, joined
from game.bots.search.noise import noise, random_for
from game.bots.search.turns import shortest
from game.bots.types import Sliced, Words
from game.kernel import Cells, Counts
from game.rules.chain import SHOWN, Pair, State, play
from game.slices import finished, paced

B = TypeVar("B", bound=Beam)

SLICE, PLACED_ON = 160, 24
"""In a slice: boards evaluated, and boards on which a pair is placed in every way."""
REACHED = 6
"""In a slice: places found that the pair in play can reach."""
LOST = 1e6
"""Cost of the end of the game."""


class Reach(NamedTuple):
    """The size of a search."""

    depth: int
    """Pairs placed, including the known ones."""
    futures: int
    """How many futures of random pairs after the known ones."""
    width: int
    """Boards kept at each step in each future."""
    known: int
    """Boards kept at each step of the known pairs but the last."""
    noise: int = 0
    """The largest error in an evaluation."""


class PairSearch(ABC, Generic[B]):
    """A search from a position; a subclass for each game says how its boards settle and what they are good for."""

    field: State
    """The board of the player to move, and the pairs."""
    missing: float
    """How much worse than the worst board of a future a placement counts if no board there comes from it."""

    @abstractmethod
    def start(self, count: int) -> B:
        """Returns the present board, this many times."""

    @abstractmethod
    def settled(self, beam: B, boards: Planes, depth: int) -> B:
        """Returns the beam after a pair, the `depth`th after the one in play, was placed on each of its boards."""

    @abstractmethod
    def evaluated(self, beam: B) -> B:
        """Returns the beam with evaluations."""

    @abstractmethod
    def key(self, beam: B) -> Counts:
        """Returns a number for each board; of equal boards with equal numbers, one is kept."""

    @abstractmethod
    def why(self, beam: B, number: int) -> tuple[str, Mapping[str, object], str]:
        """Returns why to play a placement of the pair in play: a sentence, its values, and the nudge (see `Advice`)."""

    def continued(self, beam: B) -> B:
        """Returns the boards from which the search goes on after the pair in play."""
        return alive(beam)

    def first(self, pairs: Sequence[Pair]) -> B:
        """Returns the boards after the pair in play has been dropped from these places."""
        boards = np.stack([self.field.cells] * len(pairs))
        for board, pair in zip(boards, pairs, strict=True):
            for colour, cell in zip(pair.colours, pair.cells, strict=True):
                board[cell] = colour
        return self.settled(self.start(len(pairs)), packed(boards), 0)

    def think(self, reach: Reach, seed: int, *seen: Cells) -> Iterator[Advice]:
        """Yields the placement of the pair in play that has led to the best boards so far; no words before the next
        pair has been placed too. Errors depend on the boards that are seen, and on the seed."""
        reachable = yield from paced(placing(self.field), Advice(()))
        words = tuple(reachable.values())
        beam = yield from paced(self.evaluate(self.first(tuple(reachable))), Advice(()))
        beam = beam.having(evaluation=beam.evaluation + noise(len(words), reach.noise, seed, *seen))
        advices = [Advice(each, *self.why(beam, number)) for number, each in enumerate(words)]
        advice, shown = advices[int(beam.evaluation.argmax())], Advice(())
        yield shown if reach.depth > 1 else advice
        beam = self.continued(beam)
        for depth, pairs in enumerate(deals(self.field, reach.depth, reach.futures, seed), 1):
            if depth == SHOWN + 1:
                beam = beam.in_each_future(reach.futures)
            beam = beam.best(reach.known if depth <= SHOWN else reach.width)
            beam = yield from paced(self.after_pair(beam, pairs, depth), shown)
            if not len(beam):
                yield advice
                return
            advice = shown = advices[beam.vote(len(words), self.missing)]
            yield advice

    def after_pair(self, beam: B, pairs: Counts, depth: int) -> Sliced[B]:
        """Places its future's pair on every board of the beam in every way, without ending the game, and evaluates the
        results."""
        parts = [beam.only(np.arange(0))]
        for start in range(0, len(beam), PLACED_ON):
            part = beam.only(np.arange(start, min(start + PLACED_ON, len(beam))))
            after = placed(part.boards, *pairs[part.future].T)
            parts.append(alive(self.settled(part.only(after.source), after.planes, depth)))
            yield
        together = joined(parts)
        return (yield from self.evaluate(together.only(unique(together.boards, self.key(together)))))

    def evaluate(self, beam: B) -> Sliced[B]:
        """Evaluates the boards of the beam."""
        parts = [beam.only(np.arange(0))]
        for start in range(0, len(beam), SLICE):
            if start:
                yield
            parts.append(self.evaluated(beam.only(np.arange(start, min(start + SLICE, len(beam))))))
        return joined(parts)


def alive(beam: B) -> B:
    """Returns the boards on which the next pair has room."""
    return beam.only(np.flatnonzero(~has_ended(beam.boards)))


def deals(field: State, depth: int, futures: int, seed: int) -> Iterator[Counts]:
    """Yields the pairs after the one in play, (futures, 2) each; known pairs are the same in all futures."""
    random = random_for(seed, field.cells)
    for number in range(depth - 1):
        pairs = []
        for _ in range(futures):
            axis, random = random.next(field.colours)
            satellite, random = random.next(field.colours)
            pairs.append(field.next[number] if number < len(field.next) else (1 + axis, 1 + satellite))
        yield np.array(pairs)


def places(field: State) -> dict[Pair, Words]:
    """Returns the places that the pair in play can reach at its height, one for each distinct result, and the words
    that lead there.
    """
    return finished(placing(field))


def placing(field: State) -> Sliced[dict[Pair, Words]]:
    """Finds the `places` in slices."""
    reached: list[tuple[Pair, Words]] = []
    for at, words in shortest(
        field,
        ("left", "right", "cw", "ccw"),
        lambda at, word: play(at, word)[0],
        lambda at: (at.pair, at.failed),
    ):
        if at.pair:
            reached.append((at.pair, words))
            if len(reached) % REACHED == 0:
                yield
    resting: dict[tuple[tuple[int, int], ...], Pair] = {}
    for pair, _words in reached:
        # The colours added to each column, bottom first; equal ones are the same placement.
        blocks = sorted(zip(pair.cells, pair.colours, strict=True), key=lambda block: (block[0][1], -block[0][0]))
        resting.setdefault(tuple((cell[1], colour) for cell, colour in blocks), pair)
    fewest = dict(reversed(reached))
    return {pair: (*fewest[pair], "drop") for pair in resting.values()}
