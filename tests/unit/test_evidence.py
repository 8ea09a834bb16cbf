"""How often Look back's rule of stopping is wrong: the figures that `game/review/evidence.py` claims, simulated."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from game.bots.judging import Judge, Spot
from game.bots.types import Sliced, Values
from game.review.evidence import cost_of_turn
from game.slices import finished

MARGIN, SPREAD = 1.0, 8.0
TRIALS = 2_000


class Noise(Spot):
    """Two turns whose values differ by a known cost, on average."""

    def __init__(self, cost: float, chance: np.random.Generator) -> None:
        self.cost, self.chance = cost, chance
        self.turns, self.played, self.rough = [("a",), ("b",)], 0, np.array([0.0, 1.0])

    def glance(self) -> Sliced[None]:
        yield from ()

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        values = self.chance.normal(0.0, SPREAD / np.sqrt(2), (len(which), len(seeds)))
        yield
        return values + self.cost * np.array(which)[:, None]

    def why(self, better: int) -> None:
        return None


def named(cost: float, looks: int) -> tuple[float, float]:
    """Returns how often a turn of this cost is called a mistake, and how often the interval misses its cost."""
    chance = np.random.default_rng(11)
    judge = cast(Judge, SimpleNamespace(MARGIN=MARGIN, DOUBT=0.0, DEPTH=1, FUTURES=16 * 2 ** (looks - 1)))
    costs: list[Any] = [finished(cost_of_turn(Noise(cost, chance), judge)) for _trial in range(TRIALS)]
    measured = [each for each in costs if each.futures]
    mistakes = sum(each.is_mistake(MARGIN) for each in costs)
    missed = sum(not each.low <= cost <= each.high for each in measured)
    return mistakes / TRIALS, missed / TRIALS


@pytest.mark.native
@pytest.mark.parametrize("looks", [3, 5])
def test_a_turn_is_called_a_mistake_as_rarely_as_is_claimed(looks: int) -> None:
    """Claimed: a sound turn is called a mistake in at most 0.5 %, one that costs just the margin in at most 3 %; the
    tolerance is three standard errors of the simulation."""
    for cost, most in ((0.0, 0.005), (MARGIN, 0.03)):
        mistakes, missed = named(cost, looks)
        assert mistakes <= most + 3 * np.sqrt(most / TRIALS), (cost, mistakes)
        assert missed <= 0.05 + 3 * np.sqrt(0.05 / TRIALS), (cost, missed)
    assert named(SPREAD, looks)[0] > 0.9, "and a blunder is named"
