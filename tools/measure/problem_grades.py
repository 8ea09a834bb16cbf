"""The share of problems of each grade that five strengths of computer solve.

A strength looks at all turns of the position, keeps those that look best to it, and goes on from there up to the last
turn; it proves nothing. It solves a problem if the goal is met at one of the positions that it keeps. How good a turn
looks is the searches' `plausible`, with an error.

Appends to `build/problem-grades.jsonl`, and prints the tables of all that is there.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

from game.problems import makers
from game.problems.candidates.draw import Draw
from game.problems.grades import GRADES
from game.problems.problem import FORMATS
from game.problems.searches import search_of
from game.problems.solver import Search
from game.session import finished
from tools.measure.harness import statistics
from tools.measure.harness.results import show

FILE = Path("build") / "problem-grades.jsonl"
KEPT = {1: 1, 2: 2, 3: 4, 4: 10, 5: 25}
"""How many turns each strength keeps."""
ERROR = {1: 8, 2: 6, 3: 4, 4: 2, 5: 1}
"""The largest error in how a turn looks to each strength, in units of what one block, hole or ball changes."""


def finds(search: Search[Any], turns: int, strength: int, chance: random.Random) -> bool:
    """Whether a strength comes upon a solution."""
    here = [search.start]
    for _turn in range(turns):
        looks: dict[Any, float] = {}
        goals = set()
        for position in here:
            for after, met in search.turns(position).items():
                look = search.plausible(position, after) + ERROR[strength] * chance.random()
                looks[after] = max(look, looks.get(after, look))
                if met:
                    goals.add(after)
        here = sorted(looks, key=looks.__getitem__, reverse=True)[: KEPT[strength]]
        if goals.intersection(here):
            return True
    return False


def measure(seconds: float) -> None:
    """Makes problems of all games in turn, and lets each strength try each of them."""
    FILE.parent.mkdir(exist_ok=True)
    done = FILE.read_text(encoding="utf-8").count("\n") if FILE.exists() else 0
    until = time.monotonic() + seconds
    with FILE.open("a", encoding="utf-8") as file:
        while time.monotonic() < until:
            name = list(FORMATS)[done % len(FORMATS)]
            found = finished(makers.making(name, Draw(done), 1 + done // len(FORMATS) % 5))
            chance = random.Random(done)
            solved = [finds(search_of(found.problem), found.problem.turns, strength, chance) for strength in KEPT]
            line = {"game": name, "turns": found.problem.turns, "grade": found.grade, "solved": solved}
            file.write(json.dumps(line) + "\n")
            file.flush()
            done += 1


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=60, help="in which more problems are made (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Measures for some seconds, and prints the tables of all that was ever measured."""
    measure(given.seconds)
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    for name in ("all games", *FORMATS):
        table([line for line in lines if name in ("all games", line["game"])], name)
    return 0


def table(lines: list[dict[str, Any]], title: str) -> None:
    """Prints the share of problems that each strength solves, by grade."""
    rows = []
    for grade in GRADES:
        solved = [line["solved"] for line in lines if line["grade"] == grade]
        if solved:
            shares = (statistics.share(sum(each), len(solved)) for each in zip(*solved, strict=True))
            rows.append(
                (
                    grade,
                    len(solved),
                    *(f"{100 * each.value:.0f}% ({100 * each.low:.0f}–{100 * each.high:.0f})" for each in shares),
                )
            )
    show((title, "problems", *(f"strength {strength}" for strength in KEPT)), rows)
