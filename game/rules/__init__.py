"""The games there are: one module each, one line each."""

from __future__ import annotations

from typing import cast

from game.contract import BadInput, Rules, shorten
from game.rules import biquadris, chain, lines98, nineteen, push_clear
from game.words import N_

ALL = (
    push_clear,
    chain,
    nineteen,
    lines98,
    biquadris,
)

GAMES: dict[str, Rules] = {rules.name: rules for rules in cast(tuple[Rules, ...], ALL)}


def game(name: str) -> Rules:
    """The game of that name, or BadInput."""
    if name not in GAMES:
        raise BadInput(N_("no such game: {name} (there are {names})"), name=shorten(name), names=", ".join(GAMES))
    return GAMES[name]
