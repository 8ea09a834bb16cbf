"""Boards per second of each game's rule over arrays: one, 64 and 4096 at once; also public engines (--engines).

One thread, processor time, the best of several rounds, because other work on the machine only adds time. --engines
installs tetris-gymnasium and jumanji into build/engines first, some 700 MB, and measures them in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from game import kernel
from game.bots.chain import core as chain_core
from game.bots.nineteen import evaluation as nineteen_evaluation
from game.bots.nineteen.core import outcomes
from game.bots.search.rows import packed
from game.rules import chain, nineteen
from tools.measure.harness import engines
from tools.measure.harness.pyodide import HERE, Line, clock, inside_pyodide, json_lines
from tools.measure.harness.results import show
from tools.setup.paths import BUILD, ROOT

SIZES = (1, 64, 4096)
ROUNDS = 3
LONG = 0.1
"""Minimum seconds per round."""
THREADS = "OPENBLAS_NUM_THREADS"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pyodide", action="store_true", help="inside Pyodide too")
    parser.add_argument("--engines", action="store_true", help="public engines too")
    parser.add_argument("only", nargs="*", metavar="WORD", help="only rules with one of these words in their name")


def main(given: argparse.Namespace) -> int:
    """Measures and prints."""
    if not HERE and os.environ.get(THREADS) != "1":  # which must be set before numpy is imported
        command = [sys.executable, "-m", "tools.measure", *sys.argv[1:]]
        return subprocess.run(command, env={**os.environ, THREADS: "1"}, check=False).returncode
    cases = [each for each in CASES if not given.only or any(word in each.name for word in given.only)]
    if HERE:
        for found in measured(cases):
            print(json.dumps(found), flush=True)
        return 0
    tell("CPython", list(measured(cases)))
    if given.pyodide:
        tell("Pyodide", inside_pyodide("throughput", given.only))
    if given.engines:
        from tools.setup import environment

        python = environment.ready(BUILD / "engines", ROOT / "requirements-engines.txt")
        rates = [(line["rule"], f"{line['per_second']:,}") for line in json_lines([python, engines.__file__])]
        show(("engine", "per second"), rates, "Public engines")
    return 0


def tell(place: str, lines: list[Line]) -> None:
    rates = {(line["rule"], line["boards"]): f"{line['per_second']:,}" for line in lines}
    names = dict.fromkeys(line["rule"] for line in lines)
    show(
        ("boards per second", *(f"{size} at once" for size in SIZES)),
        [(name, *(rates[name, size] for size in SIZES)) for name in names],
        place,
    )


class Case(NamedTuple):
    """A rule to measure: how boards are made, what is done to them, and how many boards result."""

    name: str
    boards: Callable[[int], Any]
    rule: Callable[[Any], object]
    results: Callable[[Any], int] = len


def seeded(name: str) -> np.random.Generator:
    return np.random.default_rng(list(name.encode()))


def stacks(count: int) -> Any:
    """Typical boards of Nineteen, some rows mostly filled but never full, and the next piece of each."""
    random = seeded("nineteen")
    cells = np.zeros((count, nineteen.ROWS, nineteen.COLUMNS), np.int8)
    for board, height in zip(cells, random.integers(2, 9, count), strict=True):
        board[-height:] = random.random((height, nineteen.COLUMNS)) < 0.75
        board[-height:, random.integers(0, nineteen.COLUMNS)] = 0
    return packed(kernel.batch(cells)), random.integers(1, 8, count)


def placed(given: Any) -> object:
    """Every placement of the next piece, rows cleared, with eight features and their sum."""
    return nineteen_evaluation.evaluated(outcomes(*given), given[1])


def full_boards(count: int) -> Any:
    """Boards of Chain full of random colours."""
    return kernel.batch(seeded("chain").integers(1, 5, (count, chain.ROWS, chain.COLUMNS)).astype(np.int8))


def resolved(boards: Any) -> object:
    after, links, _points = chain_core.resolved(chain_core.packed(boards))
    return chain_core.unpacked(after, len(boards)), links


def balls(count: int) -> Any:
    random = seeded("lines98")
    cells = random.integers(1, 8, (count, 9, 9)) * (random.random((count, 9, 9)) < 0.5)
    return kernel.batch(cells.astype(np.int8))


CASES = [
    Case("Nineteen: placements with features", stacks, placed,
         lambda given: int(sum(len(nineteen.placements(shape)) for shape in given[1]))),
    Case("Chain: full random boards resolved", full_boards, resolved),
    Case("Lines: mask of five in line", balls, lambda cells: kernel.runs(cells, 5)),
    Case("Lines: all empty regions", balls, lambda cells: kernel.groups((cells == 0).view(np.int8))),
]  # fmt: skip


def measured(cases: list[Case]) -> Iterator[Line]:
    """Yields a line for each rule and number of boards."""
    for case in cases:
        for count in SIZES:
            boards = case.boards(count)
            yield {"rule": case.name, "boards": count, "per_second": round(case.results(boards) * rate(case, boards))}


def rate(case: Case, boards: Any) -> float:
    """Returns calls per second: the best of several rounds."""
    times, took = 1, 0.0
    while took < LONG:
        took = _timed(case, boards, times)
        times = times * 2 if took < LONG / 2 else int(times * max(1.1, 1.2 * LONG / max(took, 1e-9)))
    return times / min(_timed(case, boards, times) for _ in range(ROUNDS))


def _timed(case: Case, boards: Any, times: int) -> float:
    began = clock()
    for _ in range(times):
        case.rule(boards)
    return clock() - began
