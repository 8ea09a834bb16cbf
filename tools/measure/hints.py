"""How long a player waits for a hint: from the request until the advice can be drawn, thinking frame by frame.

python -m tools.measure.hints [--pyodide | --page] [--json] [--only GAME]

The page's own partner thinks about positions of real games. Time is processor time, so that other work on the machine
does not count; between two slices of thinking the clock advances to the next frame, at 60 frames per second. Also
printed: the longest delay of a frame by thinking (a frame has 17 ms), median and worst; and how often thinking finished
before the time limit. With --page, it measures the built page in Chromium instead
(tools/measure/hints_page.py).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from inspect import GEN_CLOSED, getgeneratorstate
from typing import Any, NamedTuple, cast

import numpy as np

from game import files
from game.bots import advise
from game.contract import Rules
from game.rules import GAMES
from game.session import complete
from game.web.game.partner import HINT, Partner, pointed
from tools.measure.throughput import IN_PYODIDE, clock, inside_pyodide, within

FRAME = 1000 / 60
POSITIONS = 40
EVERY = 6
"""Turns between two positions."""
LONGEST = 60
"""Turns per game that positions are taken from."""
GOAL = 100.0
OPTIONS = {"biquadris": {"startlevel": 2}}


class Ticker:
    """Milliseconds of processor time, plus the time it would have waited for frames."""

    def __init__(self) -> None:
        self.waited = 0.0

    def __call__(self) -> float:
        return 1000 * clock() + self.waited

    def next_frame(self, began: float) -> None:
        """Advances to the next frame, counted from `began`."""
        self.waited += FRAME - (self() - began) % FRAME


class Hint(NamedTuple):
    """Milliseconds until the frame that draws it, and of the longest slice; whether thinking finished."""

    shown: float
    longest: float
    whole: bool


def positions(rules: Rules[Any]) -> Iterator[Any]:
    """Positions from games of the weakest bot."""
    options = complete(rules, OPTIONS.get(rules.name, {}), files.read)
    found = 0
    for seed in range(POSITIONS):
        state = rules.start(options, seed)
        for turn in range(LONGEST):
            if turn % EVERY == seed % EVERY:
                yield state
                found += 1
                if found == POSITIONS:
                    return
            for word in advise(rules, state, 1).words:
                state, _events = rules.play(state, word)
            if rules.over(state):
                break


def asked(partner: Partner, ticker: Ticker, rules: Rules[Any], state: Any) -> Hint:
    """Measures a hint."""
    began = ticker()
    partner.ask(rules, state, patience=HINT)
    thoughts, longest, advice = partner._thoughts, 0.0, None
    while advice is None:
        at = ticker()
        advice = partner.think()
        longest = max(longest, ticker() - at)
        if advice is None:
            ticker.next_frame(began)
    pointed(rules, state, advice.words)
    return Hint(ticker() - began, longest, getgeneratorstate(cast(Any, thoughts)) == GEN_CLOSED)


def measured(only: str = "") -> Iterator[dict[str, Any]]:
    for name, rules in GAMES.items():
        if only not in name:
            continue
        ticker = Ticker()
        partner = Partner(ticker)
        hints = [asked(partner, ticker, rules, state) for state in positions(rules)]
        shown, longest = ([hint[field] for hint in hints] for field in (0, 1))
        yield {
            "game": name,
            "positions": len(hints),
            "median": round(float(np.median(shown)), 1),
            "95th": round(float(np.percentile(shown, 95)), 1),
            "slice": round(float(np.median(longest)), 1),
            "longest slice": round(max(longest), 1),
            "whole": sum(hint.whole for hint in hints),
        }


def table(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield f"{'milliseconds':<14}{'median':>9}{'95th':>9}{'slice':>9}{'longest slice':>15}{'thought to the end':>20}"
    for line in lines:
        met = "met" if line["median"] <= GOAL else "missed"
        whole = f"{line['whole']} of {line['positions']}"
        numbers = f"{line['median']:>9}{line['95th']:>9}{line['slice']:>9}{line['longest slice']:>15}"
        yield f"{line['game']:<14}{numbers}{whole:>20}  {met}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyodide", action="store_true", help="inside Pyodide, where hints are asked for")
    parser.add_argument("--page", action="store_true", help="on the built page, from the key to the picture")
    parser.add_argument("--json", action="store_true", help="one JSON object a line in place of the table")
    parser.add_argument("--only", default="", metavar="GAME")
    given = parser.parse_args(arguments)
    if given.page:
        from tools.measure import hints_page

        lines, as_text = list(hints_page.measured(given.only)), hints_page.table
    else:
        lines = inside_pyodide(given.only, "tools.measure.hints") if given.pyodide else list(measured(given.only))
        as_text = table
    print("\n".join(map(json.dumps, lines) if given.json else as_text(lines)))
    return 0


if __name__ == "__main__":
    sys.exit(within(measured) if IN_PYODIDE else main())
