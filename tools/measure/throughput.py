"""Boards per second of each game's rule over arrays, one, 64 and 4096 at once, compared with a plain loop over lists.

python -m tools.measure.throughput [--pyodide] [--engines] [--json] [--only NAME]

--pyodide also runs the same inside Pyodide, under Node. --engines also measures public engines, and installs them into
build/engines first (tools/measure/engines.py; about 700 MB). One thread, processor time, the best of several rounds,
because other work on the machine only adds time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from game import kernel
from game.bots.biquadris import core as biquadris_core
from game.bots.chain import core as chain_planes
from game.bots.nineteen import evaluation as nineteen_evaluation
from game.bots.nineteen.core import outcomes
from game.bots.search.rows import Shape, packed
from game.rules import biquadris_player, chain, nineteen, push_clear
from tools.measure import plain_loops
from tools.setup.paths import BUILD, ROOT

SIZES = (1, 64, 4096)
ROUNDS = 3
ENGINES = "engines"
LOOPED = 64
"""The number of boards that the loop runs over: one says little."""
THREADS = "OPENBLAS_NUM_THREADS"
LONG = 0.1
"""Minimum seconds per round."""
IN_PYODIDE = sys.platform == "emscripten"


class Case(NamedTuple):
    """A rule to measure: how boards are made, the array form, the loop, and how many boards result from one."""

    name: str
    boards: Callable[[int], Any]
    array: Callable[[Any], object]
    alone: Callable[[Any, int], Any]
    """Converts one of the boards for the loop."""
    loop: Callable[[Any], object]
    each: Callable[[Any], int]
    """How many boards a call computes, given the argument of either form."""
    goal: float | None
    goal_in_pyodide: float | None


def seeded(name: str) -> np.random.Generator:
    return np.random.default_rng(list(name.encode()))


def of_first(loop: Callable[[Any], object]) -> Callable[[Any], object]:
    """Adapts a loop over one board to a list with that board."""
    return lambda some: loop(some[0])


# Nineteen: every placement of a piece, rows cleared, eight features and their sum.


def stacks(count: int) -> Any:
    """Typical boards: ten rows, mostly filled but never full, and the next piece."""
    random = seeded("nineteen")
    cells = np.zeros((count, nineteen.ROWS, nineteen.COLUMNS), np.int8)
    height = random.integers(2, 9, count)
    for board, rows in zip(cells, height, strict=True):
        board[-rows:] = random.random((rows, nineteen.COLUMNS)) < 0.75
        board[-rows:, random.integers(0, nineteen.COLUMNS)] = 0
    return packed(kernel.batch(cells)), random.integers(1, 8, count), cells


def placed(given: Any) -> object:
    rows, shapes, _cells = given
    after = outcomes(rows, shapes)
    return nineteen_evaluation.evaluated(after, shapes)


def placements_of(given: Any) -> int:
    return int(sum(len(nineteen.placements(shape)) for shape in given[1]))


def stack_alone(given: Any, number: int) -> Any:
    _rows, shapes, cells = given
    return cells[number].tolist(), [int(shapes[number])]


def placed_by_loop(given: Any) -> object:
    return plain_loops.placements(given[0], given[1][0])


# Chain: a full board of random colours, to its end.


def full_boards(count: int) -> Any:
    random = seeded("chain")
    return kernel.batch(random.integers(1, 5, (count, chain.ROWS, chain.COLUMNS)).astype(np.int8))


def resolved(boards: Any) -> object:
    after, links, _points = chain_planes.resolved(chain_planes.packed(boards))
    return chain_planes.unpacked(after, len(boards)), links


# Lines: runs of five, and the empty regions.


def balls(count: int) -> Any:
    random = seeded("lines98")
    cells = random.integers(1, 8, (count, 9, 9)) * (random.random((count, 9, 9)) < 0.5)
    return kernel.batch(cells.astype(np.int8))


def regions(cells: Any) -> object:
    return kernel.groups((cells == 0).view(np.int8))


# Push and Clear: a push to the left, and full lines cleared. Biquadris: a block dropped.


def rooms(count: int) -> Any:
    random = seeded("push-clear")
    cells = random.choice(np.array([0, 0, 0, 2, 3, 3, 4], np.int8), (count, 6, 6))
    where = random.integers(0, 36, count)
    cells.reshape(count, 36)[np.arange(count), where] = push_clear.PLAYER
    return kernel.batch(cells)


def pushed(cells: Any) -> object:
    return push_clear.clear(push_clear.push(cells, "left")[0])


def piles(count: int) -> Any:
    random = seeded("biquadris")
    cells = np.zeros((count, biquadris_player.ROWS, biquadris_player.COLUMNS), np.int8)
    for board in cells:
        rows = random.integers(2, 10)
        board[-rows:] = random.random((rows, biquadris_player.COLUMNS)) < 0.7
        board[-rows:, random.integers(0, biquadris_player.COLUMNS)] = 0
    numbers = np.cumsum(cells != 0, dtype=np.int32).reshape(cells.shape) * (cells != 0)
    return biquadris_core.Boards(packed(cells), numbers.astype(np.int32)), cells


BLOCK = ((3, 4), (3, 5), (3, 6), (2, 5))


def dropped(given: Any) -> Any:
    boards, cells = given
    return biquadris_core.outcomes(boards, np.zeros(len(cells), np.intp), {0: Shape.of([BLOCK])})


def listed(boards: Any, number: int) -> Any:
    """One board as lists."""
    return [boards[number].tolist()]


CASES = [
    Case("Nineteen: placements with features", stacks, placed, stack_alone, placed_by_loop, placements_of,
         4e6, 1.3e6),
    Case("Chain: full random boards resolved", full_boards, resolved, listed, of_first(plain_loops.resolve), len,
         500e3, 150e3),
    Case("Chain: the same, with the score", full_boards, chain.settle, listed, of_first(plain_loops.resolve), len,
         None, None),
    Case("Lines: mask of five in line", balls, lambda cells: kernel.runs(cells, 5), listed, of_first(plain_loops.five),
         len, 6e6, 350e3),
    Case("Lines: all empty regions", balls, regions, listed, of_first(plain_loops.regions), len,
         600e3, 110e3),
    Case("Push and Clear: a push and full lines", rooms, pushed, listed, of_first(plain_loops.push), len, None, None),
    Case("Biquadris: a block dropped", piles, dropped, lambda given, number: listed(given[1], number),
         lambda some: plain_loops.drop(some[0], BLOCK), lambda given: len(given[1]) if len(given) == 2 else 1, None,
         None),
]  # fmt: skip


def clock() -> float:
    """Processor seconds of this process; inside Pyodide, Python's own clock for that is the wall clock."""
    if IN_PYODIDE:
        from js import process

        return process.cpuUsage().user / 1e6
    return time.process_time()


