"""The common part of the browser tests: one server under a sub-path, one browser, one started page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, sync_playwright

from game.serving.server import Server
from game.session import Session
from tests.table import session_of
from tools.setup import browser as chromium
from tools.setup.paths import DIST, GZIP, ROOT

Page.wait_for_function = chromium.wait_for  # type: ignore  # its own one needs eval, which the page's policy forbids

READY = "document.body.dataset.ready === '1'"
KEPT = """async () => {
    const kept = async (kind) => {
        for (const name of (await caches.keys()).filter((name) => name.startsWith(kind))) {
            const [first] = await (await caches.open(name)).keys();
            if (first) return { name, url: first.url };
        }
    };
    for (let tries = 0; tries < 900; tries++) {
        const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
        const [build, snapshot] = [await kept('kesu-build'), await kept('kesu-snapshot')];
        if (active?.state === 'activated' && build && snapshot) return { build: build.name, snapshot: snapshot.url };
        await new Promise((then) => setTimeout(then, 100));
    }
}"""
"""Waits until the page has cached the whole build and the snapshot for the next visit."""
GO = """query => {
    const to = (address) => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')) };
    to('./'); // closes the game, which is saved once more
    document.dispatchEvent(new Event('freeze')); // runs its idle queue
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage')); // as from another tab that cleared it: settings follow
    to(query);
}"""
STILL = """() => new Promise((done) => {
    const pen = CanvasRenderingContext2D.prototype, { drawImage } = pen;
    let frames = 12; // longer than any pause in what moves
    pen.drawImage = function (...all) { frames = 12; return drawImage.apply(this, all) };
    const look = () => { if (frames--) return requestAnimationFrame(look); pen.drawImage = drawImage; done(null) };
    look();
})"""
"""Waits for this many frames in a row in which nothing is drawn."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 3,
}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PICTURES = ROOT / "screenshots"

Workers = Literal["allow", "block"]
"""Whether pages may have a service worker."""

THRIFTY = """Object.defineProperty(Navigator.prototype, 'connection',
    { configurable: true, get: () => ({ saveData: true }) });
    window.AudioContext = undefined;"""
"""A visitor who saves data and power, so the page fetches no snapshot and prepares no hints.

There is no sound either: its threads take a thirtieth of the time of all tests."""
UNHURRIED = "but not used within a few seconds"
"""Chromium's harmless warning about preloaded files on a slow machine."""
BLOCKED = "Service Worker registration blocked by Playwright"
"""Playwright's warning when a context blocks service workers."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the built page, served under a sub-path as GitHub Pages does."""
    if not (DIST / "index.html").exists():
        pytest.fail("dist/ is not built: run python3 build.py test")
    with Server(DIST, base="/some/where/", gzip_folder=GZIP) as server:
        yield server.url


def launch_options() -> dict[str, Any]:
    """Returns the options to launch the browser that was found, with a compiler that is lazy and never optimizes.

    Optimizing costs more processor time than a few seconds of Python give back."""
    options = chromium.launch_options()
    return {**options, "args": [*options["args"], "--js-flags=--wasm-lazy-compilation,--liftoff-only"]}


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


FILES = 6
"""How many files share a browser and its pages. A browser used for all of them has been seen to stop drawing."""


def thrifty(browser: Browser, **device: Any) -> BrowserContext:
    """Returns a context without a service worker, in which the page prepares nothing in advance."""
    context = browser.new_context(**device, service_workers="block")
    context.add_init_script(THRIFTY)
    return context


class Shared:
    """A browser shared by several files, with its contexts and pages, each opened once."""

    def __init__(self, driver: Playwright) -> None:
        self._driver = driver
        self._files = 0
        self._browser: Browser | None = None
        self._contexts: dict[str, BrowserContext] = {}
        self._pages: dict[str, tuple[Page, Watch]] = {}

    def for_a_file(self) -> Browser:
        """Returns the browser for one more file."""
        if self._files % FILES == 0:
            self.close()
        self._files += 1
        self._browser = self._browser or self._driver.chromium.launch(**launch_options())
        return self._browser

    def context(self, device: dict[str, Any], workers: Workers, who: str) -> BrowserContext:
        """Returns that visitor's context. Its network cache lasts from file to file and halves the cost of a start."""
        assert self._browser
        name = f"{who}, workers: {workers}"
        if name not in self._contexts:
            kind = thrifty if workers == "block" else Browser.new_context
            self._contexts[name] = kind(self._browser, **device)
        return self._contexts[name]

    def page(self, context: BrowserContext, site: str, who: str) -> tuple[Page, Watch]:
        """Returns that visitor's page, started once and reset to a fresh one for each file."""
        if who not in self._pages:
            watch = Watch(site)
            self._pages[who] = watch.over(context.new_page()), watch
        page, _watch = self._pages[who]
        player = Player(page, site)
        if page.url.startswith(site) and page.evaluate(READY):
            player.go("./")
        else:
            page.goto("about:blank")  # whatever it saves on leaving is saved before everything is cleared
            forget_all(page, site)
            player.load()
        return self._pages[who]

    def close(self) -> None:
        if self._browser:
            self._browser.close()
        self._browser = None
        self._contexts.clear()
        self._pages.clear()


