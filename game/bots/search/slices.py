"""Work in slices: a generator that pauses after every few milliseconds and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from game.bots.types import Found, Sliced

S = TypeVar("S")


def meanwhile(shown: S, work: Sliced[Found]) -> Generator[S, None, Found]:
    """Yields `shown` after each slice of `work`; returns the work's result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Found = end.value
            return result
        yield shown
