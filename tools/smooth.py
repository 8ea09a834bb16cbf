"""Measures how smoothly the built page plays: script per frame, key to paint, idle work, growth (`bench --smooth`).

Keys are pressed as a player presses them, five games one after the other, motion on, with the processor as it is and
slowed down four times. A frame counts when any script ran in it. Writes build/smooth.json.
"""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Page, sync_playwright

from game.rules import GAMES
from tools import browser, soak
from tools.places import BUILD, DIST, GZIP
from tools.report import line
from tools.server import Server

GOALS = {1: (2.0, 17.0), 4: (8.0, 50.0)}
"""By how much slower the processor is: milliseconds of script per frame, and from key to paint; 95 of 100 are below."""
KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
PAUSE = 60
"""Milliseconds between keys."""
READY = "document.body?.dataset.ready === '1'"

# Counts the time of every script that a frame, a key or a timer starts, and how long a key takes until it is painted.
WATCH = """(() => {
    const told = (window.told = { frames: [], keys: [], spent: 0, depth: 0 });
    const timed = (work) => function (...given) {
        const began = performance.now();
        told.depth++;
        try { return work.apply(this, given); } finally {
            if (!--told.depth) told.spent += performance.now() - began;
        }
    };
    const frame = window.requestAnimationFrame.bind(window);
    const later = window.setTimeout.bind(window);
    const listen = EventTarget.prototype.addEventListener;
    window.requestAnimationFrame = (work) => frame(timed(work));
    window.setTimeout = (work, ...rest) => later(timed(work), ...rest);
    EventTarget.prototype.addEventListener = function (kind, work, ...rest) {
        return listen.call(this, kind, typeof work === 'function' ? timed(work) : work, ...rest);
    };
    const count = () => {
        if (told.spent) told.frames.push(told.spent);
        told.spent = 0;
        frame(count);
    };
    frame(count);
    const { port1, port2 } = new MessageChannel();
    const waiting = [];
    port1.onmessage = () => told.keys.push(performance.now() - waiting.shift());
    listen.call(window, 'keydown', (event) => {
        waiting.push(event.timeStamp);
        frame(() => port2.postMessage(0));
    }, true);
})()"""

FORGET = "Object.assign(told, { frames: [], keys: [], spent: 0 }) && 0"


def main(moves: int = 10_000, keys: int = 60) -> int:
    """Measures and prints; `moves` for the growth, over all games, `keys` pressed in each for the rest."""
    result: dict[str, Any] = {"goals": GOALS, "frames": []}
    with sync_playwright() as playwright, Server(DIST, "/kesu/", gzip_folder=GZIP) as server:
        chromium = playwright.chromium.launch(**browser.launch_options())
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(WATCH)
        page.goto(server.url + "en/")
        browser.wait_for(page, READY, timeout=120_000)
        cdp = page.context.new_cdp_session(page)
        for slower in GOALS:
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            for name in GAMES:
                found = {"game": name, "slower": slower, **played(page, name, keys)}
                result["frames"].append(found)
                tell(found)
        chromium.close()
        chromium = soak.launch(playwright)
        result["growth"] = soak.soaked(chromium, server.url, tuple(GAMES), moves)
        chromium.close()
    (BUILD / "smooth.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 1 if result["growth"]["exceeded"] else 0


def go(page: Page, query: str) -> None:
    page.evaluate("q => { history.pushState(null, '', q); dispatchEvent(new PopStateEvent('popstate')) }", query)


def played(page: Page, name: str, keys: int) -> dict[str, float]:
    """Plays a game by real keys → 95th percentiles in milliseconds, and scripts run while nothing changes."""
    lot = random.Random(7)
    go(page, f"?game={name}&seed=5")
    page.keyboard.press("ArrowLeft")  # starts the clock of a game that has one
    page.wait_for_timeout(500)
    page.evaluate(FORGET)
    for number in range(keys):
        page.keyboard.press("Space" if number % 10 == 9 else lot.choice(KEYS))
        page.wait_for_timeout(PAUSE)
    frames, pressed = page.evaluate("[told.frames, told.keys]")
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.wait_for_timeout(1000)
    page.evaluate(FORGET)
    page.wait_for_timeout(1000)
    return {
        "script": percentile(frames),
        "most": max(frames),
        "key to paint": percentile(pressed),
        "idle": page.evaluate("told.frames.length"),
    }


def percentile(values: list[float], part: float = 0.95) -> float:
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else 0.0


def tell(found: dict[str, Any]) -> None:
    """One game on one line, with the goals."""
    script, paint = GOALS[found["slower"]]
    line(
        f"{found['game']:<11} {found['slower']}× slower   script a frame {found['script']:5.1f} ms (goal {script:.0f}, "
        f"longest {found['most']:.1f})   key to paint {found['key to paint']:5.1f} ms (goal {paint:.0f})   "
        f"frames with script while nothing changes {found['idle']}"
    )
