"""Slices of work end in time, by the longest recent step, and the whole work is done in the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.slices import DECAY, Slices, sooner


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def steps(clock: Clock, *lengths: float) -> Iterator[int]:
    """Yields the number of each step, which takes this long."""
    for number, length in enumerate(lengths):
        clock.time += length
        yield number


def sliced(slices: Slices, work: Iterator[int]) -> list[list[int]]:
    """Returns the steps of each slice until the work has ended."""
    found = [list(slices.of(work))]
    while not slices.ended:
        found.append(list(slices.of(work)))
    return found


def test_a_slice_ends_before_a_step_that_would_not_fit() -> None:
    clock = Clock()
    assert sliced(Slices(clock, 10), steps(clock, *[4] * 5)) == [[0, 1], [2, 3], [4]]


def test_a_slice_has_at_least_one_step() -> None:
    clock = Clock()
    assert sliced(Slices(clock, 10), steps(clock, 50, 50, 1)) == [[0], [1], [2], []]


def test_a_long_step_is_forgotten_slowly() -> None:
    clock = Clock()
    slices = Slices(clock, 10)
    list(slices.of(steps(clock, 9)))
    assert slices.longest == 9
    sliced(slices, steps(clock, 1, 1))
    assert slices.longest == pytest.approx(9 * DECAY**2)


def test_a_slice_may_have_another_budget() -> None:
    clock = Clock()
    slices, work = Slices(clock, 10), steps(clock, *[4] * 6)
    assert list(slices.of(work, 21)) == [0, 1, 2, 3, 4]
    assert list(slices.of(work)) == [5]
    assert slices.ended


def test_work_that_was_left_early_goes_on_where_it_was() -> None:
    clock = Clock()
    slices, work = Slices(clock, 100), steps(clock, 1, 1, 1)
    assert next(slices.of(work)) == 0
    assert not slices.ended
    assert list(slices.of(work)) == [1, 2]


@pytest.mark.parametrize(
    ("waits", "wait"), [((), None), ((None, None), None), ((3.0, None), 3.0), ((None, 0.0, 3.0), 0.0)], ids=str
)
def test_what_is_due_sooner_is_waited_for(waits: tuple[float | None, ...], wait: float | None) -> None:
    assert sooner(*waits) == wait
