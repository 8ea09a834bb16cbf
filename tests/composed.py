"""Random problems of every game, not chosen for being good: for comparing solvers and replaying solutions."""

from __future__ import annotations

import random
from typing import Any

from game.contract import BadInput
from game.problems.games import PROBLEM_GAMES
from game.problems.problem import Problem
from game.problems.reading import check
from game.problems.recipes import MAKER, Recipe, candidate
from game.rules import biquadris_commands
from game.session import finished

MOST_TURNS = {"push-clear": 6, "lines98": 1}
"""Of a maker's candidate; the second solver takes too long for more."""


def problem(name: str, number: int, turns: int = 0) -> Problem:
    """Returns the random problem of a game with this number, of this many turns (0 for any small number).

    Every second one is a maker's candidate, which has a solution, but often many or a shorter one.
    """
    chance = random.Random(f"{name} {number}")
    while number % 2:
        kind = chance.choice(PROBLEM_GAMES[name].offers)
        possible = [each for each in kind.turns if each <= MOST_TURNS.get(name, 2)]
        number_of_turns = turns or chance.choice(possible or [2])
        found = finished(candidate(Recipe(name, MAKER, kind.goal, number_of_turns, chance.randrange(10**9))))
        if found and PROBLEM_GAMES[name].settled(PROBLEM_GAMES[name].cells(found.rows)):
            return found
    while True:
        found = MAKERS[name](chance, turns)
        try:
            check(found)
        except BadInput:
            continue
        return found


def _blocks(name: str, chance: random.Random, turns: int) -> Problem:
    colours = chance.choice((3, 4, 5))
    letters = "rgbyp"[: chance.randint(2, colours)]
    tall = chance.random() < 0.3
    columns = []
    for _ in range(6):
        height = chance.randint(10, 13) if tall and chance.random() < 0.4 else chance.randint(0, 4)
        stones = "o" if name == "duel" else ""
        columns.append([chance.choice(letters * 3 + stones) for _ in range(height)])
    rows = tuple(
        "".join(column[12 - row] if len(column) > 12 - row else "." for column in columns) for row in range(13)
    )
    turns = turns or chance.randint(1, 2)
    pieces = tuple(chance.choice(letters) + chance.choice(letters) for _ in range(turns + chance.choice((0, 0, 1))))
    if name == "duel":
        goal, least = "garbage", chance.randint(1, 8)
    else:
        goal, least = chance.choice((("links", 1), ("links", 2), ("clear", 0)))
    return Problem(name, {"colours": colours}, rows, pieces, goal, least, turns)


def _stack(name: str, chance: random.Random, turns: int) -> Problem:
    width, height = len_of(name)
    filled = chance.choice((1, 2, 3, 4, 5, height - 3))
    gaps = chance.choice((1, 2, 3))
    rows = ["." * width] * (height - filled)
    letters = PROBLEM_GAMES[name].letters[1:]
    for _ in range(filled):
        empty = set(chance.sample(range(width), min(width, gaps + chance.randint(0, 4))))
        rows.append("".join("." if column in empty else chance.choice(letters) for column in range(width)))
    turns = turns or chance.randint(1, 3)
    pieces = tuple(chance.choice(biquadris_commands.BLOCKS) for _ in range(turns))
    goal, least = "rows", chance.randint(1, 3)
    if name == "nineteen" and chance.random() < 0.3:
        goal, least = "clear", 0
    return Problem(name, {}, tuple(rows), pieces, goal, least, turns)


def len_of(name: str) -> tuple[int, int]:
    """Returns the columns and rows of a board."""
    rows, columns = PROBLEM_GAMES[name].size({})
    return columns, rows


def _balls(name: str, chance: random.Random, turns: int) -> Problem:
    turns = turns or chance.randint(1, 2)
    cells = [["."] * 9 for _ in range(9)]
    for colour in chance.sample("1234567", chance.choice((1, 1, 2))):
        row, column, length = chance.randrange(9), chance.randrange(3), chance.randint(5, 6)
        for step in range(length):
            at = (row, column + step)
            if chance.random() < 0.25:
                at = chance.randrange(9), chance.randrange(9)
            cells[at[0]][at[1]] = colour
    for _ in range(chance.choice((0, 0, 2, 20))):
        cells[chance.randrange(9)][chance.randrange(9)] = "."
    return Problem(name, {"mode": "line"}, tuple(map("".join, cells)), (), "clear", 0, turns)


def _boxes(name: str, chance: random.Random, turns: int) -> Problem:
    size = chance.choice((4, 4, 5, 6))
    kinds = chance.choices(".#X*", (6, 3, chance.choice((0, 1)), 1), k=size * size)
    kinds[chance.randrange(size * size)] = "@"
    rows = tuple("".join(kinds[row * size : (row + 1) * size]) for row in range(size))
    goal, least = chance.choice((("points", chance.randint(1, 4)), ("clear", 0)))
    return Problem(name, {"size": size}, rows, (), goal, least, turns or chance.randint(1, 7))


def _with_name(make: Any, name: str) -> Any:
    return lambda chance, turns: make(name, chance, turns)


MAKERS = {
    "push-clear": _with_name(_boxes, "push-clear"),
    "chain": _with_name(_blocks, "chain"),
    "nineteen": _with_name(_stack, "nineteen"),
    "lines98": _with_name(_balls, "lines98"),
    "biquadris": _with_name(_stack, "biquadris"),
    "duel": _with_name(_blocks, "duel"),
}
