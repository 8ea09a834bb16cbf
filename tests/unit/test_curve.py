"""The curve of Look back as it is drawn: round numbers on its axis, and no fall where nothing was lost."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist
from types import SimpleNamespace
from typing import Any

import pytest

from game.bots import advise
from game.review.analysis import Analysis, CurvePoint
from game.review.curve import (
    FELL,
    FELL_AT_ONCE,
    LUCK,
    MISTAKES,
    MOST_STEPS,
    SMALL,
    Fall,
    apart,
    explained,
    greatest_fall,
    stretches,
    ticks,
)
from tests.table import session_of


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 13.2, [0, 5, 10, 15]),
        (0, 22, [0, 5, 10, 15, 20, 25]),
        (0, 84, [0, 20, 40, 60, 80, 100]),
        (0, 15, [0, 5, 10, 15]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 4, [0, 1, 2, 3, 4]),
        (-0.3, 0.9, [-0.5, 0, 0.5, 1]),
        (0, 6400, [0, 2000, 4000, 6000, 8000]),
    ],
)
def test_numbers_on_an_axis_are_round_and_enclose_the_curve(low: float, high: float, found: list[float]) -> None:
    numbers = ticks(low, high)
    assert numbers == pytest.approx(found)
    assert ticks(low, high, 1)[1] - ticks(low, high, 1)[0] >= 1, "nothing between whole numbers"
    assert len(numbers) <= MOST_STEPS + 1 and numbers[0] <= low and numbers[-1] >= high


@pytest.mark.parametrize(
    "places",
    [
        [(50, 70), (52, 72), (51, 71)],
        [(50, 14), (50, 14), (50, 14)],
        [(50, 136), (60, 136), (70, 136)],
        [(0, 20), (9, 9)],
    ],
)
def test_marks_on_the_curve_do_not_cover_each_other(places: list[tuple[float, float]]) -> None:
    moved = apart(places, 22, 14, 136)
    assert [x for x, _y in moved] == [x for x, _y in places] and moved[0] == places[0], "they stay at their moves"
    assert all(dist(one, other) >= 22 for one, other in combinations(moved, 2))
    assert all(14 <= y <= 136 for _x, y in moved[1:])


def test_marks_far_from_each_other_stay() -> None:
    assert apart([(50, 70), (80, 70), (50, 100)], 22, 14, 136) == [(50, 70), (80, 70), (50, 100)]


def test_a_fall_within_one_move_is_not_from_that_move_to_itself() -> None:
    fall = Fall(CurvePoint(132, 0, 2), CurvePoint(133, 0, 0))
    assert fall.said({(132, 0): 40, (133, 0): 40}) == (FELL_AT_ONCE, {"first": 40, "last": 40})
    assert fall.said({(132, 0): 40, (133, 0): 41}) == (FELL, {"first": 40, "last": 41})


def test_a_curve_begins_again_where_it_was_used_up() -> None:
    points = [CurvePoint(0, 0, 3), CurvePoint(2, 0, 5), CurvePoint(4, 0, 0, begins=True), CurvePoint(6, 0, 1)]
    assert [[point.at for point in part] for part in stretches(points)] == [[0, 2], [4, 6]]
    assert [part[0].at for part in stretches([CurvePoint(0, 0, 1, begins=True)])] == [0]


def test_the_greatest_fall_is_from_a_top_to_a_later_bottom() -> None:
    points = [CurvePoint(at, 0, value) for at, value in enumerate([5, 9, 8, 3, 4, 9, 7, 2, 6])]
    assert greatest_fall(points) == Fall(points[5], points[7])
    points[7] = points[7]._replace(begins=True)  # what was used up is no fall
    assert greatest_fall(points) == Fall(points[1], points[3])
    assert greatest_fall(points[:2]) is None


@pytest.mark.parametrize(
    ("costs", "lost", "reason"),
    [
        ({2: 4.0}, {}, MISTAKES),
        ({2: 2.0, 9: 8.0}, {2: 2.0, 3: 0.5}, LUCK),  # the costlier mistake is elsewhere
        ({}, {2: 2.0, 3: 1.5, 4: 1.5}, SMALL),
        ({}, {}, LUCK),
    ],
)
def test_a_large_fall_is_explained_by_what_was_lost_in_it(
    costs: dict[int, float], lost: dict[int, float], reason: str
) -> None:
    curve = [CurvePoint(at, 0, value) for at, value in enumerate([10, 10, 10, 8, 6, 2, 2, 2, 2, 2])]
    mistakes = [SimpleNamespace(turn=curve[at], cost=SimpleNamespace(mean=cost)) for at, cost in costs.items()]
    rules, judge = SimpleNamespace(seats=1), SimpleNamespace(RANGE=(0.0, 15.0))
    analysis: Any = SimpleNamespace(
        judge=judge, curve=curve, mistakes=mistakes, lost=lost, session=SimpleNamespace(rules=rules)
    )
    found = explained(analysis, 0)
    assert found and found[0] == Fall(curve[2], curve[5]) and found[1].message == reason
    judge.RANGE = 0.0, 30.0
    assert explained(analysis, 0) is None, "small on its axis"


@pytest.mark.slow("a game is looked at")
def test_a_chain_that_runs_is_no_fall_of_the_curve() -> None:
    """The curve of Chain once fell from the longest chain to nothing at the best move of a game."""
    session = session_of("chain", 5)
    for _pair in range(40):
        for word in advise(session.rules, session.state, 2, 5).words:
            session.play(word)
    analysis = Analysis(session)
    while analysis.turns < 40:
        next(analysis.work)
    falls = [point for before, point in pairwise(analysis.curve) if point.value < before.value - 1]
    assert falls and all(point.begins for point in falls)
