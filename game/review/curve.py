"""The curve of a game, ready to be drawn: the numbers on its axis, and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil, floor

from game.review.analysis import Point

MOST_STEPS = 5
"""The most steps between the numbers of an axis."""
STEPS = (1, 2, 5)


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


def stretches(points: Sequence[Point]) -> Iterator[list[Point]]:
    """Yields the parts of one player's curve that are drawn as one line each."""
    part: list[Point] = []
    for point in points:
        if point.begins and part:
            yield part
            part = []
        part.append(point)
    if part:
        yield part
