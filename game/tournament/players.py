"""Players for games without a screen: the game's bot, and two baselines to compare it with.

All of them choose whole turns, up to where a piece locks. The bot thinks in its own module; the greedy and the random
player choose from a list of turns.
"""

from __future__ import annotations

from typing import Any

from game import rng
from game.bots import EFFORT, advise
from game.bots.search.turns import best_turns, turns
from game.bots.types import Words
from game.contract import BadInput, Rules
from game.session.crc import crc_of
from game.tournament import BOT, GREEDY, PLAYERS, RANDOM
from game.words import Listed
from game.workshop.players import PlayerFunction


def player(rules: Rules[Any], kind: str, seed: int, effort: int = EFFORT) -> PlayerFunction:
    """Creates one of PLAYERS for a game, with its own random generator, so that games are reproducible by seed."""
    if kind == BOT:
        return lambda state: advise(rules, state, effort, seed).words
    choose = RandomChoice(crc_of(f"{kind} {seed}"))
    if kind == RANDOM:
        return lambda state: choose(turns(rules, state))
    if kind == GREEDY:
        return lambda state: choose(best_turns(rules, state))
    raise BadInput("must be one of {choices}, not {text}", choices=Listed(PLAYERS), text=kind)


class RandomChoice:
    """Makes random choices that are reproducible by seed."""

    def __init__(self, seed: int) -> None:
        self._random = rng.standard(seed)

    def __call__(self, turns: list[Words]) -> Words:
        """Returns one of the turns, all equally likely; no words if there are none."""
        if not turns:
            return ()
        number, self._random = self._random.next(len(turns))
        return turns[number]
