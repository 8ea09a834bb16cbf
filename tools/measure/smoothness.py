"""Measures how smoothly the built page plays: script per frame, key to paint, idle work, growth (`bench --smooth`).

Keys are pressed as a player presses them, in one game after the other, with motion on, with the processor as it is and
slowed down four times. Script is what the browser's own trace says: everything started by keys, frames, timers and idle
moments, summed from one frame to the next, as processor time, which other programs do not lengthen, and as wall time.
A frame counts if any script ran in it. Key to paint is measured on an empty page too, because a key has to wait for the
screen's next frame whatever a page does: the goals are ratios to it, and it is measured again after the games, since
what makes it slower is not the games. Writes build/smooth.json.
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
from game.terminal.server import Server
from tools.build import browser
from tools.build.paths import BUILD, DIST, GZIP
from tools.build.progress import line
from tools.measure import soak

GOALS = {1: 1.4, 4: 2.0}
"""Slowdown of the processor → time from key to paint over that of an empty page; 95 in 100 keys are below it."""
BUSY = 2.0
"""If an empty page takes so many times as long after the games as before them, the machine was busy."""
KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
PAUSE = 60
"""Milliseconds between keys."""
AFTERWARDS = 1200
"""Milliseconds after the last key until nothing moves and nothing is put off any more."""
IDLE = 1000
FRAME = 16_667
"""Microseconds of a frame."""
LONGEST_GROWTH = 90.0
"""Seconds for the growth, reached or not: the long run is tools/measure/soak.py's own."""
READY = "document.body?.dataset.ready === '1'"

# How long each key takes until the frame after it is on its way to the screen.
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
"""It draws in every frame, as a game in motion does: in a page where nothing moves the next frame comes at once."""

SCRIPT = frozenset(
    ("EventDispatch", "FireAnimationFrame", "TimerFire", "FireIdleCallback", "FunctionCall", "RunMicrotasks")
)
"""Events of a trace in which script runs."""
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
        page.wait_for_timeout(3000)  # the page keeps itself for the next visit
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
    """Makes the page's processor so many times slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def press(page: Page, name: str, keys: int) -> None:
    """Plays by real keys; Space only where it means something, for else it scrolls the page."""
    chance = random.Random(7)
    drops = {Role.DROP, Role.MOVE} & GAMES[name].by_role.keys()
    for number in range(keys):
        page.keyboard.press("Space" if drops and number % 10 == 9 else chance.choice(KEYS))
        page.wait_for_timeout(PAUSE)


def floor(page: Page, slower: int, keys: int) -> float:
    """Milliseconds from key to paint on a page that only writes down when the key came."""
    page.bring_to_front()
    page.goto("about:blank")
    page.evaluate(EMPTY)
    slow(page, slower)
    press(page, "chain", keys)
    delays = page.evaluate("delays.splice(0)")
    page.goto("about:blank")  # in a browser without a window it would draw beside the games
    return percentile(delays)


def played(chromium: Browser, page: Page, name: str, keys: int) -> dict[str, float]:
    """Plays a game by real keys → 95th percentiles in milliseconds, and scripts run while nothing changes."""
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
    """What happened in the page's main thread meanwhile is in the list afterwards."""
    found: list[dict[str, Any]] = []
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    yield found
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] in SCRIPT)
    ((main, _many),) = threads.most_common(1) or [((0, 0), 0)]
    found += [event for event in events if (event["pid"], event["tid"]) == main]


def frames(events: list[dict[str, Any]], clock: str) -> list[float]:
    """Events of one thread → milliseconds of script in each frame in which any ran, by that clock."""
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
            continue  # it is part of the one before
        end = at + event["dur"]
        number = bisect(begun, at)
        since = at - begun[number - 1] if number else at
        frame = (number, since // FRAME)  # no frame begins while there is nothing to draw
        found[frame] = found.get(frame, 0.0) + event.get(clock, event["dur"]) / 1000
    return list(found.values())


def percentile(values: list[float], part: float = 0.95) -> float:
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else 0.0


def tell(found: dict[str, Any], empty: float) -> None:
    """One game on one line, with the goal."""
    goal, ratio = GOALS[found["slower"]], found["key to paint"] / empty
    line(
        f"{found['game']:<11} {found['slower']}× slower   key to paint {found['key to paint']:5.1f} ms, {ratio:.1f} "
        f"times an empty page's {empty:.1f} (goal {goal}: {'met' if ratio <= goal else 'missed'})   "
        f"script a frame {found['script']:5.1f} ms "
        f"(on the wall {found['on the wall']:.1f}, middle {found['middle']:.1f}, longest {found['most']:.1f})   "
        f"frames with script while nothing changes {found['idle']}"
    )
