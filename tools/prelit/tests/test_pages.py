"""Built pages in a browser: the same output on every visit, in two tabs at once, and offline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.server import server

pytestmark = pytest.mark.built

PRINTED = """sum 66
random [47 51 75 95  3] 1.0 2
(0.0, 0.5, 1.0) recarray
No module named 'no_such_module'
# ruff: noqa: I001
the end
"""
"""The output of the printing application (conftest.py)."""
READY = "performance.getEntriesByName('prelit:ready').length"
FILLED = "performance.getEntriesByName('prelit:filled').length"
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys())
        if (name.includes("snapshot") && (await (await caches.open(name)).keys()).length) return true;
}"""

SLOW = {"latency": 40, "downloadThroughput": 20_000_000 / 8, "uploadThroughput": 20_000_000 / 8}
WHEN = """(name) => {
    const entry = performance.getEntriesByType("resource").find((file) => file.name.includes(name));
    return entry && { start: entry.startTime, end: entry.responseEnd };
}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder; yields its address."""
    with server(folder) as running:
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


def visited(context: BrowserContext, url: str) -> Page:
    """Returns a page that is ready."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(READY, timeout=60_000)
    return page


def output(page: Page) -> str:
    """Returns the text that the application has printed."""
    return page.locator("[data-prelit-output]").inner_text()


def test_the_output_is_the_same_on_every_visit_and_offline(chromium: Browser, sites: Callable[[str], Path]) -> None:
    site, context = sites("prints"), chromium.new_context()
    with served(site) as url:
        first = visited(context, url)
        assert output(first) == PRINTED
        first.wait_for_function(KEPT, timeout=60_000)
        again = visited(context, url)
        assert output(again) == PRINTED and again.evaluate(FILLED), "from the snapshot"
        one, other = context.new_page(), context.new_page()
        for page in (one, other):  # two tabs at once: neither throws the other's snapshot away
            page.goto(url, wait_until="commit")
        for page in (one, other):
            page.wait_for_function(READY, timeout=60_000)
            assert output(page) == PRINTED and page.evaluate(FILLED)
    offline = visited(context, url)
    assert output(offline) == PRINTED
    context.close()


def test_on_a_slow_line_nothing_comes_before_it_is_needed(chromium: Browser, sites: Callable[[str], Path]) -> None:
    """Python's WebAssembly comes first, then the packages; the functions that a first visit calls are all in it."""
    context = chromium.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.emulateNetworkConditions", {**SLOW, "offline": False})
    with served(sites("prints")) as url:
        page.goto(url)
        page.wait_for_function(READY, timeout=60_000)
        times = {name: page.evaluate(WHEN, name) for name in ("/hot-", "/packages-", "/cold-")}
        ready = page.evaluate("performance.getEntriesByName('prelit:ready')[0].startTime")
    context.close()
    assert times["/hot-"]["end"] <= times["/packages-"]["start"] < times["/packages-"]["end"] < ready
    assert not times["/cold-"] or times["/packages-"]["end"] <= times["/cold-"]["start"]


@pytest.mark.all
@pytest.mark.parametrize("without", ["", ",".join(TRICKS)])
def test_an_application_without_page_and_packages(
    chromium: Browser, modules: Path, tmp_path: Path, without: str
) -> None:
    (tmp_path / "app.py").write_text("import json\nprint(json.dumps([1]))\n", encoding="utf-8")
    more = ["--out", str(tmp_path / "dist"), "--modules", str(modules), "--without", without]
    assert main(["build", str(tmp_path / "app.py"), *more]) == 0
    with served(tmp_path / "dist") as url:
        assert output(visited(chromium.new_context(), url)) == "[1]\n"
