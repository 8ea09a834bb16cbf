"""How long a player waits for a hint on the built page in Chromium, and how thinking affects frames.

Run by `python -m tools.measure.hints --page`. From the key to the first frame that shows the hint, by the page's own
clock, so other work on the machine counts. From the browser's trace, independent of other work: the processor time of
each frame's script until then, drawing included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from game import files
from game.bots import advise
from game.contract import Rules
from game.rules import GAMES
from game.serving.server import Server
from game.session import Session
from tools.setup import browser
from tools.setup.paths import DIST, GZIP

GOAL, FRAME = 100.0, 17.0
"""Milliseconds: the goal for the median hint, and for the longest script of a frame."""
POSITIONS = 16
EVERY = 5
"""Turns between two positions."""
LONGEST = 40
"""Turns per game that positions are taken from."""
OPTIONS = {"biquadris": {"startlevel": 2}}
READY = "document.body?.dataset.ready === '1'"
OPENED = "document.getElementById('loading').classList.contains('done')"
REST = 400
"""Milliseconds for an opened game to settle."""
LOOKED = 3000
"""Milliseconds that a player looks at the board before the first hint."""
TRACED = ("devtools.timeline", "blink.user_timing")

GO = """([name, save]) => {
    const go = (query) => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')) };
    go('./');
    localStorage.clear();
    localStorage.setItem('kesu/save/' + name, save);
    go('?game=' + name);
}"""

# The status line offers to play the hint as soon as it is drawn; a message arrives once the frame is presented.
WATCH = """() => {
    const offer = document.getElementById('offer'), { port1, port2 } = new MessageChannel();
    let asked = 0;
    window.hint = new Promise((done) => {
        port1.onmessage = () => done(performance.now() - asked);
        const seen = new MutationObserver(() => {
            if (offer.hidden || !offer.textContent) return;
            seen.disconnect();
            performance.mark('hint shown');
            port2.postMessage(0);
        });
        seen.observe(offer.parentNode, { attributes: true, childList: true, subtree: true });
    });
    addEventListener('keydown', (event) => {
        asked = event.timeStamp;
        performance.mark('hint asked');
    }, { capture: true, once: true });
}"""


def saves(rules: Rules[Any]) -> Iterator[str]:
    """Saves of games that the weakest bot has begun."""
    found = 0
    for seed in range(POSITIONS):
        session = Session(rules, OPTIONS.get(rules.name, {}), seed, files.read)
        for turn in range(LONGEST):
            if turn % (EVERY * 3) == seed * EVERY % (EVERY * 3):
                yield session.save()
                found += 1
                if found == POSITIONS:
                    return
            for word in advise(rules, session.state, 1).words:
                session.play(word)
            if session.over:
                break


def asked(page: Page, rules: Rules[Any], save: str, rest: float = REST) -> float:
    """Milliseconds from the key to the hint, in the game of a save."""
    page.evaluate(GO, [rules.name, save])
    browser.wait_for(page, OPENED)
    if rules.timed:
        page.click("#go-on")
    page.wait_for_timeout(rest)
    page.evaluate(WATCH)
    page.keyboard.press("KeyI")
    return float(page.evaluate("window.hint"))


def spent(trace: bytes) -> list[float]:
    """A trace → for each hint, the longest script of a frame before it shows, in milliseconds of processor time."""
    events = json.loads(trace)["traceEvents"]
    marks = sorted((event["ts"], event["name"]) for event in events if event["name"] in ("hint asked", "hint shown"))
    frames = [event for event in events if event["name"] == "FireAnimationFrame" and "tdur" in event]
    longest, since = [], 0
    for time, name in marks:
        if name == "hint asked":
            since = time
        else:
            within = [frame["tdur"] / 1000 for frame in frames if since < frame["ts"] < time]
            longest.append(max(within, default=0.0))
    return longest


def measured(only: str = "") -> Iterator[dict[str, Any]]:
    """Yields a line for each game as soon as it is measured."""
    with sync_playwright() as playwright, Server(DIST, "/kesu/", gzip_folder=GZIP) as server:
        chromium = playwright.chromium.launch(**browser.launch_options())
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.goto(server.url + "en/")
        browser.wait_for(page, READY, timeout=120_000)
        for name, rules in GAMES.items():
            if only not in name:
                continue
            games = list(saves(rules))
            first = asked(page, rules, games[0], LOOKED)
            chromium.start_tracing(page=page, categories=list(TRACED))
            waited = [asked(page, rules, save) for save in games]
            scripts = spent(chromium.stop_tracing())
            yield {
                "game": name,
                "positions": len(waited),
                "first": round(first, 1),
                "median": round(median(waited), 1),
                "longest": round(max(waited), 1),
                "frame": round(median(scripts), 1),
                "longest frame": round(max(scripts), 1),
            }
        chromium.close()


def table(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Formats the measurement for people."""
    yield f"{'milliseconds':<14}{'first':>9}{'median':>9}{'longest':>9}{'frame':>9}{'longest frame':>15}"
    for line in lines:
        waits = "".join(f"{line[name]:>9}" for name in ("first", "median", "longest", "frame"))
        met = "met" if line["median"] <= GOAL else "missed"
        frames = "no frame missed" if line["longest frame"] <= FRAME else "frames missed"
        yield f"{line['game']:<14}{waits}{line['longest frame']:>15}  {met}, {frames}"
