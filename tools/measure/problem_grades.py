"""The share of problems of each grade, listed and new ones, that five strengths of computer solve.

A strength looks at all turns of the position, keeps those that look best to it, and goes on from there up to the last
turn; it proves nothing. It solves a problem if the goal is met at one of the positions that it keeps. How good a turn
looks is the searches' `plausible`, with an error.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from functools import partial
from itertools import chain, count
from time import process_time
from typing import Any

from game.problems import choice, ids
from game.problems.candidates.draw import Draw
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.grades import GRADES
from game.problems.listed import LISTED
from game.problems.makers import making
from game.problems.solver import Search
from game.session import finished
from game.slices import stopped
from tools.measure.harness import statistics
from tools.measure.harness.results import SavedResults, hash_of_code, show
from tools.setup.paths import ROOT

KEPT = {1: 1, 2: 2, 3: 4, 4: 10, 5: 25}
"""How many turns each strength keeps."""
SECONDS = 3
"""Seconds of processor time after which a new problem may have another grade; after twice this time none is taken."""
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
    parser.add_argument("--seconds", type=float, default=0, help="processor time for making new problems (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the errors (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Lets each strength try each problem of the list and new ones, and prints the shares; goes on where it stopped."""
    kept = SavedResults("problem_grades", f"{hash_of_code(ROOT, 'problems/')}-{given.seed}")
    done = {each["id"]: each["round"] for each in kept}
    listed = ((name, 0) for name in choice.listed())
    for name, number in chain(listed, new_ones(given.seconds, max(done.values(), default=0) + 1)):
        if name not in done:
            problem, chance = ids.read(name), random.Random(f"{given.seed} {name}")
            solved = [finds(search_of(problem), problem.turns, strength, chance) for strength in KEPT]
            done[name] = number
            kept.add({"id": name, "round": number, "game": problem.game, "grade": ids.grade_of(name), "solved": solved})
    results = list(kept)
    for game in ("all games", *PROBLEM_GAMES):
        table([(each["grade"], each["solved"]) for each in results if game in ("all games", each["game"])], game)
    return 0


def new_ones(seconds: float, first: int) -> Iterator[tuple[str, int]]:
    """Yields the ids of new problems until this processor time is used up, each with the round that it belongs to: in
    a round one of each kind and grade is looked for, and the nearest grade taken if it does not come up.
    """
    until = process_time() + seconds
    for number in count(first):
        for game, goal in LISTED:
            for grade in GRADES:
                began = process_time()
                if began > until:
                    return

                def spent(limit: int, began: float = began) -> bool:
                    return process_time() - began > limit

                work = making(game, Draw(number * len(GRADES) + grade), grade, goal, partial(spent, SECONDS))
                found = finished(stopped(work, partial(spent, 2 * SECONDS)))
                if found:
                    yield found.name, number


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
