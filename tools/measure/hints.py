"""How long a player waits for a hint: on the built page, or in this Python (--here).

On the page, from the key to the first frame that shows the hint, by the page's own clock, so other work on the machine
counts; and the longest script of a frame until then, as processor time. Here, the processor time of the bot's full
search, as the terminal's `hint` runs it, and of its longest slice.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from time import process_time
from typing import Any

from game.bots import advice_steps, bot_for
from game.contract import Rules
from game.rules import GAMES
from tools.measure.harness.browsing import (
    REST,
    TraceEvent,
    chromium,
    open_save,
    opened,
    served,
    slow_down,
    traced,
)
from tools.measure.harness.results import add_games, show
from tools.measure.harness.statistics import percentile
from tools.samples.bot_games import positions

POSITIONS, EVERY, LONGEST = 16, 15, 40
"""How many positions of each game, the turns between two, and the turns of a game that they are taken from."""
LOOKED = 3000
"""Milliseconds that a player looks at the board before the first hint."""
GOAL = 100.0
"""For the median hint, in milliseconds."""

# The status line offers to play the hint as soon as it is drawn; a message arrives once the frame is presented.
WATCH = """() => {
    const offer = document.getElementById('offer'), { port1, port2 } = new MessageChannel();
    let asked = 0;
    window.hint = new Promise((done) => {
        port1.onmessage = () => done(performance.now() - asked);
        const seen = new MutationObserver(() => {
            if (offer.hidden || !offer.textContent) return;
            seen.disconnect();
            performance.mark('hint shown');
            port2.postMessage(0);
        });
        seen.observe(offer.parentNode, { attributes: true, childList: true, subtree: true });
    });
    addEventListener('keydown', (event) => {
        asked = event.timeStamp;
        performance.mark('hint asked');
    }, { capture: true, once: true });
}"""


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--here", action="store_true", help="the search alone, in this Python")
    parser.add_argument("--slower", type=float, default=1, help="slow the page's processor by this factor")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each game (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Measures and prints."""
    games = [GAMES[name] for name in given.names or GAMES]
    found = list((searches if given.here else on_page)(games, given.positions, given.slower))
    columns = ("milliseconds", *list(found[0])[1:], f"median, goal {GOAL:.0f}")
    show(columns, [(*each.values(), "met" if each["median"] <= GOAL else "missed") for each in found])
    return 0


def searches(games: Sequence[Rules[Any]], count: int, _slower: float) -> Iterator[dict[str, Any]]:
    """Yields a line for each game: how long the search takes."""
    for rules in games:
        whole, longest = [], []
        for each in positions(rules, count, EVERY, LONGEST):
            times = [process_time()]
            times += [process_time() for _slice in advice_steps(bot_for(rules), rules, each.state)]
            whole.append(1000 * (times[-1] - times[0]))
            longest.append(1000 * max(end - begin for begin, end in pairwise(times)))
        yield {
            "game": rules.name,
            "positions": len(whole),
            "median": round(median(whole), 1),
            "95th percentile": round(percentile(whole), 1),
            "longest slice": round(max(longest), 1),
        }


def on_page(games: Sequence[Rules[Any]], count: int, slower: float) -> Iterator[dict[str, Any]]:
    """Yields a line for each game: how long a player waits on the built page."""

    def wait(rules: Rules[Any], save: str, rest: float = REST) -> float:
        """Asks for a hint in a saved game; returns milliseconds."""
        open_save(page, rules.name, save)
        if rules.timed:
            page.click("#go-on")
        page.wait_for_timeout(rest)
        page.evaluate(WATCH)
        page.keyboard.press("KeyI")
        return float(page.evaluate("window.hint"))

    with served() as site, chromium() as browser:
        page = opened(browser, site + "en/")
        slow_down(page, slower)
        for rules in games:
            saves = [each.save() for each in positions(rules, count, EVERY, LONGEST)]
            first = wait(rules, saves[0], LOOKED)
            with traced(page, "blink.user_timing") as events:
                waited = [wait(rules, save) for save in saves]
            scripts = longest_scripts(events)
            yield {
                "game": rules.name,
                "positions": len(waited),
                "first": round(first, 1),
                "median": round(median(waited), 1),
                "longest": round(max(waited), 1),
                "median of longest frames": round(median(scripts), 1),
                "longest frame": round(max(scripts), 1),
            }


def longest_scripts(events: Sequence[TraceEvent]) -> list[float]:
    """Returns, for each hint in a trace, the longest script of a frame before it shows, in ms of processor time."""
    marks = sorted((event["ts"], event["name"]) for event in events if event["name"] in ("hint asked", "hint shown"))
    frames = [event for event in events if event["name"] == "FireAnimationFrame" and "tdur" in event]
    longest, since = [], 0
    for time, name in marks:
        if name == "hint asked":
            since = time
        else:
            within = [frame["tdur"] / 1000 for frame in frames if since < frame["ts"] < time]
            longest.append(max(within, default=0.0))
    return longest
