"""A pytest plugin that collects the tests once and tries each change in a fork of that process.

A new pytest process for each change took ten seconds: startup, long tests before quick ones, Hypothesis shrinking its
examples, and pytest reading a module of a thousand changed functions to show a failure. Here the quickest test goes
first, the first failure ends a trial, and failures are not shown.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from itertools import accumulate
from math import inf
from pathlib import Path

import hypothesis
import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

CAUGHT, SURVIVED, NO_TESTS, TOO_LONG = 1, 0, 33, 36  # mutmut's exit codes
TRANSCRIPTS = "test_transcripts"
KNOWN = Path("watched.json")
MEMORY = 4 << 30  # bytes that a trial may allocate
Timed = tuple[pytest.Item, float]
Watched = dict[str, tuple[float, list[str]]]


def pytest_sessionstart() -> None:
    """Runs after tests/conftest.py and before the tests are collected."""
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    usual = hypothesis.settings()
    hypothesis.settings.register_profile(
        "trials", usual, phases=phases, derandomize=True, database=None, max_examples=50, report_multiple_bugs=False
    )
    hypothesis.settings.load_profile("trials")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Tries the changes that the file KESU_TRIALS names, one per line; prints `name code` for each.

    KESU_WITHIN is a range of seconds such as 0-0.6, see `quickest`.
    """
    after, within = (float(seconds) for seconds in os.environ["KESU_WITHIN"].split("-"))
    at_import = set(state()._stats)
    tests = watched(session.items)
    for name in Path(os.environ["KESU_TRIALS"]).read_text(encoding="utf-8").split():
        function = name.partition("__mutmut_")[0]
        calling = [item for item in session.items if function in tests[item.nodeid][1]]
        chosen = quickest([(item, tests[item.nodeid][0]) for item in calling], after, within)
        code = tried(name, chosen) if chosen else NO_TESTS
        if code in (SURVIVED, NO_TESTS) and function in at_import and within == inf:
            own = Path(f"tests/unit/test_{function.rpartition('.')[0].rpartition('.')[2]}.py")
            code = tried_from_the_import(name, [str(own)] if own.exists() else session.config.args)
        print(name, code, flush=True)
    return True


def quickest(timed: list[Timed], after: float, within: float) -> list[Timed]:
    """Returns the quickest tests, all that fit into the time; at least one, if any.

    Tests that fit into `after` seconds have been tried before: they are left out, and the transcripts go first.
    """
    timed = sorted(timed, key=lambda pair: pair[1])
    timed = timed[fitting(timed, after) :]
    if after:
        timed = sorted(timed, key=lambda pair: TRANSCRIPTS not in pair[0].nodeid)
    return timed[: max(1, fitting(timed, within))]


def fitting(timed: list[Timed], most: float) -> int:
    """Returns how many tests, from the first on, fit into the time."""
    return sum(end <= most for end in accumulate(seconds for _item, seconds in timed))


def watched(items: list[pytest.Item]) -> Watched:
    """Returns the processor time (s) of each test, and the functions it calls; cached for tests in unchanged files."""
    changed = [path for path in sorted(Path("game").rglob("*.py")) if Path(f"{path}.meta").exists()]
    game = b"".join(path.read_bytes() for path in changed)
    marks = {path: hashlib.sha256(path.read_bytes() + game).hexdigest() for path in {item.path for item in items}}
    known: dict[str, Watched] = json.loads(KNOWN.read_text("utf-8")) if KNOWN.exists() else {}
    for path in sorted(marks):
        if marks[path] not in known:
            known[marks[path]] = watch([item for item in items if item.path == path])
            KNOWN.write_text(json.dumps(known), "utf-8")
    return {name: result for mark in marks.values() for name, result in known[mark].items()}


def watch(items: list[pytest.Item]) -> Watched:
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        quiet()
        found: Watched = {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            state()._stats.clear()
            began = time.process_time()
            reports = runtestprotocol(item, nextitem=following, log=False)
            if any(report.failed for report in reports):
                os._exit(1)
            found[item.nodeid] = time.process_time() - began, sorted(state()._stats)
        with os.fdopen(theirs, "w") as stream:
            json.dump(found, stream)
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as stream:
        answer = stream.read()
    if os.waitpid(child, 0)[1]:
        raise pytest.UsageError("the tests do not pass without a change either")
    return dict(json.loads(answer))


def tried(name: str, tests: list[Timed]) -> int:
    child = os.fork()
    if child == 0:
        quiet()
        set_mutant_under_test(name)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        followings = [*(item for item, _seconds in tests[1:]), None]
        for (item, seconds), following in zip(tests, followings, strict=True):
            signal.setitimer(signal.ITIMER_PROF, 1 + 10 * seconds)  # ends the process
            if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                os._exit(CAUGHT)
        os._exit(SURVIVED)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return TOO_LONG if ended == -signal.SIGPROF else ended


def tried_from_the_import(name: str, arguments: list[str]) -> int:
    """Tries a change to a function that computes a table on import: runs the module's tests in a new process."""
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *arguments]
    nothing = subprocess.DEVNULL
    environment = os.environ | {"MUTANT_UNDER_TEST": name}
    return min(subprocess.run(command, env=environment, stdout=nothing, stderr=nothing, check=False).returncode, CAUGHT)


def quiet() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
