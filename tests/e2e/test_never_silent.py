"""Whatever fails from the first byte to the first board, the page works or says what happened and what to do."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from game.serving.server import TYPES
from tests.e2e.conftest import READY, THRIFTY, Player, expected, names, own_page
from tests.e2e.test_records import open_records
from tools.setup.paths import DIST, ROOT

QUERY = "?game=push-clear&seed=7"
FASTER = "const { setInterval } = window; window.setInterval = (act, ms) => setInterval(act, ms === 1000 ? 250 : ms);"
"""Quarters the time before the safety net acts."""

MESSAGE = """() => {
    const place = document.getElementById('failure');
    const seen = performance.getEntriesByName('first-contentful-paint').length; // nothing holds up the picture
    const ways = [...place?.querySelectorAll('button') ?? []].filter((button) => button.checkVisibility()).length;
    return seen && ways === 3 && place.querySelector('[data-case]:not([hidden])')?.innerText;
}"""
"""The visible message, if any, with its three ways to continue."""

FILES = {
    "style": "static/style.css", "boot": "static/boot.js", "kesu": "static/kesu.mjs", "pyodide": "rt/pyodide.mjs",
    "asm": "rt/pyodide.asm.mjs", "wasm": "rt/hot-*", "library": "rt/library-*", "numpy": "rt/packages-*",
    "game": "rt/app-*", "core": "pyscript/core-*",
}  # fmt: skip
FAULTS = ("404", "empty", "cut", "html", "stalled")
USUAL = [("style", "cut"), ("boot", "cut"), ("boot", "stalled"), ("kesu", "html"), ("game", "cut")]
"""The usual run; the long part tries the whole table."""


def answer(fault: str, path: str) -> Callable[[Route], None]:
    """Returns what the network does with a file instead of sending it."""
    [file] = DIST.glob(path)
    data, kind = file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream")
    given: Mapping[str, Mapping[str, Any]] = {
        "404": {"status": 404, "body": "Not found", "content_type": "text/plain"},
        "empty": {"body": b"", "content_type": kind},
        "cut": {"body": data[: len(data) // 2], "content_type": kind},
        "html": {"body": "<!doctype html><p>Please sign in.</p>", "content_type": "text/html"},
    }
    return (lambda route: route.fulfill(**given[fault])) if fault in given else lambda _route: None


@contextmanager
def visitor(guests: BrowserContext, site: str, script: str = "") -> Iterator[Page]:
    """Opens a page for a first visit."""
    with own_page(guests, site) as page:
        page.add_init_script(THRIFTY + script)
        yield page


def comes_to(page: Page, address: str, patience: float = 40) -> str:
    """Opens a game and waits; returns "plays" or the visible message. Raises AssertionError if the page is silent."""
    page.goto(address, wait_until="commit")
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            if page.evaluate(READY):
                return "plays"
            if text := page.evaluate(MESSAGE):
                return str(text)
        except Exception as error:
            if "context was destroyed" not in str(error) and "null" not in str(error):
                raise
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing is said: {page.locator('body').inner_text()[:200]!r}")


def is_answered(page: Page, url: str, patience: float = 40) -> str:
    """Does what `comes_to` does, and checks that a page that plays answers a key."""
    came = comes_to(page, url + QUERY, patience)
    if came == "plays":
        page.keyboard.press("ArrowLeft")
        Player(page, url).expect_rows(names(expected("push-clear", 7, ["left"])))
    return came


@pytest.mark.parametrize(
    "name,fault",
    [
        pytest.param(name, fault, marks=() if (name, fault) in USUAL else pytest.mark.all)
        for name in FILES
        for fault in FAULTS
    ],
)
def test_broken_file_plays_or_shows_a_message(guests: BrowserContext, site: str, name: str, fault: str) -> None:
    with visitor(guests, site, FASTER if fault == "stalled" else "") as page:
        page.route(f"**/{FILES[name]}*", answer(fault, FILES[name]))
        came = is_answered(page, site)
        if name == "style":  # the game does not need it
            assert came == "plays" or came.startswith(("Kesu looks wrong", "Loading"))
            if fault != "stalled":
                page.wait_for_function(
                    f"() => {READY} && String(({MESSAGE})()).startsWith('Kesu looks wrong')", timeout=40_000
                )
        else:
            assert came.startswith(("Kesu", "Loading"))


def test_style_sheet_that_arrives_late_is_used_without_a_reload(guests: BrowserContext, site: str) -> None:
    """A damaged style sheet is requested once more, and the page that is being played stays."""
    times: list[str] = []

    def once(route: Route) -> None:
        times.append(route.request.url)
        if len(times) == 1:
            answer("cut", FILES["style"])(route)
        else:
            route.continue_()

    with visitor(guests, site) as page:
        page.route(f"**/{FILES['style']}*", once)
        opened: list[str] = []
        page.on("domcontentloaded", lambda page: opened.append(page.url))
        assert is_answered(page, site) == "plays"
        page.wait_for_function("() => [...document.styleSheets].some((sheet) => sheet.href?.includes('static/style'))")
        page.wait_for_function(
            "getComputedStyle(document.querySelector('#failure')).backgroundColor !== 'rgba(0, 0, 0, 0)'"
        )
        assert not page.locator("#failure").is_visible()
        assert len(opened) == 1


INTERFACES = (
    "WebAssembly", "WebAssembly.compileStreaming", "WebAssembly.instantiate", "caches", "CacheStorage.prototype.open",
    "Cache.prototype.match", "indexedDB", "IDBFactory.prototype.open", "localStorage", "sessionStorage",
    "Navigator.prototype.serviceWorker", "ServiceWorkerContainer.prototype.register", "ResizeObserver",
    "PerformanceObserver", "Performance.prototype.getEntries", "Performance.prototype.getEntriesByType",
    "Performance.prototype.mark", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask",
    "Navigator.prototype.languages", "Intl.Locale", "trustedTypes", "URLSearchParams", "DecompressionStream",
    "History.prototype.replaceState", "CSS.escape", "matchMedia", "fetch", "Response.prototype.arrayBuffer",
    "TextDecoder", "BroadcastChannel", "MessageChannel", "SubtleCrypto.prototype.digest",
    "HTMLCanvasElement.prototype.getContext",
)  # fmt: skip
"""Browser interfaces that the start uses."""

NEEDLESS = [("BroadcastChannel", "missing")]
"""The games play all the same."""
VALUES = ("caches", "indexedDB", "localStorage", "sessionStorage", "serviceWorker", "languages", "trustedTypes")
BREAKS = {
    "missing": "{ value: undefined, configurable: true, writable: true }",
    "throws": "{ value() { throw new DOMException('refused', 'SecurityError'); }, configurable: true, writable: true }",
    "silent": "{ value: () => new Promise(() => {}), configurable: true, writable: true }",
}
REFUSED = "{ get() { throw new DOMException('refused', 'SecurityError'); }, configurable: true }"
USUAL_INTERFACES = [("WebAssembly", "missing"), ("BroadcastChannel", "missing")]


def without(name: str, fault: str) -> str:
    """Returns a script that takes an interface from the page."""
    owner, _dot, last = name.rpartition(".")
    given = REFUSED if last in VALUES and fault == "throws" else BREAKS[fault]
    return f"Object.defineProperty({owner or 'window'}, '{last}', {given});"


@pytest.mark.parametrize(
    "name,fault",
    [
        pytest.param(name, fault, marks=() if (name, fault) in USUAL_INTERFACES else pytest.mark.all)
        for name in INTERFACES
        for fault in BREAKS
        if fault != "silent" or name.rpartition(".")[2] not in VALUES
    ],
)
def test_broken_interface_plays_or_shows_a_message(guests: BrowserContext, site: str, name: str, fault: str) -> None:
    with visitor(guests, site, FASTER + without(name, fault)) as page:
        came = is_answered(page, site)
        assert came == "plays" or (came.startswith(("Kesu", "Loading")) and (name, fault) not in NEEDLESS)


@pytest.mark.all
@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_truncated_page_is_never_silent(guests: BrowserContext, site: str, share: float) -> None:
    data = (DIST / "index.html").read_bytes()
    with visitor(guests, site, FASTER) as page:
        cut = data[: int(len(data) * share)]
        page.route(site + QUERY, lambda route: route.fulfill(body=cut, content_type="text/html; charset=utf-8"))
        assert comes_to(page, site + QUERY).startswith(("Kesu", "Loading"))


class Stalling(BaseHTTPRequestHandler):
    """Serves the site, but only the first half of its page until the test releases the rest."""

    stalled = threading.Event()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].removeprefix("/") or "index.html"
        data = (DIST / path).read_bytes() if (DIST / path).is_file() else b""
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(Path(path).suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if path == "index.html":
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            self.stalled.wait(60)
            self.wfile.write(data[len(data) // 2 :])
        else:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing."""


