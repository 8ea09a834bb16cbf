"""Percentiles, and 95 % confidence intervals of means, shares and differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from game.tournament.sample import student, wilson

RESAMPLES = 2000


class Estimate(NamedTuple):
    """An estimated number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{figure(self.value)} ({figure(self.low)} to {figure(self.high)})"


def figure(value: float) -> str:
    """Formats a number with about four digits."""
    return f"{value:,.0f}" if abs(value) >= 1000 or float(value).is_integer() else f"{value:.4g}"


def percentile(values: Sequence[float], share: float = 95) -> float:
    """Returns the value below which this share of the values lies, in percent; 0 without values."""
    return float(np.percentile(values, share)) if len(values) else 0.0


def mean(values: Sequence[float]) -> Estimate:
    """Estimates a mean; Student's t."""
    return Estimate(float(np.mean(values)), *student(values))


def share(hits: float, trials: int) -> Estimate:
    """Estimates a share of trials; Wilson's interval."""
    return Estimate(hits / trials, *wilson(hits / trials, trials))


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """Estimates the mean difference between paired values; Student's t."""
    return mean(np.subtract(ours, theirs).tolist())


def resampled_mean(values: Sequence[float]) -> Estimate:
    """Estimates a mean of widely spread values."""
    return _bootstrap(lambda drawn: drawn.mean(axis=-1), values)


def resampled_percentile(values: Sequence[float], share: float = 95) -> Estimate:
    """Estimates a percentile."""
    return ratio_of_percentiles(values, (1.0,), share)


def ratio_of_percentiles(ours: Sequence[float], theirs: Sequence[float], share: float = 95) -> Estimate:
    """Estimates the ratio of a percentile of two independent samples."""
    return _bootstrap(lambda *drawn: np.divide(*(np.percentile(each, share, axis=-1) for each in drawn)), ours, theirs)


def _bootstrap(statistic: Callable[..., np.ndarray], *samples: Sequence[float]) -> Estimate:
    """Estimates a statistic of independent samples, which it gets with the resamples as their first axis."""
    random, arrays = np.random.default_rng(0), [np.asarray(values, np.float64) for values in samples]
    found = statistic(*(each[random.integers(0, len(each), (RESAMPLES, len(each)))] for each in arrays)).tolist()
    return Estimate(float(statistic(*arrays)), percentile(found, 2.5), percentile(found, 97.5))
