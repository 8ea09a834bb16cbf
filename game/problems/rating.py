"""The player's rating, by Glicko-2, against the grades, each of which has a fixed rating.

Mark Glickman, "Example of the Glicko-2 system" (2022), glicko.net/glicko/glicko2.pdf; the names follow its steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE, CENTRE = 173.7178, 1500.0
TAU, CLOSE = 0.5, 1e-6
GRADE_RATINGS = {1: 1000.0, 2: 1250.0, 3: 1500.0, 4: 1750.0, 5: 2000.0}
"""The fixed rating of each grade, not calibrated with people: see docs/problems.md."""
PERIOD = 10
"""Problems of a rating period; the paper advises at least ten."""


class Rating(NamedTuple):
    """How strong somebody is, how uncertain this number is, and how much it is expected to change."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


class AgainstRating(NamedTuple):
    """A game against somebody with this rating."""

    rating: float
    deviation: float
    score: float
    """1 if it was won, 0 if it was lost."""


def rated(before: Rating, results: Sequence[AgainstRating], tau: float = TAU) -> Rating:
    """Returns the rating after a period with these results."""
    mu, phi = (before.value - CENTRE) / SCALE, before.deviation / SCALE
    information = gain = 0.0
    for result in results:
        g = 1 / sqrt(1 + 3 * (result.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-g * (mu - (result.rating - CENTRE) / SCALE)))
        information += g * g * expected * (1 - expected)
        gain += g * (result.score - expected)
    volatility = before.volatility
    if results:
        variance = 1 / information
        volatility = _volatility(phi, volatility, variance, variance * gain, tau)
    phi = 1 / sqrt(1 / (phi * phi + volatility * volatility) + information)
    return Rating(SCALE * (mu + phi * phi * gain) + CENTRE, SCALE * phi, volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Returns the new volatility: step 5, with the Illinois algorithm."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)


def ratings(results: Iterable[tuple[int, bool]]) -> Iterator[Rating]:
    """Yields the rating before the first problem and after each one, given its grade and whether it was solved.

    The rating after a problem counts its period so far; each period starts from the last rating of the one before.
    """
    now = period_start = Rating()
    period: list[AgainstRating] = []
    yield now
    for grade, solved in results:
        period.append(AgainstRating(GRADE_RATINGS[grade], 0.0, float(solved)))
        now = rated(period_start, period)
        if len(period) == PERIOD:
            period_start, period = now, []
        yield now


def grade_for(rating: Rating) -> int:
    """Returns the grade that is nearest to a rating."""
    return min(GRADE_RATINGS, key=lambda grade: abs(GRADE_RATINGS[grade] - rating.value))
