"""A problem's id: the problem itself, or the seed that a maker finds it with, as a short text."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.contract import BadInput, shorten
from game.problems.problem import (
    CLEAR,
    FORMATS,
    LONGEST_ID,
    MOST_LEAST,
    MOST_PIECES,
    MOST_TURNS,
    Problem,
    check,
    options_of,
)
from game.rules import game
from game.session.reader import OtherVersion
from game.words import N_

LETTERS = {"push-clear": "p", "chain": "c", "nineteen": "n", "lines98": "l", "biquadris": "b", "duel": "d"}
GAMES = {letter: name for name, letter in LETTERS.items()}
COMPOSED, SEEDED = "p", "m"
HEAD = re.compile(r"([a-z])([1-9][0-9]{0,3})([pm])([A-Za-z0-9_-]+)", re.ASCII)
RECIPE = re.compile(r"([1-9]\d?)-([a-z]+)-(\d{1,4})-([1-9]\d?)-(\d{1,10})-([1-5])-([0-9a-f]{8})", re.ASCII)
MAKERS = range(1, 3)
"""The versions of the makers, which offer and grade differently; an id of another version is not read."""
MAKER = MAKERS[-1]
CHECK_BYTES = 2
OPTION_VALUES = {"size": range(4, 11), "colours": range(3, 6), "mode": ("line",)}

DAMAGED = N_("this problem's id is damaged")
OTHER_VERSION = N_("this problem was made for rules version {theirs}; the current version is {ours}")
OTHER_GAME = N_("this problem is one of another game: {game}")


class Recipe(NamedTuple):
    """What a maker finds a problem with: the same problem for ever."""

    game: str
    maker: int
    """The version of the maker."""
    goal: str
    turns: int
    seed: int


class Graded(NamedTuple):
    """A recipe, and what was found out about the problem."""

    recipe: Recipe
    least: int
    grade: int


def seeded_id(problem: Problem, graded: Graded) -> str:
    """The id of a problem that a maker found."""
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
    """The id of any problem, which says all of it."""
    number = 0
    for value, base in reversed(list(_digits(problem))):
        number = number * base + value
    body = number.to_bytes((number.bit_length() + 7) // 8, "big")
    coded = base64.urlsafe_b64encode(_check(problem.game, body) + body).decode().rstrip("=")
    return _head(problem.game, COMPOSED) + coded


def game_of(name: str) -> str:
    """The game of the problem with this id; BadInput if it is damaged."""
    return GAMES[_split(name)[0]]


def grade_of(name: str) -> int:
    """The grade in an id; 0 if it has none, as the id of a composed problem."""
    found = HEAD.fullmatch(name)
    recipe = found and found[3] == SEEDED and RECIPE.fullmatch(found[4])
    return int(recipe[6]) if recipe else 0


def read(name: str, build: Callable[[Recipe], Problem | None]) -> Problem:
    """The problem with this id; `build` makes one from its recipe. BadInput if it is damaged, OtherVersion if it is one
    of another version of the rules."""
    letter, version, kind, body = _split(name)
    rules = game(GAMES[letter])
    if version != rules.version:
        raise OtherVersion(f"rules {version}", OTHER_VERSION, theirs=version, ours=rules.version)
    found = _composed(rules.name, body) if kind == COMPOSED else _seeded(rules.name, body, build)
    if found is None:
        raise BadInput(DAMAGED)
    check(found)
    return found


def read_of(name: str, wanted: str, build: Callable[[Recipe], Problem | None]) -> Problem:
    """As `read`, for a problem of one game; BadInput if it is one of another."""
    found = read(name, build)
    if found.game != wanted:
        raise BadInput(OTHER_GAME, game=shorten(found.game))
    return found


def _split(name: str) -> tuple[str, int, str, str]:
    """The parts of an id: game, version of its rules, kind and body."""
    found = HEAD.fullmatch(name) if len(name) <= LONGEST_ID else None
    if not found or found[1] not in GAMES:
        raise BadInput(DAMAGED)
    return found[1], int(found[2]), found[3], found[4]


def _head(name: str, kind: str) -> str:
    return f"{LETTERS[name]}{game(name).version}{kind}"


def _seeded(name: str, body: str, build: Callable[[Recipe], Problem | None]) -> Problem | None:
    """The problem of a recipe, if the id is the one that its maker gave it."""
    found = RECIPE.fullmatch(body)
    if not found or found[2] not in FORMATS[name].goals or int(found[4]) > MOST_TURNS:
        return None
    graded = Graded(Recipe(name, int(found[1]), found[2], int(found[4]), int(found[5])), int(found[3]), int(found[6]))
    candidate = build(graded.recipe)
    if candidate is None:
        return None
    problem = Problem(
        name, candidate.options, candidate.rows, candidate.pieces, graded.recipe.goal, graded.least, graded.recipe.turns
    )
    return problem if seeded_id(problem, graded) == _head(name, SEEDED) + body else None


def _composed(name: str, body: str) -> Problem | None:
    """The problem in the body of an id, if it is exactly what `composed_id` gives."""
    try:
        decoded = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return None
    number = int.from_bytes(decoded[CHECK_BYTES:], "big")

    def next_digit(base: int) -> int:
        nonlocal number
        number, digit = divmod(number, base)
        return digit

    form = FORMATS[name]
    options = options_of(name, {key: OPTION_VALUES[key][next_digit(len(OPTION_VALUES[key]))] for key in form.options})
    goal = form.goals[next_digit(len(form.goals))]
    least = 0 if goal == CLEAR else next_digit(MOST_LEAST + 1)
    turns = 1 + next_digit(MOST_TURNS)
    possible = form.pieces(options)
    pieces = tuple(possible[next_digit(len(possible))] for _ in range(next_digit(MOST_PIECES + 1) if possible else 0))
    height, width = form.size(options)
    rows = tuple("".join(form.letters[next_digit(len(form.letters))] for _ in range(width)) for _ in range(height))
    problem = Problem(name, options, rows, pieces, goal, least, turns)
    return problem if composed_id(problem) == _head(name, COMPOSED) + body else None


def _digits(problem: Problem) -> Iterator[tuple[int, int]]:
    """A problem as digits, each with its base."""
    form = FORMATS[problem.game]
    for key in form.options:
        yield OPTION_VALUES[key].index(problem.options[key]), len(OPTION_VALUES[key])
    yield form.goals.index(problem.goal), len(form.goals)
    if problem.goal != CLEAR:
        yield problem.least, MOST_LEAST + 1
    yield problem.turns - 1, MOST_TURNS
    possible = form.pieces(problem.options)
    if possible:
        yield len(problem.pieces), MOST_PIECES + 1
    for piece in problem.pieces:
        yield possible.index(piece), len(possible)
    for letter in "".join(problem.rows):
        yield form.letters.index(letter), len(form.letters)


def _check(name: str, body: bytes) -> bytes:
    return zlib.crc32(_head(name, COMPOSED).encode() + body).to_bytes(4, "big")[-CHECK_BYTES:]


def _graded_check(problem: Problem, graded: Graded) -> str:
    """A checksum of the whole problem and its grade, so that a changed seed or number is noticed."""
    text = f"{composed_id(problem)} {graded.recipe.maker} {graded.recipe.seed} {graded.grade}"
    return f"{zlib.crc32(text.encode()):08x}"
