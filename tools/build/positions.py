"""Positions for pictures: games after some random moves, with the pieces spread over the board as people would."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from game import files
from game.contract import Role, Rules
from game.rules import game
from game.session import Session

SEED = 7
PIECES, PICKED, STEPS = 11, 12, 40
"""The number of moves in the picture of a game with falling pieces, of a game whose pieces are picked and put
elsewhere, and of any other, in which a move is a step.
"""


@cache
def midgame(name: str, over: bool = False, seed: int = SEED, **options: Any) -> Session:
    """Returns a game after some moves, or at its end; identical on every machine."""
    rules = game(name)
    session = Session(rules, options, seed, files.read)
    chance = random.Random(seed)
    falling = Role.DROP in rules.by_role
    usual = PIECES if falling else PICKED if Role.MOVE in rules.by_role else STEPS
    for _round in range(400 if over else usual):
        if session.over:
            break
        for word in words_for_piece(chance, rules) if falling else [chance.choice(rules.moves(session.state))]:
            if word in rules.moves(session.state):
                session.play(word)
    return session


def words_for_piece(chance: random.Random, rules: Rules[Any]) -> list[str]:
    """Returns the words for one piece: rotated and moved at random, and dropped."""
    word, turns = rules.by_role, chance.randrange(4)
    sideways = chance.choice((word[Role.LEFT], word[Role.RIGHT]))
    return [word[Role.ROTATE]] * turns + [sideways] * chance.randrange(6) + [word[Role.DROP]]
