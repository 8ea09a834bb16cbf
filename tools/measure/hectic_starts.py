"""Starts the built page repeatedly under hectic input, and reports crashes and pages that stay silent.

`python -m tools.measure.hectic_starts [--minutes 60] [--seed 1]`. Before Python has loaded, it presses keys, clicks,
taps, rotates the screen, goes back and forward, reloads and switches games, alternating first and later visits. A crash
of the renderer or the browser is printed with all actions since the start, so that it can be reproduced. Each browser
has its own process, which is killed after some silent minutes, because closing a page during navigation occasionally
hangs, whatever the page.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from game.rules import GAMES
from game.serving.server import Server
from tools.setup.browser import launch_options
from tools.setup.paths import DIST, GZIP

KEYS = (
    "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space", "Enter", "Escape", "Tab", "KeyR", "KeyZ", "KeyU",
    "KeyH", "KeyP", "KeyN", "KeyM", "Slash", "Digit1",
)  # fmt: skip
ADDRESSES = (
    "",
    *(f"?game={name}" for name in GAMES),
    *(f"?game={name}&seed=7" for name in GAMES),
    "ja/",
    "?daily=today",
)
SAYS = "document.body?.dataset.ready === '1' || document.getElementById('trouble')?.checkVisibility()"
STATE = """JSON.stringify([document.readyState, Math.round(performance.now()), { ...document.body?.dataset },
    performance.getEntriesByType('mark').map(({ name, startTime }) => `${name} ${Math.round(startTime)}`),
    performance.getEntriesByType('resource').filter(({ responseEnd }) => !responseEnd).map(({ name }) => name),
    document.getElementById('loading')?.textContent.trim()])"""
"""How far a page has come; on an overloaded machine it may just be slow."""
PATIENCE = 120.0
"""Seconds within which a start must respond or report an error."""
COUNTS, DID = "counts: ", "did: "
"""Prefixes of a browser process's output: its counts after each start, and each action."""
STARTS = 25
"""Starts per browser; then another one is launched."""
SILENCE = 2.5 * PATIENCE
"""Seconds without an action after which a browser, or its driver, counts as hung."""
SIZES = ({"width": 1280, "height": 800}, {"width": 360, "height": 740}, {"width": 740, "height": 360})


