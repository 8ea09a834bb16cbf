"""Presses keys in every game of the built page as fast as it takes them, and prints what grew: `[MOVES [GAME ...]]`."""

from __future__ import annotations

import sys
import time
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from game.rules import GAMES
from tools.browser import launch_options, wait_for
from tools.places import DIST, GZIP
from tools.server import Server

READY = "document.body.dataset.ready === '1'"
ROUND = 500
"""Keys in one game; then another is begun, as a player does: a line of inputs grows by its nature."""
PRESS = """async ([game, seed, many]) => {
    history.pushState(null, '', `?game=${game}&seed=${seed}`);
    dispatchEvent(new PopStateEvent('popstate'));
    const codes = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Space', 'Enter', 'KeyZ'];
    let longest = 0, last = performance.now();
    for (let pressed = 0; pressed < many; pressed++) {
        const code = codes[(pressed * 7 + Math.floor(Math.random() * codes.length)) % codes.length];
        for (const kind of ['keydown', 'keyup']) {
            document.body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
        }
        if (pressed % 8) continue;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
    }
    return longest;
}"""
WASM = """async () => {
    const { loadPyodide } = await import(document.querySelector('link[href*="kesu.mjs"]').href);
    const pyodide = await loadPyodide();
    const objects = pyodide.runPython('import gc; gc.collect(); len(gc.get_objects())');
    return [pyodide._module.HEAP8.length / 1e6, objects];
}"""
STORED = "Object.entries(localStorage).reduce((sum, [name, text]) => sum + name.length + text.length, 0) / 1e3"


def measured(page: Page, cdp: CDPSession) -> dict[str, float]:
    """What is held, after both collectors have run."""
    wasm, objects = page.evaluate(WASM)
    cdp.send("HeapProfiler.collectGarbage")
    told: Any = cdp.send("Performance.getMetrics")["metrics"]
    found = {metric["name"]: metric["value"] for metric in told}
    return {
        "JS heap MB": found["JSHeapUsedSize"] / 1e6,
        "nodes": found["Nodes"],
        "listeners": found["JSEventListeners"],
        "wasm MB": wasm,
        "Python objects": objects,
        "stored kB": page.evaluate(STORED),
    }


def soak(page: Page, name: str, moves: int) -> None:
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    page.evaluate(PRESS, [name, 1, ROUND])
    first, began, longest = measured(page, cdp), time.perf_counter(), 0.0
    for seed in range(2, 2 + moves // ROUND):
        longest = max(longest, page.evaluate(PRESS, [name, seed, ROUND]))
    last = measured(page, cdp)
    told = ", ".join(f"{what} {first[what]:.1f} → {last[what]:.1f}" for what in first)
    print(
        f"{name}: {moves} keys in {time.perf_counter() - began:.0f} s, longest frame {longest:.0f} ms; {told}",
        flush=True,
    )


def main(arguments: list[str]) -> int:
    moves = int(arguments[0]) if arguments else 10_000
    with Server(DIST, "/some/where/", gzip_folder=GZIP) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        page.goto(server.url)
        wait_for(page, READY, timeout=90_000)
        for name in arguments[1:] or list(GAMES):
            soak(page, name, moves)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
