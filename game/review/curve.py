"""The curve of a game, ready to be drawn: the numbers on its axis, its lines, and its greatest fall with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import ceil, dist, floor
from typing import NamedTuple

from game.bots.judging import Why
from game.review.analysis import Analysis, CurvePoint
from game.words import N_

MOST_STEPS = 5
"""The most steps between the numbers of an axis."""
STEPS = (1, 2, 5)
LARGE = 1 / 3
"""The least share of the values on the axis that a fall must cross to be explained."""
FELL = N_("From move {first} to move {last}, the curve falls from {high} to {low}.")
FELL_AT_ONCE = N_("With move {last}, the curve falls from {high} to {low}.")
MISTAKES = N_("Most of it came from the mistakes marked there.")
SMALL = N_("No single move is to blame: several of them were each a little worse than the best.")
LUCK = N_("You could hardly have prevented it: that was bad luck.")
OUTPLAYED = N_("You could hardly have prevented it: you had bad luck, or your opponent played well.")


class Fall(NamedTuple):
    """A fall of one player's curve."""

    first: CurvePoint
    last: CurvePoint

    @property
    def depth(self) -> float:
        return self.first.value - self.last.value

    def said(self, numbers: Mapping[tuple[int, int], int]) -> tuple[str, dict[str, int]]:
        """Returns the sentence about the fall, and its moves, by their numbers (`Analysis.numbers`)."""
        first, last = (numbers[point.at, point.seat] for point in self)
        return FELL if first < last else FELL_AT_ONCE, {"first": first, "last": last}


def ticks(low: float, high: float, least: float = 0.0) -> list[float]:
    """Returns round numbers, `least` or more apart, the first at most `low` and the last at least `high`.

    >>> ticks(0, 13.2, 1), ticks(0, 2.0, 1), ticks(-0.3, 0.9)
    ([0, 5, 10, 15], [0, 1, 2], [-0.5, 0.0, 0.5, 1.0])
    """
    high = max(high, low + 1e-9)
    for power in count(floor(_exponent(high - low)) - 1):
        for step in STEPS:
            size = step * 10**power if power >= 0 else step / 10**-power
            first, last = floor(low / size), ceil(high / size - 1e-9)
            if last - first <= MOST_STEPS and size >= least:
                return [number * size for number in range(first, last + 1)]
    raise AssertionError("powers have no end")


def _exponent(number: float) -> float:
    """Returns the number of digits before the decimal point of a positive number, less one."""
    return len(str(int(number))) - 1 if number >= 1 else -1 - len(str(int(1 / number)))


def apart(places: Sequence[tuple[float, float]], gap: float, low: float, high: float) -> list[tuple[float, float]]:
    """Returns these places, each moved up or down by whole gaps, as few as possible, until it is at least a gap away
    from those before it. None leaves `low` to `high`, unless there is no room.

    >>> apart([(10, 50), (12, 55), (90, 50)], 20, 0, 100)
    [(10, 50), (12, 75), (90, 50)]
    """
    found: list[tuple[float, float]] = []
    for x, y in places:
        tries = ((x, y + gap * step) for step in sorted(range(-len(places) * 2, len(places) * 2 + 1), key=abs))
        free = (at for at in tries if low <= at[1] <= high and all(dist(at, other) >= gap for other in found))
        found.append(next(free, (x, y)))
    return found


def stretches(points: Sequence[CurvePoint]) -> Iterator[list[CurvePoint]]:
    """Yields the parts of one player's curve that are drawn as one line each."""
    part: list[CurvePoint] = []
    for point in points:
        if point.begins and part:
            yield part
            part = []
        part.append(point)
    if part:
        yield part


def greatest_fall(points: Sequence[CurvePoint]) -> Fall | None:
    """Returns the greatest fall of one player's curve; None if it never falls."""
    best = None
    for part in stretches(points):
        top = part[0]
        for point in part:
            top = point if point.value >= top.value else top
            if point.value < top.value and (best is None or Fall(top, point).depth > best.depth):
                best = Fall(top, point)
    return best


def explained(analysis: Analysis, seat: int) -> tuple[Fall, Why] | None:
    """Returns the greatest fall of a player's curve, if it is large, and what explains most of it."""
    judge, points = analysis.judge, [point for point in analysis.curve if point.seat == seat]
    fall, values = greatest_fall(points), [*judge.RANGE, *(point.value for point in points)]
    if fall is None or fall.depth < LARGE * (max(values) - min(values)):
        return None
    within = range(fall.first.at, fall.last.at)
    own = {point.at for point in points} & set(within)
    mistakes = sum(each.cost.mean for each in analysis.mistakes if each.turn.at in own)
    lost = sum(lost for at, lost in analysis.lost.items() if at in own)
    if mistakes >= fall.depth / 2:
        return fall, Why(MISTAKES)
    if lost >= fall.depth / 2:
        return fall, Why(SMALL)
    return fall, Why(OUTPLAYED if analysis.session.rules.seats > 1 else LUCK)
