"""Solves made problems a second time: `python -m tests.oracles.made [SECONDS [GAME ...]]` goes on where it stopped.

Each line of `build/oracle/GAME.jsonl` is a problem that the makers found with the next seed (0, 1, 2, …), and whether
`tests.oracles.problems`, which imports nothing from the game, found the same. Problems with more turns than
`MOST_TURNS` would take the oracle too long and are left out. Prints how many were compared, by goal and number of
turns.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from game.problems.games import PROBLEM_GAMES
from game.problems.makers import problems
from tests.oracles.problems import solve

FOLDER = Path("build") / "oracle"
MOST_TURNS = {"lines98": 1, "chain": 2, "duel": 2, "nineteen": 2, "biquadris": 2}
"""The most turns of a problem that the second solver is given; any number in Push and Clear."""
CLAIMS = ("solutions", "shortest", "first")


def compare(name: str, until: float) -> None:
    """Compares problems of a game until this time, from the first seed that is not in the file yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.jsonl"
    done = path.read_text(encoding="utf-8").count("\n") if path.exists() else 0
    with path.open("a", encoding="utf-8") as file:
        while time.monotonic() < until:
            found = next(problems(name, 1, done))
            line: dict[str, Any] = {key: found[key] for key in ("id", "goal", "turns", "grade")}
            if found["turns"] <= MOST_TURNS.get(name, found["turns"]):
                second = solve(found)
                wrong = [key for key in CLAIMS if found[key] != second[key]]
                line["agrees"] = not wrong and second["shortest"] == found["turns"] and second["solutions"] > 0
            file.write(json.dumps(line) + "\n")
            file.flush()
            done += 1


def report(name: str) -> int:
    """Prints a game's counts; returns how many problems differ."""
    path = FOLDER / f"{name}.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    compared = [line for line in lines if "agrees" in line]
    different = [line["id"] for line in compared if not line["agrees"]]
    kinds = Counter(f"{line['goal']} {line['turns']}" for line in compared)
    counts = ", ".join(f"{kind}: {count}" for kind, count in sorted(kinds.items()))
    print(
        f"{name:<11} {len(compared)} compared ({len({line['id'] for line in compared})} different ones), "
        f"{len(lines) - len(compared)} left out, {len(different)} differ; {counts}",
        *different,
        flush=True,
    )
    return len(different)


def main(arguments: list[str]) -> int:
    seconds = float(arguments[0]) if arguments else 60.0
    names = arguments[1:] or list(PROBLEM_GAMES)
    for name in names:
        compare(name, time.monotonic() + seconds / len(names))
    return min(1, sum(map(report, names)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
