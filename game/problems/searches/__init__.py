"""The positions of problems, for each game in a form that is fast to search."""

from __future__ import annotations

from typing import Any

from game.problems.problem import Problem
from game.problems.searches.balls import BallSearch
from game.problems.searches.blocks import BlockSearch
from game.problems.searches.boxes import BoxSearch
from game.problems.searches.stack import StackSearch
from game.problems.solver import Search

SEARCHES: dict[str, Any] = {
    "push-clear": BoxSearch,
    "chain": BlockSearch,
    "nineteen": StackSearch,
    "lines98": BallSearch,
    "biquadris": StackSearch,
    "duel": BlockSearch,
}


def search_of(problem: Problem) -> Search[Any]:
    """The positions of a problem."""
    found: Search[Any] = SEARCHES[problem.game](problem)
    return found
