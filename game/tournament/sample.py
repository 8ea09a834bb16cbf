"""Statistics of a sample of games: mean with confidence interval, median, extremes and histogram."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

Z = 1.959963984540054
"""The 97.5th percentile of the normal distribution."""


class Sample(NamedTuple):
    """Statistics of a sample; the 95 % confidence interval is nan for a single game."""

    games: int
    mean: float
    low: float
    high: float
    median: float
    least: float
    most: float


def sample(values: Sequence[float], share: bool = False) -> Sample:
    """Computes the statistics of at least one value. `share`: the values are games won, for Wilson's interval."""
    array = np.array(values, np.float64)
    mean = float(array.mean())
    low, high = wilson(mean, len(array)) if share else student(array.tolist())
    return Sample(len(array), mean, low, high, float(np.median(array)), float(array.min()), float(array.max()))


def student(values: Sequence[float]) -> tuple[float, float]:
    """Returns the confidence interval of the mean by Student's t."""
    n = len(values)
    if n < 2:
        return float("nan"), float("nan")
    mean, error = float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(n)
    return mean - quantile(n - 1) * error, mean + quantile(n - 1) * error


def quantile(freedom: int) -> float:
    """Returns the 97.5th percentile of Student's t; from 3 degrees of freedom on by Abramowitz and Stegun 26.7.5."""
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def wilson(share: float, n: int) -> tuple[float, float]:
    """Returns Wilson's confidence interval for a share of n games."""
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


MOST_BINS = 12
NICE = (1, 2, 2.5, 5, 10)


class HistogramBin(NamedTuple):
    """Values from low up to but excluding high; the last bin includes its high."""

    low: float
    high: float
    values: int


def histogram(values: Sequence[float]) -> list[HistogramBin]:
    """Bins values into at most MOST_BINS bins with round edges; whole numbers in a small range get one bin each."""
    low, high = min(values), max(values)
    width = step(high - low)
    if all(value == int(value) for value in values):
        width = max(1.0, float(np.ceil(width)))
    first = np.floor(low / width) * width
    edges = first + width * np.arange(int((high - first) // width) + 2)
    counts, _edges = np.histogram(values, edges)
    return [HistogramBin(float(a), float(b), int(n)) for a, b, n in zip(edges, edges[1:], counts, strict=False)]


def step(span: float) -> float:
    """Returns a round width of which MOST_BINS - 1 cover the span."""
    if span <= 0:
        return 1.0
    least = span / (MOST_BINS - 1)
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(nice * power for nice in NICE if nice * power >= least * (1 - 1e-9)))
