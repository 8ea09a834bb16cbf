"""The page without a network or without stores, across builds, and with a damaged cache."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from game.rules import GAMES
from game.serving.server import Server
from tests.e2e.conftest import KEPT, READY, Player, Workers, expected, forget_all, names
from tests.e2e.test_workshop import Workshop
from tools.setup.paths import DIST

QUERY = "?game=push-clear&seed=7"
WAITING = """async () => {
    for (let tries = 0; tries < 600; tries++) {
        if ((await navigator.serviceWorker.getRegistration())?.waiting) return true;
        await new Promise((then) => setTimeout(then, 100));
    }
}"""
BUILD = "(document.querySelector('meta[name=build]')?.content ?? 'one')"


STORED = """async () => [
    ...Object.keys(localStorage),
    ...await caches.keys(),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
]"""
CHANGED = ("index.html", "sw.js", "static/style.css")
"""The files that a second build changes."""


@pytest.fixture(scope="module")
def workers() -> Workers:
    return "allow"


@pytest.fixture(scope="module")
def site_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(DIST, tmp_path_factory.mktemp("offline") / "site"))


@pytest.fixture
def copy(site_copy: Path) -> Iterator[Path]:
    """A copy of the site that a test may replace with a second build; the next test gets the first build again."""
    yield site_copy
    for name in CHANGED:
        shutil.copy2(DIST / name, site_copy / name)


@pytest.fixture(scope="module")
def port(site_copy: Path) -> int:
    """The port of the copy, the same for all tests so that the browser's network cache saves them a slow start."""
    with Server(site_copy) as server:
        return server.port


@pytest.fixture
def context(guests: BrowserContext, port: int) -> Iterator[BrowserContext]:
    """A browser that has never visited the copy."""
    page = guests.new_page()
    forget_all(page, f"http://127.0.0.1:{port}/some/where/")
    page.close()
    yield guests
    for page in guests.pages:
        page.close()


def visit(page: Page, url: str, query: str = QUERY) -> Player:
    return Player(page, url).load(query)


def restarts(context: BrowserContext, url: str, build: str) -> Player:
    """Opens a new page after the others were closed, which a browser may take a moment to notice."""
    for _try in range(5):
        player = visit(context.new_page(), url)
        if player.page.evaluate(BUILD) == build:
            return player
        player.page.close()
    raise AssertionError(f"it still is not the build {build}")


def plays(player: Player) -> None:
    """Checks that the game in the address answers a key."""
    player.press("KeyR", "ArrowLeft", "ArrowUp")
    player.expect_rows(names(expected("push-clear", 7, ["left", "up"])))


def second_build(site: Path, *, broken: bool = False) -> None:
    """Turns the site into another build with a new page and style. If broken, the server still has the old style."""
    page = (site / "index.html").read_text(encoding="utf-8")
    style = (site / "static" / "style.css").read_bytes() + b"\nbody { --build: two }\n"
    digest = hashlib.sha256(style).hexdigest()
    [old] = re.findall(r"static/style\.css\?v=\w+", page)
    new = f"static/style.css?v={digest[:8]}"
    page = page.replace(old, new).replace("<head>", '<head>\n<meta name="build" content="two">')
    integrity = base64.b64encode(bytes.fromhex(digest)).decode()
    page = re.sub(rf'(?<={re.escape(new)}" integrity="sha256-)[^"]+', integrity, page)
    worker = (site / "sw.js").read_text(encoding="utf-8")
    [table] = re.findall(r"const build = (\{.*?\n\});", worker, re.DOTALL)
    build = json.loads(table)
    del build["files"][old]
    build["files"] |= {new: digest, "./": hashlib.sha256(page.encode()).hexdigest()}
    build["name"] = "second"
    (site / "index.html").write_text(page, encoding="utf-8")
    (site / "sw.js").write_text(worker.replace(table, json.dumps(build)), encoding="utf-8")
    if not broken:
        (site / "static" / "style.css").write_bytes(style)


