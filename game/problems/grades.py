"""A problem's grade, 1 to 5: how far down the way is on which a solution can be seen, most promising turns first.

docs/problems.md has the formula. Everything is whole numbers, so that a grade is the same on every machine for ever.
"""

from __future__ import annotations

from typing import Any

from game.problems.solver import Proof

GRADES = range(1, 6)
LIMITS = (4, 7, 10, 14)
"""The depth from which a problem has grade 2, 3, 4, 5, in half bits."""


def depth(proof: Proof[Any]) -> int:
    """Returns how deep a solution is hidden, in half bits: one for each turn, and two for each bit of the turn's rank
    among all turns, the best-looking first.
    """
    product = 1
    for misleading in proof.misleading:
        product *= (2 + misleading) ** 2
    return (product >> len(proof.misleading)).bit_length() - 1


def grade(proof: Proof[Any]) -> int:
    """Returns the grade of a proven problem; 0 if it has no solution."""
    return 1 + sum(depth(proof) >= limit for limit in LIMITS) if proof.path else 0
