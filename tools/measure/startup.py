"""How long the page takes to start, compared with bare Pyodide in the same run: `python3 build.py bench`.

Every run visits every page once, in a new browser, and medians are compared: on a shared machine only ratios mean
anything. Other builds (`--builds dist OTHER`) are visited in the same runs. Writes build/bench.json and bench.svg.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from game.serving.server import Server
from prelit.compiling import begin
from prelit.release import LIBRARY, LOCK, RUNTIME
from tools.build import output
from tools.measure.harness.browsing import DESK, PATIENCE, SETTLED, TIME_OF_READY, add_builds, launch, served
from tools.measure.harness.results import show
from tools.setup.browser import wait_for
from tools.setup.paths import BUILD, MODULES
from tools.setup.progress import line
from tools.setup.runtime import PYODIDE
from tools.start import in_node

PAGES = BUILD / "bench"
KESU = "Kesu"
BASE = "bare Pyodide + numpy"
VISITS = ("first", "second", "later")
"""The later visit is the third: browsers cache compiled code from the second on."""
SPEED = 10_000_000 / 8  # bytes a second
NETWORKS = {
    "localhost": None,
    "10 Mbit/s, 40 ms": {"offline": False, "latency": 40, "downloadThroughput": SPEED, "uploadThroughput": SPEED},
}
GOALS = {("localhost", "first"): 0.25, ("10 Mbit/s, 40 ms", "first"): 0.40, ("localhost", "later"): 0.20}
"""Goals for Kesu's time relative to the base."""

BARE = """<!doctype html><title>bare</title><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const packages = location.search ? ["numpy"] : [];
const pyodide = await loadPyodide({ packages });
pyodide.runPython(packages.length ? "import numpy; numpy.arange(3).sum()" : "1 + 1");
window.done = performance.now();
</script>"""

PYSCRIPT = """<!doctype html><title>PyScript</title>
<script type="module" src="./core.js"></script>
<script type="py" config='{"interpreter": "./pyodide.mjs", "packages": ["numpy"], "packages_cache": "passthrough",
"index_urls": []}'>
import js, numpy
numpy.arange(3).sum()
js.window.done = js.performance.now()
</script>"""

MARKS = """performance.getEntriesByType('mark').filter(mark => mark.name.startsWith('kesu:'))
    .map(mark => [mark.name.slice(5), mark.startTime])"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"

Times = dict[tuple[str, str, str], list[float]]
"""Milliseconds by network, visit and page."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=5, help="how often every page is visited (%(default)s)")
    parser.add_argument("--network", choices=list(NETWORKS), action="append", help="only this network")
    add_builds(parser)


