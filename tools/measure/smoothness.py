"""How smoothly the page plays: script per frame, key to picture, idle work, growth (`python3 build.py bench --smooth`).

Keys are pressed at a player's pace, in one game after another, with motion on, with the processor at full speed, slowed
four times, and slowed six times. Script time comes from the browser's own trace: everything started by keys, frames,
timers and idle callbacks, summed from one frame to the next, as processor time, which other programs do not affect, and
as wall time. A frame counts if any script ran in it. Key to picture is also measured on an empty page, before the games
and after them, because a key has to wait for the next frame on any page: the goals are ratios to it. The last hundred
keys of a game show what it is like once the browser has optimised the WebAssembly. Intervals (95 %) describe this run
only; a busy machine changes more than they say, so there is a warning. Writes build/smooth.json.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from game.contract import Role
from game.rules import GAMES
from tools.measure import soak
from tools.measure.harness.browsing import DESK, go, launch, opened, script_per_frame, served, slow_down, traced
from tools.measure.harness.results import show
from tools.measure.harness.statistics import Estimate, percentile, ratio_of_percentiles, resampled_percentile
from tools.samples.some_moves import between_people
from tools.setup.paths import BUILD
from tools.setup.progress import line

GOALS = {1: 1.4, 4: 2.0, 6: 2.5}
"""Slowdown of the processor, and the goal for key to picture relative to an empty page (95th percentile)."""
BUSY = 1.3
"""The machine was busy if an empty page is slower by this factor at one time than at another."""
WARM = 100
"""The last keys of a game, reported by themselves."""
KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
PAUSE = 60
"""Milliseconds between keys."""
SETTLING = 1200
"""Milliseconds after the last key until all motion and deferred work are done."""
IDLE = 1000
LONGEST_GROWTH = 90.0
"""Time limit in seconds for the growth: the long run is in soak.py."""

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


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keys", type=int, default=300, help="pressed in each game (%(default)s)")
    parser.add_argument("--moves", type=int, default=10_000, help="for the growth, over all games (%(default)s)")
    parser.add_argument(
        "--slower", nargs="+", type=int, default=list(GOALS), choices=GOALS, help="slowdowns to measure"
    )


def main(given: argparse.Namespace) -> int:
    """Measures and prints; 1 if anything grew beyond its bounds."""
    result: dict[str, Any] = {"goals": GOALS, "frames": [], "empty": {}}
    with sync_playwright() as playwright, served() as site:
        browser = launch(playwright)
        page = opened(browser, site + "en/", WATCH)
        page.wait_for_timeout(3000)  # the page caches itself for the next visit
        empty = browser.new_page(viewport=DESK)
        empty.add_init_script(WATCH)
        for slower in given.slower:
            before = keys_on_empty_page(empty, slower, given.keys)
            page.bring_to_front()
            slow_down(page, slower)
            games = [{"game": name, "slower": slower, **played(page, name, given.keys)} for name in GAMES]
            after = keys_on_empty_page(empty, slower, given.keys)
            result["empty"][slower] = [before, after]
            result["frames"] += games
            print_table(games, slower, before, after)
        browser.close()
        result["growth"] = measured_growth(launch(playwright, *soak.FLAGS), site, given.moves)
    (BUILD / "smooth.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 1 if result["growth"]["exceeded"] else 0


def measured_growth(browser: Browser, site: str, moves: int) -> dict[str, Any]:
    growth = soak.soak(browser, site, tuple(GAMES), moves, longest=LONGEST_GROWTH)
    browser.close()
    return growth


def press_keys(page: Page, name: str, keys: int) -> list[float]:
    """Plays with real keys, Space only if it is bound, because otherwise it scrolls; returns the delays of pictures."""
    chance = random.Random(7)
    drops = {Role.DROP, Role.MOVE} & GAMES[name].by_role.keys()
    for number in range(keys):
        page.keyboard.press("Space" if drops and number % 10 == 9 else chance.choice(KEYS))
        page.wait_for_timeout(PAUSE)
    delays: list[float] = page.evaluate("delays.splice(0)")
    return delays


def keys_on_empty_page(page: Page, slower: int, keys: int) -> list[float]:
    """Returns milliseconds from each key to the picture on a page that only records the key."""
    page.bring_to_front()
    page.goto("about:blank")
    page.evaluate(EMPTY)
    slow_down(page, slower)
    delays = press_keys(page, "chain", keys)
    page.goto("about:blank")  # a headless browser would keep drawing it during the games
    return delays


def played(page: Page, name: str, keys: int) -> dict[str, Any]:
    """Plays a game with real keys; returns milliseconds from each key to the picture, 95th percentiles of script a
    frame, and the number of frames with script when still.
    """
    go(page, between_people(name, 5))
    page.keyboard.press("ArrowLeft")  # starts the clock of a game that has one
    page.wait_for_timeout(500)
    page.evaluate("delays.splice(0)")
    with traced(page) as found:
        delays = press_keys(page, name, keys)
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.wait_for_timeout(SETTLING)
    with traced(page) as idle:
        page.wait_for_timeout(IDLE)
    processor = script_per_frame(found)
    return {
        "script": percentile(processor),
        "middle": percentile(processor, 50),
        "most": max(processor, default=0.0),
        "wall time": percentile(script_per_frame(found, "dur")),
        "key to picture": delays,
        "idle": len(script_per_frame(idle, "dur")),
    }


def print_table(games: Sequence[dict[str, Any]], slower: int, before: Sequence[float], after: Sequence[float]) -> None:
    """Prints the table of a slowdown, and whether the machine was too busy to believe it."""
    rows, empty = [], [*before, *after]
    for found in games:
        delays = found["key to picture"]
        ratio, warm = (ratio_of_percentiles(each, empty) for each in (delays, delays[-WARM:]))
        numbers = (found[name] for name in ("script", "middle", "most", "wall time"))
        met = "met" if ratio.value <= GOALS[slower] else "missed"
        rows.append(
            (found["game"], ranged(resampled_percentile(delays)), *(f"{each:.1f}" for each in numbers), found["idle"],
             f"{ranged(ratio)} {met}", ranged(warm))
        )  # fmt: skip
    usual = resampled_percentile(empty)
    show(
        ("game", "key to picture, ms", "script a frame, ms", "middle", "longest", "wall time", "frames when still",
         f"times an empty page's {ranged(usual)} ms (goal {GOALS[slower]})", f"the last {WARM} keys"),
        rows, f"Processor {slower} times slower; 95th percentiles",
    )  # fmt: skip
    begun, ended = percentile(before), percentile(after)
    if max(begun, ended) > BUSY * min(begun, ended):
        line(f"the machine was busy: an empty page took {begun:.1f} ms before and {ended:.1f} ms after; measure again")


def ranged(estimate: Estimate) -> str:
    """Formats an estimate with its interval, to a tenth."""
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"
