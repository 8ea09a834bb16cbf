"""How long Look back takes on the built page in Chromium, and how long it blocks the page at a time.

python -m tools.measure.look_back [GAME …] [--moves N]

A bot of strength 2 plays this many moves of each game, or to its end; then the page looks back on them. *Seconds* are
by the page's own clock, from the click to the result, so other work on the machine counts. From the browser's trace,
independent of other work: the processor time of the whole analysis, its longest uninterrupted slice, which is how late
it can make a frame, and the longest script of a frame.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, sync_playwright

from game import files
from game.bots import advise
from game.contract import Rules
from game.rules import GAMES
from game.serving.server import Server
from game.session import Session
from tools.measure.hints_page import GO, OPENED, OPTIONS, READY, REST, TRACED
from tools.setup import browser
from tools.setup.paths import DIST, GZIP

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


def played(rules: Rules[Any], moves: int) -> tuple[Session, int]:
    """The longest of several games, up to this many moves, and its length."""
    best: tuple[int, Session] | None = None
    for seed in range(SEEDS):
        session, done = Session(rules, OPTIONS.get(rules.name, {}), seed, files.read), 0
        while done < moves and not session.over:
            for word in advise(rules, session.state, STRENGTH, seed).words:
                session.play(word)
            done += 1
        if best is None or done > best[0]:
            best = done, session
        if done == moves:
            break
    assert best is not None
    return best[1], best[0]


def open_replay(page: Page, session: Session) -> None:
    """Opens the page, ready for the click."""
    name = session.rules.name
    page.evaluate(GO, [name, session.save()])
    browser.wait_for(page, OPENED)
    page.wait_for_timeout(REST)
    page.get_by_role("button", name="Replay").first.click()
    page.wait_for_timeout(REST)


def pieces(trace: bytes) -> tuple[list[float], list[float]]:
    """A trace → milliseconds of processor time of each slice of work, and of each frame's script."""
    events = [event for event in json.loads(trace)["traceEvents"] if "tdur" in event]
    work, frames = ([event["tdur"] / 1000 for event in events if event["name"] in names]
                    for names in (WORK, ("FireAnimationFrame",)))  # fmt: skip
    return work, frames


def table(names: Sequence[str], moves: int) -> None:
    print("| game | moves | seconds | processor, seconds | longest piece of work, ms | longest frame, ms |")
    print("|" + " --- |" * 6)
    with sync_playwright() as playwright, Server(DIST, "/kesu/", gzip_folder=GZIP) as server:
        chromium = playwright.chromium.launch(**browser.launch_options())
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE)
        page.goto(server.url + "en/")
        browser.wait_for(page, READY, timeout=120_000)
        for name in names:
            session, many = played(GAMES[name], moves)
            open_replay(page, session)
            chromium.start_tracing(page=page, categories=list(TRACED))
            took = float(page.evaluate(LOOK)) / 1000
            work, frames = pieces(chromium.stop_tracing())
            cells = f"{took:.1f} | {sum(work) / 1000:.1f} | {max(work, default=0):.0f} | {max(frames, default=0):.0f}"
            print(f"| {name} | {many} | {cells} |", flush=True)
        chromium.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--moves", type=int, default=MOVES)
    choice = parser.parse_args()
    table(choice.games, choice.moves)


if __name__ == "__main__":
    main()