def main(given: argparse.Namespace) -> int:
    """Measures, prints, and writes the two files."""
    networks = given.network or list(NETWORKS)
    pages()
    times: Times = {}
    marks: dict[str, list[dict[str, float]]] = {}
    began = time.perf_counter()
    with (
        sync_playwright() as playwright,
        Server(PAGES, "/bench/", gzip_folder=BUILD / "bench-gzip") as bench,
        ExitStack() as stack,
    ):
        addresses = {
            "bare Pyodide": bench.url + "bare/index.html",
            BASE: bench.url + "bare/index.html?numpy",
            "PyScript + numpy": bench.url + "pyscript/index.html",
        }
        for number, build in enumerate(given.builds):
            name = f"{KESU} in {build}" if number else KESU
            addresses[name] = stack.enter_context(served(build)) + "?game=push-clear&seed=7"
        for number in range(1, given.runs + 1):
            for network in networks:
                for name, address in addresses.items():
                    browser = launch(playwright)  # code compiled for one page must not help the next
                    for visit, taken, its_marks in visits(browser, address, network, name):
                        times.setdefault((network, visit, name), []).append(taken)
                        if its_marks:
                            marks.setdefault(f"{name}, {network}, {visit}", []).append(its_marks)
                    browser.close()
            line(f"bench     run {number} of {given.runs} ({time.perf_counter() - began:.0f} s)")
    result = summary(times, marks, networks, list(addresses), given.runs)
    (BUILD / "bench.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (BUILD / "bench.svg").write_text(picture(result), encoding="utf-8")
    print_tables(result)
    return 0


def pages() -> None:
    """Writes the pages to compare with: Pyodide and PyScript as packaged."""
    in_node.runtime()
    begin(PAGES)
    lock = json.loads((PYODIDE / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = {"numpy": lock["packages"]["numpy"]}
    for name, page in {"bare": BARE, "pyscript": PYSCRIPT}.items():
        folder = PAGES / name
        folder.mkdir()
        for file in (*RUNTIME, LIBRARY):
            shutil.copyfile(PYODIDE / file, folder / file)
        wheel = lock["packages"]["numpy"]["file_name"]
        shutil.copyfile(in_node.FOLDER / wheel, folder / wheel)
        (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")
        (folder / "index.html").write_text(page, encoding="utf-8")
    for path in (MODULES / "@pyscript" / "core" / "dist").glob("*.js"):
        shutil.copyfile(path, PAGES / "pyscript" / path.name)
    files = {path.relative_to(PAGES).as_posix(): path.read_bytes() for path in PAGES.rglob("*") if path.is_file()}
    output.compress(files, BUILD / "bench-gzip", BUILD / "bench-gzip.json")


def visits(browser: Browser, address: str, network: str, name: str) -> Iterator[tuple[str, float, dict[str, float]]]:
    """Visits a page three times in a fresh browser; yields the visit, milliseconds, and Kesu's marks."""
    context = browser.new_context(viewport=DESK)
    for visit in VISITS:
        page = context.new_page()
        page.add_init_script(TIME_OF_READY)
        throttle(page, network)
        page.goto(address)
        wait_for(page, "window.done", timeout=PATIENCE)
        taken = float(page.evaluate("window.done"))
        its_marks: dict[str, float] = {}
        if name.startswith(KESU):
            its_marks = {**dict(page.evaluate(MARKS)), "paint": page.evaluate(PAINT) or 0}
            page.evaluate(SETTLED)
        page.wait_for_timeout(1500)  # browsers write compiled code to disk after a delay
        page.close()
        yield visit, taken, its_marks
    context.close()


def throttle(page: Page, network: str) -> None:
    if limits := NETWORKS[network]:
        cdp = page.context.new_cdp_session(page)
        cdp.send("Network.enable")
        cdp.send("Network.emulateNetworkConditions", limits)


def summary(
    times: Times, marks: dict[str, list[dict[str, float]]], networks: Sequence[str], names: Sequence[str], runs: int
) -> dict[str, Any]:
    """Returns medians in milliseconds, ratios to the base, goals, and a breakdown of Kesu's time."""
    rows = []
    for network in networks:
        for visit in VISITS:
            base = median(times[network, visit, BASE])
            for name in names:
                taken = median(times[network, visit, name])
                goal = GOALS.get((network, visit)) if name == KESU else None
                rows.append(
                    {
                        "network": network, "visit": visit, "page": name, "ms": round(taken),
                        "ratio": round(taken / base, 3), "goal": goal,
                        "all": [round(value) for value in times[network, visit, name]],
                    }
                )  # fmt: skip
    boot = {}
    for where, its_marks in marks.items():
        steps = sorted({step for about in its_marks for step in about})
        medians = {step: round(median([about[step] for about in its_marks if step in about])) for step in steps}
        boot[where] = dict(sorted(medians.items(), key=lambda item: item[1]))
    return {"runs": runs, "base": BASE, "rows": rows, "boot": boot}


def print_tables(result: dict[str, Any]) -> None:
    """Prints the results as tables."""
    rows = []
    for row in result["rows"]:
        met = "" if row["goal"] is None else f"{row['goal']:.2f}: {'met' if row['ratio'] <= row['goal'] else 'missed'}"
        rows.append((f"{row['network']}, {row['visit']} visit", row["page"], f"{row['ms'] / 1000:.2f}",
                     f"{row['ratio']:.2f}", met))  # fmt: skip
    title = f"Seconds to the first board that answers a key, and as a share of {BASE} (median of {result['runs']})"
    show(("visit", "page", "seconds", "ratio", "goal"), rows, title)
    line("\nKesu's start, milliseconds after the address was entered")
    for where, steps in result["boot"].items():
        line(f"  {where:<28} " + "  ".join(f"{name} {value}" for name, value in steps.items()))
    line(f"\nwritten: {BUILD / 'bench.json'}, {BUILD / 'bench.svg'}")


WIDE, HIGH, LEFT = 640, 22, 210


def picture(result: dict[str, Any]) -> str:
    """Draws the first and later visits as bars, for the README."""
    shown = [row for row in result["rows"] if row["visit"] != "second"]
    most = max(row["ratio"] for row in shown)
    parts, y, last = [], 8, None
    for row in shown:
        head = f"{row['visit'].capitalize()} visit, {row['network']}"
        if head != last:
            y += 14 if last else 0
            parts.append(f'<text x="8" y="{y + 14}" font-weight="bold">{head}</text>')
            y, last = y + HIGH, head
        length = (WIDE - LEFT - 110) * row["ratio"] / most
        colour = "#3b6ea8" if row["page"] == KESU else "#9a9ca1"
        parts.append(f'<text x="16" y="{y + 14}">{row["page"]}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y + 3}" width="{length:.1f}" height="{HIGH - 8}" rx="2" fill="{colour}"/>')
        about = f"{row['ratio']:.2f} ({row['ms'] / 1000:.1f} s)"
        parts.append(f'<text x="{LEFT + length + 6:.1f}" y="{y + 14}">{about}</text>')
        y += HIGH
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {y + 8}" role="img" fill="#6d6f73"'
    title = f"<title>Time to the first board, compared with {BASE}</title>"
    return f'<svg {head} font-family="sans-serif" font-size="12">{title}{"".join(parts)}</svg>\n'
