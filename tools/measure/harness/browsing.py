"""The built page in Chromium: serving it, opening games, slowing its processor, and reading the browser's trace."""

from __future__ import annotations

import argparse
import json
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, ViewportSize, sync_playwright

from game.serving.server import Server
from tools.setup.browser import launch_options, wait_for
from tools.setup.paths import DIST, GZIP

READY = "document.body?.dataset.ready === '1'"
"""Python has taken over: the first screen is there and answers keys."""
OPENED = "document.getElementById('loading').classList.contains('done')"
"""The game of the address is on the board."""
SETTLED = """(async () => {
    const kept = async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith('kesu-snapshot') && (await (await caches.open(name)).keys()).length) return true;
        }
    };
    for (let tries = 0; tries < 900; tries++) {
        const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
        if (active?.state === 'activated' && await kept()) return true;
        await new Promise((then) => setTimeout(then, 100));
    }
})()"""
"""The page has stored everything that a later visit starts from."""
TIME_OF_READY = """addEventListener("kesu:ready", () => { window.done = performance.now(); }, { once: true });"""
"""A script for a new page: `window.done` is when the board answered keys, in milliseconds after the address."""
GO = "(query) => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')) }"
OPEN_SAVE = """([name, save]) => {
    const go = (query) => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')) };
    go('./');
    localStorage.clear();
    localStorage.setItem('kesu/save/' + name, save);
    go('?game=' + name);
}"""
DESK: ViewportSize = {"width": 1280, "height": 800}
REST = 400
"""Milliseconds for an opened game to settle."""
PATIENCE = 180_000

SCRIPT = frozenset(
    ("EventDispatch", "FireAnimationFrame", "TimerFire", "FireIdleCallback", "FunctionCall", "RunMicrotasks")
)
"""Trace events in which script runs."""
BEGINS = "BeginMainThreadFrame"
FRAME = 16_667
"""Microseconds."""

TraceEvent = dict[str, Any]


def add_builds(parser: argparse.ArgumentParser) -> None:
    """Adds the option for comparing builds, which are then measured in turn on the same machine."""
    parser.add_argument(
        "--builds", nargs="+", type=Path, default=[DIST], metavar="DIST", help="folders of built pages (default: dist)"
    )


@contextmanager
def served(folder: Path = DIST, base: str = "/kesu/") -> Iterator[str]:
    """Serves a built page, compressed if it is the one in dist/; yields its address."""
    with Server(folder, base, gzip_folder=GZIP if folder == DIST else None) as server:
        yield server.url


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Yields a browser without a window."""
    with sync_playwright() as playwright:
        browser = launch(playwright, *flags)
        yield browser
        browser.close()


def launch(playwright: Playwright, *flags: str) -> Browser:
    options = launch_options()
    return playwright.chromium.launch(**{**options, "args": [*options["args"], *flags]})


def opened(browser: Browser, address: str, script: str = "", ready: str = READY, size: ViewportSize = DESK) -> Page:
    """Opens an address in a new page, with a script to run first, and waits until it is ready."""
    page = browser.new_context(viewport=size).new_page()
    page.set_default_timeout(PATIENCE)
    if script:
        page.add_init_script(script)
    page.goto(address)
    wait_for(page, ready, timeout=PATIENCE)
    return page


def go(page: Page, query: str) -> None:
    """Goes to another address of the page without loading it again."""
    page.evaluate(GO, query)


def open_save(page: Page, game: str, save: str) -> None:
    """Opens a saved game in an empty store."""
    page.evaluate(OPEN_SAVE, [game, save])
    wait_for(page, OPENED)


def slow_down(page: Page, factor: float) -> None:
    """Slows the page's processor by this factor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": factor})


@contextmanager
def traced(page: Page, *more: str) -> Iterator[list[TraceEvent]]:
    """Collects the trace events of the page's main thread, once the block has ended."""
    browser, found = page.context.browser, list[TraceEvent]()
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline", *more])
    yield found
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] in SCRIPT)
    ((main, _many),) = threads.most_common(1) or [((0, 0), 0)]
    found += [event for event in events if (event["pid"], event["tid"]) == main]


def times_of(events: Sequence[TraceEvent], *names: str) -> list[float]:
    """Returns milliseconds of processor time of each trace event with one of these names."""
    return [event["tdur"] / 1000 for event in events if event["name"] in names and "tdur" in event]


def script_per_frame(events: Sequence[TraceEvent], clock: str = "tdur") -> list[float]:
    """Returns milliseconds of script for each frame that ran any: processor time, or wall time with clock "dur"."""
    begun = sorted(event["ts"] for event in events if event["name"] == BEGINS)
    scripts = sorted(
        (event for event in events if event["name"] in SCRIPT and event["ph"] == "X"),
        key=lambda event: (event["ts"], -event["dur"]),
    )
    found: dict[tuple[int, int], float] = {}
    end = 0
    for event in scripts:
        at = event["ts"]
        if at < end:
            continue  # nested in the previous one
        end = at + event["dur"]
        number = bisect(begun, at)
        since = at - begun[number - 1] if number else at
        frame = (number, since // FRAME)  # no frame begins while there is nothing to draw
        found[frame] = found.get(frame, 0.0) + (event.get(clock) or event["dur"]) / 1000
    return list(found.values())
