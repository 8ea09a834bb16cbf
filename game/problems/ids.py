"""A problem's id: the problem itself, or the seed that a maker finds it with, as a short text."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from game.contract import BadInput, shorten
from game.problems.games import PROBLEM_GAMES
from game.problems.problem import CLEAR, MOST_LEAST, MOST_PIECES, MOST_TURNS, Problem
from game.problems.reading import LONGEST_ID, check, options_of
from game.problems.recipes import Recipe, candidate
from game.session import finished
from game.session.crc import crc_of
from game.session.reader import OtherVersion
from game.words import N_

GAMES = {each.initial: each for each in PROBLEM_GAMES.values()}
COMPOSED, SEEDED = "p", "m"
HEAD = re.compile(r"([a-z])([1-9][0-9]{0,3})([pm])([A-Za-z0-9_-]+)", re.ASCII)
RECIPE = re.compile(r"([1-9]\d?)-([a-z]+)-(\d{1,4})-([1-9]\d?)-(\d{1,10})-([1-5])-([0-9a-f]{8})", re.ASCII)
CHECK_BYTES = 2

DAMAGED = N_("this problem's id is damaged")
OTHER_VERSION = N_("this problem was made for rules version {theirs}; the current version is {ours}")
OTHER_GAME = N_("this problem is one of another game: {game}")


class Graded(NamedTuple):
    """A recipe, and what was found out about the problem."""

    recipe: Recipe
    least: int
    grade: int


def seeded_id(problem: Problem, graded: Graded) -> str:
    """Returns the id of a problem that a maker found."""
    recipe = graded.recipe
    parts = (
        recipe.maker,
        recipe.goal,
        graded.least,
        recipe.turns,
        recipe.seed,
        graded.grade,
        _graded_check(problem, graded),
    )
    return _head(problem.game, SEEDED) + "-".join(map(str, parts))


def composed_id(problem: Problem) -> str:
    """Returns the id of any problem, which says all of it."""
    number = 0
    for value, base in reversed(list(_digits(problem))):
        number = number * base + value
    body = number.to_bytes((number.bit_length() + 7) // 8, "big")
    coded = base64.urlsafe_b64encode(_check(problem.game, body) + body).decode().rstrip("=")
    return _head(problem.game, COMPOSED) + coded


def grade_of(name: str) -> int:
    """Returns the grade in an id; 0 if it has none, as the id of a composed problem."""
    found = HEAD.fullmatch(name)
    recipe = found and found[3] == SEEDED and RECIPE.fullmatch(found[4])
    return int(recipe[6]) if recipe else 0


def maker_of(name: str) -> int:
    """Returns the version of the maker in an id; 0 if it has none."""
    return int(name.partition("-")[0].rpartition(SEEDED)[2]) if grade_of(name) else 0


def asked_of(name: str) -> tuple[str, int, int]:
    """Returns the goal in the id of a problem that a maker found, its number and the turns."""
    goal, least, turns = name.split("-")[1:4]
    return goal, int(least), int(turns)


def is_of(name: str, game: str, goal: str) -> bool:
    """Returns whether this is the id of a problem of a game that a maker found, with this goal."""
    return bool(grade_of(name)) and name[0] == PROBLEM_GAMES[game].initial and asked_of(name)[0] == goal


def read(name: str) -> Problem:
    """Returns the problem with this id; BadInput if it is damaged, OtherVersion if it is one of other rules."""
    letter, version, kind, body = _split(name)
    rules = GAMES[letter].rules
    if version != rules.version:
        raise OtherVersion(f"rules {version}", OTHER_VERSION, theirs=version, ours=rules.version)
    found = _composed(rules.name, body) if kind == COMPOSED else _seeded(rules.name, body)
    if found is None:
        raise BadInput(DAMAGED)
    check(found)
    return found


def read_of(name: str, wanted: str) -> Problem:
    """Returns the problem with this id, as `read` does; BadInput if it is one of another game."""
    found = read(name)
    if found.game != wanted:
        raise BadInput(OTHER_GAME, game=shorten(found.game))
    return found


def _split(name: str) -> tuple[str, int, str, str]:
    """Returns the parts of an id: game, version of its rules, kind and body."""
    found = HEAD.fullmatch(name) if len(name) <= LONGEST_ID else None
    if not found or found[1] not in GAMES:
        raise BadInput(DAMAGED)
    return found[1], int(found[2]), found[3], found[4]


def _head(name: str, kind: str) -> str:
    of_game = PROBLEM_GAMES[name]
    return f"{of_game.initial}{of_game.rules.version}{kind}"


def _seeded(name: str, body: str) -> Problem | None:
    """Returns the problem of a recipe, if the id is the one that its maker gave it."""
    found = RECIPE.fullmatch(body)
    if not found or found[2] not in PROBLEM_GAMES[name].goals or int(found[4]) > MOST_TURNS:
        return None
    graded = Graded(Recipe(name, int(found[1]), found[2], int(found[4]), int(found[5])), int(found[3]), int(found[6]))
    built = finished(candidate(graded.recipe))
    if built is None:
        return None
    problem = replace(built, goal=graded.recipe.goal, least=graded.least, turns=graded.recipe.turns)
    return problem if seeded_id(problem, graded) == _head(name, SEEDED) + body else None


def _composed(name: str, body: str) -> Problem | None:
    """Returns the problem in the body of an id, if it is exactly what `composed_id` gives."""
    try:
        decoded = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return None
    number = int.from_bytes(decoded[CHECK_BYTES:], "big")

    def next_digit(base: int) -> int:
        nonlocal number
        number, digit = divmod(number, base)
        return digit

    of_game = PROBLEM_GAMES[name]
    options = options_of(name, {key: values[next_digit(len(values))] for key, values in of_game.options.items()})
    goal = tuple(of_game.goals)[next_digit(len(of_game.goals))]
    least = 0 if goal == CLEAR else next_digit(MOST_LEAST + 1)
    turns = 1 + next_digit(MOST_TURNS)
    possible = of_game.pieces(options)
    pieces = tuple(possible[next_digit(len(possible))] for _ in range(next_digit(MOST_PIECES + 1) if possible else 0))
    height, width = of_game.size(options)
    rows = tuple(
        "".join(of_game.letters[next_digit(len(of_game.letters))] for _ in range(width)) for _ in range(height)
    )
    problem = Problem(name, options, rows, pieces, goal, least, turns)
    return problem if composed_id(problem) == _head(name, COMPOSED) + body else None


def _digits(problem: Problem) -> Iterator[tuple[int, int]]:
    """Yields a problem as digits, each with its base."""
    of_game = PROBLEM_GAMES[problem.game]
    for key, values in of_game.options.items():
        yield values.index(problem.options[key]), len(values)
    yield tuple(of_game.goals).index(problem.goal), len(of_game.goals)
    if problem.goal != CLEAR:
        yield problem.least, MOST_LEAST + 1
    yield problem.turns - 1, MOST_TURNS
    possible = of_game.pieces(problem.options)
    if possible:
        yield len(problem.pieces), MOST_PIECES + 1
    for piece in problem.pieces:
        yield possible.index(piece), len(possible)
    for letter in "".join(problem.rows):
        yield of_game.letters.index(letter), len(of_game.letters)


def _check(name: str, body: bytes) -> bytes:
    return zlib.crc32(_head(name, COMPOSED).encode() + body).to_bytes(4, "big")[-CHECK_BYTES:]


def _graded_check(problem: Problem, graded: Graded) -> str:
    """Returns a checksum of the whole problem and its grade, so that a changed seed or number is noticed."""
    text = f"{composed_id(problem)} {graded.recipe.maker} {graded.recipe.seed} {graded.grade}"
    return f"{crc_of(text):08x}"
