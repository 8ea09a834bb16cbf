"""Where a game was lost: every turn against the best one that there was, over futures that are the same for both.

A judge is a module of `game.review.judges` with the name of its game: what the game says about its positions, in its
own unit. Everything else here knows no game. The page fetches all of it when it is first wanted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from game.bots import Advice
from game.contract import BadInput, Rules
from game.words import N_

Words = tuple[str, ...]
Values = NDArray[np.float64]
"""What positions are worth, in the unit of their judge."""
Slices = Generator[None, None, Values]
"""Work in slices of a few milliseconds: pauses after each, and returns the result."""

NOTHING = Advice(())
"""What a bot's work yields where nobody wants advice."""
T = TypeVar("T")


@dataclass(frozen=True)
class Why:
    """A sentence, to be translated with its values."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)


class Spot(Protocol):
    """A position with everything that could be done there, and what was done."""

    turns: Sequence[Words]
    """The words of each turn; the played one is among them."""
    played: int
    rough: Values
    """What each turn is worth at a glance (turns,), after `glance`: good enough to say which turns to look at."""

    def glance(self) -> Iterator[None]:
        """Finds `rough`, in slices."""

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Slices:
        """What some turns are worth after so many more turns, in one future for each seed (which, seeds).

        A future depends on its seed only: it is the same for all turns. What the player could see is what comes.
        """

    def why(self, better: int) -> Why:
        """What that turn has that the played one has not."""


class Judge(Protocol):
    """A module with these names."""

    COST: str
    """What a mistake cost: a message with {amount}."""
    CURVE: str
    """What the curve shows."""
    FORM: str
    """How a value is written, as in `format`."""
    MARGIN: float
    """What a mistake costs at the least, in the game's unit."""
    DOUBT: float
    """A turn is looked at closely if it is worth at most this much more than the best other one, at a glance."""
    DEPTH: int
    """How many more turns are played in each future."""
    FUTURES: int
    """In how many futures a turn is measured at the most: more where a few of them decide."""

    def spot(self, before: Any, words: Words, after: Any) -> Spot | None:
        """The position before a turn, its words, and the state after it; None where there was nothing to decide."""

    def standing(self, state: Any, seat: int) -> float:
        """How a player stands, in the unit of the curve."""


def judge_for(rules: Rules[Any]) -> Judge:
    """The game's judge; BadInput for a game without one."""
    name = "game.review.judges." + rules.name.replace("-", "_")
    if not find_spec(name):
        raise BadInput(N_("this game cannot be looked back on yet"))
    return cast(Judge, import_module(name))


def silent(work: Generator[Advice, None, T]) -> Generator[None, None, T]:
    """A bot's work without its advice."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        yield
