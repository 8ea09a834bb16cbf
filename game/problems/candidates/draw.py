"""Random choices from a seed, with the games' own generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game import rng

T = TypeVar("T")


class Draw:
    """A generator that remembers where it is."""

    def __init__(self, seed: int) -> None:
        self._random = rng.standard(seed)

    def next(self, n: int) -> int:
        """Returns a uniform number from 0 to n - 1."""
        number, self._random = self._random.next(n)
        return number

    def between(self, low: int, high: int) -> int:
        """Returns a uniform number from `low` to `high`."""
        return low + self.next(high - low + 1)

    def of(self, items: Sequence[T]) -> T:
        """Returns one of these at random."""
        return items[self.next(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Returns these in random order."""
        found = list(items)
        for i in range(len(found) - 1, 0, -1):
            j = self.next(i + 1)
            found[i], found[j] = found[j], found[i]
        return found