def test_stalled_page_shows_that_it_is_loading(guests: BrowserContext, site: str) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Stalling) as server, visitor(guests, site, FASTER) as page:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            assert comes_to(page, f"http://127.0.0.1:{server.server_address[1]}/").startswith("Loading")
        finally:
            Stalling.stalled.set()
            server.shutdown()


@pytest.mark.parametrize(
    "query",
    [
        "?game=chain#field=%",
        *(pytest.param(each, marks=pytest.mark.all) for each in ("?game=chain&constructor=1", "?constructor")),
    ],
)
def test_malformed_address_plays_or_shows_a_message(guests: BrowserContext, site: str, query: str) -> None:
    with visitor(guests, site) as page:
        came = comes_to(page, site + query)
        assert came == "plays" or came.startswith("Kesu could not start")


@pytest.mark.all
def test_python_exception_at_the_start_is_shown(guests: BrowserContext, site: str, tmp_path: Path) -> None:
    """In the page's language, with the ways to continue: without the kept data, or after exporting it, and importing
    it elsewhere.
    """
    kept = expected("push-clear", 7, ["left", "up"]).save()
    with visitor(guests, site, "window.matchMedia = () => { throw new Error('broken on purpose'); };") as page:
        page.add_init_script(f"localStorage.setItem('kesu/save/push-clear', {json.dumps(kept)})")
        assert comes_to(page, site + "ja/" + QUERY).startswith("Kesuを開始できませんでした")
        assert "broken on purpose" in page.locator("#failure-why").inner_text()
        with page.expect_download() as given:
            page.get_by_role("button", name="データをファイルに保存").click()
        file = tmp_path / "kesu-saved-data.json"
        given.value.save_as(file)
        assert json.loads(file.read_text(encoding="utf-8"))["kesu/save/push-clear"] == kept
    with visitor(guests, site) as page:
        player = Player(page, site).load("en/?game=chain&seed=1")
        open_records(player)
        page.set_input_files("#records input[type=file]", file)
        expect(page.locator("#records .message")).to_have_text("Imported.")
        assert player.saved("push-clear")["inputs"] == ["left", "up"]