def test_page_works_offline_after_one_visit(context: BrowserContext, copy: Path, port: int) -> None:
    with Server(copy, "/some/where/", port) as server:
        page = context.new_page()
        visit(page, server.url)
        assert page.evaluate(KEPT)
        page.close()
    page = context.new_page()
    player = visit(page, server.url)
    assert page.evaluate("performance.getEntriesByName('kesu:linked').length"), "the start uses the snapshot"
    plays(player)
    player.go_on("?game=chain&seed=3").expect_rows(names(expected("chain", 3, [])))
    page.goto(server.url)
    page.wait_for_function(READY)
    assert page.locator("a.card").count() == len(GAMES)
    page.goto(f"{server.url}ja{QUERY}")
    page.wait_for_function(READY)
    assert page.url == f"{server.url}ja/{QUERY}"
    assert page.evaluate("document.documentElement.lang") == "ja"
    page.goto(f"{server.url}vi/")
    page.click("[popovertarget=about]")
    page.click("#about a")
    assert page.title() == "Licences: Kesu"
    page.click("text=musl")
    expect(page.get_by_text("Rich Felker, et al.")).to_be_visible()


def test_update_is_fetched_offered_and_used_at_the_next_start(context: BrowserContext, copy: Path, port: int) -> None:
    with Server(copy, "/some/where/", port) as server:
        page = context.new_page()
        visit(page, server.url)
        first = page.evaluate(KEPT)["build"]
        second_build(copy)
        player = visit(page, server.url)
        assert page.evaluate(BUILD) == "one"  # the old build, whole
        player.press("ArrowLeft", "ArrowUp", "ArrowRight")
        assert page.evaluate(WAITING)
        page.locator("#update").wait_for(state="visible")
        assert page.evaluate(BUILD) == "one"
        player.expect_rows(names(expected("push-clear", 7, ["left", "up", "right"])))
        page.close()
        player = restarts(context, server.url, "two")
        page = player.page
        assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--build')") == "two"
        player.expect_rows(names(expected("push-clear", 7, ["left", "up", "right"])))
        assert not page.locator("#update").is_visible()
        second = page.evaluate(KEPT)["build"]
        assert second != first
    visit(page, server.url)
    assert page.evaluate(BUILD) == "two"


@pytest.mark.all  # the test above checks the offer and what it fetches
def test_update_can_be_applied_at_once(context: BrowserContext, copy: Path, port: int) -> None:
    with Server(copy, "/some/where/", port) as server:
        page = context.new_page()
        visit(page, server.url)
        page.evaluate(KEPT)
        second_build(copy)
        player = visit(page, server.url)
        player.press("ArrowLeft")
        page.locator("#update-now").click()
        page.wait_for_function(f"{BUILD} === 'two' && {READY}")
        player.expect_rows(names(expected("push-clear", 7, ["left"])))


@pytest.mark.all  # the tests below and above check that the other page plays on and that the update is taken
def test_update_waits_while_another_page_plays(context: BrowserContext, copy: Path, port: int) -> None:
    with Server(copy, "/some/where/", port) as server:
        page, other = context.new_page(), context.new_page()
        visit(page, server.url)
        page.evaluate(KEPT)
        visit(other, server.url)
        second_build(copy)
        visit(page, server.url, "?game=chain&seed=3")  # another game, because of one game only the newer page goes on
        assert page.evaluate(WAITING)
        visit(page, server.url, "?game=chain&seed=3")
        assert page.evaluate(BUILD) == "one"
        plays(Player(other, server.url))
        other.close()
        page.close()
        restarts(context, server.url, "two")


@pytest.mark.all
def test_update_blocked_by_another_page_shows_a_message(context: BrowserContext, copy: Path, port: int) -> None:
    with Server(copy, "/some/where/", port) as server:
        page, other = context.new_page(), context.new_page()
        visit(page, server.url)
        page.evaluate(KEPT)
        still = visit(other, server.url, "?game=duel&computer=no&seed=3")
        second_build(copy)
        visit(page, server.url)
        assert page.evaluate(WAITING)
        page.locator("#update-now").click()
        page.locator("#update-other-tab").wait_for(state="visible")
        assert page.evaluate(BUILD) == "one"
        assert still.press("ArrowLeft", "Space").saved("duel")["inputs"] == ["left", "drop"], "it still plays"
        other.close()
        page.wait_for_timeout(500)  # until the browser has noticed
        page.locator("#update-now").click()
        page.wait_for_function(f"{BUILD} === 'two' && {READY}")


PUT = """async ([name, address]) => {
    const foreign = "document.documentElement.dataset.foreign = '1'";
    const given = { headers: { 'Content-Type': 'text/javascript' } };
    await (await caches.open(name)).put(address, new Response(foreign, given));
}"""


