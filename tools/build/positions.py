"""Positions for pictures: games some moves in, played at random but with pieces dropped all over, as people do."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from game import files
from game.contract import Rules
from game.rules import game
from game.session import Session

SEED = 7
PIECES = 11
"""How many pieces a falling game's picture has."""
MOVES = {"push-clear": 40, "lines98": 12}
USUAL = 24

TURNS = ("rotate", "cw", "clockwise")


@cache
def midgame(name: str, over: bool = False, seed: int = SEED, **options: Any) -> Session:
    """A game some moves in, or at its end; the same on every machine."""
    rules = game(name)
    session = Session(rules, options, seed, files.read)
    lot = random.Random(seed)
    falling = "drop" in rules.words
    for _round in range(400 if over else PIECES if falling else MOVES.get(rules.name, USUAL)):
        if session.over:
            break
        for word in put_down(lot, rules) if falling else [lot.choice(rules.moves(session.state))]:
            if word in rules.moves(session.state):
                session.play(word)
    return session


def put_down(lot: random.Random, rules: Rules[Any]) -> list[str]:
    """The words of one piece: turned and moved by lot, and dropped."""
    turn = next(word for word in TURNS if word in rules.words)
    return [turn] * lot.randrange(4) + [lot.choice(("left", "right"))] * lot.randrange(6) + ["drop"]
