"""How soon the page has a new problem, from *Next problem for me* on, and how long its slices are.

All listed problems of a game count as tried, with results that make the wanted grade the player's, so that the page
looks for a new one each time, or takes one of the list if it finds none in time. The table says how many were new, and
of that grade; the median and the longest time until one was found, and the longest until it was shown, by the page's
own clock, so that other work on the machine counts; and the longest slice of a search, and of one that also opened the
problem, in processor time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from statistics import median

from game.problems import choice, ids
from game.problems.games import PROBLEM_GAMES
from game.problems.grades import GRADES
from game.problems.rating import grade_for, ratings
from game.session.problem_book import Attempt, ProblemBook
from tools.measure.harness.browsing import TraceEvent, chromium, go, opened, served, slow_down, traced
from tools.measure.harness.results import add_games, show

GOAL = 3.0
"""Seconds, at most."""
REST = 300
"""Milliseconds between two problems."""
NEW = "#problems [data-act=next]"
WATCH = """() => {
    const push = history.pushState;
    history.pushState = function (...given) {
        performance.mark('problem found');
        history.pushState = push;
        return push.apply(this, given);
    };
    const before = location.hash, text = document.getElementById('status-text');
    let asked = 0;
    document.querySelector('#problems [data-act=next]').addEventListener('click', (event) => {
        asked = event.timeStamp;
        performance.mark('problem asked');
    }, { capture: true, once: true });
    window.made = new Promise((done) => {
        const seen = new MutationObserver(() => {
            if (location.hash === before) return;
            seen.disconnect();
            requestAnimationFrame(() => done(performance.now() - asked));
        });
        seen.observe(text, { characterData: true, childList: true, subtree: true });
    });
}"""
STORE = "(text) => { localStorage.clear(); localStorage.setItem('kesu/problems', text) }"


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--count", type=int, default=10, help="problems of each game and grade (%(default)s)")
    parser.add_argument("--slower", type=float, default=1, help="slow the page's processor by this factor")


def main(given: argparse.Namespace) -> int:
    """Measures and prints."""
    columns = "game", "grade", "asked", "new", "of it", "found, s", "longest", "shown", "slice, ms", "last"
    show(columns, list(measured(given.names or list(PROBLEM_GAMES), given.count, given.slower)))
    return 0


def measured(games: list[str], count: int, slower: float) -> Iterator[tuple[object, ...]]:
    """Yields a line for each game and grade."""
    with served() as site, chromium() as browser:
        page = opened(browser, site + "en/")
        slow_down(page, slower)
        for game in games:
            for grade in GRADES:
                go(page, "./")
                page.evaluate(STORE, tried(game, grade).text())
                go(page, f"./#problem={choice.listed(game)[0]}")
                waits, opened_ids = [], []
                with traced(page, "blink.user_timing") as events:
                    for _number in range(count):
                        page.wait_for_timeout(REST)
                        page.evaluate("document.querySelector('[data-action=problems]').click()")
                        page.locator(NEW).wait_for()
                        page.evaluate(WATCH)
                        page.locator(NEW).click()
                        waits.append(page.evaluate("window.made") / 1000)
                        opened_ids.append(page.url.partition("=")[2])
                listed, right = set(choice.listed()), [name for name in opened_ids if ids.grade_of(name) == grade]
                new = len(set(opened_ids) - listed), len([name for name in right if name not in listed])
                searches = searched(events)
                found = [(end - start) / 1e6 for start, end in searches]
                times = (f"{each:.1f}" for each in (median(found), max(found), max(waits)))
                yield game, grade, count, *new, *times, *slices(events, searches)


def searched(events: Sequence[TraceEvent]) -> list[tuple[int, int]]:
    """Returns when each search of a trace began and ended, in microseconds."""
    asked, found = (
        [event["ts"] for event in events if event["name"] == f"problem {what}"] for what in ("asked", "found")
    )
    return list(zip(asked, found, strict=True))


def slices(events: Sequence[TraceEvent], searches: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Returns the longest slices in a trace, in ms of processor time: of those that search, and that open a problem."""
    longest = [0.0, 0.0]
    for event in events:
        begun = event["ts"]
        if event["name"] in ("FireIdleCallback", "TimerFire") and "tdur" in event:
            for start, end in searches:
                if start <= begun <= end:
                    last = end <= begun + event["dur"]
                    longest[last] = max(longest[last], event["tdur"] / 1000)
    return round(longest[0], 1), round(longest[1], 1)


def tried(game: str, grade: int) -> ProblemBook:
    """Returns attempts at all listed problems of a game, with results after which the player's next problem has this
    grade."""
    names = choice.listed(game)
    for solved in range(len(names) + 1):
        order = sorted(names, key=ids.grade_of)
        attempts = [Attempt(name, number, number < solved) for number, name in enumerate(order)]
        found = list(ratings((ids.grade_of(each.name), each.solved) for each in attempts))
        if min(grade_for(found[-1]), 1 + solved) == grade:
            return ProblemBook(attempts)
    raise ValueError(f"no results at {game} lead to grade {grade}")
