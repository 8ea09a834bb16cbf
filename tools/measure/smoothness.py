"""Measures how smoothly the built page plays: script per frame, key to paint, idle work, growth (`bench --smooth`).

Keys are pressed at a player's pace, in one game after another, with motion on, with the processor at full speed and
slowed four times. Script time comes from the browser's own trace: everything started by keys, frames, timers and idle
callbacks, summed from one frame to the next, as processor time, which other programs do not affect, and as wall time.
A frame counts if any script ran in it. Key to paint is also measured on an empty page, because a key has to wait for
the next frame on any page: the goals are ratios to it. It is measured again after the games, because the games cannot
make it slower. Writes build/smooth.json.
"""

from __future__ import annotations

import json
import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from game.contract import Role
from game.rules import GAMES
from game.serving.server import Server
from tools.measure import soak
from tools.setup import browser
from tools.setup.paths import BUILD, DIST, GZIP
from tools.setup.progress import line

GOALS = {1: 1.4, 4: 2.0}
"""Slowdown of the processor → goal for key to paint relative to an empty page (95th percentile)."""
BUSY = 2.0
"""If an empty page is slower by this factor after the games, the machine was busy."""
KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
PAUSE = 60
"""Milliseconds between keys."""
AFTERWARDS = 1200
"""Milliseconds after the last key until all motion and deferred work are done."""
IDLE = 1000
FRAME = 16_667
"""Microseconds per frame."""
LONGEST_GROWTH = 90.0
"""Time limit in seconds for the growth: the long run is in tools/measure/soak.py."""
READY = "document.body?.dataset.ready === '1'"

# The time from each key until the next frame is presented.
WATCH = """(() => {
    const delays = (window.delays = []);
    const { port1, port2 } = new MessageChannel();
    const waiting = [];
    port1.onmessage = () => delays.push(performance.now() - waiting.shift());
    window.addEventListener('keydown', (event) => {
        waiting.push(event.timeStamp);
        requestAnimationFrame(() => port2.postMessage(0));
    }, true);
})()"""
EMPTY = """{
    const draw = () => { document.body.style.opacity = 1 - Math.random() / 9; requestAnimationFrame(draw); };
    draw();
    addEventListener('keydown', (event) => { document.body.textContent = event.timeStamp; });
}"""
"""It draws in every frame, like a game in motion: on a still page the next frame comes immediately."""

SCRIPT = frozenset(
    ("EventDispatch", "FireAnimationFrame", "TimerFire", "FireIdleCallback", "FunctionCall", "RunMicrotasks")
)
"""Trace events in which script runs."""
BEGINS = "BeginMainThreadFrame"


