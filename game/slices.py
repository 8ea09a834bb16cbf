"""Work that a frame or a key press need not wait for: long work in slices, by a given clock, and tasks for later."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")

DECAY = 0.8
"""Factor by which the longest recent step decays with each shorter one."""


class Slices:
    """Does work step by step, and ends a slice before a step that would probably not fit into it.

    A step is expected to take as long as the longest recent one, of this work or of earlier work.
    """

    def __init__(self, clock: Callable[[], float], budget: float) -> None:
        """`budget` is the length of a slice, in the unit of the clock."""
        self._clock, self._budget = clock, budget
        self.longest = 0.0
        """The longest recent step."""
        self.ended = False
        """Whether the last slice has reached the end of its work."""

    def of(self, work: Iterator[T], budget: float | None = None) -> Iterator[T]:
        """Goes on with the work for one slice: yields each of its steps, at least one if any is left."""
        budget = self._budget if budget is None else budget
        began = before = self._clock()
        self.ended = False
        while True:
            try:
                step = next(work)
            except StopIteration:
                self.ended = True
                return
            after = self._clock()
            self.longest = max(after - before, DECAY * self.longest)
            yield step
            if after - began + self.longest > budget:
                return
            before = after


def sooner(*waits: float | None) -> float | None:
    """Returns the shortest of several waits; None waits for nothing."""
    return min((wait for wait in waits if wait is not None), default=None)


def finished(work: Generator[object, None, T]) -> T:
    """Does all steps of some work at once; returns its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def paced(work: Generator[object, None, T], step: S) -> Generator[S, None, T]:
    """Does some work step by step, yielding the same for each step; returns its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        yield step


def stopped(work: Generator[S, None, T], when: Callable[[], bool]) -> Generator[S, None, T | None]:
    """Does some work in slices; returns its result, or None as soon as it is to be stopped."""
    while not when():
        try:
            step = next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        yield step
    work.close()
    return None


class Tasks:
    """Named tasks that wait; one that is put again keeps its place."""

    def __init__(self) -> None:
        self._tasks: dict[str, Callable[[], object]] = {}

    def put(self, name: str, task: Callable[[], object]) -> None:
        """Adds a task; tasks run in the order in which they were first added."""
        self._tasks[name] = task

    def do(self, name: str) -> None:
        """Runs this task now if it is waiting."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task()

    def drop(self, name: str) -> None:
        """Removes this task."""
        self._tasks.pop(name, None)

    def finish(self) -> None:
        """Runs all waiting tasks now."""
        while self._tasks:
            self.do(next(iter(self._tasks)))
