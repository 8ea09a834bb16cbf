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
"""The largest number of first turns that may begin a solution."""


def position_of(name: str, options: Mapping[str, Any], state: Any) -> Problem:
    """Returns a position of the game with this name and everything that is known to come, as a problem with its first
    goal. BadInput if the options cannot be those of a problem.
    """
    of_game = PROBLEM_GAMES[name]
    given, goal = of_game.given(state), next(iter(of_game.goals))
    kept = options_of(name, {key: value for key, value in options.items() if key in of_game.options})
    turns = max(1, len(given.pieces))
    return Problem(name, kept, of_game.rows(given.cells), given.pieces, goal, int(goal != CLEAR), turns)


def problem_of(name: str, options: Mapping[str, Any], state: Any) -> Work[Problem | None]:
    """Returns the problem in a position of the game with this name, in slices: the one with the most turns whose goal
    cannot be reached sooner and whose solution begins in few ways; None if there is none. BadInput if the options
    cannot be those of a problem.
    """
    of_game, given = PROBLEM_GAMES[name], position_of(name, options, state)
    if not of_game.settled(of_game.cells(given.rows)):
        return None
    most = len(given.pieces) or of_game.most_turns
    found: Problem | None = None
    for goal in of_game.goals:
        reached = 0
        for turns in range(1, most + 1):
            problem = replace(given, pieces=given.pieces[:turns], goal=goal, least=0, turns=turns)
            try:
                least = 0 if goal == CLEAR else (yield from reach(problem, reached))
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


def reach(problem: Problem, low: int) -> Work[int]:
    """Returns the largest number reachable within the turns, at least `low`; TooLarge at the limit of work."""
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
