"""Random numbers for thousands of futures at once; each future's depend on its own seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIXES = ((np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)), (np.uint64(27), np.uint64(0x94D049BB133111EB)))
LAST, KEPT = np.uint64(31), np.uint64(11)


def uniform(seeds: Sequence[int], *shape: int) -> NDArray[np.float64]:
    """Returns uniform random numbers in [0, 1) (seeds, *shape): splitmix64, a stream for each seed.

    A longer stream begins like a shorter one.
    """
    with np.errstate(over="ignore"):
        start = _mixed((np.array(seeds, np.uint64) + np.uint64(1)) * GOLDEN)
        steps = np.arange(1, 1 + prod(shape), dtype=np.uint64) * GOLDEN
        drawn = _mixed(start[:, None] + steps)
    numbers: NDArray[np.float64] = (drawn >> KEPT).astype(np.float64) * 2.0**-53
    return numbers.reshape(len(seeds), *shape)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    for shift, factor in MIXES:
        numbers = (numbers ^ (numbers >> shift)) * factor
    return numbers ^ (numbers >> LAST)
