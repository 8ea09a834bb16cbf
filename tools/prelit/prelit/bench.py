"""Measures how long a built site takes to be ready, compared with bare Pyodide in the same run."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from prelit import bare, node, pictures, toolchain, visits, wheels
from prelit.errors import PrelitError
from prelit.project import project_of
from prelit.release import Release
from prelit.server import COMPRESSED, compressed, server
from prelit.visits import NETWORKS, VISITS, PageVisit, Subject

BASE = "bare Pyodide"
RESAMPLES = 2000
QUIET = 0.5
"""Load per processor above which a machine is called busy."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `prelit bench`."""
    parser.add_argument("site", type=Path, help="the built site")
    parser.add_argument(
        "--source", type=Path, required=True, help="the folder with the page as it was before the build"
    )
    parser.add_argument(
        "--packages", default="", metavar="NAMES", help="the packages that it loads, such as numpy,pandas"
    )
    parser.add_argument("--ready", default="#status[hidden]", metavar="SELECTOR",
                        help="what matches once the page is ready, a CSS selector (%(default)s)")  # fmt: skip
    parser.add_argument("--pyodide", default=toolchain.PYODIDE, metavar="VERSION", help="the version (%(default)s)")
    parser.add_argument("--modules", type=Path, help="a node_modules folder with pyodide in it, instead of npm's")
    parser.add_argument("--wheels", type=Path, metavar="FOLDER", help="where the wheels of packages are")
    parser.add_argument("--mirror", default=os.environ.get("PRELIT_MIRROR", ""), metavar="REQUIREMENT",
                        help="a PyPI package that contains them, such as open-webui==0.12.4")  # fmt: skip
    parser.add_argument("--runs", type=int, default=5, help="how often every page is visited (%(default)s)")
    parser.add_argument("--network", choices=list(NETWORKS), action="append", help="only this network")
    parser.add_argument("--browser", default=os.environ.get("PRELIT_CHROMIUM", ""), metavar="PATH",
                        help="a Chromium; otherwise Playwright's own")  # fmt: skip
    parser.add_argument("--record", type=Path, default=Path("bench.json"), help="where the result goes (%(default)s)")


def main(choice: argparse.Namespace) -> int:
    """Measures, prints a table, and writes the record and two pictures next to it."""
    warn_if_busy()
    script = project_of(choice.source, None, choice.site).script
    modules = choice.modules or toolchain.modules(node.found(), wheels.cache(), choice.pyodide, print, bool(script))
    release = Release.at(modules / "pyodide")
    mirror = wheels.Mirror(choice.mirror) if choice.mirror else None
    needed = wheels.with_dependencies(release, re.findall(r"[^\s,]+", choice.packages))
    found = wheels.wheels(release, needed, wheels.WheelSources(wheels.cache(), choice.wheels, mirror))
    with tempfile.TemporaryDirectory() as scratch:
        without = bare.assemble(choice.source, release.folder, found, Path(scratch) / "bare")
        with served(without) as base, served(choice.site) as site:
            ready = visits.when_shown(choice.ready)
            subjects = [Subject(BASE, base, ready), Subject("prelit", site, ready)]
            networks = choice.network or list(NETWORKS)
            records = list(visits.measured(subjects, networks, choice.runs, visits.launcher(choice.browser)))
    result = summary(records, BASE)
    print(table(result))
    choice.record.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    for network in networks:
        path = choice.record.with_name(
            f"{choice.record.stem}-{network.partition(',')[0].replace(' ', '-').replace('/', '')}.svg"
        )
        path.write_text(pictures.waterfall(result, network), encoding="utf-8")
    print(f"\nwritten: {choice.record} and the waterfalls next to it")
    return 0


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder in a thread, with every file compressed beforehand; yields its address."""
    running = server(folder)
    for path in folder.rglob("*"):
        if path.suffix in COMPRESSED and path.is_file():
            compressed(path, path.stat().st_mtime_ns)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_port}/"
    finally:
        running.shutdown()
        running.server_close()


def warn_if_busy() -> None:
    """Warns if other programs use the machine."""
    load = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 0.0
    if load > QUIET:
        print(f"the machine is busy (load {load:.1f} per processor): trust ratios, not times", file=sys.stderr)


def summary(records: Iterable[PageVisit], base: str) -> dict[str, Any]:
    """Returns medians in milliseconds, and ratios to the page called `base` with their 95 % intervals; and for each
    page, network and visit, the visit with the median time as it was.
    """
    grouped: dict[tuple[str, str], dict[str, list[PageVisit]]] = {}
    for record in records:
        grouped.setdefault((record.network, record.visit), {}).setdefault(record.subject, []).append(record)
    if not grouped or base not in next(iter(grouped.values())):
        raise PrelitError("nothing was measured: ask for at least one run")
    rows: list[dict[str, Any]] = []
    typical = []
    order = {visit: number for number, visit in enumerate(VISITS)}
    for (network, visit), by_name in sorted(
        grouped.items(), key=lambda item: (item[0][0] != "localhost", order[item[0][1]])
    ):
        theirs = [record.done for record in by_name[base]]
        for name, records in by_name.items():
            times = [record.done for record in records]
            low, high = interval(times, theirs)
            row = {"network": network, "visit": visit, "page": name, "ms": round(median(times))}
            shares = {"ratio": median(times) / median(theirs), "low": low, "high": high}
            rows.append({**row, **{key: round(value, 3) for key, value in shares.items()}, "all": [*map(round, times)]})
            typical.append(sorted(records, key=lambda record: record.done)[(len(records) - 1) // 2]._asdict())
    return {"base": base, "runs": max(len(row["all"]) for row in rows), "rows": rows, "visits": typical}


def interval(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """Returns the 95 % interval of the ratio of two medians of values from the same runs, by percentile bootstrap."""
    chance, runs = random.Random(0), range(min(len(ours), len(theirs)))
    found = []
    for _ in range(RESAMPLES):
        drawn = chance.choices(runs, k=len(runs))
        found.append(median(ours[run] for run in drawn) / median(theirs[run] for run in drawn))
    found.sort()
    return found[round(0.025 * RESAMPLES)], found[round(0.975 * RESAMPLES) - 1]


def table(result: Mapping[str, Any]) -> str:
    """Returns the result as a table in Markdown."""
    head = ("visit", "page", "seconds", "ratio", "95 % interval")
    rows = [
        (f"{row['visit']}, {row['network']}", row["page"], f"{row['ms'] / 1000:.2f}", f"{row['ratio']:.2f}",
         f"{row['low']:.2f} to {row['high']:.2f}")
        for row in result["rows"]
    ]  # fmt: skip
    title = f"Time until the page is ready, and as a share of {result['base']} (median of {result['runs']} runs)\n"
    return "\n".join([title, *markdown(head, rows)])


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yields the lines of a table; columns after the second are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for number, row in enumerate([head, *rows]):
        cells = [cell.ljust(width) if column < 2 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        yield f"| {' | '.join(cells)} |"
        if not number:
            yield (
                "|"
                + "|".join("-" * (width + 2 - (column > 1)) + ":" * (column > 1) for column, width in enumerate(widths))
                + "|"
            )