def rate(work: Callable[[Any], object], given: Any, each: int) -> float:
    """Boards per second: the best of several rounds."""
    times, took = 1, 0.0
    while took < LONG:
        took = _timed(work, given, times)
        times = times * 2 if took < LONG / 2 else int(times * max(1.1, 1.2 * LONG / max(took, 1e-9)))
    return each * times / min(_timed(work, given, times) for _ in range(ROUNDS))


def _timed(work: Callable[[Any], object], given: Any, times: int) -> float:
    began = clock()
    for _ in range(times):
        work(given)
    return clock() - began


def measured(only: str = "") -> Iterator[dict[str, Any]]:
    """Measures this Python: a line per rule and number of boards; 0 boards means the loop over lists."""
    for case in CASES:
        if only not in case.name:
            continue
        for count in SIZES:
            given = case.boards(count)
            yield _line(case.name, count, rate(case.array, given, case.each(given)))
        many = [case.alone(case.boards(LOOPED), number) for number in range(LOOPED)]
        boards = sum(map(case.each, many))
        yield _line(case.name, 0, rate(partial(_each, case.loop), many, boards))


def _each(loop: Callable[[Any], object], boards: list[Any]) -> list[object]:
    return [loop(board) for board in boards]


def _line(name: str, boards: int, per_second: float) -> dict[str, Any]:
    return {"rule": name, "boards": boards, "per_second": round(per_second)}


