"""Measures how smoothly the built page plays: script per frame, key to paint, idle work, growth (`bench --smooth`).

Keys are pressed as a player presses them, five games one after the other, motion on, with the processor as it is and
slowed down four times. A frame counts when any script ran in it. Writes build/smooth.json.
"""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from game.rules import GAMES
from tools import browser
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

# Plays by keys that nobody pressed, in slices, so that frames and motion go on meanwhile.
PLAY = """async ([codes, moves]) => {
    for (let i = 0; i < moves; i++) {
        const about = { code: codes[i % codes.length], bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', about));
        document.body.dispatchEvent(new KeyboardEvent('keyup', about));
        if (i % 25 === 24) await new Promise((then) => requestAnimationFrame(then));
        if (i % 500 === 499) document.querySelector('[data-action="restart"]').click();
    }
}"""

COUNTED = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const pyodide = await loadPyodide();
    const objects = pyodide.runPython('import gc; gc.collect(); len(gc.get_objects())');
    return { 'Python objects': objects, 'Python heap': pyodide._module.HEAP8.length };
}"""
PROXIES = """import(document.querySelector('link[href*="kesu.mjs"]').href)
    .then(({ loadPyodide }) => loadPyodide()).then(({ ffi }) => ffi.PyProxy.prototype)"""


def main(moves: int = 10_000, keys: int = 60) -> int:
    """Measures and prints; `moves` for the growth, over all games, `keys` pressed in each for the rest."""
    result: dict[str, Any] = {"goals": GOALS, "frames": [], "growth": {}}
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
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        result["growth"] = growth(page, cdp, moves)
        chromium.close()
    for what, (before, after) in result["growth"].items():
        line(f"{what:<16} {before:>12,} before, {after:>12,} after {moves:,} moves")
    (BUILD / "smooth.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


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


def growth(page: Page, cdp: CDPSession, moves: int) -> dict[str, tuple[int, int]]:
    """What there is of everything before and after so many moves; a first round only fills caches."""
    counts = []
    for share in (moves // 5, moves):
        for name in GAMES:
            go(page, f"?game={name}&seed=5")
            page.evaluate(PLAY, [[*KEYS, "Space"], share // len(GAMES)])
            page.locator("[data-action=restart]").dispatch_event("click")
        go(page, "./")
        page.wait_for_timeout(1000)
        counts.append(count(page, cdp))
    return {what: (counts[0][what], counts[1][what]) for what in counts[0]}


def count(page: Page, cdp: CDPSession) -> dict[str, int]:
    """Objects and bytes, after both garbage collectors have run."""
    counted: dict[str, int] = page.evaluate(COUNTED)
    cdp.send("HeapProfiler.collectGarbage")
    kind = cdp.send("Runtime.evaluate", {"expression": PROXIES, "awaitPromise": True})["result"]["objectId"]
    found = cdp.send("Runtime.queryObjects", {"prototypeObjectId": kind})["objects"]["objectId"]
    length = {"objectId": found, "functionDeclaration": "function () { return this.length }", "returnByValue": True}
    counted["proxies"] = cdp.send("Runtime.callFunctionOn", length)["result"]["value"]
    counted["JS heap"] = int(cdp.send("Runtime.getHeapUsage")["usedSize"])
    return counted
