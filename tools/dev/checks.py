"""Everything that `build.py test` runs, step by step, with the result of each step."""

import os
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tools.setup.browser import VARIABLE
from tools.setup.environment import Ready
from tools.setup.paths import ROOT
from tools.setup.progress import line
from tools.setup.runtime import Node
from tools.start import in_node

LANES = 2
"""How many checks run at once if they may: one for each of two cores."""

PARTS = 5
"""The unit tests in CPython are split into this many checks; the last, of the tools, runs after the build."""

OF_THE_BUILD = "test_tools_"
"""The name prefix of unit tests that need the build."""

WORKERS = ("-n", "3", "--dist", "worksteal")
"""Three browsers share the tests, and idle ones take over tests from the others. A test waits for a third of its time,
so three keep two cores busy."""

RETRY = ("--reruns", "1", "--rerun-show-tracebacks")
"""A busy machine can stall a browser. A test that passes only when retried is shown with its traceback, to be fixed."""

HUNG = 300
"""Seconds after which a browser test is killed with its worker: no test is that slow, and one that hangs must not block
the others."""


class Check(NamedTuple):
    """One step of the tests: its name and its command."""

    name: str
    command: Sequence[str | Path]
    alone: bool = True
    """Whether it needs the machine to itself and prints as it runs; others run two at a time."""


class Result(NamedTuple):
    """The result of a check."""

    name: str
    status: int
    seconds: float

    def __str__(self) -> str:
        return f"{'ok    ' if self.status == 0 else 'FAILED'} {self.name} ({self.seconds:.1f} s)"


def quick_checks(python: Path) -> list[Check]:
    """Lint, types and the quick unit tests in CPython, two at a time: what to run after every change."""
    return [*style(python), *unit_tests(python, "--quick")]  # mypy first: it takes as long as the tests of a lane


def unit_tests(python: Path, *more: str) -> list[Check]:
    """The unit tests in CPython, in parts; the last one tests the tools and needs the build."""
    files = sorted((ROOT / "tests" / "unit").glob("test_*.py"), key=lambda path: path.stat().st_size)
    names = [path.relative_to(ROOT).as_posix() for path in files if not path.name.startswith(OF_THE_BUILD)]
    tools = [path.relative_to(ROOT).as_posix() for path in files if path.name.startswith(OF_THE_BUILD)]
    there, back = 2 * (PARTS - 1), 2 * PARTS - 3  # dealt back and forth, so that the parts are about equal
    parts = [*(names[part::there] + names[back - part :: there] for part in range(PARTS - 1)), tools]
    return [
        Check(f"unit tests, part {number}", pytest(python, *part, "-q", *more), alone=False)
        for number, part in enumerate(parts, 1)
    ]


def source_checks(python: Path, long: bool) -> list[Check]:
    """The checks that need no build and run at the same time."""
    return [*style(python), *unit_tests(python, *(["--all"] if long else []))[:-1]]


def style(python: Path) -> list[Check]:
    """Lint, format and types."""
    return [
        Check("ruff", [python, "-m", "ruff", "check", "."], alone=False),
        Check("format", [python, "-m", "ruff", "format", "--check", "."], alone=False),
        Check("mypy", [python, "-m", "mypy"], alone=False),
    ]


def build_checks(python: Path, node: Node, long: bool) -> list[Check]:
    """The checks of the build that can share the machine."""
    more = ["--all"] if long else []
    few = more or ["--quick"]  # CPython tries many examples; here a few show whether anything differs
    return [
        Check(
            "unit tests inside Pyodide",
            in_node.command(node, "tests/unit", *few),
            alone=False,
        ),
        unit_tests(python, *more)[-1],
    ]


def page_checks(python: Path, long: bool) -> list[Check]:
    """The checks that need the machine to themselves."""
    more = ["--all"] if long else []
    ended = () if long else ("--timeout", str(HUNG), "--timeout-method", "thread")
    return [
        Check("browser tests", pytest(python, "tests/e2e", *WORKERS, *RETRY, *ended, *more)),
        *([Check("Firefox and WebKit", pytest(python, "tests/engines", *more))] if long else []),
        *([Check("soak", pytest(python, "tests/soak", *more))] if long else []),
        *([Check("the same bytes in another folder", [python, "-m", "tools.dev.twice"])] if long else []),
    ]


def pytest(python: Path, *arguments: str) -> list[str | Path]:
    return [python, "-m", "pytest", *arguments]


class Lane:
    """A queue of checks, run one at a time in the background."""

    def __init__(self, python: Ready, checks: Sequence[Check]) -> None:
        """Makes the environment first."""
        self._waiting = deque((check, "") for check in checks)
        self._results: list[Result] = []
        self._pool = ThreadPoolExecutor(1)
        self._python = self._pool.submit(python)
        self._work = self._pool.submit(self._go_on)

    def python(self) -> Path:
        """Waits for the environment and returns its Python; raises the error that prevented it."""
        return self._python.result()

    def share(self, checks: Sequence[Check], chromium: str) -> list[Result]:
        """Helps run these checks and all queued ones → the results of all of them."""
        self._waiting.extendleft((check, chromium) for check in reversed(checks))
        self._go_on()
        self._work.result()
        return self._results

    def give_up(self) -> None:
        """Drops the checks that have not started."""
        self._waiting.clear()
        self._pool.shutdown(cancel_futures=True)

    def _go_on(self) -> None:
        self.python()
        while self._waiting:
            with suppress(IndexError):  # the other thread took the last one
                self._results.append(run_check(*self._waiting.popleft()))


@contextmanager
def in_background(python: Ready, checks: Sequence[Check]) -> Iterator[Lane]:
    """Makes the environment and then runs checks, one by one, in the background of a `with` block.

    If the block or the environment fails, checks that have not started are dropped.
    """
    lane = Lane(python, checks)
    try:
        yield lane
    finally:
        lane.give_up()


def run_all(checks: Sequence[Check], chromium: str) -> list[Result]:
    """Runs every check, even if others fail."""
    results: list[Result] = []
    for alone, some in groupby(checks, key=lambda check: check.alone):
        with ThreadPoolExecutor(1 if alone else LANES) as pool:
            results += pool.map(lambda check: run_check(check, chromium), list(some))
    return results


def report(results: Sequence[Result]) -> bool:
    """Prints the results; returns whether all passed."""
    failed = [result.name for result in results if result.status]
    if len(results) > 1:
        line("\n" + "\n".join(map(str, results)))
        line(f"failed: {', '.join(failed)}" if failed else f"all {len(results)} steps passed")
    return not failed


def run_check(check: Check, chromium: str) -> Result:
    """Runs one check; its output goes to the terminal live, or at the end if others run at the same time."""
    line(f"\n== {check.name}")
    began = time.perf_counter()
    held = None if check.alone else subprocess.PIPE
    done = subprocess.run(
        check.command,
        cwd=ROOT,
        env={**os.environ, VARIABLE: chromium},
        stdout=held,
        stderr=held and subprocess.STDOUT,
        check=False,
    )
    result = Result(check.name, done.returncode, time.perf_counter() - began)
    said = done.stdout.decode("utf-8", "replace").rstrip() + "\n" if held else ""
    line(f"{said}== {result}")
    return result
