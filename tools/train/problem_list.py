"""Finds the problems of the page's list: `python -m tools.train.problem_list` writes game/problems/listed.py.

Each kind gets the best EACH problems of every grade among those that are found in some seconds; see `score`. Run it
again after a change of the makers or the grades: ids of another version may no longer be readable.
"""

import sys
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from time import process_time

import game.problems
from game.problems.candidates.draw import Draw
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.grades import GRADES
from game.problems.makers import Discovery, making
from game.problems.problem import CLEAR, GARBAGE
from game.problems.solver import Prover
from game.session import Work, finished
from game.slices import stopped

EACH, SEED = 12, 20261125
SECONDS = {1: 10, 2: 8, 3: 8, 4: 8, 5: 10}
"""How long problems of each grade are looked for, in seconds of the processor."""
ENOUGH = 8 * EACH
"""Problems of a grade, from which the best are taken."""
HEAD = '''"""The problems that the page offers first: ids by game and goal, found by tools/train/problem_list.py."""

# fmt: off
LISTED = {
'''


def main() -> int:
    """Writes the list."""
    parts = []
    for name, of_game in PROBLEM_GAMES.items():
        for goal in of_game.goals:
            ids = [each for grade in GRADES for each in found(name, goal, grade)]
            lines = "\n".join(f'        "{line} "' for line in wrap(" ".join(ids), 100, break_on_hyphens=False))
            parts.append(f'    ("{name}", "{goal}"): (\n{lines}\n    ),\n')
    path = Path(game.problems.__file__).with_name("listed.py")
    path.write_text(HEAD + "".join(parts) + "}\n", encoding="utf-8")
    return 0


def found(name: str, goal: str, grade: int) -> list[str]:
    """Returns the ids of the best problems of this game, goal and grade."""
    draw, until = Draw(SEED + grade), process_time() + SECONDS[grade]
    scores: dict[str, int] = {}
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    while (each := before(until, making(name, draw, grade, goal))) and len(scores) < ENOUGH:
        mirrored = tuple(row[::-1] for row in each.problem.rows)
        if not {(each.problem.rows, each.problem.pieces), (mirrored, each.problem.pieces)} & seen:
            seen.add((each.problem.rows, each.problem.pieces))
            scores[each.name] = score(each)
    best = sorted(scores, key=scores.__getitem__, reverse=True)[:EACH]
    print(f"{name} {goal} {grade}: {len(best)} of {len(scores)}, scores {sorted(scores.values())}", flush=True)
    return best


def before(until: float, steps: Work[Discovery]) -> Discovery | None:
    """Returns the discovery of some work in slices if it comes by this time, else None."""
    return finished(stopped(steps, lambda: process_time() >= until))


def score(each: Discovery) -> int:
    """Returns how good a problem is: one solution, near misses, few things, none of them alone, and tidy."""
    filled = [[letter != "." for letter in row] for row in each.problem.rows]
    return (
        4 * (each.proof.solutions == 1)
        + 2 * (each.proof.first == 1)
        + 4 * near_misses(each)
        - sum(map(sum, filled)) // 4
        - 2 * isolated(filled)
        + 3 * symmetric(filled)
    )


def near_misses(each: Discovery) -> bool:
    """Returns whether another first turn leads to nearly the same number or, if all must vanish, looks better."""
    problem = each.problem
    if problem.goal == CLEAR:
        return max(each.proof.misleading) > 1
    least = problem.least * 3 // 4 if problem.goal == GARBAGE else problem.least - 1
    if least < 1:
        return False
    prover = Prover(search_of(replace(problem, least=least)))
    finished(prover.within(problem.turns))
    return len(finished(prover.keeping(prover.search.start, problem.turns))) > each.proof.first


def isolated(filled: list[list[bool]]) -> int:
    """Returns how many things touch no other one, not even at a corner."""
    cells = {(row, column) for row, line in enumerate(filled) for column, full in enumerate(line) if full}
    near = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return sum(not any((row + down, column + right) in cells for down, right in near) for row, column in cells)


def symmetric(filled: list[list[bool]]) -> bool:
    """Returns whether three quarters of the cells between the outermost things have their like on the other side."""
    rows = [row for row in filled if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    same = sum(
        one == other
        for column, mirrored in zip(columns, columns[::-1], strict=True)
        for one, other in zip(column, mirrored, strict=True)
    )
    return 4 * same >= 3 * len(columns) * len(rows)


if __name__ == "__main__":
    sys.exit(main())
