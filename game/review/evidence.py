"""Whether a turn was a mistake: it and the best other one, over futures that both share, until it is clear.

Which other turn is the best is found in some futures, and what it would have gained in others: a turn that was only
lucky in the first ones gains nothing in the second.
"""

from __future__ import annotations

from collections.abc import Generator
from math import sqrt
from typing import NamedTuple

import numpy as np

from game.review import Judge, Spot, Values

OTHERS, LEFT = 6, 3
"""How many other turns are compared, those that look best at a glance; and how many of them in further futures."""
FIRST = 8
"""Futures in which these are found, and then in as many more the best of them."""
ROUND = 16
"""Futures in which it is first measured what that one gains; then in as many more as there have been."""
SURE = 2.6
"""How many standard errors an interval reaches to each side: it is wrong once in a hundred times."""


class Cost(NamedTuple):
    """What a turn cost against a better one, in the game's unit."""

    better: int
    """That turn; the played one if it is not known to be worse than another."""
    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0
    futures: int = 0

    def is_mistake(self, margin: float) -> bool:
        """Whether even the low end of the interval leaves a margin."""
        return self.low > margin


def suspicious(spot: Spot, doubt: float) -> float:
    """How much more than the played turn the best other one is worth at a glance, and the doubt; 0 or less: none."""
    others = np.delete(spot.rough, spot.played)
    return float(others.max() - spot.rough[spot.played]) + doubt if len(others) else 0.0


def compared(spot: Spot, judge: Judge, seed: int = 0, least: float = 0.0) -> Generator[None, None, Cost]:
    """What the played turn cost, in slices; the same for the same seed, whose futures nobody has seen.

    No closer than it takes to know that it cost less than a margin, or less than `least`.
    """
    least = max(least, judge.MARGIN)
    order = np.argsort(-spot.rough, kind="stable")
    others = [int(each) for each in order if each != spot.played and np.isfinite(spot.rough[each])][:OTHERS]
    nothing = Cost(spot.played)
    if not others:
        return nothing
    depth = judge.DEPTH
    glimpse = yield from spot.tried([spot.played, *others], range(seed, seed + FIRST), depth)
    found = 1 + np.argsort(-glimpse[1:].mean(axis=1), kind="stable")[:LEFT]
    others = [others[each - 1] for each in found]
    seed += FIRST
    more = yield from spot.tried([spot.played, *others], range(seed, seed + FIRST), depth)
    value = np.concatenate([glimpse[[0, *found]], more], axis=1)
    best = 1 + int(value[1:].mean(axis=1).argmax())
    better = others[best - 1]
    # The best of several looks better than it is: if even so it gains too little, nothing does.
    if interval(better, value[best] - value[0], judge.MARGIN).high < least:
        return nothing
    gained: Values = np.zeros(0)
    cost = nothing
    while len(gained) < judge.FUTURES:
        start = seed + FIRST + len(gained)
        some = range(start, start + max(ROUND, len(gained)))
        value = yield from spot.tried([spot.played, better], some, depth)
        gained = np.append(gained, value[1] - value[0])
        cost = interval(better, gained, judge.MARGIN)
        if cost.is_mistake(judge.MARGIN) or cost.high < least:
            break
    return cost


def interval(better: int, gained: Values, margin: float) -> Cost:
    """Gains in several futures → their mean and its interval; where all are alike, as if they differed by a margin."""
    many, mean = len(gained), float(gained.mean())
    wide = SURE * sqrt((float(gained.var(ddof=1)) + margin**2 / many) / many)
    return Cost(better, mean, mean - wide, mean + wide, many)
