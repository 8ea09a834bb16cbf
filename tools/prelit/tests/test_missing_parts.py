"""A part of a site does not arrive, or arrives damaged: the page shows the same, and reports it once on the console."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import product
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Error, Page, Route

from prelit import bench, examples, node, profiling, visits
from prelit.process import run
from prelit.server import server

KNOWN = examples.known()
LAST = "the end\n"
"""The last line that the printing application prints."""
LAZY = "rt/site-[^/]+/numpy/__init__.pyi"
HTML = b"<!doctype html><title>Welcome</title>"
HOW = ("404", "empty", "cut", "html")
"""The answer in place of a part."""
SAYS = re.compile(r"^prelit: .*(did not come|could not|no start from|not kept|in one piece)")

STARTS = ("rt/prelit-", "rt/pyodide.mjs", "rt/pyodide.asm.mjs", "rt/hot-", "rt/library-", "rt/packages-", "rt/app-")
"""What every start needs, by the beginnings of the paths."""
LATER = ("rt/cold-", "rt/_multiarray_umath-cold-", "rt/snapshot-", "sw.js")
USUAL = [
    ("prints", "rt/prelit-", "cut"),
    ("prints", "rt/library-", "404"),
    ("prints", "rt/rest-library-", "html"),
    ("prints", "rt/cold-", "404"),
]


def in_turn(parts: Mapping[str, Sequence[str]], faults: Sequence[str], each: int) -> Iterator[tuple[str, str, str]]:
    """Yields every part of every site with `each` of the faults, in turn: a part that is in two sites gets others in
    the second. All with all would take an hour.
    """
    for number, (name, found) in enumerate(parts.items()):
        for at, part in enumerate(found):
            yield from ((name, part, faults[(at + number * each + more) % len(faults)]) for more in range(each))


CASES = list(
    dict.fromkeys(
        [
            *USUAL,
            *in_turn(
                {
                    "prints": [*STARTS, *LATER, "rt/rest-library-", LAZY],
                    "simulation": [*STARTS, *LATER],
                    "words": [*STARTS, *(f"pyscript-[^/]+/{name}" for name in ("core.js", "core-", "error-"))],
                },
                HOW,
                2,
            ),
        ]
    )
)
SLOW = [
    *product(["prints"], [*STARTS, *LATER, "rt/rest-library-", LAZY]),
    *product(["simulation"], [*STARTS, *LATER]),
    *product(["words"], [*STARTS, "pyscript-[^/]+/core-"]),
]
LATE = 3.0
"""Seconds by which a part is late."""
USUALLY_KEPT = ("prints", "rt/snapshot-", "cut")
KEPT = list(
    dict.fromkeys(
        [
            USUALLY_KEPT,
            *in_turn(
                {name: [*STARTS, "rt/cold-", "rt/snapshot-"] for name in ("prints", "simulation")},
                ("gone", "cut", "html"),
                1,
            ),
        ]
    )
)
DAMAGE = """async ([part, how, html]) => {
  const found = [];
  for (const cache of await Promise.all((await caches.keys()).map((name) => caches.open(name)))) {
    const requests = (await cache.keys()).filter(({ url }) => new RegExp(`/${part}`).test(url));
    found.push(...requests.map((request) => [cache, request]));
  }
  for (const [cache, request] of how ? found : []) {
    const answer = await cache.match(request);
    const data = await answer.arrayBuffer();
    const instead = how === "cut" ? data.slice(0, data.byteLength / 2) : html;
    if (how === "gone") await cache.delete(request);
    else await cache.put(request, new Response(instead, { headers: answer.headers }));
  }
  return found.length;
}"""
"""Damages the files of a part in the browser's caches; returns how many there were."""
FETCHED_EARLY = """performance.getEntriesByType("resource")
  .some(({ name, startTime }) => name.includes("/snapshot-") && startTime < window.done)"""
"""Whether the start fetched the snapshot, and did not leave it for later."""

Sites = Callable[[str], Path]


def damaged(site: Path, part: str, how: str, to: Path) -> Path:
    """Returns a copy of a site in which a part is missing or something else."""
    shutil.copytree(site, to, copy_function=os.link)
    found = [path for path in to.rglob("*") if path.is_file() and re.match(part, path.relative_to(to).as_posix())]
    assert found, f"there is no {part}"
    for path in found:
        data = path.read_bytes()
        path.unlink()
        if how != "404":
            path.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "html": HTML}[how])
    return to


def shown(page: Page, name: str) -> str:
    """Returns the text that the page shows once it is ready."""
    if name == "prints":
        output = "document.querySelector('[data-prelit-output]').textContent"
        ready = f"{output}.endsWith({json.dumps(LAST)})"
    else:
        ready, output = "Boolean(document.querySelector('#status[hidden]'))", KNOWN[name].output

    found = None

    def look() -> object:
        nonlocal found
        with suppress(Error):  # it may be leaving for another page
            found = page.evaluate(f"{ready} ? {output.strip().removesuffix(';')} : null")
        return found

    visits.wait(page, look, f"{name} was not ready")
    return str(found)


@cache
def expected(name: str, chromium: Browser, site: Path) -> str:
    """Returns the text that a page shows if all parts arrive."""
    with bench.served(site) as address:
        page = chromium.new_page()
        page.goto(address)
        found = shown(page, name)
        page.close()
    return found


