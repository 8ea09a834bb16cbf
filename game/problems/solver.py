"""Proves a problem: counts every sequence of positions that ends with the first one in which the goal is met."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Protocol, TypeVar

from game.bots.types import Words
from game.contract import BadInput
from game.session import Work
from game.words import N_

P = TypeVar("P", bound=Hashable)
R = TypeVar("R")

MOST_WORK = 4_000_000
"""How many turns are tried before a proof is given up: about half a minute."""

SLICE = 1_000
"""How many turns are tried in a slice of a proof."""

UNPROVEN = N_("too many positions to prove this: there are at least {solutions} solutions within {turns} turns")


class Search(Protocol[P]):
    """The positions of one problem. A position is hashable, and equal to another one if section 7 calls both the same;
    the number of turns already played is not part of it."""

    start: P
    tried: int
    """How many turns `turns` and `promising` have tried so far."""

    def turns(self, position: P) -> Mapping[P, bool]:
        """Every different position that a turn leads to, and whether a turn that leads to it meets the goal."""

    def promising(self, position: P, left: int) -> Mapping[P, bool]:
        """The same without some positions from which the goal can no longer be met, `left` turns being left here."""

    def plausible(self, position: P, after: P) -> int:
        """How good a turn from one position to another looks to somebody who looks no further; higher is better."""

    def words(self, position: P, after: P, *, met: bool) -> Words:
        """The words of a turn from one position to the next, one that meets the goal if that is wanted."""


class TooLarge(Exception):
    """The proof takes too much work; with how many solutions there are within how many turns."""

    def __init__(self, solutions: int, turns: int) -> None:
        super().__init__(solutions, turns)
        self.solutions, self.turns = solutions, turns


class Paused(Exception):
    """A slice of the proof is over."""


@dataclass(frozen=True)
class Proof(Generic[P]):
    """All solutions of a problem, counted."""

    counts: tuple[int, ...]
    """The number of solutions with one turn, two turns, and so on."""
    first: int
    """The number of different first positions of solutions."""
    path: tuple[P, ...]
    """The positions of a solution with the fewest turns; empty if there is none."""
    keeping: tuple[int, ...]
    """At each turn of that solution, how many positions keep a solution."""
    choices: tuple[int, ...]
    """At each turn of that solution, how many positions can be chosen."""
    misleading: tuple[int, ...] = ()
    """At each turn of that solution, twice the number of positions that keep no solution and look better than all that
    do, and one for each that looks as good."""

    @property
    def solutions(self) -> int:
        return sum(self.counts)

    @property
    def shortest(self) -> int:
        """The turns of the shortest solution; 0 if there is none."""
        return len(self.path)


@dataclass
class Prover(Generic[P]):
    """Counts the solutions from positions, in slices; it stores the counts, and stops at a limit of work."""

    search: Search[P]
    most: int = MOST_WORK
    _until: int = 0
    """The number of turns tried at which the slice is over."""
    _known: dict[tuple[P, int], tuple[int, ...]] = field(default_factory=dict)
    _open: dict[tuple[P, int], Mapping[P, bool]] = field(default_factory=dict)
    """What follows each position that is not counted yet, so that the next slice need not look again."""
    _done: int = 0
    """All solutions within so many turns are counted."""

    def in_slices(self, count: Callable[[], R]) -> Work[R]:
        """Calls this again after each slice, until it gets to its end."""
        while True:
            self._until = self.search.tried + SLICE
            try:
                return count()
            except Paused:
                yield 0

    def counts(self, position: P, left: int) -> tuple[int, ...]:
        """The number of solutions from here with one turn, two turns, … `left` turns."""
        if not left:
            return ()
        key = position, left
        found = self._known.get(key)
        if found is not None:
            return found
        total = [0] * left
        for after, met in self.after(position, left).items():
            if met:
                total[0] += 1
            elif left > 1:
                for number, count in enumerate(self.counts(after, left - 1), 1):
                    total[number] += count
        found = self._known[key] = tuple(total)
        del self._open[key]
        return found

    def after(self, position: P, left: int) -> Mapping[P, bool]:
        """The positions after a turn that may lead to the goal; TooLarge at the limit of work, Paused at the slice's
        end."""
        after = self._open.get((position, left))
        if after is None:
            if self.search.tried >= self._until:
                raise Paused
            after = self._open[position, left] = self.search.promising(position, left)
        if self.search.tried > self.most and (position, left) not in self._known:
            raise TooLarge(sum(self.counts(self.search.start, self._done)), self._done)
        return after

    def keeping(self, position: P, left: int) -> dict[P, tuple[int, ...]]:
        """The positions after a turn from which there is a solution, each with the counts of
        solutions with 0, 1, 2 ... further turns."""
        found: dict[P, tuple[int, ...]] = {}
        for after, met in self.after(position, left).items():
            counts = (1,) if met else (0, *self.counts(after, left - 1))
            if any(counts):
                found[after] = counts
        return found

    def within(self, turns: int) -> Work[tuple[int, ...]]:
        """The number of solutions with one turn, two turns, … so many; those with fewer are counted first."""
        while self._done < turns:
            yield from self.in_slices(partial(self.counts, self.search.start, self._done + 1))
            self._done += 1
        return self.counts(self.search.start, turns)

    def begins(self, turns: int, most: int) -> Work[bool]:
        """Whether 1 to `most` first turns begin a solution within so many turns; stops at one too many."""

        def count() -> int:
            found = 0
            for after, met in self.after(self.search.start, turns).items():
                found += met or any(self.counts(after, turns - 1))
                if found > most:
                    break
            return found

        return 1 <= (yield from self.in_slices(count)) <= most

    def proof(self, turns: int) -> Work[Proof[P]]:
        """All solutions within so many turns, counted; TooLarge if it takes too much work."""
        counts = yield from self.within(turns)
        first = len((yield from self.in_slices(partial(self.keeping, self.search.start, turns))))
        path: list[P] = []
        keeping, choices, misleading = [], [], []
        position, left = self.search.start, turns
        wanted = next((number for number, count in enumerate(counts) if count), None)
        while wanted is not None and len(path) <= wanted:
            good = yield from self.in_slices(partial(self.keeping, position, left))
            yield 0
            keeping.append(len(good))
            looks = {after: self.search.plausible(position, after) for after in self.search.turns(position)}
            best = max(looks[after] for after in good)
            choices.append(len(looks))
            misleading.append(sum((look >= best) + (look > best) for at, look in looks.items() if at not in good))
            ahead = wanted - len(path)
            position = next(after for after, found in good.items() if len(found) > ahead and found[ahead])
            path.append(position)
            left -= 1
        return Proof(counts, first, tuple(path), tuple(keeping), tuple(choices), tuple(misleading))


def proving(search: Search[P], turns: int, most: int = MOST_WORK) -> Work[Proof[P]]:
    """Counts all solutions within this many turns, in slices; TooLarge if it takes too much work."""
    return Prover(search, most).proof(turns)


def solution(search: Search[P], proof: Proof[P]) -> list[Words]:
    """The words of each turn of a solution with the fewest turns; no turns if there is none."""
    before = (search.start, *proof.path)
    last = len(proof.path) - 1
    return [search.words(before[number], after, met=number == last) for number, after in enumerate(proof.path)]


def proven(search: Search[P], turns: int, most: int = MOST_WORK) -> Work[Proof[P]]:
    """As `proving`; BadInput, with what is known, if it takes too much work."""
    try:
        return (yield from proving(search, turns, most))
    except TooLarge as error:
        raise BadInput(UNPROVEN, solutions=error.solutions, turns=error.turns) from None
