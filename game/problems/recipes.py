"""Recipes: everything from which a maker finds a problem."""

from __future__ import annotations

from typing import NamedTuple

from game.problems.candidates.draw import Draw
from game.problems.games import PROBLEM_GAMES
from game.problems.problem import Problem
from game.session import Work

MAKERS = range(1, 3)
"""The versions of the makers, which offer and grade differently; an id of another version is not read."""
MAKER = MAKERS[-1]


class Recipe(NamedTuple):
    """Everything from which a maker finds a problem, which is the same for ever."""

    game: str
    maker: int
    """The version of the maker."""
    goal: str
    turns: int
    seed: int


def candidate(recipe: Recipe) -> Work[Problem | None]:
    """Returns the candidate of a recipe, None if the recipe has none. Its `least` may be too low for its turns."""
    if recipe.maker not in MAKERS:
        return None
    draw = Draw(recipe.seed * len(PROBLEM_GAMES) + list(PROBLEM_GAMES).index(recipe.game))
    return (yield from PROBLEM_GAMES[recipe.game].candidate(recipe.game, recipe.goal, recipe.turns, draw))