# Inside Pyodide, and the public engines.


def measured_by(command: Sequence[str | Path]) -> list[dict[str, Any]]:
    """The lines of JSON that a command prints; other output is dropped."""
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in output.stdout.splitlines() if line.startswith("{")]
    if output.returncode or not found:
        print(f"{command[0]}: {(output.stderr or output.stdout).strip()[-400:]}", file=sys.stderr)
    return found


def inside_pyodide(only: str, module: str = "tools.measure.throughput") -> list[dict[str, Any]]:
    from tools.setup import runtime
    from tools.start import in_node

    node = runtime.node_in_path() or runtime.node_in_venv()
    if node is None or not in_node.FOLDER.is_dir():
        sys.exit("run `python3 build.py test tests/unit -k kernel` once: it puts Pyodide together")
    return measured_by(in_node.command(node, "-m", module, only))


def by_engines() -> list[dict[str, Any]]:
    from tools.setup import environment

    python = environment.ready(BUILD / "engines", ROOT / "requirements-engines.txt")
    return measured_by([python, ROOT / "tools" / "measure" / "engines.py"])


def table(place: str, lines: list[dict[str, Any]]) -> Iterator[str]:
    """Formats one set of measurements for people."""
    if place == ENGINES:
        yield from (f"{line['rule']:<76}{line['per_second']:>12,}" for line in lines)
        return
    heads = "".join(f"{f'{count} boards':>12}" for count in SIZES)
    yield f"{place:<40}{'loop':>12}{heads}{'goal':>12}"
    for case in CASES:
        found = {line["boards"]: line["per_second"] for line in lines if line["rule"] == case.name}
        if len(found) <= len(SIZES):
            continue
        goal = case.goal if place == "CPython" else case.goal_in_pyodide
        cells = "".join(f"{found[count]:>12,}" for count in (0, *SIZES))
        met = "" if goal is None else f"{goal:>12,.0f}  {'met' if found[SIZES[-1]] >= goal else 'missed'}"
        yield f"{case.name:<40}{cells}{met}"
    yield ""


def on_one_thread() -> None:
    """Restarts this process with numpy on one thread, which must be set before numpy is imported."""
    if os.environ.get(THREADS) != "1":
        command = [sys.executable, "-m", "tools.measure.throughput", *sys.argv[1:]]
        sys.exit(subprocess.run(command, env={**os.environ, THREADS: "1"}, check=False).returncode)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyodide", action="store_true", help="inside Pyodide too")
    parser.add_argument("--engines", action="store_true", help="public engines too")
    parser.add_argument("--json", action="store_true", help="one JSON object a line in place of the table")
    parser.add_argument("--only", default="", metavar="NAME", help="rules with this in their name")
    given = parser.parse_args(arguments)
    on_one_thread()
    places: list[tuple[str, Callable[[], list[dict[str, Any]]]]] = [("CPython", lambda: list(measured(given.only)))]
    if given.pyodide:
        places.append(("Pyodide", lambda: inside_pyodide(given.only)))
    if given.engines:
        places.append((ENGINES, by_engines))
    for place, work in places:
        lines = work()
        output = (json.dumps({"where": place, **line}) for line in lines) if given.json else table(place, lines)
        print("\n".join(output), flush=True)
    return 0


def within(measured: Callable[[str], Iterable[dict[str, Any]]]) -> int:
    """Inside Pyodide: prints the measurements, a line of JSON each."""
    for line in measured(sys.argv[1] if len(sys.argv) > 1 else ""):
        print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(within(measured) if IN_PYODIDE else main())
