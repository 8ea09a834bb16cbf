"""Measures the page's memory after its start, compared with the bare runtime, in MB by the browser's counters.

`python -m tools.measure.memory [--runs N]`. The private memory of the page's process comes from a memory dump in the
browser's trace, taken after a JavaScript garbage collection.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from game.serving.server import Server
from tools.measure.startup import BASE, PAGES, SETTLED, pages
from tools.setup.browser import launch_options, wait_for
from tools.setup.paths import BUILD, DIST, GZIP
from tools.setup.progress import line

TRACE = {"includedCategories": ["disabled-by-default-memory-infra"], "memoryDumpConfig": {"triggers": []}}
GAME = "?game=push-clear&seed=7"
BEGUN = "window.done > 0"
READY = "document.body?.dataset.ready === '1'"
COLD = """() => import(document.querySelector('link[href*="kesu.mjs"]').href).then(async ({ parts, bringCold }) => {
    await bringCold();
    return parts.halves.every(({ there }) => there.value);
})"""
WITHHELD = """
const fetchNow = window.fetch;
window.fetch = (what, ...more) =>
    /[/]cold-|[/]numpyCold-/.test(what.url ?? what) ? new Promise(() => {}) : fetchNow(what, ...more);
"""
"""Idle callbacks never run."""


class Memory(NamedTuple):
    """The memory of a page's process, in MB."""

    private: float
    """Memory not shared with other processes."""
    javascript: float
    """JavaScript's heap, in use."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, and prints medians."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.memory", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="how often each page is started (%(default)s)")
    runs = parser.parse_args(arguments).runs
    pages()
    found: dict[str, list[Memory]] = {}
    with (
        sync_playwright() as playwright,
        Server(PAGES, "/bench/", gzip_folder=BUILD / "bench-gzip") as bench,
        Server(DIST, "/kesu/", gzip_folder=GZIP) as kesu,
    ):
        ways: dict[str, Callable[[BrowserContext], Page]] = {
            BASE: lambda context: opened(context, bench.url + "bare/index.html?numpy", BEGUN),
            "Kesu, its hot parts alone": lambda context: opened(context, kesu.url + GAME, READY, WITHHELD),
            "Kesu, first visit, all parts there": lambda context: whole(opened(context, kesu.url + GAME, READY)),
            "Kesu, later visit, all parts there": lambda context: later(context, kesu.url + GAME),
        }
        for _run in range(runs):
            for name, way in ways.items():
                browser = playwright.chromium.launch(**launch_options())
                page = way(browser.new_context(viewport={"width": 1280, "height": 800}))
                page.wait_for_timeout(3000)
                found.setdefault(name, []).append(measured(browser, page))
                browser.close()
    line(f"{'MB, medians of ' + str(runs):<38}{'private':>9}{'JavaScript':>12}")
    for name, all_runs in found.items():
        private, javascript = (median(values) for values in zip(*all_runs, strict=True))
        line(f"{name:<38}{private:>9.0f}{javascript:>12.1f}")
    return 0


def opened(context: BrowserContext, address: str, ready: str, script: str = "") -> Page:
    """A page that has started."""
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(address)
    wait_for(page, ready, timeout=180_000)
    return page


def whole(page: Page) -> Page:
    """The page once everything that loads after the first board has arrived."""
    if not page.evaluate(COLD):
        raise RuntimeError("the cold parts did not come")
    return page


def later(context: BrowserContext, address: str) -> Page:
    """A later visit, started from the snapshot."""
    first = opened(context, address, READY)
    if not first.evaluate(SETTLED):
        raise RuntimeError("nothing was kept for a later visit")
    first.close()
    return whole(opened(context, address, READY))


def measured(browser: Browser, page: Page) -> Memory:
    """The memory of the page's process after a garbage collection."""
    own = page.context.new_cdp_session(page)
    own.send("HeapProfiler.collectGarbage")
    used: dict[str, float] = own.send("Runtime.getHeapUsage")
    return Memory(private_bytes(browser.new_browser_cdp_session()) / 1e6, used["usedSize"] / 1e6)


def private_bytes(session: CDPSession) -> int:
    """The private memory of the largest renderer."""
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


if __name__ == "__main__":
    sys.exit(main())
