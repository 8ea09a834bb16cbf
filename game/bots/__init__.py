"""What to do next, and why: one module a game, named like its rules, and a greedy player for a game that has none.

A bot thinks in slices: `think` yields its best advice so far after every few milliseconds of work, so that whoever asks
may stop at any time (that is how it is cancelled), and a count of slices, not a clock, makes its answer repeatable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol, cast

from game.contract import Rules

EFFORT = 5
"""The strongest play; 1 is the weakest."""


@dataclass(frozen=True)
class Advice:
    """Words to play in this order, none where nothing can be done, and a sentence why with the values that fill it."""

    words: tuple[str, ...]
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


class Bot(Protocol):
    """A module with this function is one.

    It may also have `all_turns(state)`, the words of each turn, where the contract does not say enough to find them,
    and `TURN_LIMIT`, after how many of them a game that nobody watches is stopped.
    """

    def think(self, rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
        """Advice that gets better: at least one, the last of them the final one; the same for the same arguments."""


def bot_for(rules: Rules[Any]) -> Bot:
    """The game's own bot, or the greedy one."""
    own = "game.bots." + rules.name.replace("-", "_")
    return cast(Bot, import_module(own if find_spec(own) else "game.bots.greedy"))


def advise(rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0, slices: int | None = None) -> Advice:
    """What the game's bot proposes after all its slices, or after so many of them."""
    advice = Advice(())
    for better in islice(bot_for(rules).think(rules, state, effort, seed), slices):
        advice = better
    return advice
