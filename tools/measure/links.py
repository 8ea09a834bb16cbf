"""How long a challenge's link is: games for one player, played by a bot, and the characters of their codes."""

from __future__ import annotations

import argparse

from game import files
from game.bots import advise
from game.rules import GAMES, game
from game.session import Session
from game.session.challenge import Challenge, ChallengeRound, encode, recorded
from tools.measure.harness.results import add_games, show

STRENGTH = 1


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--games", type=int, default=10, help="of each kind (%(default)s)")
    parser.add_argument("--inputs", type=int, default=500, help="after which a game is stopped (%(default)s)")


def main(given: argparse.Namespace) -> int:
    """Plays and prints."""
    rows = []
    for name in given.names or [name for name, rules in GAMES.items() if rules.seats == 1]:
        games = [played(name, seed, given.inputs) for seed in range(given.games)]
        rows.append((name, three([each.length for each in games]), three([len(code_of(each)) for each in games])))
    show(("game", "inputs: least, median, most", "characters"), rows)
    return 0


def played(name: str, seed: int, inputs: int) -> Session:
    """Returns a game that the bot has played to its end or for this many inputs."""
    session = Session(game(name), {}, seed, files.read)
    while not session.over and session.length < inputs:
        for word in advise(session.rules, session.state, STRENGTH, seed).words:
            session.play(word)
    return session


def code_of(session: Session) -> str:
    """Returns the code of a challenge with this game."""
    rounds = (ChallengeRound(session.seed, (recorded(session, "Ana", {}),)),)
    return encode(Challenge(session.rules, session.options, rounds))


def three(values: list[int]) -> str:
    """Returns the least, the median and the most of some numbers."""
    ordered = sorted(values)
    return f"{ordered[0]:,}, {ordered[len(ordered) // 2]:,}, {ordered[-1]:,}"
