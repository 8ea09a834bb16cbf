"""Measures script per frame while a chain of eleven links plays: `python -m tools.measure.long_chain [DIST …]`.

The last move of a saved game is replayed repeatedly, with the processor slowed four times, in each built page in turn:
by default this one, otherwise all that are named, for a comparison on the same machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from game.serving.server import Server
from tools.measure.smoothness import READY, frames, percentile, slow, traced
from tools.setup import browser
from tools.setup.paths import DIST

GAME = (
    "?game=chain#replay=AbGrTSo9UNsRwjAMa634_MUwjMTxAz9MwXgdCkl2uEvSyLEebj5fj_fnPK7v7bwfEWuVd1YWwC1cvPBgXSXiiIbdKdyryYAQ"
    "SPUdJGWz11aD6-6JrTfa_YTNlCLQJiNflKOBvWWrrxodqjqYJXYccXyqLymn4USdmdqMVMfGTP4_JtzMAFFzL5NGuSbOOFkyOgFyfhR7UugH"
)
"""Our recording: seed 1, played by the bot."""
TIMES, SLOWER = 5, 4
LONGEST = 9000
"""Milliseconds that are enough to show the chain, even on a slow processor."""


def main(folders: list[str]) -> int:
    """Measures each folder `TIMES` times in turn, and prints percentiles of script time per frame."""
    found: dict[str, list[float]] = {folder: [] for folder in folders or [str(DIST)]}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(**browser.launch_options())
        for folder in list(found) * TIMES:
            with Server(Path(folder), "/kesu/") as server:
                page = chromium.new_page(viewport={"width": 1280, "height": 800})
                page.goto(server.url + "en/" + GAME)
                browser.wait_for(page, READY, timeout=120_000)
                page.wait_for_timeout(2000)
                slow(page, SLOWER)
                with traced(chromium, page) as events:
                    show_last(page)
                found[folder] += frames(events, "tdur")
                page.context.close()
    for folder, times in found.items():
        print(
            f"{folder}: {len(times)} frames with script, median {percentile(times, 0.5):.1f} ms, "
            f"95 in 100 below {percentile(times):.1f} ms, longest {max(times):.1f} ms"
        )
    return 0


def show_last(page: Page) -> None:
    """Shows the last move of the replay with its animation."""
    page.click("#replay-end")
    page.click("#replay-back")
    page.wait_for_timeout(1000)
    page.click("#replay-on")
    page.wait_for_timeout(LONGEST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
