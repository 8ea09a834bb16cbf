"""Reads problems from outside, and checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.contract import BadInput, shorten
from game.problems.games import PROBLEM_GAMES
from game.problems.problem import (
    CLEAR,
    GARBAGE,
    LINKS,
    MOST_LEAST,
    MOST_PIECES,
    MOST_TURNS,
    POINTS,
    ROWS,
    Problem,
)
from game.session.options import complete
from game.session.reader import Shape, fitting, many, one_of, table, text, whole
from game.words import N_

LONGEST_ID = 200
LONGEST_TEXT = 20_000
"""Characters of a problem in JSON."""

INVALID = N_("this problem is not valid: {part}")
NO_PLAYER = N_("you must be on exactly one cell of the board")
NO_PIECES = N_("at least one piece must come")
UNSETTLED = N_("this position is not settled: something would fall or vanish by itself")

SHAPES: Mapping[str, Shape] = {
    "game": one_of(*PROBLEM_GAMES),
    "id": text(LONGEST_ID),
    "options": table(lambda values: all(isinstance(value, (str, int)) for value in values), 40, 20),
    "rows": many(text(30), 30),
    "pieces": many(text(2), MOST_PIECES),
    "goal": one_of(LINKS, CLEAR, ROWS, POINTS, GARBAGE),
    "least": whole(0, MOST_LEAST),
    "turns": whole(1, MOST_TURNS),
}
"""The fields that say a problem."""
RESULTS = ("solutions", "shortest", "first", "grade", "solution")
"""The fields that `-solve` adds."""


@dataclass(frozen=True)
class GivenProblem:
    """A problem as somebody gives it, with the id that came with it."""

    problem: Problem
    name: str = field(default="")


def from_fields(value: Any, name: str) -> GivenProblem:
    """Reads the object of a problem of the game with this name; BadInput for anything that is not one."""
    if not isinstance(value, dict):
        raise _invalid("{…}")
    for key in value:
        if key not in SHAPES and key not in RESULTS:
            raise _invalid(shorten(str(key)))
    given = {"options": {}, "pieces": [], "id": "", **value}
    if given.get("goal") == CLEAR and given.get("least") is None:
        given["least"] = 0
    known = fitting(given, SHAPES)
    for key in SHAPES:
        if key not in known or (key == "game" and known[key] != name):
            raise _invalid(key)
    problem = Problem(
        name,
        options_of(name, known["options"]),
        tuple(known["rows"]),
        tuple(known["pieces"]),
        known["goal"],
        known["least"] if known["goal"] != CLEAR else 0,
        known["turns"],
    )
    check(problem)
    return GivenProblem(problem, known["id"])


def options_of(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of a problem, complete and checked; BadInput if it cannot have one of these."""
    of_game = PROBLEM_GAMES[name]
    rules = of_game.rules
    if not set(given) <= set(rules.options):
        raise _invalid("options")
    texts = {key: str(int(value) if isinstance(value, bool) else value) for key, value in given.items()}
    usual, chosen = (complete(rules, values, lambda file: file) for values in ({}, texts))
    for key in rules.options:
        if chosen[key] not in of_game.options.get(key, (usual[key],)):
            raise _invalid(key if key in of_game.options else "options")
    return {key: chosen[key] for key in of_game.options}


def check(problem: Problem) -> None:
    """Raises BadInput, with the field that is wrong, unless this is a problem with a settled position."""
    of_game = PROBLEM_GAMES[problem.game]
    if problem.goal not in of_game.goals:
        raise _invalid("goal")
    if problem.goal != CLEAR and not 1 <= problem.least <= MOST_LEAST:
        raise _invalid("least")
    rows, columns = of_game.size(problem.options)
    letters = set(of_game.letters) - set(of_game.absent(problem.options))
    if len(problem.rows) != rows or any(len(row) != columns or not set(row) <= letters for row in problem.rows):
        raise _invalid("rows")
    if of_game.unique_letter and "".join(problem.rows).count(of_game.unique_letter) != 1:
        raise BadInput(NO_PLAYER)
    possible = of_game.pieces(problem.options)
    if possible and not problem.pieces:
        raise BadInput(NO_PIECES)
    if not set(problem.pieces) <= set(possible):
        raise _invalid("pieces")
    if not of_game.settled(of_game.cells(problem.rows)):
        raise BadInput(UNSETTLED)


def _invalid(part: str) -> BadInput:
    return BadInput(INVALID, part=part)
