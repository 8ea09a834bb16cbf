"""How long it takes from *Play it* in the workshop to the board, in a browser that has visited the page before.

For each game it changes the line that the workshop proposes and presses Control+Enter: once as soon as the editor
appears (*hasty*), and in a new page when the frame is ready (*first*); then it changes the source and plays it again
several times (*next*, the median, and *slowest*). Times are milliseconds from the key to the message that the board is
up.
"""

from __future__ import annotations

import argparse
from statistics import median

from playwright.sync_api import BrowserContext, Page

from game.rules import GAMES
from tools.measure.harness.browsing import PATIENCE, SETTLED, chromium, served
from tools.measure.harness.results import add_games, show
from tools.setup.browser import wait_for

EDITOR, READY, SHOWN = (f"document.body.dataset.{name}" for name in ("editor", "ready", "shown"))


def opened(context: BrowserContext, site: str, game: str) -> Page:
    """Opens the workshop of a game; returns the page with its editor ready."""
    page = context.new_page()
    page.goto(f"{site}en/workshop.html?game={game}")
    wait_for(page, EDITOR, timeout=PATIENCE)
    return page


def apply_proposed_change(page: Page, game: str) -> None:
    """Changes the line that the workshop proposes."""
    page.locator("#try").click()
    page.keyboard.insert_text((GAMES[game].proposed_change or ("", ""))[1])


def time_to_board(page: Page) -> float:
    """Presses the key; returns milliseconds until the board is up."""
    page.evaluate("delete document.body.dataset.shown")
    page.locator("#editor .cm-content").press("Control+Enter")
    return float(wait_for(page, SHOWN, timeout=PATIENCE))


def times_of_visit(context: BrowserContext, site: str, game: str, times: int) -> list[float]:
    """Returns the four times of a game, in milliseconds."""
    page = opened(context, site, game)
    apply_proposed_change(page, game)
    hasty = time_to_board(page)
    page.close()
    page = opened(context, site, game)
    wait_for(page, READY, timeout=PATIENCE)
    apply_proposed_change(page, game)
    page.wait_for_timeout(1500)  # no person is faster
    first, later = time_to_board(page), []
    for number in range(times):
        page.locator("#editor .cm-content").press("Control+End")
        page.keyboard.insert_text(f"\n# {number}")
        later.append(time_to_board(page))
    page.close()
    return [hasty, first, median(later), max(later)]


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--next", type=int, default=5, help="further changes of each game (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Measures and prints."""
    rows = []
    with served(base="/some/where/") as site, chromium() as browser:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(f"{site}en/?game=push-clear")
        wait_for(page, SETTLED, timeout=PATIENCE)
        page.wait_for_timeout(3000)  # the snapshot is stored
        page.close()
        for game in given.names or GAMES:
            rows.append((game, *(f"{each:.0f}" for each in times_of_visit(context, site, game, given.next))))
    show(("milliseconds", "hasty", "first", "next", "slowest"), rows)
    return 0
