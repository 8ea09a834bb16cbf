"""A generator for tests whose numbers are written down beforehand."""

from __future__ import annotations


class Dealt:
    """Gives out numbers in turn, each written as (of how many, which), and checks what it is asked for."""

    def __init__(self, *numbers: tuple[int, int]) -> None:
        self.numbers = numbers

    def next(self, n: int) -> tuple[int, Dealt]:
        assert self.numbers, "more is drawn than was written down"
        (limit, number), *rest = self.numbers
        assert n == limit
        return number, Dealt(*rest)

    @property
    def empty(self) -> bool:
        """Whether all that was written down has been drawn."""
        return not self.numbers
