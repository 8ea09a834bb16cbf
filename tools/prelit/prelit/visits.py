"""Visits pages in a browser as people do, the first time and again, and records when everything happened."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from prelit.errors import PrelitError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

VISITS = ("first", "second", "later")
"""The later visit is the third: browsers cache compiled code from the second on."""
SPEED = 10_000_000 / 8
"""Bytes a second."""
NETWORKS: dict[str, dict[str, Any] | None] = {
    "localhost": None,
    "10 Mbit/s, 40 ms": {"offline": False, "latency": 40, "downloadThroughput": SPEED, "uploadThroughput": SPEED},
}
FLAGS = (
    *("--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
"""No graphics card, and no network requests of the browser's own."""

PATIENCE = 180
"""Seconds to wait for a page to be ready, or to have stored everything that a later visit needs."""
REST = 1.5
"""Seconds between visits: browsers write compiled code to disk after a delay."""

READY = """(() => {
  const look = () => document.querySelector(%s) ? (window.done = performance.now()) : setTimeout(look, 5);
  look();
})();"""
DONE = "prelit:done"
BUSY = """performance.setResourceTimingBufferSize(1000);
Object.defineProperty(window, "done", { configurable: true, set: (value) => {
  performance.mark("%s");
  Object.defineProperty(window, "done", { value });
} });
window.busy = [];
try {
  const note = ({ startTime, duration }) => busy.push([startTime, duration]);
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "longtask", buffered: true });
} catch { /* not in this browser */ }
""".replace("%s", DONE)
RECORD = """() => ({
  done: window.done,
  busy: window.busy,
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
  marks: performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime]),
  requests: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
    ({ name, startTime, responseEnd, transferSize, encodedBodySize }) =>
      [name, startTime, responseEnd, transferSize, encodedBodySize]),
})"""
STORED = """async () => {
  const { active, installing } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  const kept = (await caches.keys()).length;
  const size = (await navigator.storage.estimate()).usage;
  return [active?.state ?? "", Boolean(installing), kept, size];
}"""
STILL = 1.0
"""Seconds in which nothing more is stored, after which everything is taken to be stored."""


@dataclass(frozen=True)
class Subject:
    """A page to visit."""

    name: str
    address: str
    script: str
    """A script that sets `window.done` to the time when the page is ready (`when_shown` makes one)."""
    settled: str = ""
    """An expression in JavaScript, awaited before the next visit: whatever a later visit needs has been stored. Without
    one, a visit waits until nothing more is stored."""


class PageVisit(NamedTuple):
    """One visit; times in milliseconds after the address was entered."""

    subject: str
    network: str
    visit: str
    done: float
    paint: float | None
    marks: dict[str, float]
    requests: list[list[Any]]
    """Address, start, end, bytes over the network, bytes of the body."""
    busy: list[list[float]]
    """When the main thread was busy for 50 ms or more, and for how long."""
    cpu: float = 0.0
    """Processor time of the main thread until the page was ready: other programs lengthen it less."""


def when_shown(selector: str) -> str:
    """Returns a script for `Subject`: the page is ready when something matches this CSS selector."""
    return READY % json.dumps(selector)


def launcher(path: str = "") -> Callable[[Playwright], Browser]:
    """Starts Chromium from this path, or Playwright's own."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0  # its sandbox refuses to run as root
    flags = [*FLAGS, *(["--no-sandbox"] if root else [])]

    def launch(playwright: Playwright) -> Browser:
        try:
            return playwright.chromium.launch(executable_path=path or None, args=flags)
        except Exception as error:
            reason = str(error).strip().partition("\n")[0]
            raise PrelitError(f"no browser could be started ({reason}): name a Chromium with --browser") from None

    return launch


def measured(
    subjects: Sequence[Subject],
    networks: Sequence[str],
    runs: int,
    launch: Callable[[Playwright], Browser],
    say: Callable[[str], None] = print,
    last: str = VISITS[-1],
) -> Iterator[PageVisit]:
    """Visits all pages in turn, as often as asked, each time in a new browser and until the visit called `last`: on a
    shared machine only pages that were visited in the same minutes can be compared. Another page is the first in each
    run."""
    wanted = VISITS[: VISITS.index(last) + 1]
    from playwright.sync_api import sync_playwright

    began = time.perf_counter()
    with sync_playwright() as playwright:
        for run in range(runs):
            first = run % len(subjects)
            for network in networks:
                for subject in (*subjects[first:], *subjects[:first]):
                    browser = launch(playwright)  # code compiled for one page must not help the next
                    context = browser.new_context(viewport={"width": 1280, "height": 800})
                    yield from _visits(context, subject, network, wanted)
                    browser.close()
            say(f"run {run + 1} of {runs} ({time.perf_counter() - began:.0f} s)")


def _visits(context: BrowserContext, subject: Subject, network: str, wanted: Sequence[str]) -> Iterator[PageVisit]:
    for visit in wanted:
        page = context.new_page()
        page.add_init_script(BUSY + subject.script)
        if limits := NETWORKS[network]:
            connection = context.new_cdp_session(page)
            connection.send("Network.enable")
            connection.send("Network.emulateNetworkConditions", limits)
        with thread_times(page) as times:
            page.goto(subject.address)
            wait(page, lambda page=page: page.evaluate("window.done"), f"{subject.name} was not ready")  # type: ignore[misc]
            found = page.evaluate(RECORD)
        marks = {name: at for name, at in found["marks"] if name != DONE}
        yield PageVisit(subject.name, network, visit, **{**found, "marks": marks}, cpu=times.get(DONE, 0.0))
        if visit == wanted[-1]:
            break
        if subject.settled:
            page.evaluate(subject.settled)
        else:
            until_stored(page)
        page.wait_for_timeout(REST * 1000)
        page.close()
    context.close()


@contextmanager
def thread_times(page: Page) -> Iterator[dict[str, float]]:
    """Yields a table that is filled at the end: the processor time in milliseconds that the page's main thread had used
    at each of its marks, from the browser's trace."""
    browser, found = page.context.browser, dict[str, float]()
    assert browser is not None
    browser.start_tracing(page=page, categories=["blink.user_timing"])
    yield found
    for event in json.loads(browser.stop_tracing())["traceEvents"]:
        if "tts" in event:
            found[event["name"]] = event["tts"] / 1000


def wait(page: Page, look: Callable[[], object], otherwise: str) -> None:
    """Waits, not by Playwright's `wait_for_function`, which evaluates text as code: the page may forbid it."""
    end = time.monotonic() + PATIENCE
    while not look():
        if time.monotonic() > end:
            raise PrelitError(f"{otherwise} within {PATIENCE} s: look at it in a browser, or name another --ready")
        page.wait_for_timeout(20)


def until_stored(page: Page) -> None:
    """Waits until a service worker, if there is one, is active, and nothing more is stored."""
    found, since, end = None, time.monotonic(), time.monotonic() + PATIENCE
    while time.monotonic() < min(since + STILL, end) or (found and (found[0] not in ("", "activated") or found[1])):
        now = page.evaluate(STORED)
        if now != found:
            found, since = now, time.monotonic()
        page.wait_for_timeout(100)
        if time.monotonic() > end:
            return