@pytest.mark.all
def test_start_without_stored_data_keeps_the_data(guests: BrowserContext, site: str) -> None:
    kept = expected("push-clear", 7, ["left", "up"]).save()
    with visitor(guests, site) as page:
        page.goto(site + "static/manifest.webmanifest")
        page.evaluate("kept => localStorage.setItem('kesu/save/push-clear', kept)", kept)
        page.route("**/pyscript/core-*", answer("404", FILES["core"]))
        assert comes_to(page, site + QUERY).startswith("Kesu could not start")
        page.unroute("**/pyscript/core-*")
        page.get_by_role("button", name="Start without saved data").click()
        page.wait_for_function(READY, timeout=90_000)
        player = Player(page, site)
        player.expect_rows(names(expected("push-clear", 7, [])))
        assert "can't save" in player.status()
        player.press("ArrowRight")
        page.reload()
        page.wait_for_function(READY, timeout=90_000)
        player.expect_rows(names(expected("push-clear", 7, ["left", "up"])))


def test_message_disappears_when_the_files_arrive_after_all(guests: BrowserContext, site: str) -> None:
    held: list[Route] = []
    with visitor(guests, site, FASTER) as page:
        page.route(f"**/{FILES['wasm']}*", lambda route: held.insert(0, route))
        assert comes_to(page, site + QUERY).startswith("Loading")
        assert "hot-" in page.locator("#failure-why").inner_text()
        while held:
            held.pop().continue_()
        page.wait_for_function(READY, timeout=90_000)
        assert not page.locator("#failure").is_visible()


def test_message_appears_within_the_promised_time() -> None:
    """The message comes within 15 s of the last file; the machine's own speed is not measured."""
    text = (ROOT / "static" / "net.js").read_text(encoding="utf-8")
    patience, tick = (int(re.findall(rf"const {name} = (\d+);", text)[0]) for name in ("PATIENCE", "TICK"))
    assert patience * tick <= 13_000
