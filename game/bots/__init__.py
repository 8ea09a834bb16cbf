"""What to do next, and why: one module per game, named like its rules, and a greedy bot for a game without one.

A bot thinks in slices: `think` yields its best advice so far after every few milliseconds of work. A caller can stop at
any time, which is how thinking is cancelled. Slices are counted, not timed, so the same call gives the same answer.
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
"""The highest strength of an opponent; 1 is the lowest."""


@dataclass(frozen=True)
class Advice:
    """Words to play in order, none if nothing can be done, and a sentence that says why, with its values."""

    words: tuple[str, ...]
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


class Bot(Protocol):
    """A bot is a module with this function.

    It may also have `all_turns(state)`, the words of each turn, where the contract does not say enough to find them,
    and `TURN_LIMIT`, the number of turns after which a game that nobody watches is stopped;
    `WHOLE`, the effort with which it does all that it can, where its highest strength does less; and
    `preparing(state)`, which makes in slices what takes long, before it first thinks about such a state.
    """

    def think(self, rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
        """Advice that keeps improving: at least one, the last is final; the same arguments give the same advice."""


def bot_for(rules: Rules[Any]) -> Bot:
    """The game's own bot, or the greedy one."""
    own = "game.bots." + rules.name.replace("-", "_")
    return cast(Bot, import_module(own if find_spec(own) else "game.bots.greedy"))


def whole(bot: Bot) -> int:
    """The effort for a hint, a demo and looking back: all that the bot can."""
    return int(getattr(bot, "WHOLE", EFFORT))


def thoughts(bot: Bot, rules: Rules[Any], state: Any, effort: int | None = None, seed: int = 0) -> Iterator[Advice]:
    """As the bot thinks, for callers that cannot wait long for a slice: without any words while it prepares itself."""
    for _slice in getattr(bot, "preparing", lambda _state: ())(state):
        yield Advice(())
    yield from bot.think(rules, state, effort or whole(bot), seed)


def advise(
    rules: Rules[Any], state: Any, effort: int | None = None, seed: int = 0, slices: int | None = None
) -> Advice:
    """The advice of the game's bot after all its slices, or after so many of them; with no effort given, with all."""
    advice, bot = Advice(()), bot_for(rules)
    for better in islice(bot.think(rules, state, effort or whole(bot), seed), slices):
        advice = better
    return advice
