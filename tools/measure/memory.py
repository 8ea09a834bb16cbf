"""How much memory the page takes after its start, compared with the bare runtime, in MB.

The private memory of the page's process comes from a memory dump in the browser's trace, taken after a JavaScript
garbage collection. The service worker shares the process; a browser stops it after 30 s without requests, but not while
Playwright is attached to it, so it is stopped here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from prelit import bench
from tools.measure.harness.browsing import PATIENCE, READY, SETTLED, chromium, opened, served
from tools.measure.harness.results import show
from tools.measure.startup import BASE, PAGES, pages
from tools.setup.browser import wait_for

TRACE = {"includedCategories": ["disabled-by-default-memory-infra"], "memoryDumpConfig": {"triggers": []}}
GAME = "?game=push-clear&seed=7"
BEGUN = "window.done > 0"
COLD = """() => import(document.querySelector('link[href*="kesu.mjs"]').href).then(async ({ parts, bringCold }) => {
    await bringCold();
    return parts.halves.every(({ there }) => there.value);
})"""
STOPPED = 2000
"""Milliseconds for a service worker to stop and its memory to be returned."""
WITHHELD = """
const fetchNow = window.fetch;
window.fetch = (what, ...more) =>
    /[/][a-z_]*-?cold-/.test(what.url ?? what) ? new Promise(() => {}) : fetchNow(what, ...more);
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=3, help="how often each page is started (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Measures, and prints medians."""
    pages()
    found: dict[str, list[tuple[float, float]]] = {}
    with bench.served(PAGES) as compared, served() as kesu:
        starts: dict[str, Callable[[Browser], Page]] = {
            BASE: lambda browser: opened(browser, compared + "bare/index.html?numpy", ready=BEGUN),
            "Kesu, the cold parts withheld": lambda browser: opened(browser, kesu + GAME, WITHHELD),
            "Kesu, first visit, all parts loaded": lambda browser: with_all_parts(opened(browser, kesu + GAME)),
            "Kesu, later visit, all parts loaded": lambda browser: later_visit(browser, kesu + GAME),
        }
        for _run in range(given.runs):
            for name, start in starts.items():
                with chromium() as browser:
                    page = start(browser)
                    page.wait_for_timeout(3000)
                    found.setdefault(name, []).append(memory_of(browser, page))
    rows = []
    for name, runs in found.items():
        private, javascript = (median(values) for values in zip(*runs, strict=True))
        rows.append((name, f"{private:.0f}", f"{javascript:.1f}"))
    show((f"MB, medians of {given.runs}", "private", "JavaScript"), rows)
    return 0


def with_all_parts(page: Page) -> Page:
    """Returns the page once everything that loads after the first board has arrived."""
    if not page.evaluate(COLD):
        raise RuntimeError("the cold parts did not arrive")
    return page


def later_visit(browser: Browser, address: str) -> Page:
    """Returns a later visit, started from the snapshot."""
    first = opened(browser, address)
    if not first.evaluate(SETTLED):
        raise RuntimeError("nothing was kept for a later visit")
    second = first.context.new_page()
    first.close()
    second.goto(address)
    wait_for(second, READY, timeout=PATIENCE)
    return with_all_parts(second)


def memory_of(browser: Browser, page: Page) -> tuple[float, float]:
    """Returns the MB after a garbage collection: not shared with other processes, and used by JavaScript's heap."""
    own = page.context.new_cdp_session(page)
    own.send("ServiceWorker.enable")
    own.send("ServiceWorker.stopAllWorkers")
    page.wait_for_timeout(STOPPED)
    own.send("HeapProfiler.collectGarbage")
    used: dict[str, float] = own.send("Runtime.getHeapUsage")
    return private_bytes(browser.new_browser_cdp_session()) / 1e6, used["usedSize"] / 1e6


def private_bytes(session: CDPSession) -> int:
    """Returns the private memory of the largest renderer."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _data: ended.append(True))
    session.send("Tracing.start", {"traceConfig": TRACE})
    session.send("Tracing.requestMemoryDump", {"deterministic": True})
    session.send("Tracing.end")
    while not ended:
        session.send("Browser.getVersion")  # lets events arrive
    renderers = {
        event["pid"] for event in events if event["name"] == "process_name" and event["args"]["name"] == "Renderer"
    }
    totals = [
        int(dump["process_totals"]["private_footprint_bytes"], 16)
        for event in events
        if event["pid"] in renderers and "process_totals" in (dump := event["args"].get("dumps", {}))
    ]
    return max(totals)
