"""How many boards a second a rule over arrays computes, in this Python and in Pyodide.

The rule is Nineteen's: every placement of a piece, rows cleared, with eight features and their weighted sum. One
thread, processor time, the best of several rounds, because other work on the machine only adds time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

from game import kernel
from game.bots.nineteen import evaluation
from game.bots.nineteen.core import outcomes
from game.bots.search.rows import packed
from game.rules.nineteen import COLUMNS, ROWS, placements
from tools.measure.harness.results import show
from tools.setup.paths import ROOT

SIZES = (1, 64, 4096)
ROUNDS, SHORTEST = 3, 0.1
"""Rounds, and minimum seconds of each."""
THREADS = "OPENBLAS_NUM_THREADS"
IN_PYODIDE = sys.platform == "emscripten"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pyodide", action="store_true", help="inside Pyodide too")


def main(given: argparse.Namespace) -> int:
    """Measures and prints; inside Pyodide, as a line of JSON for the process that asked."""
    if IN_PYODIDE:
        print(json.dumps(rates()))
        return 0
    if os.environ.get(THREADS) != "1":  # which must be set before numpy is imported
        command = [sys.executable, "-m", "tools.measure", *sys.argv[1:]]
        return subprocess.run(command, env={**os.environ, THREADS: "1"}, check=False).returncode
    found = {"CPython": rates()}
    if given.pyodide:
        found["Pyodide"] = rates_in_pyodide()
    rows = [(place, *(f"{each:,}" for each in numbers)) for place, numbers in found.items()]
    show(("placements a second", *(f"{size} boards at once" for size in SIZES)), rows)
    return 0


def rates() -> list[int]:
    """Returns placements per second for each number of boards at once."""
    found = []
    for count in SIZES:
        rows, shapes = typical_boards(count)
        results = sum(len(placements(shape)) for shape in shapes.tolist())
        times, took = 1, 0.0
        while took < SHORTEST:
            took = seconds(rows, shapes, times)
            times *= 2
        found.append(round(results * times / min(seconds(rows, shapes, times) for _round in range(ROUNDS))))
    return found


def typical_boards(count: int) -> tuple[kernel.Array, kernel.Array]:
    """Typical boards, some rows mostly filled but never full (rows, count), and the next piece of each (count,)."""
    random = np.random.default_rng(list(b"nineteen"))
    cells = np.zeros((count, ROWS, COLUMNS), np.int8)
    for board, height in zip(cells, random.integers(2, 9, count), strict=True):
        board[-height:] = random.random((height, COLUMNS)) < 0.75
        board[-height:, random.integers(0, COLUMNS)] = 0
    return packed(kernel.batch(cells)), random.integers(1, 8, count)


def seconds(rows: kernel.Array, shapes: kernel.Array, times: int) -> float:
    """Returns seconds of processor time for evaluating all placements, several times."""
    began = clock()
    for _time in range(times):
        evaluation.evaluated(outcomes(rows, shapes), shapes)
    return clock() - began


def clock() -> float:
    """Returns processor seconds of this process; inside Pyodide, Python's own clock for that is the wall clock."""
    if IN_PYODIDE:
        from js import process

        return float(process.cpuUsage().user / 1e6)
    return time.process_time()


def rates_in_pyodide() -> list[int]:
    """Runs this measurement there; ends with its error if it fails."""
    from tools.setup import runtime
    from tools.start import in_node

    if not in_node.FOLDER.is_dir():
        sys.exit("run `python3 build.py test tests/unit -k kernel` once: it puts Pyodide together")
    command = in_node.command(runtime.present_node(), "-m", "tools.measure", "throughput")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"Pyodide: {(done.stderr or done.stdout).strip()[-400:]}")
    rates: list[int] = json.loads(done.stdout.strip().splitlines()[-1])
    return rates
