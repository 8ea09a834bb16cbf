"""A fake random generator for tests, with numbers given in advance."""

from __future__ import annotations


class Dealt:
    """Returns the given numbers in turn, each as (n, number), and checks that `next` is called with that n."""

    def __init__(self, *numbers: tuple[int, int]) -> None:
        self.numbers = numbers

    def next(self, n: int) -> tuple[int, Dealt]:
        assert self.numbers, "more numbers are drawn than were given"
        (limit, number), *rest = self.numbers
        assert n == limit
        return number, Dealt(*rest)


def used_up(random: object) -> bool:
    """Returns whether all the given numbers have been drawn."""
    assert isinstance(random, Dealt)
    return not random.numbers
