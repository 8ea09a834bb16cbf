"""Finds the problems of the page's list: `python -m tools.train.problem_list` writes game/problems/listed.py.

Each kind gets up to EACH problems of every grade. Run it again after a change of the makers or the grades, because ids
of another version cannot be read.
"""

import sys
from pathlib import Path
from textwrap import wrap
from time import monotonic

import game.problems
from game.problems.candidates.draw import Draw
from game.problems.grades import GRADES
from game.problems.makers import OFFERS, making
from game.session import finished

EACH, SECONDS, SEED = 12, 60.0, 20261125
HEAD = '''"""The problems that the page offers first: ids by game and goal, found by tools/train/problem_list.py."""

# fmt: off
LISTED = {
'''


def main() -> int:
    """Writes the list."""
    parts = []
    for name, offers in OFFERS.items():
        for goal in dict.fromkeys(offer.goal for offer in offers):
            ids = found(name, goal)
            print(f"{name} {goal}: {len(ids)}", flush=True)
            lines = "\n".join(f'        "{line} "' for line in wrap(" ".join(ids), 100, break_on_hyphens=False))
            parts.append(f'    ("{name}", "{goal}"): (\n{lines}\n    ),\n')
    path = Path(game.problems.__file__).with_name("listed.py")
    path.write_text(HEAD + "".join(parts) + "}\n", encoding="utf-8")
    return 0


def found(name: str, goal: str) -> list[str]:
    """The ids of this game and goal, sorted by grade."""
    draw, until = Draw(SEED), monotonic() + SECONDS
    by_grade: dict[int, list[str]] = {grade: [] for grade in GRADES}
    while monotonic() < until and any(len(ids) < EACH for ids in by_grade.values()):
        discovery = finished(making(name, draw, goal=goal))
        ids = by_grade[discovery.grade]
        if len(ids) < EACH and discovery.name not in ids:
            ids.append(discovery.name)
    return [each for ids in by_grade.values() for each in ids]


if __name__ == "__main__":
    sys.exit(main())
