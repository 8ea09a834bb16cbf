"""A problem from a position of an ordinary game: the hardest goal that its board and the pieces in view allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.problem import CLEAR, MOST_LEAST, Problem
from game.problems.reading import options_of
from game.problems.solver import Proof, TooLarge, proving
from game.session import Work

MOST_TRIED = 200_000
"""Turns tried for one proof, some seconds."""
FEW = 2
"""At most so many first turns begin a solution."""


def problem_of(name: str, options: Mapping[str, Any], state: Any) -> Work[Problem | None]:
    """Returns the problem in a position of the game with this name, in slices: the one with the most turns whose goal
    cannot be reached sooner and whose solution begins in few ways; None if there is none. BadInput if the options
    cannot be those of a problem.
    """
    of_game = PROBLEM_GAMES[name]
    given = of_game.given(state)
    kept = options_of(name, {key: value for key, value in options.items() if key in of_game.options})
    if not of_game.settled(given.cells):
        return None
    rows, most = of_game.rows(given.cells), len(given.pieces) or of_game.most_turns
    found: Problem | None = None
    for goal in of_game.goals:
        reached = 0
        for turns in range(1, most + 1):
            problem = Problem(name, kept, rows, given.pieces[:turns], goal, 0, turns)
            try:
                least = 0 if goal == CLEAR else (yield from _reach(problem, reached))
                if goal != CLEAR and least <= reached:
                    continue
                problem, reached = replace(problem, least=least), least
                proof = yield from _proof(problem)
            except TooLarge:
                break
            if proof.shortest == turns and proof.first <= FEW and (found is None or turns > found.turns):
                found = problem
    return found


def _proof(problem: Problem) -> Work[Proof[Any]]:
    return proving(search_of(problem), problem.turns, MOST_TRIED)


def _reach(problem: Problem, low: int) -> Work[int]:
    """Returns the largest number that can be reached within the turns, at least `low`."""
    step = 1
    while (yield from _proof(replace(problem, least=min(low + step, MOST_LEAST)))).path:
        low, step = low + step, 2 * step
    high = low + step - 1
    while low < high:
        middle = (low + high + 1) // 2
        if (yield from _proof(replace(problem, least=middle))).path:
            low = middle
        else:
            high = middle - 1
    return low
