"""How long later visits of two builds take, and how much processor time: `--builds dist OTHER`, visited in turn.

Each build has its own browser. Printed: the time to the first board that answers a key, the processor time of the whole
browser until then, and how much more the first build takes than each other one.
"""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, sync_playwright

from tools.measure.harness.browsing import PATIENCE, SETTLED, TIME_OF_READY, add_builds, served
from tools.measure.harness.results import show
from tools.measure.harness.statistics import Estimate, median
from tools.setup.browser import launch_options, wait_for

QUERY = "?game=push-clear&seed=7"
WARM_UP = 2
"""Visits that fill the caches and are not counted."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--visits", type=int, default=30, help="to each build (%(default)s)")
    add_builds(parser)


def main(given: argparse.Namespace) -> int:
    """Measures and prints."""
    builds: list[Path] = given.builds
    taken: list[list[tuple[float, float]]] = [[] for _build in builds]
    with sync_playwright() as playwright, ExitStack() as after:
        addresses = [after.enter_context(served(build)) + QUERY for build in builds]
        profiles = [after.enter_context(TemporaryDirectory(prefix="kesu-visits-")) for _build in builds]
        contexts = [playwright.chromium.launch_persistent_context(each, **launch_options()) for each in profiles]
        for number in range(given.visits + WARM_UP):
            for which in list(range(len(builds)))[:: 1 if number % 2 else -1]:
                taken[which].append(visit(contexts[which], addresses[which], profiles[which]))
        for context in contexts:
            context.close()
    rows = []
    for build, visits in zip(builds, taken, strict=True):
        cells: list[object] = [build]
        for measure in (0, 1):
            own, base = ([each[measure] for each in some[WARM_UP:]] for some in (visits, taken[0]))
            more = median([100 * (one / other - 1) for one, other in zip(own, base, strict=True)])
            cells += [Estimate(*map(round, median(own))), "" if visits is taken[0] else f"{more} %"]
        rows.append(cells)
    show(("build", "milliseconds", "more than the first", "processor, milliseconds", "more than the first"), rows)
    return 0


def visit(context: BrowserContext, address: str, profile: str) -> tuple[float, float]:
    """Visits the page; returns milliseconds until the first board, and of processor time until then."""
    page = context.new_page()
    page.add_init_script(TIME_OF_READY)
    before = processor_time(profile)
    page.goto(address)
    taken = float(wait_for(page, "window.done", timeout=PATIENCE))
    used = processor_time(profile) - before
    wait_for(page, SETTLED, timeout=PATIENCE)
    page.close()
    return taken, used


def processor_time(profile: str) -> float:
    """Returns milliseconds of processor time of all processes of the browser with this profile."""
    parents, used, ours = {}, {}, set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            stat = (place / "stat").read_text().rpartition(")")[2].split()
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue  # the process has ended
        number = int(place.name)
        parents[number], used[number] = int(stat[1]), int(stat[11]) + int(stat[12])
        if profile.encode() in command:
            ours.add(number)
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used[number] for number in ours) * 1000 / os.sysconf("SC_CLK_TCK")
