"""The computer's scores in the games of ten days, and how many of these games end before their last turn."""

from __future__ import annotations

import argparse
from datetime import date, timedelta

from game import files
from game.play.par import computed
from game.rules import GAMES, game
from game.session import Session
from game.session.daily import options_of_day, seed_of_day
from game.slices import finished
from tools.measure.harness.results import add_games, show
from tools.measure.links import three


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--strengths", type=int, nargs="+", default=[1, 2], help="of the computer (%(default)s)")
    parser.add_argument("--first", type=date.fromisoformat, default=date(2026, 11, 24), help="day (%(default)s)")
    parser.add_argument("--days", type=int, default=10, help="(%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Plays and prints."""
    rows = []
    for name in given.names or [name for name, rules in GAMES.items() if rules.seats == 1]:
        for strength in given.strengths:
            sessions = [of_day(name, given.first + timedelta(number)) for number in range(given.days)]
            scores = [finished(computed(session, strength)) for session in sessions]
            early = sum(not session.limit.used_up for session in sessions)
            goal = " (goal)" if strength == game(name).day.par else ""
            rows.append((name, game(name).day.turns, f"{strength}{goal}", three(scores), f"{early} of {given.days}"))
    show(("game", "turns", "strength", "score: least, median, most", "ended early"), rows)
    return 0


def of_day(name: str, day: date) -> Session:
    """Returns the game of a day, from its start."""
    return Session(game(name), options_of_day(game(name), day), seed_of_day(day), files.read)
