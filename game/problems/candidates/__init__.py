"""Candidates: positions built backwards from one in which the goal has just been met, the same for ever for a recipe.

Recorded ids in the tests hold them to that. A change needs a new number in `ids.MAKERS`, and the old code stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.problems.candidates import balls, blocks, boxes, stack
from game.problems.candidates.draw import Draw
from game.problems.ids import MAKERS, Recipe
from game.problems.problem import Problem

CANDIDATES: Mapping[str, Callable[[str, str, int, Draw], Problem | None]] = {
    "push-clear": boxes.candidate,
    "chain": blocks.candidate,
    "nineteen": stack.candidate,
    "lines98": balls.candidate,
    "biquadris": stack.candidate,
    "duel": blocks.candidate,
}


def candidate(recipe: Recipe) -> Problem | None:
    """The candidate of a recipe, None if the recipe has none. Its `least` may be too low for its turns."""
    if recipe.maker not in MAKERS:
        return None
    draw = Draw(recipe.seed * len(CANDIDATES) + list(CANDIDATES).index(recipe.game))
    return CANDIDATES[recipe.game](recipe.game, recipe.goal, recipe.turns, draw)