def main(moves: int = 10_000, keys: int = 50) -> int:
    """Measures and prints; `moves` for the growth, over all games, `keys` pressed in each for the rest."""
    result: dict[str, Any] = {"goals": GOALS, "frames": [], "empty": {}}
    with sync_playwright() as playwright, Server(DIST, "/kesu/", gzip_folder=GZIP) as server:
        chromium = playwright.chromium.launch(**browser.launch_options())
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(WATCH)
        page.goto(server.url + "en/")
        browser.wait_for(page, READY, timeout=120_000)
        page.wait_for_timeout(3000)  # the page caches itself for the next visit
        empty = chromium.new_page(viewport={"width": 1280, "height": 800})
        empty.add_init_script(WATCH)
        for slower in GOALS:
            result["empty"][slower] = floor(empty, slower, keys)
            page.bring_to_front()
            slow(page, slower)
            for name in GAMES:
                found = {"game": name, "slower": slower, **played(chromium, page, name, keys)}
                result["frames"].append(found)
                tell(found, result["empty"][slower])
            again = floor(empty, slower, keys)
            if max(again, result["empty"][slower]) > BUSY * min(again, result["empty"][slower]):
                line(f"the machine is busy: an empty page took {result['empty'][slower]:.1f} ms, now {again:.1f} ms")
        chromium.close()
        chromium = soak.launch(playwright)
        result["growth"] = soak.soaked(chromium, server.url, tuple(GAMES), moves, longest=LONGEST_GROWTH)
        chromium.close()
    (BUILD / "smooth.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 1 if result["growth"]["exceeded"] else 0


def go(page: Page, query: str) -> None:
    page.evaluate("q => { history.pushState(null, '', q); dispatchEvent(new PopStateEvent('popstate')) }", query)


def slow(page: Page, rate: int) -> None:
    """Slows the page's processor by this factor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def press(page: Page, name: str, keys: int) -> None:
    """Plays with real keys; Space only if it is bound, because otherwise it scrolls the page."""
    chance = random.Random(7)
    drops = {Role.DROP, Role.MOVE} & GAMES[name].by_role.keys()
    for number in range(keys):
        page.keyboard.press("Space" if drops and number % 10 == 9 else chance.choice(KEYS))
        page.wait_for_timeout(PAUSE)


def floor(page: Page, slower: int, keys: int) -> float:
    """Milliseconds from key to paint on a page that only records the key."""
    page.bring_to_front()
    page.goto("about:blank")
    page.evaluate(EMPTY)
    slow(page, slower)
    press(page, "chain", keys)
    delays = page.evaluate("delays.splice(0)")
    page.goto("about:blank")  # a headless browser would keep drawing it during the games
    return percentile(delays)


def played(chromium: Browser, page: Page, name: str, keys: int) -> dict[str, float]:
    """Plays a game with real keys → 95th percentiles in milliseconds, and scripts run while nothing changes."""
    go(page, f"?game={name}&seed=5")
    page.keyboard.press("ArrowLeft")  # starts the clock of a game that has one
    page.wait_for_timeout(500)
    page.evaluate("delays.splice(0)")
    with traced(chromium, page) as found:
        press(page, name, keys)
    pressed = page.evaluate("delays.splice(0)")
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.wait_for_timeout(AFTERWARDS)
    with traced(chromium, page) as idle:
        page.wait_for_timeout(IDLE)
    processor, wall = frames(found, "tdur"), frames(found, "dur")
    return {
        "script": percentile(processor),
        "middle": percentile(processor, 0.5),
        "most": max(processor),
        "on the wall": percentile(wall),
        "key to paint": percentile(pressed),
        "idle": len(frames(idle, "dur")),
    }


@contextmanager
def traced(chromium: Browser, page: Page) -> Iterator[list[dict[str, Any]]]:
    """Collects the events of the page's main thread into the list."""
    found: list[dict[str, Any]] = []
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    yield found
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] in SCRIPT)
    ((main, _many),) = threads.most_common(1) or [((0, 0), 0)]
    found += [event for event in events if (event["pid"], event["tid"]) == main]


def frames(events: list[dict[str, Any]], clock: str) -> list[float]:
    """Events of one thread → milliseconds of script per frame that ran any, by this clock."""
    begun = sorted(event["ts"] for event in events if event["name"] == BEGINS)
    scripts = sorted(
        (event for event in events if event["name"] in SCRIPT and event["ph"] == "X"),
        key=lambda event: (event["ts"], -event["dur"]),
    )
    found: dict[tuple[int, int], float] = {}
    end = 0
    for event in scripts:
        at = event["ts"]
        if at < end:
            continue  # nested in the previous one
        end = at + event["dur"]
        number = bisect(begun, at)
        since = at - begun[number - 1] if number else at
        frame = (number, since // FRAME)  # no frame begins while there is nothing to draw
        found[frame] = found.get(frame, 0.0) + event.get(clock, event["dur"]) / 1000
    return list(found.values())


def percentile(values: list[float], part: float = 0.95) -> float:
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else 0.0


def tell(found: dict[str, Any], empty: float) -> None:
    """Formats one game on one line, with the goal."""
    goal, ratio = GOALS[found["slower"]], found["key to paint"] / empty
    line(
        f"{found['game']:<11} {found['slower']}× slower   key to paint {found['key to paint']:5.1f} ms, {ratio:.1f} "
        f"times an empty page's {empty:.1f} (goal {goal}: {'met' if ratio <= goal else 'missed'})   "
        f"script a frame {found['script']:5.1f} ms "
        f"(on the wall {found['on the wall']:.1f}, middle {found['middle']:.1f}, longest {found['most']:.1f})   "
        f"frames with script while nothing changes {found['idle']}"
    )
