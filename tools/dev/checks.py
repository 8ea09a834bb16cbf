"""Everything that `build.py test` runs: each check is a process of its own, two at a time, with its result at the end.

They are processes, not pytest-xdist's workers, which would all collect every test and so take half again the processor
time.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from prelit.node import NodeJs
from tools.setup import runtime
from tools.setup.paths import MODULES, ROOT
from tools.setup.progress import line
from tools.start import in_node

AT_ONCE = 2
"""How many checks run at the same time: one for each of two cores."""

PARTS = 4
"""The unit tests in CPython that need no build are split into this many checks."""

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


class CheckResult(NamedTuple):
    """The result of a check."""

    name: str
    status: int
    seconds: float

    def __str__(self) -> str:
        return f"{'ok    ' if self.status == 0 else 'FAILED'} {self.name} ({self.seconds:.1f} s)"


def quick_checks() -> list[Check]:
    """Returns lint, types and the quick unit tests in CPython: what to run after every change."""
    return [*style(), *scripts(), *unit_tests("--quick"), tool_tests("--quick"), prelit_tests("--quick")]


def source_checks(*more: str) -> list[Check]:
    """Returns the checks that need no build."""
    return [*style(), *unit_tests(*more)]


def build_checks(node: NodeJs, *more: str) -> list[Check]:
    """Returns the checks of the build, and of what npm installed, that can share the machine."""
    few = more or ("--quick",)  # CPython tries many examples; here a few show whether anything differs
    inside = Check("unit tests inside Pyodide", in_node.command(node, "tests/unit", *few))
    return [*scripts(), inside, tool_tests(*more), prelit_tests(*more)]


def page_checks(long: bool) -> list[Check]:
    """Returns the checks that need the machine to themselves."""
    if not long:
        ended = ("--timeout", str(HUNG), "--timeout-method", "thread")
        return [pytest("browser tests", "tests/e2e", *WORKERS, *RETRY, *ended)]
    return [
        pytest("browser tests", "tests/e2e", *WORKERS, *RETRY, "--all"),
        pytest("Firefox and WebKit", "tests/engines", "--all"),
        module("the same bytes in another folder", "tools.dev.reproducibility"),
    ]


def style() -> list[Check]:
    """Returns lint, format and types of Python."""
    return [
        module("ruff", "ruff", "check", "."),
        module("format", "ruff", "format", "--check", "."),
        module("mypy", "mypy"),
    ]


def scripts() -> list[Check]:
    """Returns lint and types of the scripts."""
    return [
        script("lint of scripts", "oxlint/bin/oxlint"),
        script("types of scripts", "typescript/bin/tsc", "--project", "tools/typing"),
    ]


def unit_tests(*more: str) -> list[Check]:
    """Returns the unit tests in CPython that need no build, in parts of about the same size."""
    files = sorted((ROOT / "tests" / "unit").glob("test_*.py"), key=lambda path: path.stat().st_size)
    names = [path.relative_to(ROOT).as_posix() for path in files if not path.name.startswith(OF_THE_BUILD)]
    return [pytest(f"unit tests, part {part + 1}", *names[part::PARTS], "-q", *more) for part in range(PARTS)]


def need_no_build(arguments: Sequence[str]) -> bool:
    """Returns whether pytest's arguments name unit tests alone, and none of dist/: then it needs neither dist/ nor a
    browser.
    """
    unit = ROOT / "tests" / "unit"
    named = [argument.partition("::")[0] for argument in arguments if not argument.startswith("-")]
    paths = [path for path in map(ROOT.joinpath, named) if path.exists()]
    return bool(paths) and all(
        path.is_relative_to(unit) and not path.name.startswith(OF_THE_BUILD) for path in map(Path.resolve, paths)
    )


def tool_tests(*more: str) -> Check:
    """Returns the unit tests of the tools and of dist/."""
    files = sorted((ROOT / "tests" / "unit").glob(f"{OF_THE_BUILD}*.py"))
    names = [path.relative_to(ROOT).as_posix() for path in files]
    return pytest("unit tests of the tools", *names, "-q", *more)


def prelit_tests(*more: str) -> Check:
    """Returns prelit's tests. They have their own configuration, build sites, and mostly wait for browsers, so two
    processes share them: by file, as tests of a file share a site, or one by one if there are hundreds."""
    if "--quick" in more:
        chosen = ["-m", "not built and not all"]
    else:
        chosen = ["-n", "2", "--dist", *(["worksteal", "-m", ""] if "--all" in more else ["loadfile"])]
    return pytest("prelit's tests", "tools/prelit/tests", "-q", *chosen)


def pytest(name: str, *arguments: str) -> Check:
    """Returns a check that runs pytest."""
    return module(name, "pytest", *arguments)


def script(name: str, file: str, *arguments: str) -> Check:
    """Returns a check that runs a program of an npm package."""
    return Check(name, [runtime.present_node().node, MODULES / file, *arguments])


def module(name: str, *arguments: str) -> Check:
    """Returns a check that runs a Python module."""
    return Check(name, [sys.executable, "-m", *arguments])


@contextmanager
def pool() -> Iterator[ThreadPoolExecutor]:
    """Runs checks in the background of a `with` block; if it fails, those that have not started are dropped."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        try:
            yield threads
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            raise


def begin(threads: ThreadPoolExecutor, checks: Iterable[Check]) -> list[Future[CheckResult]]:
    """Queues checks; the output of each is printed when it ends."""
    return [threads.submit(run, check, False) for check in checks]


def report(results: Sequence[CheckResult]) -> bool:
    """Prints the results; returns whether all passed."""
    failed = [result.name for result in results if result.status]
    if len(results) > 1:
        line("\n" + "\n".join(map(str, results)))
        line(f"failed: {', '.join(failed)}" if failed else f"all {len(results)} steps passed")
    return not failed


def run(check: Check, live: bool = True) -> CheckResult:
    """Runs one check; its output goes to the terminal as it comes, or all at the end."""
    line(f"\n== {check.name}")
    began = time.perf_counter()
    held = None if live else subprocess.PIPE
    done = subprocess.run(check.command, cwd=ROOT, stdout=held, stderr=held and subprocess.STDOUT, check=False)
    result = CheckResult(check.name, done.returncode, time.perf_counter() - began)
    said = done.stdout.decode("utf-8", "replace").rstrip() + "\n" if done.stdout else ""
    line(f"{said}== {result}")
    return result
