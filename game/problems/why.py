"""Why a try failed: the first turn after which no solution was left, and how far it can lead at most, both proven."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.problems.hints import Hints
from game.problems.play import ProblemState
from game.problems.problem import CLEAR
from game.session import Work
from game.words import N_

LEADS_TO = N_("After turn {turn}, {most} is the most you can reach; you need {least}.")
NOT_CLEAR = N_("After turn {turn}, something stays on the board whatever you do.")
STILL_OPEN = N_("There is still a solution from here.")


class Reason(NamedTuple):
    """A sentence with its values."""

    message: str
    turn: int
    """The turn that was wrong, counted from 1; 0 if none was."""
    most: int = 0
    least: int = 0


def why_not(hints: Hints, states: Sequence[ProblemState]) -> Work[Reason]:
    """Returns why a try did not solve a problem, given the states at its start and after each turn. BadInput if there
    is too much to prove.
    """
    problem = hints.problem
    for turn, state in enumerate(states[1:], 1):
        if state.solved or (yield from hints.path(state)):
            continue
        if problem.goal == CLEAR:
            return Reason(NOT_CLEAR, turn)
        return Reason(LEADS_TO, turn, (yield from _most(hints, state)), problem.least)
    return Reason(STILL_OPEN, 0)


def _most(hints: Hints, state: ProblemState) -> Work[int]:
    """Returns the highest number that can still be reached, counting what has been reached already."""
    low, high = state.best, hints.problem.least - 1
    while low < high:
        middle = (low + high + 1) // 2
        if (yield from hints.path(state, middle)):
            low = middle
        else:
            high = middle - 1
    return low
