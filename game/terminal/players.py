"""Who can play a game without a screen: its bot, and two players to compare it with, a greedy and a random one.

All three choose whole turns, up to where a piece locks. The bot thinks in its own module; the other two choose from a
list of turns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

from game import rng
from game.bots import EFFORT, advise
from game.bots.turns import Words, best_turns, turns
from game.contract import BadInput, Rules

Player = Callable[[Any], Words]
"""A state → the words of its player's next turn, none if nothing can be done."""

BOT, GREEDY, RANDOM = "bot", "greedy", "random"
PLAYERS = (BOT, GREEDY, RANDOM)


def player(rules: Rules[Any], kind: str, seed: int, effort: int = EFFORT) -> Player:
    """One of PLAYERS for a game; it has its own generator, so a seed gives the same game again."""
    if kind == BOT:
        return lambda state: advise(rules, state, effort, seed).words
    choose = Chooser(crc32(f"{kind} {seed}".encode()))
    if kind == RANDOM:
        return lambda state: choose(turns(rules, state))
    if kind == GREEDY:
        return lambda state: choose(best_turns(rules, state))
    raise BadInput("must be one of {choices}, not {text}", choices=", ".join(PLAYERS), text=kind)


class Chooser:
    """Makes random choices, always the same for a seed."""

    def __init__(self, seed: int) -> None:
        self._random = rng.standard(seed)

    def __call__(self, turns: list[Words]) -> Words:
        """One of them, all equally likely; nothing if there are none."""
        if not turns:
            return ()
        number, self._random = self._random.next(len(turns))
        return turns[number]