@pytest.mark.all
def test_foreign_script_in_the_cache_never_runs(context: BrowserContext, copy: Path, port: int) -> None:
    """Before the first visit, as another page at the same origin can, and again once the build is cached."""
    with Server(copy, "/some/where/", port) as server:
        worker = (copy / "sw.js").read_text(encoding="utf-8")
        [build] = re.findall(r'^ "name": "(\w+)"', worker, re.M)
        [script] = re.findall(r'"(static/boot\.js\?v=\w+)"', worker)
        given = [f"kesu-build {server.url} {build}", server.url + script]
        page = context.new_page()
        page.goto(server.url + "static/manifest.webmanifest")
        page.evaluate(PUT, given)
        for _visit in range(2):
            visit(page, server.url)
            assert page.evaluate("document.documentElement.dataset.foreign") is None
            assert page.evaluate(KEPT)
        page.evaluate(PUT, given)
        player = visit(page, server.url)
        assert page.evaluate("document.documentElement.dataset.foreign") is None
        plays(player)


@pytest.mark.all
def test_incomplete_update_is_not_used(context: BrowserContext, copy: Path, port: int) -> None:
    with Server(copy, "/some/where/", port) as server:
        page = context.new_page()
        visit(page, server.url)
        first = page.evaluate(KEPT)["build"]
        second_build(copy, broken=True)
        visit(page, server.url)
        refused = """async () => {
            const registration = await navigator.serviceWorker.getRegistration();
            while (!registration.installing) await new Promise((then) => setTimeout(then, 10));
            const worker = registration.installing;
            while (worker.state === 'installing') await new Promise((then) => setTimeout(then, 10));
            return [worker.state, !!registration.waiting];
        }"""
        assert page.evaluate(refused) == ["redundant", False]
    player = visit(page, server.url)
    assert page.evaluate(BUILD) == "one"
    assert page.evaluate(KEPT)["build"] == first
    plays(player)


@pytest.mark.all
def test_update_during_the_first_start_starts_the_new_build(context: BrowserContext, copy: Path, port: int) -> None:
    """The server has only the new build by the time the page requests the old build's game."""
    with Server(copy, "/some/where/", port) as server:
        page = context.new_page()

        def gone(route: Route) -> None:
            if not asked:
                second_build(copy)
            asked.append(route.request.url)
            if page.evaluate(BUILD) == "one":
                route.fulfill(status=404)
            else:
                route.continue_()

        asked: list[str] = []
        page.route("**/rt/app-*", gone)
        player = visit(page, server.url)
        assert page.evaluate(BUILD) == "two"
        assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--build')") == "two"
        assert len(asked) > 1
        plays(player)


@pytest.mark.all
@pytest.mark.parametrize("name", ["kesu.mjs", "packages-", "hot-", "core-"])
def test_page_starts_with_a_corrupt_cache(returning: Player, name: str) -> None:
    spoil = """async (name) => {
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('kesu-build')));
        const { url } = (await cache.keys()).find(({ url }) => url.includes(name));
        const type = (await cache.match(url)).headers.get('Content-Type');
        await cache.put(url, new Response('spoilt '.repeat(1000), { headers: { 'Content-Type': type } }));
    }"""
    returning.page.evaluate(spoil, name)
    plays(returning.load(QUERY))


@pytest.mark.all
def test_large_foreign_file_in_the_cache_is_detected_and_fetched_again(returning: Player) -> None:
    """It is served before its hash is known, which costs the start nothing; then the page starts again without it."""
    size = """async (more) => {
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('kesu-build')));
        const { url } = (await cache.keys()).find(({ url }) => url.includes('/hot-'));
        const answer = await cache.match(url);
        if (!answer) return 0;
        const { size } = await answer.clone().blob();
        const given = { headers: { 'Content-Type': 'application/wasm' } };
        if (more) await cache.put(url, new Response(new Blob([await answer.blob(), new Uint8Array(more)]), given));
        return size;
    }"""
    right = returning.page.evaluate(size, [0, 2, 1, 120])  # one more section, which is never read
    assert returning.page.evaluate(size, None) == right + 4
    starts: list[str] = []
    returning.page.on("framenavigated", lambda frame: starts.append(frame.url))
    returning.page.goto(returning.site + QUERY)
    for _try in range(600):
        if len(starts) > 1:
            break
        returning.page.wait_for_timeout(100)
    returning.page.wait_for_function(READY, timeout=90_000)
    plays(returning)
    assert returning.page.evaluate(size, None) == right


