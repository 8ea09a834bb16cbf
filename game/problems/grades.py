"""A problem's grade, 1 to 5: how narrow the way is on which a solution can be seen, the first turns counting most.

docs/problems.md has the formula. Everything is whole numbers, so that a grade is the same on every machine for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.problems.solver import Proof

GRADES = range(1, 6)
LIMITS: Mapping[str, tuple[int, int, int, int]] = {
    "push-clear": (24, 32, 42, 52),
    "chain": (8, 17, 22, 28),
    "nineteen": (10, 25, 45, 61),
    "lines98": (30, 44, 77, 100),
    "biquadris": (10, 25, 45, 61),
    "duel": (8, 17, 22, 28),
}
"""The narrowness from which a problem of each game has grade 2, 3, 4, 5, in half bits."""


def narrowness(proof: Proof[Any]) -> int:
    """How many half bits somebody must know to choose only turns that keep a solution.

    A turn with `choices` positions to choose from, `keeping` of which keep a solution, counts the logarithm of their
    ratio to the base 2, one and a half times for each turn that is left after it, and so on up: 2, 3, 4, … half bits
    for each bit.
    """
    above = below = 1
    for left, (choices, keeping) in enumerate(zip(reversed(proof.choices), reversed(proof.keeping), strict=True), 1):
        above *= choices ** (left + 1)
        below *= keeping ** (left + 1)
    return (above // below).bit_length() - 1


def grade(game: str, proof: Proof[Any]) -> int:
    """The grade of a proven problem; 0 if it has no solution."""
    return 1 + sum(narrowness(proof) >= limit for limit in LIMITS[game]) if proof.path else 0
