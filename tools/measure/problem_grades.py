"""The share of problems of each grade, listed and new ones, that five strengths of computer solve.

A strength looks at all turns of the position, keeps those that look best to it, and goes on from there up to the last
turn; it proves nothing. It solves a problem if the goal is met at one of the positions that it keeps. How good a turn
looks is the searches' `plausible`, with an error.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from time import process_time
from typing import Any

from game.problems import ids
from game.problems.candidates.draw import Draw
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.grades import GRADES
from game.problems.listed import LISTED
from game.problems.makers import making
from game.problems.solver import Search
from game.session import finished
from tools.measure.harness import statistics
from tools.measure.harness.results import show

KEPT = {1: 1, 2: 2, 3: 4, 4: 10, 5: 25}
"""How many turns each strength keeps."""
SECONDS = 3
"""Of the processor for each new problem."""
ERROR = {1: 8, 2: 6, 3: 4, 4: 2, 5: 1}
"""The largest error in how a turn looks to each strength, in units of what one block, hole or ball changes."""


def finds(search: Search[Any], turns: int, strength: int, chance: random.Random) -> bool:
    """Returns whether a strength finds a solution."""
    here = [search.start]
    for _turn in range(turns):
        looks: dict[Any, float] = {}
        goals = set()
        for position in here:
            for after, met in search.turns(position):
                look = search.plausible(position, after) + ERROR[strength] * chance.random()
                looks[after] = max(look, looks.get(after, look))
                if met:
                    goals.add(after)
        here = sorted(looks, key=looks.__getitem__, reverse=True)[: KEPT[strength]]
        if goals.intersection(here):
            return True
    return False


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--new", type=int, default=0, help="problems made of each kind and grade (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the errors (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Lets each strength try each problem of the list, and prints the shares."""
    results: list[tuple[str, int, list[bool]]] = []
    for (game, goal), names in LISTED.items():
        for name in [*names.split(), *new_ones(game, goal, given.new)]:
            problem, chance = ids.read(name), random.Random(f"{given.seed} {name}")
            solved = [finds(search_of(problem), problem.turns, strength, chance) for strength in KEPT]
            results.append((game, ids.grade_of(name), solved))
    for game in ("all games", *PROBLEM_GAMES):
        table([(grade, solved) for name, grade, solved in results if game in ("all games", name)], game)
    return 0


def new_ones(game: str, goal: str, count: int) -> Iterator[str]:
    """Yields the ids of so many new problems of each grade, fewer if they take too long to find."""
    for grade in GRADES:
        draw, until, names = Draw(grade), process_time() + SECONDS * count, set[str]()
        while len(names) < count and process_time() < until:
            found = finished(making(game, draw, grade, goal, late=lambda: process_time() > until))  # noqa: B023
            if found.grade == grade:
                names.add(found.name)
        yield from names


def table(results: list[tuple[int, list[bool]]], title: str) -> None:
    """Prints the share of problems that each strength solves, by grade."""
    rows = []
    for grade in GRADES:
        solved = [each for rank, each in results if rank == grade]
        if solved:
            shares = (statistics.share(sum(each), len(solved)) for each in zip(*solved, strict=True))
            cells = (f"{100 * each.value:.0f}% ({100 * each.low:.0f}–{100 * each.high:.0f})" for each in shares)
            rows.append((grade, len(solved), *cells))
    show((title, "problems", *(f"strength {strength}" for strength in KEPT)), rows)