def test_missing_cache_entry_is_fetched_from_the_network(returning: Player) -> None:
    lose = """async () => {
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('kesu-build')));
        for (const { url } of await cache.keys()) if (/packages|style|boot/.test(url)) await cache.delete(url);
    }"""
    returning.page.evaluate(lose)
    plays(returning.load(QUERY))


@pytest.mark.all
@pytest.mark.parametrize("visit", [1, 2])
def test_fresh_page_has_no_trace_of_earlier_visits(fresh: Player, visit: int) -> None:
    fresh.page.goto(fresh.site + "static/manifest.webmanifest")
    assert fresh.page.evaluate(STORED) == []
    if visit == 1:
        fresh.load("?game=push-clear&seed=7").press("ArrowLeft").settle()
        kept = fresh.page.evaluate(KEPT)
        assert {kept["build"], "kesu", "kesu/save/push-clear"} < set(fresh.page.evaluate(STORED))


NO_DATABASE = "indexedDB.open = () => { throw new DOMException('refused', 'SecurityError'); };"
LATE_DATABASE = """indexedDB.open = () => {
    const asked = new EventTarget();
    asked.error = new DOMException('refused', 'SecurityError');
    setTimeout(() => { const event = new Event('error'); asked.onerror?.(event); asked.dispatchEvent(event); });
    return asked;
};"""
NO_WORKER = """navigator.serviceWorker.register = () => Promise.reject(new DOMException('refused', 'SecurityError'));"""
REFUSALS = {
    "refused": NO_DATABASE
    + NO_WORKER
    + "Object.defineProperty(window, 'caches', { get() { throw new DOMException('no'); } })",
    "late": LATE_DATABASE
    + "Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));",
    "absent": "Object.defineProperty(window, 'indexedDB', {}); delete Navigator.prototype.serviceWorker;",
}


@pytest.mark.parametrize(
    "refusal",
    [pytest.param(script, id=name, marks=[pytest.mark.all] * (name != "refused")) for name, script in REFUSALS.items()],
)
def test_page_plays_with_its_stores_refused(fresh: Player, refusal: str) -> None:
    fresh.page.add_init_script(refusal)
    fresh.load("?game=push-clear&seed=7")
    plays(fresh)
    fresh.page.wait_for_timeout(2000)  # idle work must fail quietly too


@pytest.mark.all
def test_page_plays_with_a_full_disk(fresh: Player) -> None:
    cdp = fresh.page.context.new_cdp_session(fresh.page)
    origin = fresh.site.split("/some/")[0]
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000})
    fresh.load("?game=push-clear&seed=7")
    plays(fresh)
    gone = """async () => {
        const registered = () => navigator.serviceWorker.getRegistration();
        while (!(await registered())) await new Promise((then) => setTimeout(then, 50));
        while (await registered()) await new Promise((then) => setTimeout(then, 50));
        return (await caches.keys()).filter((name) => name.startsWith('kesu-build'));
    }"""
    assert fresh.page.evaluate(gone) == []  # the worker could not cache a whole build, so it cached nothing
    fresh.press("ArrowRight")
    fresh.expect_rows(names(expected("push-clear", 7, ["left", "up", "right"])))


@contextmanager
def plain_server(folder: Path) -> Iterator[str]:
    """Serves a folder as `python3 -m http.server` does; yields its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout
            yield f"http://127.0.0.1:{server.stdout.readline().split(' port ')[1].split()[0]}/"
        finally:
            server.terminate()


def test_workshop_plays_from_a_plain_server_under_a_path_and_then_offline(
    guests: BrowserContext, tmp_path: Path
) -> None:
    """It needs no header that a static host would not send: all that its place needs comes from the page."""
    (tmp_path / "under").mkdir()
    (tmp_path / "under" / "a-path").symlink_to(DIST)
    with plain_server(tmp_path) as address:
        site = f"{address}under/a-path/"
        page = guests.new_page()
        forget_all(page, address.rstrip("/"))
        visit(page, site)
        assert page.evaluate(KEPT)
        Workshop(page, site).open().ready().is_well()
        page.close()
    page = guests.new_page()
    Workshop(page, site).open().ready().is_well()
    page.close()