@pytest.mark.built
@pytest.mark.parametrize(
    ("name", "part", "how"),
    [pytest.param(*case, marks=() if case in USUAL else pytest.mark.all) for case in CASES],
)
def test_the_page_shows_the_same(
    chromium: Browser, sites: Sites, tmp_path: Path, name: str, part: str, how: str
) -> None:
    wanted, said = expected(name, chromium, sites(name)), set[tuple[str, float]]()
    context = chromium.new_context()
    with server(damaged(sites(name), part, how, tmp_path / "site")) as running:
        Thread(target=running.serve_forever, args=(0.05,), daemon=True).start()
        address = f"http://127.0.0.1:{running.server_port}/"
        page = context.new_page()
        # Chromium repeats a document's messages when it is left; each has its time.
        page.on("console", lambda line: said.add((line.text, line.timestamp)) if SAYS.match(line.text) else None)
        page.goto(address)
        assert shown(page, name) == wanted
        if part in LATER:
            page.wait_for_timeout(4000)  # the rest is fetched when the page is idle
        running.shutdown()
    context.close()
    assert len(said) == (0 if (part, how) == ("sw.js", "empty") else 1), said  # an empty worker is a worker


@pytest.mark.all
@pytest.mark.parametrize(("name", "part"), SLOW)
def test_a_late_part_changes_nothing(chromium: Browser, sites: Sites, name: str, part: str) -> None:
    def delay(route: Route) -> None:
        time.sleep(LATE)
        route.continue_()

    wanted, said = expected(name, chromium, sites(name)), set[tuple[str, float]]()
    context = chromium.new_context()
    context.route(re.compile(f"/{part}"), delay)
    with bench.served(sites(name)) as address:
        for _visit in range(2):
            page = context.new_page()
            page.on(
                "console",
                lambda line: said.add((line.text, line.timestamp)) if SAYS.match(line.text) else None,
            )
            page.goto(address)
            assert shown(page, name) == wanted
            visits.until_stored(page)
            page.close()
    context.close()
    assert not said


@pytest.mark.built
@pytest.mark.parametrize(
    ("name", "part", "how"),
    [pytest.param(*case, marks=() if case == USUALLY_KEPT else pytest.mark.all) for case in KEPT],
)
def test_a_store_damaged_between_two_visits(chromium: Browser, sites: Sites, name: str, part: str, how: str) -> None:
    wanted, said = expected(name, chromium, sites(name)), set[tuple[str, float]]()
    context = chromium.new_context()
    with bench.served(sites(name)) as address:
        page = context.new_page()
        page.goto(address)
        assert shown(page, name) == wanted
        visits.wait(page, partial(page.evaluate, DAMAGE, [part, "", ""]), f"nothing was kept of {part}")
        visits.until_stored(page)
        page.evaluate(DAMAGE, [part, how, HTML.decode()])
        page.close()
        for _visit in range(2):
            page = context.new_page()
            page.on(
                "console",
                lambda line: said.add((line.text, line.timestamp)) if SAYS.match(line.text) else None,
            )
            page.goto(address)
            assert shown(page, name) == wanted
            visits.until_stored(page)
            page.close()
    context.close()
    assert len(said) <= 1, said  # the service worker may have fetched it again


@pytest.mark.built
def test_files_from_the_browsers_cache_do_not_make_a_slow_line_fast(chromium: Browser, sites: Sites) -> None:
    """A second visit, before the service worker and the snapshot are there, does not wait for the snapshot."""
    context = chromium.new_context(service_workers="block")
    with bench.served(sites("simulation")) as address:
        for network in visits.NETWORKS.values():
            page = context.new_page()
            page.add_init_script(visits.when_shown("#status[hidden]"))
            if network:
                connection = context.new_cdp_session(page)
                connection.send("Network.enable")
                connection.send("Network.emulateNetworkConditions", network)
            page.goto(address)
            visits.wait(page, partial(page.evaluate, "window.done"), "the page was not ready")
            assert page.evaluate(FETCHED_EARLY) == (not network), "only the first visit is to a near server"
            visits.until_stored(page)
            page.evaluate(DAMAGE, ["rt/snapshot-", "gone", ""])
            page.close()
    context.close()


@pytest.mark.built
def test_a_function_that_the_profile_lacks_is_fetched_when_it_is_called(
    chromium: Browser, sites: Sites, tmp_path: Path
) -> None:
    """With a profile that lists no function at all, Python's very start needs the cold part."""
    wanted, site = expected("prints", chromium, sites("prints")), tmp_path / "site"
    shutil.copytree(sites("prints"), site)
    (tmp_path / "profile").write_bytes(b"")
    [hot], [cold] = site.glob("rt/hot-*"), site.glob("rt/cold-*")
    whole, none = site / "rt" / "pyodide.asm.wasm", tmp_path / "profile"
    run([node.found().node, node.SCRIPTS / "split.mjs", "split", whole, none, hot, cold], "splitting")
    with bench.served(site) as address:
        page = chromium.new_page()
        page.add_init_script(profiling.THRIFTY)
        page.goto(address)
        assert shown(page, "prints") == wanted
        assert page.evaluate(examples.LATE) in (1, 2)  # numpy's second part, too, if that has not come by itself
        page.close()
