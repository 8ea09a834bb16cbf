"""The time that a key costs the page's main thread, part by part, in one build or in several in turn.

A key's time is everything from it to the next key: its event, the frames that show it, and what waits for idle moments,
as processor time, which other programs hardly affect. *Commit* hands the picture to the browser's compositor. Each run
opens each build in a new page, first in the given order and then in the reverse; a game is played a little before it
counts, and then the bot gets ready for the first hint, which would otherwise happen meanwhile. *To picture* is the time
on the clock, which other programs do affect. With more than one build, the last columns are the savings of the others
compared with the first, in pairs of runs.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tools.measure.harness.browsing import TraceEvent, add_builds, chromium, go, opened, served, slow_down, traced
from tools.measure.harness.results import add_games, show
from tools.measure.harness.statistics import difference
from tools.measure.smoothness import SETTLING, WATCH, press_keys
from tools.samples.some_moves import between_people

PARTS = {
    "EventDispatch": "event",
    "FireAnimationFrame": "frame",
    "FireIdleCallback": "later",
    "TimerFire": "later",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "UpdateLayer": "paint",
    "Commit": "commit",
    "RunTask": "rest",
}
"""The part of a key's time that each trace event belongs to, without the events within it that have a part."""
OWN_SCRIPTS = "frame, JavaScript"
COLUMNS = ("event", "frame", OWN_SCRIPTS, "later", "style", "layout", "paint", "commit", "rest")
TASKS = "disabled-by-default-devtools.timeline"
WARMING, PREPARING = 20, 8000
"""Keys pressed before those that count, and milliseconds in which the bot gets ready after them."""


class KeyCost(NamedTuple):
    """What one run measured, in milliseconds for a key."""

    parts: dict[str, float]
    picture: float
    """The median from a key to its picture."""

    def together(self) -> float:
        """Returns the processor time of all parts."""
        return sum(self.parts.values())


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    add_builds(parser)
    parser.add_argument("--keys", type=int, default=100, help="pressed in each game in each run (%(default)s)")
    parser.add_argument("--runs", type=int, default=4, help="of each build (%(default)s)")
    parser.add_argument("--slower", type=float, default=4, help="slow the page's processor by this factor")


def main(given: argparse.Namespace) -> int:
    """Measures, and prints a table for each game."""
    from game.rules import GAMES

    games = given.names or list(GAMES)
    found: dict[tuple[str, Path], list[KeyCost]] = defaultdict(list)
    with chromium() as browser:
        for run in range(given.runs):
            for build in given.builds[:: 1 if run % 2 == 0 else -1]:
                with served(build) as site:
                    page = opened(browser, site + "en/", WATCH)
                    page.wait_for_timeout(3000)
                    slow_down(page, given.slower)
                    for name in games:
                        go(page, between_people(name, 5))
                        page.keyboard.press("ArrowLeft")
                        press_keys(page, name, WARMING)
                        page.wait_for_timeout(PREPARING)
                        with traced(page, TASKS) as events:
                            delays = press_keys(page, name, given.keys)
                            page.evaluate("dispatchEvent(new Event('blur'))")
                            page.wait_for_timeout(SETTLING)
                        found[name, build].append(KeyCost(by_part(events, given.keys), median(delays)))
                    page.context.close()
    for name in games:
        rows = [row(build, found[name, build], found[name, given.builds[0]]) for build in given.builds]
        columns = ("build", "together", *COLUMNS, "to picture", "saved", "sooner")
        show(columns, rows, f"{name}: milliseconds for a key, {given.slower:g} times slower, medians of {given.runs}")
    return 0


def row(build: Path, ours: Sequence[KeyCost], first: Sequence[KeyCost]) -> tuple[object, ...]:
    """Returns the line of a build."""
    parts = (f"{median(run.parts.get(part, 0.0) for run in ours):.1f}" for part in COLUMNS)
    now, before = ([[run.together() for run in runs], [run.picture for run in runs]] for runs in (ours, first))
    together, picture = (f"{median(values):.1f}" for values in now)
    alone = ours is first or len(ours) < 2
    saved = ("", "") if alone else (str(difference(*pair)) for pair in zip(before, now, strict=True))
    return (build.name, together, *parts, picture, *saved)


def by_part(events: Sequence[TraceEvent], keys: int) -> dict[str, float]:
    """Returns milliseconds of processor time for each key by part, each without the parts within it."""
    spent: dict[str, float] = defaultdict(float)
    within: list[tuple[float, str]] = []
    """The end, and the part, of each event that is still open."""
    timed = (event for event in events if event["ph"] == "X" and "tdur" in event)
    for event in sorted(timed, key=lambda event: (event["ts"], -event["dur"])):
        while within and within[-1][0] <= event["ts"]:
            within.pop()
        part = PARTS.get(event["name"], "")
        if event["name"] == "FunctionCall" and within and within[-1][1] == "frame" and is_own_script(event):
            part = OWN_SCRIPTS
        if part:
            spent[part] += event["tdur"]
            if within:
                spent[within[-1][1]] -= event["tdur"]
            within.append((event["ts"] + event["dur"], part))
    return {part: time / 1000 / keys for part, time in spent.items()}


def is_own_script(event: TraceEvent) -> bool:
    """Returns whether the function is one of the page's own scripts, not Python's."""
    return "/static/" in event["args"]["data"].get("url", "")
