"""Positions for pictures: games after some random moves, with the pieces spread over the board as people would."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from game import files
from game.bots import advise
from game.contract import Completed, Role, Rules, Vanished
from game.rules import game
from game.session import Session
from game.session.seats import COMPUTER, PEOPLE

SEED = 7
PIECES, PICKED, STEPS = 11, 12, 40
"""The number of moves in the picture of a game with falling pieces, of a game whose pieces are picked and put
elsewhere, and of any other, in which a move is a step.
"""

EFFORTS, SOON = (2, 5), 10
"""The efforts with which a card's demo may play, the usual one first, and within how many moves something should
vanish.
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


def between_people(name: str, seed: int = SEED) -> str:
    """Returns the query of a game from its start, without the computer as opponent, whom a link with only a seed may
    bring in.
    """
    return f"?game={name}" + (f"&{COMPUTER}={PEOPLE}" if game(name).seats > 1 else "") + f"&seed={seed}"


def words_for_piece(chance: random.Random, rules: Rules[Any]) -> list[str]:
    """Returns the words for one piece: rotated and moved at random, and dropped."""
    word, turns = rules.by_role, chance.randrange(4)
    sideways = chance.choice((word[Role.LEFT], word[Role.RIGHT]))
    return [word[Role.ROTATE]] * turns + [sideways] * chance.randrange(6) + [word[Role.DROP]]


@cache
def liveliest(name: str) -> int:
    """Returns the effort with which a demo that goes on from `midgame` soon shows how something vanishes."""
    return next((effort for effort in EFFORTS if quiet_moves(name, effort) < SOON), EFFORTS[0])


def quiet_moves(name: str, effort: int) -> int:
    """Returns how many moves of a demo go by until something vanishes, at most SOON."""
    rules, state = game(name), midgame(name).state
    for move in range(1, SOON + 1):
        for word in advise(rules, state, effort, move).words:
            state, events = rules.play(state, word)
            if any(isinstance(event, Completed | Vanished) for event in events):
                return move
    return SOON
