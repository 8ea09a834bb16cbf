"""Candidates for Push and Clear: random boards with few things on them."""

from __future__ import annotations

from game.problems.candidates.draw import Draw
from game.problems.problem import CLEAR, Problem
from game.rules.push_clear import BOX, FIXED, LETTERS, PLAYER
from game.session import Work


def candidate(game: str, goal: str, turns: int, draw: Draw) -> Work[Problem | None]:
    """Returns a board with about the number of boxes that one or two lines need."""
    yield 0
    size = draw.of((4, 4, 5, 5, 6))
    boxes = size + (0 if goal == CLEAR else draw.next(size))
    fixed = draw.next(3)
    cells = [LETTERS[0]] * (size * size)
    places = draw.shuffled(range(size * size))
    for number, place in enumerate(places[: 1 + boxes + fixed]):
        cells[place] = LETTERS[PLAYER if not number else FIXED if number <= fixed else BOX]
    rows = tuple("".join(cells[row * size : (row + 1) * size]) for row in range(size))
    return Problem(game, {"size": size}, rows, (), goal, 0 if goal == CLEAR else 1, turns)
