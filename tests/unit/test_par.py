"""The goal of a day's game is computed in slices so short that no key waits for them."""

from __future__ import annotations

import sys
from datetime import date
from typing import Any

import pytest

from game import files
from game.play.par import computed
from game.rules import GAMES
from game.session import Session, complete
from game.session.daily import options_of_day, seed_of_day

pytestmark = pytest.mark.native
DAY = date(2026, 11, 23)
MOST_CALLS = 3_000
"""Calls of functions in a slice, a few milliseconds in CPython; the whole turns of Chain's bot were 10,500."""


def calls_of_slices(name: str) -> list[int]:
    """Counts the function calls in each slice of the work: not a time, so it is the same on every machine."""
    rules = GAMES[name]
    work = computed(
        Session(rules, complete(rules, options_of_day(rules, DAY), files.read), seed_of_day(DAY)), rules.day.par
    )
    calls: list[int] = []

    def count(_frame: Any, event: str, _argument: Any) -> None:
        if event in ("call", "c_call"):
            calls[-1] += 1

    before = sys.getprofile()
    while True:
        calls.append(0)
        sys.setprofile(count)
        try:
            next(work)
        except StopIteration:
            return calls
        finally:
            sys.setprofile(before)


@pytest.mark.parametrize("name", [name for name, rules in GAMES.items() if rules.day.par])
def test_no_slice_of_the_work_for_a_goal_is_long(name: str) -> None:
    calls_of_slices(name)  # imports and tables, once a visit
    assert max(calls_of_slices(name)) <= MOST_CALLS
