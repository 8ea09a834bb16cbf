"""Proves a problem: counts every sequence of positions that ends with the first one in which the goal is met."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from game.bots.types import Words
from game.contract import BadInput
from game.session import Work, finished
from game.words import N_

P = TypeVar("P", bound=Hashable)
R = TypeVar("R")

MOST_WORK = 4_000_000
"""How many turns are tried before a proof is given up: about half a minute."""

SLICE, LOOKS = 50, 10
"""How many turns are tried in a slice of a proof, and looked at in one: some milliseconds in a browser."""

UNPROVEN = N_("too many positions to check them all: there are at least {solutions} solutions within {turns} turns")


class Search(Protocol[P]):
    """The positions of one problem. A position is hashable, and equal to another one if docs/rules.md, section 7, calls
    both the same; the number of turns already played is not part of it."""

    start: P
    tried: int
    """How many turns `turns` and `promising` have tried so far."""

    def at(self, rows: Sequence[str], used: int, counted: int, *left_over: Any) -> P:
        """Returns the position with these rows, this many pieces used up, and this number counted towards the goal."""

    def turns(self, position: P) -> Iterable[tuple[P, bool]]:
        """Returns every different position that a turn leads to, and whether a turn that leads to it meets the goal."""

    def promising(self, position: P, left: int) -> Iterable[tuple[P, bool]]:
        """Returns the same without some positions from which the goal can no longer be met in the `left` turns."""

    def plausible(self, position: P, after: P) -> int:
        """Returns how good a turn looks to somebody who looks no further; higher is better."""

    def words(self, position: P, after: P, *, met: bool) -> Work[Words]:
        """Returns the fewest words of a turn between two positions; if wanted, of a turn that meets the goal."""


class TooLarge(Exception):
    """The proof takes too much work; with how many solutions there are within how many turns."""

    def __init__(self, solutions: int, turns: int) -> None:
        super().__init__(solutions, turns)
        self.solutions, self.turns = solutions, turns


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


class Prover(Generic[P]):
    """Counts the solutions from a position, in slices; it stores the counts, and stops at a limit of work."""

    def __init__(self, search: Search[P], most: int = MOST_WORK) -> None:
        self.search, self._most, self._limit, self._start = search, most, most, search.start
        self._pause = 0
        """The number of turns tried at which the slice is over."""
        self._known: dict[tuple[P, int], tuple[int, ...]] = {}
        self._open: dict[tuple[P, int], dict[P, bool]] = {}
        """The positions that follow a position, kept as long as they may be needed again."""
        self._done = 0
        """The number of turns within which all solutions are counted."""

    def start_from(self, position: P) -> None:
        """Counts the solutions from another position of the search from now on, with the whole limit of work again."""
        self._start, self._done, self._limit = position, 0, self.search.tried + self._most

    def counts(self, position: P, left: int) -> Work[tuple[int, ...]]:
        """Returns the number of solutions from here with one turn, two turns, … `left` turns."""
        if not left:
            return ()
        found = self._known.get((position, left))
        if found is not None:
            return found
        total = [0] * left
        for after, met in (yield from self.after(position, left)).items():
            if met:
                total[0] += 1
            elif left > 1:
                found = self._known.get((after, left - 1))
                if found is None:
                    found = yield from self.counts(after, left - 1)
                for number, count in enumerate(found, 1):
                    total[number] += count
        del self._open[position, left]
        found = self._known[position, left] = tuple(total)
        return found

    def after(self, position: P, left: int) -> Work[dict[P, bool]]:
        """Returns the positions after a turn that may lead to the goal; TooLarge at the limit of work."""
        found = self._open.get((position, left))
        if found is None:
            found = {}
            for after, met in self.search.promising(position, left):
                found[after] = met
                if self._slice_ends():
                    yield 0
            if self._slice_ends():  # perhaps nothing was promising
                yield 0
            self._open[position, left] = found
        if self.search.tried > self._limit and (position, left) not in self._known:
            raise TooLarge(sum(self._known.get((self._start, self._done), ())), self._done)
        return found

    def _slice_ends(self) -> bool:
        """Returns whether enough turns were tried for a slice, and begins the next one."""
        if self.search.tried < self._pause:
            return False
        self._pause = self.search.tried + SLICE
        return True

    def keeping(self, position: P, left: int) -> Work[dict[P, tuple[int, ...]]]:
        """Returns the positions after a turn from which there is a solution, each with the counts of solutions with 0,
        1, 2 ... further turns.
        """
        found: dict[P, tuple[int, ...]] = {}
        for after, met in (yield from self.after(position, left)).items():
            counts = (1,) if met else (0, *(yield from self.counts(after, left - 1)))
            if any(counts):
                found[after] = counts
        return found

    def within(self, turns: int) -> Work[tuple[int, ...]]:
        """Returns the number of solutions with one turn, two turns, … `turns` turns; short ones are counted first."""
        while self._done < turns:
            yield from self.counts(self._start, self._done + 1)
            self._done += 1
        return (yield from self.counts(self._start, turns))

    def has_first_turns(self, turns: int, most: int) -> Work[bool]:
        """Returns whether 1 to `most` first turns begin a solution within `turns` turns; stops at one too many."""
        found = 0
        for after, met in (yield from self.after(self._start, turns)).items():
            found += met or any((yield from self.counts(after, turns - 1)))
            if found > most:
                break
        return 1 <= found <= most

    def path(self, turns: int) -> Work[list[tuple[P, dict[P, tuple[int, ...]]]]]:
        """Returns the positions of a solution with the fewest turns, each with all those that keep a solution at its
        turn; empty if there is none. TooLarge if it takes too much work.
        """
        counts = yield from self.within(turns)
        path: list[tuple[P, dict[P, tuple[int, ...]]]] = []
        position, wanted = self._start, next((number for number, count in enumerate(counts) if count), -1)
        while len(path) <= wanted:
            good = yield from self.keeping(position, turns - len(path))
            ahead = wanted - len(path)
            position = next(after for after, found in good.items() if len(found) > ahead and found[ahead])
            path.append((position, good))
        return path

    def proof(self, turns: int) -> Work[Proof[P]]:
        """Counts all solutions within this many turns; TooLarge if it takes too much work."""
        counts = yield from self.within(turns)
        first = len((yield from self.keeping(self._start, turns)))
        path = yield from self.path(turns)
        position, choices, misleading = self._start, [], []
        for after, good in path:
            looks: dict[P, int] = {}
            for number, (other, _met) in enumerate(self.search.turns(position)):
                looks[other] = self.search.plausible(position, other)
                if number % LOOKS == 0:
                    yield 0
            best = max(looks[other] for other in good)
            choices.append(len(looks))
            misleading.append(sum((look >= best) + (look > best) for at, look in looks.items() if at not in good))
            position = after
        positions, keeping = tuple(after for after, _good in path), tuple(len(good) for _after, good in path)
        return Proof(counts, first, positions, keeping, tuple(choices), tuple(misleading))


def proving(search: Search[P], turns: int, most: int = MOST_WORK) -> Work[Proof[P]]:
    """Counts all solutions within this many turns, in slices; TooLarge if it takes too much work."""
    return Prover(search, most).proof(turns)


def solution(search: Search[P], proof: Proof[P]) -> list[Words]:
    """Returns the words of each turn of a solution with the fewest turns; no turns if there is none."""
    before = (search.start, *proof.path)
    last = len(proof.path) - 1
    return [
        finished(search.words(before[number], after, met=number == last)) for number, after in enumerate(proof.path)
    ]


def answered(work: Work[R]) -> Work[R]:
    """Returns the same work; if it takes too much, BadInput says what is known."""
    try:
        return (yield from work)
    except TooLarge as error:
        raise BadInput(UNPROVEN, solutions=error.solutions, turns=error.turns) from None
