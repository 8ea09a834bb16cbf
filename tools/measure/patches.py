"""What each patch of prelit saves of a start: of its example `simulation`, and of Kesu.

Builds both pages with all patches, without each of them, and without any, and visits all builds in turn. The main
thread's processor time until a page is ready depends much less on other programs than the time that passes does; both
are printed, with their 95 % intervals, and the size of what a first visit loads. A first visit is one over a slow line,
because one from localhost starts from the snapshot, as a second visit does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median

from game.serving.server import Server
from prelit import bench, visits
from prelit.__main__ import main as prelit
from prelit.engine import parts
from prelit.patches import PATCHES
from prelit.visits import PageVisit, Subject
from tools.build import fonts, icons, page_parts, site
from tools.build.bundle import bundle
from tools.measure.harness.browsing import SETTLED, TIME_OF_READY, launch
from tools.measure.harness.results import show
from tools.setup import runtime
from tools.setup.paths import BUILD, MODULES, ROOT, cache
from tools.setup.progress import ProgressLine, line
from tools.setup.runtime import MIRROR
from tools.start import app

FOLDER = BUILD / "patches"
EXAMPLE = ROOT / "tools" / "prelit" / "examples" / "simulation"
ALL = "all"
NETWORKS = {"10 Mbit/s, 40 ms": "first", "localhost": "second"}
"""The networks, and the last visit over each."""
COUNTED = (("10 Mbit/s, 40 ms", "first"), ("localhost", "second"))


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=5, help="how often every page is visited (%(default)s)")
    usual = [*(f"patch:{name}" for name in PATCHES), "patches"]
    text = "the builds to compare with the usual one, each as `prelit build --without` takes it"
    parser.add_argument("--without", nargs="*", default=usual, metavar="NAMES", help=text)


def main(given: argparse.Namespace) -> int:
    """Builds, measures, and prints a table for each page."""
    builds = ["", *given.without]
    sites = {name: {without: make(without) for without in builds} for name, make in MAKERS.items()}
    with ExitStack() as stack:
        subjects = []
        for without in builds:
            address = stack.enter_context(bench.served(sites["simulation"][without]))
            subjects.append(Subject(f"simulation {without or ALL}", address, visits.when_shown("#status[hidden]")))
            place = sites["Kesu"][without]
            server = stack.enter_context(Server(place, "/kesu/", gzip_folder=place.with_name("gzip")))
            address = server.url + "?game=push-clear&seed=7"
            subjects.append(Subject(f"Kesu {without or ALL}", address, TIME_OF_READY, SETTLED))
        found = list(visited(subjects, given.runs))
    record = BUILD / "patches.json"
    record.write_text(json.dumps([visit._asdict() for visit in found]) + "\n", encoding="utf-8")
    for name in MAKERS:
        print_table(name, [visit for visit in found if visit.subject.startswith(f"{name} ")], builds)
    return 0


def simulation(without: str) -> Path:
    """Builds the example, and returns its folder."""
    place = FOLDER / f"simulation-{without or ALL}".replace(":", "-").replace(",", "+")
    mirror = ["--mirror", MIRROR.requirement, "--wheels", str(cache())]
    options = ["--packages", "numpy", "--modules", str(MODULES), *mirror, "--out", str(place), "--without", without]
    assert prelit(["build", str(EXAMPLE), *options]) == 0
    return place


def kesu(without: str) -> Path:
    """Builds Kesu, and returns its folder."""
    place = FOLDER / f"kesu-{without or ALL}".replace(":", "-").replace(",", "+")
    node, wheels = runtime.present_node(), runtime.python_packages()
    its = replace(app.app(wheels), without=frozenset(filter(None, without.split(","))))
    python = parts(its, replace(app.tools(node, ProgressLine("patches")), work=place / "python"))
    pictures, faces = icons.pictures(), fonts.faces()
    sources = site.Sources(python, ROOT, MODULES, wheels, page_parts.pages(node), pictures, faces, bundle(node))
    site.build(sources, place / "dist", place / "gzip", place / "site.json")
    return place / "dist"


MAKERS = {"simulation": simulation, "Kesu": kesu}


def visited(subjects: Sequence[Subject], runs: int) -> Iterator[PageVisit]:
    """Visits every page in every run, each time another one first."""
    for run in range(runs):
        first = run * len(subjects) // runs
        for network, last in NETWORKS.items():
            turn = [*subjects[first:], *subjects[:first]]
            yield from visits.measured(turn, [network], 1, launch, lambda _said: None, last)
        line(f"patches   run {run + 1} of {runs}")


def print_table(name: str, found: Iterable[PageVisit], builds: Sequence[str]) -> None:
    """Prints what each build costs more than the usual one."""
    grouped: dict[tuple[str, str, str], list[PageVisit]] = {}
    for visit in found:
        grouped.setdefault((visit.subject, visit.network, visit.visit), []).append(visit)
    rows = []
    for without in builds:
        row: list[object] = [without or "nothing"]
        for key in COUNTED:
            its, usual = grouped[(f"{name} {without or ALL}", *key)], grouped[(f"{name} {ALL}", *key)]
            row += [f"{sent(its) / 1000:.0f}"] if key == COUNTED[0] else []
            row += [compared([visit.cpu for visit in its], [visit.cpu for visit in usual])]
            row += [compared([visit.done for visit in its], [visit.done for visit in usual])]
        rows.append(row)
    show((f"{name} without", "kB", "first: processor", "first: time", "second: processor", "second: time"), rows)


def compared(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """The median, and how much larger it is than the usual one, with its 95 % interval."""
    low, high = (100 * share - 100 for share in bench.interval(ours, theirs))
    return f"{median(ours):.0f} ms, {100 * median(ours) / median(theirs) - 100:+.1f} % ({low:+.0f} to {high:+.0f})"


def sent(its: Sequence[PageVisit]) -> float:
    """The bytes that a visit loaded, compressed."""
    return median(sum(request[4] for request in visit.requests) for visit in its)
