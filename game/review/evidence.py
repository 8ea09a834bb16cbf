"""Whether a turn was a mistake: compares it with the best other one over futures that both share, until the result is
clear.

The best other turn is chosen in some futures, and its gain is measured in others: a turn that was only lucky in the
first ones gains nothing in the second.
"""

from __future__ import annotations

from collections.abc import Generator
from math import sqrt

import numpy as np

from game.bots.judging import Cost, Judge, Spot
from game.bots.types import Values

COMPARED, FINALISTS = 6, 3
"""How many other turns are tried in the first futures (those that look best at a glance), and how many of these are
tried again.
"""
SELECTING = 8
"""The number of futures in which the finalists are selected, and the number in which the best of them is."""
ROUND = 16
"""The number of further futures in which its gain is first measured; doubled until the result is clear."""
STANDARD_ERRORS = 2.6
"""How many standard errors an interval extends to each side.

A single look would be wrong in 1 of 100 cases. We look up to three times (five in a game that tries 256 futures), and
the search stops at the first clear look. In simulations of that rule with normal gains, the reported
interval misses the true cost in at most 4 % of cases (5 % with five looks), most when the true cost is just the margin;
with very skewed gains (exponential), in up to 8 to 10 %. A sound turn, whose true cost is 0, is called a mistake in at
most 0.5 % of cases (3 % if very skewed); one that costs just the margin, in 2 to 3 % (8 to 10 %).
"""


def suspicious(spot: Spot, doubt: float) -> float:
    """Returns how much better the best other turn looks at a glance, plus the doubt; 0 or less is not suspicious."""
    others = np.delete(spot.rough, spot.played)
    return float(others.max() - spot.rough[spot.played]) + doubt if len(others) else 0.0


def cost_of_turn(spot: Spot, judge: Judge, seed: int = 0, least: float = 0.0) -> Generator[None, None, Cost]:
    """Measures the cost of the played turn, in slices; equal seeds give equal costs.

    Stops once it is clearly a mistake, or the cost clearly below the judge's margin or `least`.
    """
    least = max(least, judge.MARGIN)
    order = np.argsort(-spot.rough, kind="stable")
    others = [int(each) for each in order if each != spot.played and np.isfinite(spot.rough[each])][:COMPARED]
    if not others:
        return Cost(spot.played)
    depth = judge.DEPTH
    first_values = yield from spot.tried([spot.played, *others], range(seed, seed + SELECTING), depth)
    found = 1 + np.argsort(-first_values[1:].mean(axis=1), kind="stable")[:FINALISTS]
    others = [others[each - 1] for each in found]
    seed += SELECTING
    more = yield from spot.tried([spot.played, *others], range(seed, seed + SELECTING), depth)
    value = np.concatenate([first_values[[0, *found]], more], axis=1)
    best = 1 + int(value[1:].mean(axis=1).argmax())
    better = others[best - 1]
    # The best of several looks better than it is. If even that gains too little, every turn does.
    if interval(better, value[best] - value[0], judge.MARGIN).high < least:
        return Cost(spot.played)
    return (yield from cost_against(better, spot, judge, seed + SELECTING, least))


def cost_against(
    better: int, spot: Spot, judge: Judge, seed: int = 0, least: float = 0.0
) -> Generator[None, None, Cost]:
    """Measures the cost of the played turn compared with this one, in slices, until it is clear as above."""
    tried: Values = np.zeros((2, 0))
    cost = Cost(better)
    while tried.shape[1] < judge.FUTURES:
        start = seed + tried.shape[1]
        futures = range(start, start + max(ROUND, tried.shape[1]))
        tried = np.append(tried, (yield from spot.tried([better, spot.played], futures, judge.DEPTH)), axis=1)
        cost = interval(better, tried[0] - tried[1], judge.MARGIN)
        if cost.is_mistake(judge.MARGIN) or cost.high < max(least, judge.MARGIN):
            break
    return cost._replace(values=(float(tried[0].mean()), float(tried[1].mean())))


def interval(better: int, gained: Values, margin: float) -> Cost:
    """Returns the mean of gains in several futures, and its interval; equal gains count as if a margin apart."""
    count, mean = len(gained), float(gained.mean())
    wide = STANDARD_ERRORS * sqrt((float(gained.var(ddof=1)) + margin**2 / count) / count)
    ahead, behind = int((gained > 0).sum()), int((gained < 0).sum())
    return Cost(better, mean, mean - wide, mean + wide, count, ahead, behind)
