"""The registry of games: one module each, one line each."""

from __future__ import annotations

from typing import Any

from game.contract import BadInput, Rules, shorten
from game.rules import biquadris, chain, duel, lines98, nineteen, push_clear
from game.words import N_, Listed

ALL: tuple[Rules[Any], ...] = (
    push_clear.GAME,
    chain.GAME,
    nineteen.GAME,
    lines98.GAME,
    biquadris.GAME,
    duel.GAME,
)

GAMES = {rules.name: rules for rules in ALL}


def game(name: str) -> Rules[Any]:
    """Returns the game with this name; BadInput if there is none."""
    if name not in GAMES:
        raise BadInput(N_("no such game: {name} (there are {names})"), name=shorten(name), names=Listed(GAMES))
    return GAMES[name]
