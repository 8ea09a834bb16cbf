"""A problem as data, and the checks that a problem from outside must pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from game.contract import BadInput, shorten
from game.kernel import full_lines, full_rows
from game.rules import biquadris_commands, biquadris_player, chain, game, lines98, nineteen, push_clear
from game.session.options import complete
from game.session.reader import Shape, fitting, many, one_of, table, text, whole
from game.words import N_

LINKS, CLEAR, ROWS, POINTS, GARBAGE = "links", "clear", "rows", "points", "garbage"
MOST_TURNS = 50
"""Of a problem that somebody composed; the limit of what can be proven is lower."""
MOST_PIECES = 50
MOST_LEAST = 9_999
LONGEST_ID = 200
LONGEST_TEXT = 20_000
"""Characters of a problem in JSON."""

INVALID = N_("this problem is not valid: {part}")
UNSETTLED = N_("this position is not settled: something would fall or vanish by itself")


@dataclass(frozen=True)
class Problem:
    """Everything that is known before the first turn. `least` is 0 for the goal `clear`."""

    game: str
    options: Mapping[str, Any]
    rows: tuple[str, ...]
    pieces: tuple[str, ...]
    goal: str
    least: int
    turns: int

    def fields(self, name: str) -> dict[str, Any]:
        """The first fields of the object that the terminal prints, with this id."""
        return {
            "game": self.game,
            "id": name,
            "options": dict(self.options),
            "rows": list(self.rows),
            "pieces": list(self.pieces),
            "goal": self.goal,
            "least": self.least,
            "turns": self.turns,
        }

    def cells(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The board as numbers of letters (rows, columns) int8."""
        letters = FORMATS[self.game].letters
        return np.array([[letters.index(letter) for letter in row] for row in self.rows], np.int8)


@dataclass(frozen=True)
class ProblemFormat:
    """What problems of a game are made of."""

    goals: tuple[str, ...]
    letters: str
    """What can be on a cell."""
    size: Callable[[Mapping[str, Any]], tuple[int, int]]
    """Rows and columns of the board, with these options."""
    settled: Callable[[np.ndarray[Any, np.dtype[np.int8]]], bool]
    """Whether nothing would fall or vanish by itself on these cells (rows, columns)."""
    pieces: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda options: ()
    """Everything that can come, with these options; empty for a game in which nothing comes."""
    options: tuple[str, ...] = ()
    """The game's options that a problem can have; all others have their usual value."""
    absent: Callable[[Mapping[str, Any]], str] = lambda options: ""
    """Letters that these options exclude."""
    coloured: bool = True
    """Whether two boards are the same only if their letters are, not just their filled cells."""
    alone: str = ""
    """A letter that must be on exactly one cell."""


def _settled_blocks(cells: np.ndarray[Any, np.dtype[np.int8]]) -> bool:
    return not chain.settle_steps(cells)


def _without_full_rows(cells: np.ndarray[Any, np.dtype[np.int8]]) -> bool:
    return not full_rows(cells != 0).any()


def _pairs(options: Mapping[str, Any]) -> tuple[str, ...]:
    colours = chain.LETTERS[1 : 1 + options["colours"]]
    return tuple(map("".join, product(colours, repeat=2)))


def _absent_colours(options: Mapping[str, Any]) -> str:
    return chain.LETTERS[1 + options["colours"] : chain.GARBAGE]


FORMATS: Mapping[str, ProblemFormat] = {
    "push-clear": ProblemFormat(
        (POINTS, CLEAR),
        push_clear.LETTERS,
        lambda options: (options["size"], options["size"]),
        lambda cells: not full_lines(cells >= push_clear.BOX).any(),
        options=("size",),
        alone=push_clear.LETTERS[push_clear.PLAYER],
    ),
    "chain": ProblemFormat(
        (LINKS, CLEAR),
        chain.FIELD_LETTERS,
        lambda options: (chain.ROWS, chain.COLUMNS),
        _settled_blocks,
        _pairs,
        ("colours",),
        _absent_colours,
    ),
    "nineteen": ProblemFormat(
        (ROWS, CLEAR),
        nineteen.LETTERS,
        lambda options: (nineteen.ROWS, nineteen.COLUMNS),
        _without_full_rows,
        lambda options: tuple(nineteen.LETTERS[1:]),
        coloured=False,
    ),
    "lines98": ProblemFormat(
        (CLEAR,),
        lines98.LETTERS,
        lambda options: (lines98.SIZE, lines98.SIZE),
        lambda cells: True,
        options=("mode",),
    ),
    "biquadris": ProblemFormat(
        (ROWS,),
        biquadris_player.LETTERS,
        lambda options: (biquadris_player.ROWS, biquadris_player.COLUMNS),
        _without_full_rows,
        lambda options: biquadris_commands.BLOCKS,
        coloured=False,
    ),
    "duel": ProblemFormat(
        (GARBAGE,),
        chain.LETTERS,
        lambda options: (chain.ROWS, chain.COLUMNS),
        _settled_blocks,
        _pairs,
        ("colours",),
        _absent_colours,
    ),
}

SHAPES: Mapping[str, Shape] = {
    "game": one_of(*FORMATS),
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
    """The options of a problem, complete and checked; BadInput if it cannot have one of these."""
    rules = game(name)
    if not set(given) <= set(rules.options):
        raise _invalid("options")
    texts = {key: str(int(value) if isinstance(value, bool) else value) for key, value in given.items()}
    usual, chosen = (complete(rules, values, lambda file: file) for values in ({}, texts))
    kept = FORMATS[name].options
    if name == "lines98" and chosen["mode"] != usual["mode"]:
        raise _invalid("mode")
    if any(chosen[key] != usual[key] for key in rules.options if key not in kept):
        raise _invalid("options")
    return {key: chosen[key] for key in kept}


def check(problem: Problem) -> None:
    """Raises BadInput, with the field that is wrong, unless this is a problem with a settled position."""
    form = FORMATS[problem.game]
    if problem.goal not in form.goals:
        raise _invalid("goal")
    if problem.goal != CLEAR and not 1 <= problem.least <= MOST_LEAST:
        raise _invalid("least")
    rows, columns = form.size(problem.options)
    letters = set(form.letters) - set(form.absent(problem.options))
    if len(problem.rows) != rows or any(len(row) != columns or not set(row) <= letters for row in problem.rows):
        raise _invalid("rows")
    if form.alone and "".join(problem.rows).count(form.alone) != 1:
        raise _invalid("rows")
    possible = form.pieces(problem.options)
    if not set(problem.pieces) <= set(possible) or bool(possible) != bool(problem.pieces):
        raise _invalid("pieces")
    if not form.settled(problem.cells()):
        raise BadInput(UNSETTLED)


def _invalid(part: str) -> BadInput:
    return BadInput(INVALID, part=part)
