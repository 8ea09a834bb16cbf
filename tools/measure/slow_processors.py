"""How well a demo plays on slow processors: the same games, thought about for the same milliseconds, by how many times
slower the processor is.

The page's partner plays, with its own patience, on a clock that runs faster than this processor's time: as many times
as the slowdown, and twice more for WebAssembly. A game for one counts its figure; in a game for two the demo plays
against a strength of the computer, which always thinks to the end.
"""

from __future__ import annotations

import argparse
from itertools import count
from time import process_time
from typing import Any

from game import files
from game.bots import advise
from game.contract import Rules
from game.play.partner import DEMO, Partner
from game.rules import GAMES
from game.session import Session
from game.session.tally import FigureTally
from tools.measure.harness.positions import OPTIONS
from tools.measure.harness.results import add_games, show
from tools.measure.strength import SETTINGS, WON

SLOWDOWNS = (1.0, 8.0, 64.0)
IN_PYODIDE = 2.0
TURNS = {"push-clear": 300, "chain": 50, "nineteen": 150, "lines98": 150, "biquadris": 80, "duel": 80}
"""Turns of the demo after which a game is stopped."""
RIVAL = 3
"""The strength that the demo plays against."""


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--games", type=int, default=6, help="games of each, on the seeds from 1 (default: 6)")


def main(given: argparse.Namespace) -> int:
    """Plays and prints the means."""
    rows = []
    for name in given.names or GAMES:
        rules, setting = GAMES[name], SETTINGS[name]
        results = [[played(rules, seed, slowdown) for seed in range(1, given.games + 1)] for slowdown in SLOWDOWNS]
        what = f"{WON} against strength {RIVAL}" if rules.seats > 1 else setting.figure
        rows.append([name, what, *(f"{sum(each) / len(each):.1f}" for each in results)])
        show(["game", "mean", *(f"{slowdown:g} times slower" for slowdown in SLOWDOWNS)], rows)
    return 0


def played(rules: Rules[Any], seed: int, slowdown: float) -> float:
    """Plays a game; returns its figure or, for two, 1 for a win, 0.5 if undecided, and 0."""
    session = Session(rules, OPTIONS.get(rules.name, {}), seed, files.read)
    seat = seed % rules.seats
    tally = FigureTally(rules.figures, seat)
    partner = Partner(lambda: 1000.0 * process_time() * IN_PYODIDE * slowdown)
    for turn in count():
        if session.over or turn >= TURNS[rules.name] * rules.seats:
            break
        own = session.view.turn == seat
        words = demo(partner, session) if own else advise(rules, session.state, RIVAL, seed).words
        for word in words:
            tally.add(session.play(word))
    if rules.seats == 1:
        return float(tally.figures(session.score)[SETTINGS[rules.name].figure])
    winner = session.view.winner
    return 0.5 if not winner else float(winner == seat + 1)


def demo(partner: Partner, session: Session) -> tuple[str, ...]:
    """The partner's next turn, in a demo."""
    partner.ask(session.rules, session.state, patience=DEMO)
    while (advice := partner.think()) is None:
        pass
    return advice.words
