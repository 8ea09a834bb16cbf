"""The problems of each game: what is particular to them, one module for each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.problems.games import biquadris, chain, duel, lines98, nineteen, push_clear
from game.problems.problem import Problem
from game.problems.problem_game import ProblemGame
from game.problems.solver import Search

PROBLEM_GAMES: Mapping[str, ProblemGame] = {
    module.PROBLEMS.name: module.PROBLEMS for module in (push_clear, chain, nineteen, lines98, biquadris, duel)
}
"""By name, in the order that seeds depend on."""


def search_of(problem: Problem) -> Search[Any]:
    """Returns the positions of a problem, in a form that is fast to search."""
    return PROBLEM_GAMES[problem.game].search(problem)
