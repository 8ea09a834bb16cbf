"""Built pages in a browser: the same output on every visit, offline, and with any trick switched off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.server import server

pytestmark = pytest.mark.built

APP = """
import sys, statistics, textwrap
import numpy as np

print("sum", np.arange(12).reshape(3, 4).sum())
print("random", np.random.default_rng(1).integers(0, 100, 5), np.linalg.det(np.eye(2)))
def rarely():
    import decimal, colorsys
    return decimal.Decimal("1.1") + 1, colorsys.rgb_to_hls(1, 0, 0)
print(rarely(), statistics.median([3, 1, 2]))
try:
    import no_such_module
except ImportError as error:
    print(error)
"""
OUTPUT = """sum 66
random [47 51 75 95  3] 1.0
(Decimal('2.1'), (0.0, 0.5, 1.0)) 2
No module named 'no_such_module'
"""
READY = "performance.getEntriesByName('prelit:ready').length"
FILLED = "performance.getEntriesByName('prelit:filled').length"
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys())
        if (name.includes("snapshot") && (await (await caches.open(name)).keys()).length) return true;
}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder; yields its address."""
    with server(folder) as running:
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


def built(modules: Path, folder: Path, *more: str) -> Path:
    """Builds APP."""
    folder.mkdir(exist_ok=True)
    (folder / "app.py").write_text(APP, encoding="utf-8")
    options = ["--packages", "numpy", "--modules", str(modules), "--mirror", "open-webui==0.12.4"]
    assert main(["build", str(folder / "app.py"), "--out", str(folder / "dist"), *options, *more]) == 0
    return folder / "dist"


def visited(context: BrowserContext, url: str) -> Page:
    """A page that is ready."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(READY, timeout=60_000)
    return page


def output(page: Page) -> str:
    """What the application has printed."""
    return page.locator("[data-prelit-output]").inner_text()


def test_the_output_is_the_same_on_every_visit_and_offline(chromium: Browser, modules: Path, tmp_path: Path) -> None:
    site, context = built(modules, tmp_path / "app"), chromium.new_context()
    with served(site) as url:
        first = visited(context, url)
        assert output(first) == OUTPUT
        first.wait_for_function(KEPT, timeout=60_000)
        again = visited(context, url)
        assert output(again) == OUTPUT and again.evaluate(FILLED), "from the snapshot"
        one, other = context.new_page(), context.new_page()
        for page in (one, other):  # two tabs at once: neither throws the other's snapshot away
            page.goto(url, wait_until="commit")
        for page in (one, other):
            page.wait_for_function(READY, timeout=60_000)
            assert output(page) == OUTPUT and page.evaluate(FILLED)
    offline = visited(context, url)
    assert output(offline) == OUTPUT
    context.close()


@pytest.mark.all
def test_an_application_without_packages(chromium: Browser, modules: Path, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("import json\nprint(json.dumps([1]))\n", encoding="utf-8")
    more = ["--out", str(tmp_path / "dist"), "--modules", str(modules)]
    assert main(["build", str(tmp_path / "app.py"), *more]) == 0
    with served(tmp_path / "dist") as url:
        assert output(visited(chromium.new_context(), url)) == "[1]\n"


@pytest.mark.parametrize(
    "without",
    [
        *(pytest.param(name, marks=pytest.mark.all) for name in TRICKS),
        pytest.param(",".join(TRICKS), marks=pytest.mark.all),
        pytest.param("snapshot,split,offline,trim", marks=pytest.mark.all),
    ],
)
def test_the_output_is_the_same_without_a_trick(chromium: Browser, modules: Path, tmp_path: Path, without: str) -> None:
    site = built(modules, tmp_path / "app", "--without", without)
    context = chromium.new_context()
    with served(site) as url:
        for _visit in range(2):
            assert output(visited(context, url)) == OUTPUT
    context.close()
