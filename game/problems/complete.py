"""A problem with everything that a proof says about it, as the object that the terminal prints."""

from __future__ import annotations

from typing import Any

from game.contract import BadInput
from game.problems import ids
from game.problems.games import search_of
from game.problems.grades import grade
from game.problems.problem import Problem
from game.problems.reading import LONGEST_TEXT, GivenProblem, from_fields
from game.problems.recipes import MAKER
from game.problems.solver import MOST_WORK, Proof, answered, proving, solution
from game.session import finished
from game.session.reader import parse
from game.words import N_

NO_PROBLEM = N_("this is not a problem")


def solved(text: str, name: str, most: int = MOST_WORK) -> dict[str, Any]:
    """Parses a problem of this game from JSON and completes it; BadInput if it is not one or has no proof."""
    if len(text) > LONGEST_TEXT:
        raise BadInput(NO_PROBLEM)
    try:
        value = parse(text)
    except (ValueError, RecursionError):
        raise BadInput(NO_PROBLEM) from None
    given = from_fields(value, name)
    return completed(given.problem, _id_of(given), most)


def completed(problem: Problem, name: str, most: int = MOST_WORK) -> dict[str, Any]:
    """Returns a problem with its solutions; BadInput if they cannot be counted."""
    search = search_of(problem)
    return with_proof(problem, name, finished(answered(proving(search, problem.turns, most))))


def with_proof(problem: Problem, name: str, proof: Proof[Any]) -> dict[str, Any]:
    """Returns a problem with the results of its proof.

    If the grade in its id is not the proven one, it gets the id that says all of it.
    """
    rank = grade(proof)
    if ids.maker_of(name) == MAKER and ids.grade_of(name) != rank:
        name = ids.composed_id(problem)
    return {
        **problem.fields(name),
        "solutions": proof.solutions,
        "shortest": proof.shortest,
        "first": proof.first,
        "grade": ids.grade_of(name) or rank,  # an earlier maker graded otherwise, and its grades stay
        "solution": [list(words) for words in solution(search_of(problem), proof)],
    }


def _id_of(given: GivenProblem) -> str:
    """Returns the given id if it is one of this problem, else the id that spells out the whole problem."""
    try:
        if ids.read(given.name) == given.problem:
            return given.name
    except BadInput:
        pass
    return ids.composed_id(given.problem)
