"""How long the page takes to start, compared with bare Pyodide in the same run: `python3 build.py bench`.

prelit measures. Other builds (`--builds dist OTHER`) are visited in the same runs. Writes build/bench.json and
bench.svg.
"""

from __future__ import annotations

import argparse
import json
import shutil
from contextlib import ExitStack
from typing import Any

from prelit import bare, bench, pictures, visits
from prelit.visits import NETWORKS, Subject
from tools.measure.harness.browsing import SETTLED, TIME_OF_READY, add_builds, launch, served
from tools.setup.paths import BUILD, MODULES
from tools.setup.progress import line
from tools.setup.runtime import PYODIDE, python_packages

PAGES = BUILD / "bench"
KESU = "Kesu"
BASE = "bare Pyodide + numpy"
GOALS = {("localhost", "first"): 0.25, ("10 Mbit/s, 40 ms", "first"): 0.40, ("localhost", "later"): 0.20}
"""Goals for Kesu's time relative to the base."""

BARE = """<!doctype html><title>bare</title><script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const packages = location.search ? ["numpy"] : [];
const pyodide = await loadPyodide({ packages });
pyodide.runPython(packages.length ? "import numpy; numpy.arange(3).sum()" : "1 + 1");
window.done = performance.now();
</script>"""

PYSCRIPT = """<!doctype html><title>PyScript</title>
<script type="module" src="./core.js"></script>
<script type="py" config='{"interpreter": "./pyodide/pyodide.mjs", "packages": ["numpy"],
"packages_cache": "passthrough", "index_urls": []}'>
import js, numpy
numpy.arange(3).sum()
js.window.done = js.performance.now()
</script>"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=5, help="how often every page is visited (%(default)s)")
    parser.add_argument("--network", choices=list(NETWORKS), action="append", help="only this network")
    add_builds(parser)


def main(given: argparse.Namespace) -> int:
    """Measures, prints, and writes the two files."""
    bench.warn_if_busy()
    pages()
    with bench.served(PAGES) as compared, ExitStack() as stack:
        subjects = [
            Subject("bare Pyodide", f"{compared}bare/index.html", ""),
            Subject(BASE, f"{compared}bare/index.html?numpy", ""),
            Subject("PyScript + numpy", f"{compared}pyscript/index.html", ""),
        ]
        for number, build in enumerate(given.builds):
            address = stack.enter_context(served(build)) + "?game=push-clear&seed=7"
            subjects.append(Subject(f"{KESU} in {build}" if number else KESU, address, TIME_OF_READY, SETTLED))
        networks = given.network or list(NETWORKS)
        records = visits.measured(subjects, networks, given.runs, launch, lambda said: line(f"bench     {said}"))
        result = bench.summary(records, BASE)
    (BUILD / "bench.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (BUILD / "bench.svg").write_text(pictures.bars(result, KESU), encoding="utf-8")
    print_tables(result)
    return 0


def pages() -> None:
    """Writes the pages to compare with: Pyodide and PyScript as packaged."""
    sources = BUILD / "bench-sources"
    wheels = python_packages()
    for name, page in {"bare": BARE, "pyscript": PYSCRIPT}.items():
        (sources / name).mkdir(parents=True, exist_ok=True)
        (sources / name / "index.html").write_text(page, encoding="utf-8")
        bare.assemble(sources / name, PYODIDE, wheels, PAGES / name)
    for path in (MODULES / "@pyscript" / "core" / "dist").glob("*.js"):
        shutil.copyfile(path, PAGES / "pyscript" / path.name)


def print_tables(result: dict[str, Any]) -> None:
    """Prints the ratios, whether the goals are met, and what happens when during Kesu's start."""
    line(bench.table(result))
    for row in result["rows"]:
        if row["page"] == KESU and (goal := GOALS.get((row["network"], row["visit"]))):
            met = "met" if row["ratio"] <= goal else "missed"
            line(f"{row['visit']} visit, {row['network']}: the goal is {goal:.2f}, {met}")
    line("\nKesu's start, milliseconds after the address was entered")
    for visit in result["visits"]:
        if visit["subject"].startswith(KESU):
            steps = {name.removeprefix("kesu:"): at for name, at in visit["marks"].items() if name.startswith("kesu:")}
            steps = dict(sorted({**steps, "paint": visit["paint"] or 0}.items(), key=lambda step: step[1]))
            where = f"{visit['subject']}, {visit['network']}, {visit['visit']}"
            line(f"  {where:<28} " + "  ".join(f"{name} {at:.0f}" for name, at in steps.items()))
    line(f"\nwritten: {BUILD / 'bench.json'}, {BUILD / 'bench.svg'}")