@pytest.fixture(scope="session")
def shared(driver: Playwright) -> Iterator[Shared]:
    browsers = Shared(driver)
    yield browsers
    browsers.close()


@pytest.fixture(scope="module")
def one_browser(shared: Shared) -> Browser:
    """The browser of this file's tests, shared with some other files."""
    return shared.for_a_file()


@pytest.fixture(scope="module")
def workers() -> Workers:
    """Whether pages may have a service worker. Caching the build takes as long as the start, so only tests of the
    worker have one."""
    return "block"


@dataclass
class Watch:
    """Collects a page's errors and warnings, and its requests to other origins."""

    site: str
    complaints: list[str] = field(default_factory=list)

    def over(self, page: Page) -> Page:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))
        return page

    def _said(self, message: ConsoleMessage) -> None:
        # Browsers request this themselves when they show a file that is not a page.
        asked_by_browser = message.location["url"].endswith("/favicon.ico")
        expected = UNHURRIED in message.text or BLOCKED in message.text or asked_by_browser
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(message.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.site, "data:", "blob:")):
            self.complaints.append(f"asked for {url}")


class Player:
    """A page as a player uses and sees it."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site

    def load(self, query: str = "") -> Player:
        """Loads the page and waits until Python is ready."""
        self.page.goto(self.site + query)
        self.page.wait_for_function(READY, timeout=90_000)
        return self

    def go(self, query: str) -> Player:
        """Goes to an address without reloading, with the store cleared.

        Passes home without painting it: going there and back in two steps takes as long as opening a game.
        """
        self.page.evaluate(GO, query)
        return self

    def go_on(self, query: str) -> Player:
        """Goes to an address without reloading, with the store as it is."""
        self.page.evaluate(
            "q => { history.pushState(null, '', q); dispatchEvent(new PopStateEvent('popstate')) }", query
        )
        return self

    def press(self, *codes: str) -> Player:
        for code in codes:
            self.page.keyboard.press(code)
        return self

    def settle(self) -> Player:
        """Makes the page run its idle queue now."""
        self.page.evaluate("document.dispatchEvent(new Event('freeze'))")
        return self

    def rows(self, board: int = 0) -> list[list[str]]:
        """Returns the board as a screen reader finds it: the names in the table's cells."""
        self.settle()
        table = self.page.locator("#listing table").nth(board)
        return table.evaluate("t => [...t.rows].slice(1).map(r => [...r.cells].slice(1).map(c => c.textContent))")

    def expect_rows(self, wanted: list[list[str]], board: int = 0) -> None:
        """Waits for the board to become this: after a tap, the click comes only once the browser is sure of it."""
        for _try in range(100):
            if self.rows(board) == wanted:
                return
            self.page.wait_for_timeout(50)
        assert self.rows(board) == wanted

    def figure(self, label: str, board: int = 0) -> str:
        self.settle()
        head = self.page.locator(".board-head").nth(board)
        return head.locator(".figure", has=self.page.locator("dt", has_text=label)).locator("dd").inner_text()

    def status(self) -> str:
        return self.settle().page.locator("#status-text").inner_text()

    def saved(self, name: str) -> dict[str, Any]:
        """Returns a game's save from the store."""
        self.settle()
        text = self.page.evaluate("name => localStorage.getItem('kesu/save/' + name)", name)
        return json.loads(text)

    def pixel(self, row: int, column: int, board: int = 0, dx: float = 0.5, dy: float = 0.5) -> tuple[int, ...]:
        """Returns the colour on the canvas at a place within a cell."""
        rows = self.rows(board)
        place = [(column + dx) / len(rows[0]), (row + dy) / len(rows)]
        canvas = self.page.locator(".board-frame canvas").nth(board)
        return tuple(
            canvas.evaluate(
                """(c, [x, y]) => {
                const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
                copy.drawImage(c, -Math.floor(c.width * x), -Math.floor(c.height * y));
                return [...copy.getImageData(0, 0, 1, 1).data].slice(0, 3) }""",
                place,
            )
        )

    def choose(self, action: str) -> Player:
        """Clicks a button of those that are in a sheet on a phone."""
        if self.page.locator("#more").is_visible():
            self.page.locator("#more").click()
        self.page.locator(f"#menu [data-action={action}]").click()
        return self

    def still(self) -> Player:
        """Waits until nothing moves on the canvas any more."""
        self.page.evaluate(STILL)
        return self

    def swipe(self, dx: float, dy: float) -> Player:
        """Swipes from the middle of the first board."""
        box = self.page.locator(".board-frame canvas").first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch(self.page, [(x + dx * i / 8, y + dy * i / 8) for i in range(9)])
        return self

    def picture(self, name: str) -> None:
        """Takes a screenshot for people to look at, outside the repository."""
        PICTURES.mkdir(exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")


def touch(page: Page, points: list[tuple[float, float]]) -> None:
    """Moves a finger along this path, through the browser's own input."""
    cdp = page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(points):
        kind = "touchMove" if i else "touchStart"
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    cdp.detach()


expected = session_of
"""Plays the same words of the same game in this Python."""


def names(session: Session, board: int = 0) -> list[list[str]]:
    """Returns the names that the table should have for a session's board."""
    symbols = session.rules.symbols
    return [[symbols[letter].name for letter in row] for row in session.view.boards[board].rows]


@pytest.fixture(scope="module")
def desk_page(one_browser: Browser, shared: Shared, site: str) -> tuple[Page, Watch]:
    return shared.page(shared.context(DESK, "block", "desk"), site, "desk")


@pytest.fixture(scope="module")
def phone_page(one_browser: Browser, shared: Shared, site: str) -> tuple[Page, Watch]:
    return shared.page(shared.context(PHONE, "block", "phone"), site, "phone")


CLOSE = """() => {
    for (const open of document.querySelectorAll('dialog[open]')) open.close();
    for (const open of document.querySelectorAll('details[open]')) open.open = false;
    for (const open of document.querySelectorAll('[popover]:popover-open')) open.hidePopover();
}"""


def tidy(page: Page, device: dict[str, Any]) -> None:
    """Closes everything open over the page and resets window and media, however the test before ended."""
    page.evaluate(CLOSE)
    page.emulate_media(
        color_scheme="light", reduced_motion="no-preference", forced_colors="none", contrast="no-preference"
    )
    if page.viewport_size != device["viewport"]:
        page.set_viewport_size(device["viewport"])


@pytest.fixture
def desk(desk_page: tuple[Page, Watch], site: str) -> Iterator[Player]:
    """A desktop page, started once and shared by tests; any error, warning or foreign request fails the test."""
    page, watch = desk_page
    tidy(page, DESK)
    watch.complaints.clear()
    yield Player(page, site)
    assert watch.complaints == []


@pytest.fixture
def phone(phone_page: tuple[Page, Watch], site: str) -> Iterator[Player]:
    """A phone's page with a touch screen, shared and checked like `desk`."""
    page, watch = phone_page
    tidy(page, PHONE)
    watch.complaints.clear()
    yield Player(page, site)
    assert watch.complaints == []


@pytest.fixture(scope="module")
def guests(one_browser: Browser, shared: Shared, workers: Workers) -> BrowserContext:
    """The context for pages that belong to one test each."""
    return shared.context(DESK, workers, "guests")


def forget_all(page: Page, site: str) -> None:
    """Clears everything that the site stored in the browser: stores, databases, caches, workers."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Storage.clearDataForOrigin", {"origin": site.removesuffix("/some/where/"), "storageTypes": "all"})
    cdp.detach()


@contextmanager
def own_page(guests: BrowserContext, site: str) -> Iterator[Page]:
    """Opens a fresh page, not loaded yet, and closes it at the end."""
    page = guests.new_page()
    forget_all(page, site)
    try:
        yield page
    finally:
        page.unroute_all(behavior="ignoreErrors")
        page.close()
        guests.clear_permissions()


@pytest.fixture
def fresh(guests: BrowserContext, site: str) -> Iterator[Player]:
    """A page for one test, which loads it itself, perhaps more than once."""
    watch = Watch(site)
    with own_page(guests, site) as page:
        yield Player(watch.over(page), site)
    assert watch.complaints == []


@pytest.fixture
def unwatched(guests: BrowserContext, site: str) -> Iterator[Player]:
    """Like `fresh`, for a test whose page logs errors or never starts Python."""
    with own_page(guests, site) as page:
        yield Player(page, site)


@pytest.fixture(scope="module")
def visited(one_browser: Browser, shared: Shared, site: str) -> BrowserContext:
    """The context of a visitor who was here before, with everything cached."""
    context = shared.context(DESK, "allow", "visitor")
    page = context.new_page()
    Player(page, site).load("?game=push-clear&seed=7")
    assert page.evaluate(KEPT)
    page.close()
    return context


@pytest.fixture
def returning(visited: BrowserContext, site: str) -> Iterator[Player]:
    """A new page of a returning visitor. A test may spoil the caches; at the end everything must be cached again."""
    page = visited.new_page()
    page.goto(site + "static/manifest.webmanifest")
    page.evaluate("localStorage.clear()")
    page.evaluate("new Promise((done) => (indexedDB.deleteDatabase('kesu').onsuccess = done)).then(() => null)")
    yield Player(page, site)
    assert page.evaluate(KEPT)
    page.close()


def data(name: str) -> str:
    """Returns a text file that the tests share."""
    return (Path(__file__).parent.parent / "unit" / "data" / name).read_text(encoding="utf-8")