class Hunt:
    """Counts of actions and outcomes."""

    def __init__(self, address: str, seed: int) -> None:
        self.address, self.chance = address, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.done: list[str] = []
        """The actions since the start."""
        self.crashed = False

    def many(self, playwright: Playwright) -> None:
        """Runs starts in one browser."""
        browser = playwright.chromium.launch(**launch_options())
        try:
            for _start in range(STARTS):
                self.start(browser)
        except Error as error:
            self.seen("the browser", str(error).splitlines()[0])
        if browser.is_connected():
            browser.close()

    def start(self, browser: Browser) -> None:
        """Starts in a new context: once, and often again with what the first start cached."""
        chance = self.chance
        context = browser.new_context(viewport=chance.choice(SIZES), has_touch=True)  # type: ignore[arg-type]
        for _visit in range(chance.choice((1, 1, 2, 3))):
            page = context.new_page()
            page.on("crash", self.crash)
            page.on("pageerror", lambda error: self.seen("an error", str(error).splitlines()[0]))
            self.done, self.crashed = [], False
            self.counts["starts"] += 1
            try:
                self.hectic(page)
                if not self.answers(page):
                    self.seen("silence", page.url)
                    print("  at", page.evaluate(STATE), flush=True)
            except Error as error:
                if not self.crashed:
                    self.seen("an exception", str(error).splitlines()[0])
            if self.crashed:
                self.seen("a crash", page.url)
            print(COUNTS + json.dumps(self.counts), flush=True)  # before the page is closed, which may hang
            if not self.crashed:
                page.close()
        context.close()

    def crash(self, _page: Page) -> None:
        """The renderer has crashed."""
        self.crashed = True

    def hectic(self, page: Page) -> None:
        """Opens the page and acts at random."""
        chance = self.chance
        self.act("goto", lambda: page.goto(self.address + chance.choice(ADDRESSES), wait_until="commit"))
        for _action in range(chance.randint(5, 60)):
            self.something(page)

    def something(self, page: Page) -> None:
        """Performs one action of a hurried visitor."""
        chance = self.chance
        key, target, shape = chance.choice(KEYS), chance.choice(ADDRESSES), chance.choice(SIZES)
        size = page.viewport_size or SIZES[0]
        x, y, pause = chance.random() * size["width"], chance.random() * size["height"], chance.random() * 200
        acts: list[tuple[int, str, Callable[[], object]]] = [
            (30, f"press {key}", lambda: page.keyboard.press(key)),
            (20, f"click {x:.0f} {y:.0f}", lambda: page.mouse.click(x, y)),
            (15, f"tap {x:.0f} {y:.0f}", lambda: page.touchscreen.tap(x, y)),
            (4, "back", lambda: page.go_back(wait_until="commit", timeout=5000)),
            (3, "forward", lambda: page.go_forward(wait_until="commit", timeout=5000)),
            (3, "reload", lambda: page.reload(wait_until="commit", timeout=20_000)),
            (3, f"go {target}", lambda: page.goto(self.address + target, wait_until="commit", timeout=20_000)),
            (4, f"size {shape}", lambda: page.set_viewport_size(shape)),  # type: ignore[arg-type]
            (10, "wait", lambda: page.wait_for_timeout(pause)),
        ]
        [(_weight, name, act)] = chance.choices(acts, [weight for weight, _name, _act in acts])
        self.act(name, act)

    def act(self, name: str, act: Callable[[], object]) -> None:
        self.done.append(name)
        print(DID + name, flush=True)
        self.counts["actions"] += 1
        try:
            act()
        except Error as error:
            if "crash" in str(error).lower():
                raise
            self.counts["actions that came too late or led away"] += 1

    def answers(self, page: Page) -> bool:
        """Returns whether the page plays or reports an error; a page of another site counts as fine."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not page.url.startswith(self.address):
                return True
            try:
                if page.evaluate(SAYS):
                    return True
            except Error as error:
                if "crash" in str(error).lower():
                    raise
            page.wait_for_timeout(200)
        return False

    def seen(self, what: str, where: str) -> None:
        self.counts[what] += 1
        print(f"{what}: {where}\n  after {', '.join(self.done)}", flush=True)


def one_browser(address: str, seed: int) -> Counter[str]:
    """Runs starts in a separate process → its counts; prints the rest of its output."""
    command = [sys.executable, "-m", __spec__.name, "--address", address, "--seed", str(seed)]
    counts: Counter[str] = Counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as child:
        guard = Timer(SILENCE, lambda: None)
        did: list[str] = []
        hung: list[str] = []

        def end() -> None:
            hung.append("a hang" if did else "browsers that hung when a page was closed")
            print(f"{hung[0]}: after {', '.join(did)}", flush=True)
            os.killpg(child.pid, signal.SIGKILL)

        for line in child.stdout or ():
            guard.cancel()
            guard = Timer(SILENCE, end)
            guard.daemon = True
            guard.start()
            if line.startswith(COUNTS):
                counts = Counter(json.loads(line.removeprefix(COUNTS)))
                did.clear()
            elif line.startswith(DID):
                did.append(line.removeprefix(DID).strip())
            else:
                print(line, end="", flush=True)
        guard.cancel()
    return counts + Counter(["browsers", *hung])


def main() -> int:
    """Runs starts until the time is up; 1 if anything crashed or stayed silent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.address:
        with sync_playwright() as playwright:
            Hunt(given.address, given.seed).many(playwright)
        return 0
    counts: Counter[str] = Counter()
    end = time.monotonic() + 60 * given.minutes
    with Server(DIST, gzip_folder=GZIP) as server, suppress(KeyboardInterrupt):
        while time.monotonic() < end:
            counts += one_browser(server.url, given.seed + counts["browsers"])
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 1 if {"a crash", "a hang", "the browser", "silence"} & set(counts) else 0


if __name__ == "__main__":
    sys.exit(main())
