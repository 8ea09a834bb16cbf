"""The time from *Play it* to the board in the workshop.

`python -m tools.measure.play_it [--games chain lines98] [--next 5]` opens the workshop in a browser that has visited
the page before. For each game it changes the line that the workshop proposes and presses Control+Enter: once as soon as
the editor appears (*hasty*), and in a new page when the frame is ready (*first*); then it changes the source and plays
it again several times (*next*, the median, and *most*). Times are milliseconds from the key to the message that the
board is up; *editor* and *ready* count from the page request.
"""

from __future__ import annotations

import argparse
from statistics import median

from playwright.sync_api import BrowserContext, Page, sync_playwright

from game.rules import GAMES
from game.serving.server import Server
from tools.setup.browser import launch_options, wait_for
from tools.setup.paths import DIST, GZIP

EDITOR, READY = "document.body.dataset.editor", "document.body.dataset.ready"
SHOWN, PATIENCE = "document.body.dataset.shown", 120_000


def opened(context: BrowserContext, site: str, game: str) -> tuple[Page, float]:
    """Opens the workshop of a game → the page with its editor ready, and milliseconds until then."""
    page = context.new_page()
    page.goto(f"{site}en/workshop.html?game={game}")
    wait_for(page, EDITOR, timeout=PATIENCE)
    return page, float(page.evaluate("performance.now()"))


def change(page: Page, game: str) -> None:
    """Changes the line that the workshop proposes."""
    page.locator("#try").click()
    page.keyboard.insert_text((GAMES[game].proposed_change or ("", ""))[1])


def played(page: Page) -> float:
    """Presses the key → milliseconds until the board is up."""
    page.evaluate("delete document.body.dataset.shown")
    page.locator("#editor .cm-content").press("Control+Enter")
    return float(wait_for(page, SHOWN, timeout=PATIENCE))


def visit(context: BrowserContext, site: str, game: str, times: int) -> dict[str, float]:
    """The times of one visit."""
    page, _editor = opened(context, site, game)
    change(page, game)
    hasty = played(page)
    page.close()
    page, editor = opened(context, site, game)
    wait_for(page, READY, timeout=PATIENCE)
    ready = float(page.evaluate("performance.now()"))
    change(page, game)
    page.wait_for_timeout(1500)  # no person is faster
    first, later = played(page), []
    for number in range(times):
        page.locator("#editor .cm-content").press("Control+End")
        page.keyboard.insert_text(f"\n# {number}")
        later.append(played(page))
    page.close()
    return {"editor": editor, "ready": ready, "hasty": hasty, "first": first, "next": median(later), "most": max(later)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--next", type=int, default=5)
    given = parser.parse_args()
    with Server(DIST, base="/some/where/", gzip_folder=GZIP) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(f"{server.url}en/?game=push-clear")
        kept = "caches.keys().then((names) => names.some((name) => name.startsWith('kesu-snapshot')))"
        wait_for(page, kept, timeout=PATIENCE)
        page.wait_for_timeout(3000)  # the snapshot is stored
        page.close()
        print(f"{'':12}" + "".join(f"{name:>8}" for name in ("editor", "ready", "hasty", "first", "next", "most")))
        for game in given.games:
            times = visit(context, server.url, game, given.next)
            print(f"{game:12}" + "".join(f"{value:8.0f}" for value in times.values()), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
