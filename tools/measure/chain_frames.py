"""How much script a frame runs while a chain of eleven links plays, in one build or in several in turn (`--builds`).

The last move of a recorded game is shown repeatedly, with the processor slowed four times.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from playwright.sync_api import Page

from tools.measure.harness.browsing import add_builds, chromium, opened, script_per_frame, served, slow_down, traced
from tools.measure.harness.results import show
from tools.measure.harness.statistics import percentile

GAME = (
    "?game=chain#replay=AbGrTSo9UNsRwjAMa634_MUwjMTxAz9MwXgdCkl2uEvSyLEebj5fj_fnPK7v7bwfEWuVd1YWwC1cvPBgXSXiiIbdKdyryYAQ"
    "SPUdJGWz11aD6-6JrTfa_YTNlCLQJiNflKOBvWWrrxodqjqYJXYccXyqLymn4USdmdqMVMfGTP4_JtzMAFFzL5NGuSbOOFkyOgFyfhR7UugH"
)
"""Our recording: seed 1, played by the bot."""
SLOWER = 4
LONGEST = 9000
"""Milliseconds that are enough to show the chain, even on a slow processor."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=5, help="of each build (%(default)s)")
    add_builds(parser)


def main(given: argparse.Namespace) -> int:
    """Measures each build in turn, and prints percentiles of script time per frame."""
    found: dict[Path, list[float]] = {build: [] for build in given.builds}
    with chromium() as browser:
        for build in list(found) * given.runs:
            with served(build) as site:
                page = opened(browser, f"{site}en/{GAME}")
                page.wait_for_timeout(2000)
                slow_down(page, SLOWER)
                with traced(page) as events:
                    show_last_move(page)
                found[build] += script_per_frame(events)
                page.context.close()
    rows = [
        (build, len(times), *(f"{percentile(times, share):.1f}" for share in (50, 95, 100)))
        for build, times in found.items()
    ]
    show(("build", "frames with script", "median, ms", "95th percentile", "longest"), rows)
    return 0


def show_last_move(page: Page) -> None:
    """Shows the last move of the replay with its animation."""
    page.click("#replay-end")
    page.click("#replay-back")
    page.wait_for_timeout(1000)
    page.click("#replay-on")
    page.wait_for_timeout(LONGEST)
