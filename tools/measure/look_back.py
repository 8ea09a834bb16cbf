"""How long Look back takes on the built page, and how long it blocks the page at a time.

A bot of strength 2 plays some moves of each game, or to its end; then the page looks back on them. *Seconds* are by the
page's own clock, from the click to the result, so other work on the machine counts. From the browser's trace,
independent of other work: the processor time of the whole analysis, its longest uninterrupted slice, which is how late
it can make a frame, and the longest script of a frame.
"""

from __future__ import annotations

import argparse
from typing import Any

from playwright.sync_api import Page

from game.contract import Rules
from game.rules import GAMES
from game.session import Session
from tools.measure.harness.browsing import REST, chromium, open_save, opened, served, slow_down, times_of, traced
from tools.measure.harness.results import add_games, show
from tools.samples.bot_games import bot_game

MOVES, STRENGTH, SEEDS = 100, 2, 8
"""Moves per game, the strength that plays it, and how many games are tried to find one that long."""
PATIENCE = 300_000
WORK = "FireIdleCallback", "TimerFire"
LOOK = """() => new Promise((done) => {
    const began = performance.now(), dialog = document.getElementById('review');
    const look = [...document.querySelectorAll('#replay button')].find((each) => each.dataset.action === 'review');
    new MutationObserver((_changes, observer) => {
        if (!document.querySelector('#review figure')) return;
        observer.disconnect();
        done(performance.now() - began);
    }).observe(document.body, { childList: true, subtree: true });
    look.click();
})"""


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--moves", type=int, default=MOVES, help="of each game (%(default)s)")
    parser.add_argument("--slower", type=float, default=1, help="slow the processor by this factor")


def main(given: argparse.Namespace) -> int:
    """Measures and prints."""
    rows = []
    with served() as site, chromium() as browser:
        page = opened(browser, site + "en/")
        page.set_default_timeout(PATIENCE)
        slow_down(page, given.slower)
        for name in given.names or GAMES:
            session, moves = played(GAMES[name], given.moves)
            open_replay(page, session)
            with traced(page) as events:
                seconds = float(page.evaluate(LOOK)) / 1000
            work, frames = times_of(events, *WORK), times_of(events, "FireAnimationFrame")
            longest = (f"{max(each, default=0):.0f}" for each in (work, frames))
            rows.append((name, moves, f"{seconds:.1f}", f"{sum(work) / 1000:.1f}", *longest))
    show(("game", "moves", "seconds", "processor, seconds", "longest slice of work, ms", "longest frame, ms"), rows)
    return 0


def played(rules: Rules[Any], moves: int) -> tuple[Session, int]:
    """Returns the longest of several games, up to this many moves, and its length."""
    best: tuple[int, Session] | None = None
    for seed in range(SEEDS):
        for done, session in enumerate(bot_game(rules, seed, STRENGTH)):  # noqa: B007
            if done == moves:
                break
        if best is None or done > best[0]:
            best = done, session
        if done == moves:
            break
    assert best is not None
    return best[1], best[0]


def open_replay(page: Page, session: Session) -> None:
    """Opens the page, ready for the click."""
    open_save(page, session.rules.name, session.save())
    page.wait_for_timeout(REST)
    page.get_by_role("button", name="Replay").first.click()
    page.wait_for_timeout(REST)
