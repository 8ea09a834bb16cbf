"""Work in slices: a generator that pauses after every few milliseconds and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def meanwhile(shown: S, work: Generator[None, None, T]) -> Generator[S, None, T]:
    """Yields the same, such as the advice so far, after each slice of some work, and returns the work's result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        yield shown
