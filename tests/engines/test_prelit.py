"""prelit's examples show the same in every engine, with all tricks and with none, as they do with bare Pyodide."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from prelit import bench, examples, visits, wheels
from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.release import Release
from tests.engines.engines import ENGINES, Engine, Firefox, wait_for
from tools.setup.paths import MODULES
from tools.setup.runtime import MIRROR

pytestmark = pytest.mark.all

KNOWN = examples.known()

KEPT = """(async () => {
  for (let tries = 0; tries < 600; tries++) {
    for (const name of await caches.keys())
      if (name.includes("snapshot") && (await (await caches.open(name)).keys()).length) return true;
    await new Promise((then) => setTimeout(then, 100));
  }
  return false;
})()"""
"""Whether the snapshot for later visits has been stored."""

MISFIT = ("webkit", "frames")
"""Where the snapshot fits never: WebKit gives two functions of Pillow a second place in the table."""

Sites = Callable[[str], dict[str, Path]]


@contextmanager
def chromium() -> Iterator[Engine]:
    """Starts the Chromium of the browser tests."""
    with sync_playwright() as playwright:
        browser = visits.launcher(os.environ.get("PRELIT_CHROMIUM", ""))(playwright)
        driven = Firefox(browser.new_page())  # Playwright drives both alike
        driven.name = "chromium"
        yield driven
        browser.close()


@pytest.fixture(scope="module", params=[*ENGINES, "chromium"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Starts an engine for the tests of this module; skips them if it is not installed."""
    begin = {**ENGINES, "chromium": chromium}[request.param]
    if begin is None:
        pytest.skip(f"{request.param} is not installed")
    with begin() as browser:
        yield browser


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Sites:
    """An example as it is, with all tricks, and with none."""
    folder, built = tmp_path_factory.mktemp("prelit"), dict[str, dict[str, Path]]()

    def build(name: str) -> dict[str, Path]:
        if name not in built:
            release, page = Release.at(MODULES / "pyodide"), KNOWN[name]
            sources = wheels.WheelSources(wheels.cache(), mirror=MIRROR)
            found = {"bare": examples.bare_site(page, release, sources, folder / name / "bare")}
            for how, without in {"all tricks": "", "no tricks": ",".join(TRICKS)}.items():
                found[how] = folder / name / how
                options = ["--packages", ",".join(page.packages), "--modules", str(MODULES), "--out", str(found[how])]
                assert main(["build", str(page.folder), *options, "--without", without]) == 0
            built[name] = found
        return built[name]

    return build


@pytest.mark.parametrize("name", KNOWN)
def test_an_example_shows_the_same(engine: Engine, sites: Sites, name: str) -> None:
    shown, times = {}, {}

    def visit(how: str, address: str) -> None:
        engine.goto(address)
        wait_for(engine, examples.READY)
        times[how] = engine.evaluate("performance.now()") / 1000
        shown[how] = engine.evaluate(KNOWN[name].output.strip().removesuffix(";"))

    for how, site in sites(name).items():
        with bench.served(site) as address:
            visit(how, address)
            assert engine.evaluate("sessionStorage.prelit ?? ''") == "", "the page without prelit is shown"
            if how == "all tricks" and (engine.name, name) == MISFIT:
                visit("later", address)
                assert engine.evaluate("localStorage['prelit/misfit']")
                assert not engine.evaluate("caches.keys().then((names) => names.join().includes('snapshot'))")
            elif how == "all tricks":
                assert engine.evaluate(KEPT), "no snapshot was stored"
                visit("later", address)
                assert engine.evaluate("performance.getEntriesByName('prelit:filled').length") == 1
    print(f"| {engine.name} | {name} |", " | ".join(f"{how}: {taken:.1f} s" for how, taken in times.items()), "|")
    assert len(shown["bare"]) > 500
    assert shown == dict.fromkeys(shown, shown["bare"])
