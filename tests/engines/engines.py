"""Firefox and WebKit as players have them, behind one small interface, each with the driver that works for it.

Playwright drives Firefox. WebKit is WebKitGTK's MiniBrowser, driven by its own WebDriver on a virtual screen (Debian's
webkit2gtk-driver and xvfb); WebDriver is JSON over HTTP, so it needs no library.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol
from urllib.error import URLError
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
WEBKIT_DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
WINDOW, PHONE = (1280, 800), (360, 640)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""WebDriver's key for an element in its answers."""

KEYS = {
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Space": " ",
}  # fmt: skip
"""WebDriver's codes for keys other than letters."""

HEARD = "window.keysHeard ??= (addEventListener('keydown', () => window.keysHeard++, true), 0)"
"""Number of keydown events since this was first evaluated."""
CHECKS = 20
"""Number of checks before a key counts as lost. A page answers a check only when it is not busy."""


class Engine(Protocol):
    """A browser with one page."""

    name: str

    def goto(self, url: str) -> None:
        """Opens an address and waits until its document has loaded."""

    def evaluate(self, expression: str) -> Any:
        """Returns the value of a JavaScript expression; for a promise, its result."""

    def press(self, *codes: str) -> None:
        """Presses and releases keys, by the code of each ("ArrowLeft", "KeyR")."""

    def click(self, selector: str) -> None:
        """Clicks in the middle of an element."""

    def tap(self, selector: str) -> None:
        """Taps the middle of an element, by touch if the driver supports it."""

    def screenshot(self, path: Path) -> None:
        """Saves a screenshot as PNG."""


def press_until_heard(engine: Engine, press: Callable[[], object]) -> None:
    """Presses a key, and again if the driver lost it; AssertionError if it never arrives.

    These drivers lose keys pressed while a page is busy, as it is for a moment after its start, or for seconds on a
    busy machine: Firefox's has been seen to deliver only the `keyup`.
    """
    before = engine.evaluate(HEARD)
    for _try in range(5):
        press()
        for _check in range(CHECKS):
            if engine.evaluate(HEARD) > before:
                return
            time.sleep(0.05)
    raise AssertionError(f"{engine.name}: the page hears no key")


def wait_for(engine: Engine, expression: str, seconds: float = 120) -> None:
    """Waits until an expression is true in the page; TimeoutError if it never is."""
    end = time.monotonic() + seconds
    while not engine.evaluate(f"Boolean({expression})"):
        if time.monotonic() > end:
            raise TimeoutError(f"{engine.name}: not true after {seconds} s: {expression}")
        time.sleep(0.05)


class Firefox:
    """Debian's Firefox or the system's, driven by Playwright."""

    name = "firefox"

    def __init__(self, page: Any) -> None:
        self.page = page

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def press(self, *codes: str) -> None:
        for code in codes:
            press_until_heard(self, partial(self.page.keyboard.press, code))

    def click(self, selector: str) -> None:
        self.page.click(selector)

    def tap(self, selector: str) -> None:
        self.page.click(selector)  # Playwright has no touch in this Firefox

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)


class WebKit:
    """WebKitGTK's MiniBrowser, driven by WebDriver."""

    name = "webkit"

    def __init__(self, driver: str, size: tuple[int, int] = WINDOW) -> None:
        self._driver = driver
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{answer['sessionId']}"
        self._do("window/rect", width=size[0], height=size[1])
        self._do("timeouts", script=300_000, pageLoad=120_000)

    def goto(self, url: str) -> None:
        self._do("url", url=url)

    def evaluate(self, expression: str) -> Any:
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(done, e => done('error: ' + e))"
        return self._do("execute/async", script=script, args=[])

    def press(self, *codes: str) -> None:
        for code in codes:
            value = KEYS.get(code) or code.removeprefix("Key").removeprefix("Digit").lower()
            steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
            keys = [{"type": "key", "id": "keyboard", "actions": steps}]
            press_until_heard(self, partial(self._do, "actions", actions=keys))

    def click(self, selector: str) -> None:
        self._do(f"element/{self._found(selector)[ELEMENT]}/click")

    def tap(self, selector: str) -> None:
        steps = [
            {"type": "pointerMove", "origin": self._found(selector), "x": 0, "y": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self._do("actions", actions=[finger])

    def _found(self, selector: str) -> Any:
        return self._do("element", using="css selector", value=selector)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", f"{self._session}/screenshot")))

    def close(self) -> None:
        self._ask("DELETE", self._session)

    def _do(self, what: str, **about: Any) -> Any:
        return self._ask("POST", f"{self._session}/{what}", about)

    def _ask(self, method: str, path: str, about: dict[str, Any] | None = None) -> Any:
        data = None if about is None else json.dumps(about).encode()
        request = Request(self._driver + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request, timeout=400) as answer:
            return json.load(answer)["value"]


FIREFOX_OPTIONS: dict[str, Any] = {"executable_path": FIREFOX, "channel": "moz-firefox", "headless": True}
"""Playwright's options for the installed Firefox."""


@contextmanager
def firefox(phone: bool = False) -> Iterator[Engine]:
    """Starts Firefox with a fresh profile; `phone` gives it a small screen of high resolution."""
    width, height = PHONE if phone else WINDOW
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(**FIREFOX_OPTIONS)
        yield Firefox(
            browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=3 if phone else 1)
        )
        browser.close()


@contextmanager
def webkit(phone: bool = False) -> Iterator[Engine]:
    """Starts WebKit on its own virtual screen; when automated it keeps nothing after it closes."""
    with ExitStack() as after, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        display = subprocess.Popen(
            [str(SCREEN), "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        after.callback(terminate, display)
        number = display.stdout.readline().strip() if display.stdout else ""
        env = {**os.environ, "DISPLAY": f":{number}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        driver = subprocess.Popen([str(WEBKIT_DRIVER), f"--port={port}"], env=env, stderr=subprocess.DEVNULL)
        after.callback(terminate, driver)
        address = f"http://127.0.0.1:{port}"
        wait_for_driver(address)
        engine = WebKit(address, PHONE if phone else WINDOW)
        after.callback(engine.close)
        yield engine


def wait_for_driver(address: str, seconds: float = 30) -> None:
    """Waits until a driver accepts requests."""
    end = time.monotonic() + seconds
    while True:
        try:
            urlopen(address + "/status", timeout=5).close()
            return
        except (URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def terminate(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    process.wait(20)


ENGINES = {
    "firefox": firefox if FIREFOX else None,
    "webkit": webkit if WEBKIT_DRIVER and SCREEN and MINI_BROWSER else None,
}
"""Opens each engine, by name; None for one that is not installed."""
