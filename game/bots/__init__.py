"""The bots, which say what to play next and why: one package per game, named like its rules, and a greedy bot for all
others.

A bot thinks in slices: its `think` yields its best advice so far after every few milliseconds of work, and a caller can
stop at any of them. Slices are counted, not timed, so equal calls give equal answers. However slow the machine, no
advice is worse than looking one turn ahead: until then it has no words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from types import ModuleType
from typing import Any, Protocol, cast

from game.contract import Cell, Rules

EFFORT = 5
"""The highest strength of an opponent; 1 is the lowest."""


@dataclass(frozen=True)
class Advice:
    """Words to play in order, none if no move is possible, and two sentences with values."""

    words: tuple[str, ...]
    reason: str = ""
    """Why to play them."""
    values: Mapping[str, object] = field(default_factory=dict)
    nudge: str = ""
    """What matters here, without the move; empty if the bot does not say."""
    look: frozenset[Cell] = frozenset()
    """Where to look, if not at what the words make vanish."""


class Think(Protocol):
    """The function of a bot that gives advice."""

    def __call__(self, rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
        """Yields better and better advice, at least once; the last is final. Equal arguments give equal advice. Until
        it has looked as far as one turn ahead, the advice has no words."""


@dataclass(frozen=True)
class Bot:
    """A bot; the package of a game's own bot has one, `BOT`."""

    think: Think
    all_turns: Callable[[Any], Iterable[tuple[str, ...]]] | None = None
    """Returns the words of each turn, if the contract does not say enough to find them."""
    turn_limit: int | None = None
    """The number of turns after which a game between bots is stopped; None for the usual one."""
    full_search: int = EFFORT
    """The effort for a hint, a demo and looking back; more than EFFORT if the highest strength does less."""
    preparing: Callable[[Any], Iterable[object]] = lambda _state: ()
    """Does slow preparations in slices before it first thinks about such a state."""


def bot_for(rules: Rules[Any]) -> Bot:
    """Returns the game's own bot, or the greedy one."""
    return cast(Bot, (module_of(rules) or import_module("game.bots.search.greedy")).BOT)


def module_of(rules: Rules[Any], part: str = "") -> ModuleType | None:
    """Returns the package of the game's own bot, or of a part of it such as ".judge"; None if there is none."""
    own = "game.bots." + rules.name.replace("-", "_")
    if not find_spec(own) or not hasattr(import_module(own), "BOT"):
        return None
    return import_module(own + part) if find_spec(own + part) else None


def advice_steps(bot: Bot, rules: Rules[Any], state: Any, effort: int | None = None, seed: int = 0) -> Iterator[Advice]:
    """Yields the bot's advice after every slice, for callers that cannot wait long; it has no words while the bot
    prepares itself."""
    for _slice in bot.preparing(state):
        yield Advice(())
    yield from bot.think(rules, state, effort or bot.full_search, seed)


def advise(
    rules: Rules[Any], state: Any, effort: int | None = None, seed: int = 0, slices: int | None = None
) -> Advice:
    """Returns the advice of the game's bot after this many slices or all of them, by default with the effort of a full
    search.
    """
    advice, bot = Advice(()), bot_for(rules)
    for better in islice(bot.think(rules, state, effort or bot.full_search, seed), slices):
        advice = better
    return advice
