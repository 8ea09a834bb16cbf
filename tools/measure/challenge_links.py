"""Measures the length of challenge links: ten games of each kind, played by its bot, and the answer to each.

`.venv/bin/python -m tools.measure.challenge_links [game …]`. Timed games carry the time of each piece, drawn around two
seconds with a fixed seed. A bot steers a piece straight to its place; a person's detours make links longer, so detours
are added: words that bring the piece back to where it was.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from statistics import median

from game import files
from game.bots import advise
from game.contract import BadInput, Role
from game.rules import GAMES, game
from game.session import Session
from game.session.challenge import LONGEST_LINK, Challenge, Round, encode, recorded

GAMES_EACH = 10
MOST_INPUTS = 3000
"""A bot may never lose; a person's game is rarely longer."""
STRENGTH = 1
DETOURS = 0.5
"""The share of pieces that get a detour."""
ADDRESS = "https://example.org/kesu/?game={name}#challenge="


def played(name: str, seed: int) -> tuple[Session, dict[int, int]]:
    """A game played by the bot, with the times of its pieces."""
    session, chance = Session(game(name), {}, seed, files.read), random.Random(seed)
    by_role = session.rules.by_role
    detour = [by_role[role] for role in (Role.LEFT, Role.RIGHT) if role in by_role]
    tenths = {}
    while len(session.inputs) < MOST_INPUTS and not session.over:
        words = advise(session.rules, session.state, STRENGTH, seed).words
        if not words:
            break
        if session.rules.placement and detour and chance.random() < DETOURS:
            words = (*detour, *words)
        for word in words:
            try:
                session.play(word)
            except BadInput:
                break
        tenths[len(session.inputs)] = max(3, round(chance.gauss(20, 8)))
    return session, tenths


def measured(names: Sequence[str]) -> None:
    print(f"{'game':<12}{'inputs':>18}{'bytes of the link':>22}{'of the answer':>20}   up to {LONGEST_LINK}")
    for name in names:
        inputs, links, answers = [], [], []
        games = [played(name, seed) for seed in range(1, GAMES_EACH + 1)]
        for number, (session, tenths) in enumerate(games):
            address, mine = ADDRESS.format(name=name), recorded(session, "Kim", tenths)
            other = recorded(games[number - 1][0], "Ana", games[number - 1][1])  # as long as a real answer
            sent = Challenge(session.rules, session.options, (Round(session.seed, (mine,)),))
            inputs.append(len(mine.inputs))
            links.append(len(address + encode(sent)))
            answers.append(len(address + encode(sent.answered(other))))
        fit = f"{sum(each <= LONGEST_LINK for each in links)} and {sum(each <= LONGEST_LINK for each in answers)}"
        print(f"{name:<12}{_spread(inputs):>18}{_spread(links):>22}{_spread(answers):>20}   {fit} of {GAMES_EACH}")


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)}–{median(numbers):.0f}–{max(numbers)}"


if __name__ == "__main__":
    measured(sys.argv[1:] or list(GAMES))
