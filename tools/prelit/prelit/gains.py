"""Measures what each trick saves: builds an application without one at a time, and visits all the builds in turn."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from prelit import bench, building, visits
from prelit.app import TRICKS
from prelit.errors import PrelitError
from prelit.visits import PageVisit, Subject

COMPLETE = "nothing"
"""The complete build, with all tricks."""
SLOW, NEAR = "10 Mbit/s, 40 ms", "localhost"
LAST = {SLOW: "first", NEAR: "later"}
"""The last visit over each network."""
COUNTED = ((SLOW, "first"), (NEAR, "first"), (NEAR, "later"))
EACH = (*(name for name in TRICKS if name not in ("progress", "early")), ",".join(TRICKS))
"""The tricks switched off in each build, unless others are asked for: each that may save time, and all together."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit gains`."""
    building.arguments(parser)
    add = parser.add_argument
    add("--each", nargs="*", default=EACH, metavar="TRICKS", help="what to switch off, one build for each of these")
    add("--ready", default="#status[hidden]", metavar="SELECTOR", help="what matches once it is ready (%(default)s)")
    add("--runs", type=int, default=3, help="how often every build is visited (%(default)s)")
    add("--browser", default=os.environ.get("PRELIT_CHROMIUM", ""), metavar="PATH",
        help="a Chromium; otherwise Playwright's own")  # fmt: skip
    add("--record", type=Path, default=Path("gains.json"), help="where all visits go (%(default)s)")


def main(choice: argparse.Namespace) -> int:
    """Builds into folders of --out, measures, and prints a table."""
    if choice.runs < 1:
        raise PrelitError("nothing would be measured: ask for at least one run")
    builds, ready = ["", *choice.each], visits.when_shown(choice.ready)
    with ExitStack() as stack:
        subjects = []
        for without in builds:
            place = choice.out / (re.sub(r"\W+", "-", without) or "all")
            building.main(argparse.Namespace(**{**vars(choice), "out": place, "without": without}))
            subjects.append(Subject(label(without), stack.enter_context(bench.served(place)), ready))
        bench.warn_if_busy()
        found = list(visited(subjects, choice.runs, choice.browser))
    choice.record.write_text(json.dumps([visit._asdict() for visit in found]) + "\n", encoding="utf-8")
    print("\n".join(table(found, choice.runs)))
    return 0


def label(without: str) -> str:
    """Returns the name of a build."""
    return "everything" if without == ",".join(TRICKS) else without or COMPLETE


def visited(subjects: Sequence[Subject], runs: int, browser: str) -> Iterator[PageVisit]:
    """Visits every build in every run, each time another one first."""
    for run in range(runs):
        first = run * len(subjects) // runs
        for network, last in LAST.items():
            turn = [*subjects[first:], *subjects[:first]]
            yield from visits.measured(turn, [network], 1, visits.launcher(browser), lambda _said: None, last)
        print(f"run {run + 1} of {runs}", flush=True)


def table(found: Iterable[PageVisit], runs: int) -> Iterator[str]:
    """Yields the lines of a table in Markdown: what each build takes, as a share of the complete one."""
    grouped: dict[str, dict[tuple[str, str], list[PageVisit]]] = {}
    for visit in found:
        grouped.setdefault(visit.subject, {}).setdefault((visit.network, visit.visit), []).append(visit)
    usual = grouped[COMPLETE]
    yield f"What a visit takes without a trick, as a share of the complete build (median of {runs} runs, 95 % interval)"
    yield ""
    rows = []
    for name, own in grouped.items():
        sizes = [[bytes_of(visit) for visit in which[SLOW, "first"]] for which in (own, usual)]
        cells = [f"{median(sizes[0]) / 1000:,.0f}"]
        cells += [shared([visit.cpu for visit in own[key]], [visit.cpu for visit in usual[key]]) for key in COUNTED]
        cells += [shared([visit.done for visit in own[key]], [visit.done for visit in usual[key]]) for key in COUNTED]
        rows.append((name, *cells))
    heads = [
        f"{what}: {visit}, {network.partition(',')[0]}" for what in ("processor", "time") for network, visit in COUNTED
    ]
    yield from bench.markdown(("without", "kB, first visit", *heads), rows)


def bytes_of(visit: PageVisit) -> float:
    """Returns the bytes that had arrived when the page was ready, compressed."""
    return float(sum(size for _address, _start, end, _sent, size in visit.requests if end <= visit.done))


def shared(ours: Sequence[float], usual: Sequence[float]) -> str:
    """Returns the ratio of two medians, and its interval."""
    low, high = bench.interval(ours, usual)
    return f"{median(ours) / median(usual):.2f} ({low:.2f} to {high:.2f})"
