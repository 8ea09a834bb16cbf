"""What a judge is: the module `judge` of a game's bot, which evaluates positions in the game's own unit.

The page fetches the judges and this package when first needed, together with `game.review`, which uses them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from game.bots import module_of
from game.contract import BadInput, Rules
from game.words import N_

Words = tuple[str, ...]
Values = NDArray[np.float64]
"""Evaluations of positions, in the unit of their judge."""
Slices = Generator[None, None, Values]
"""Work in slices of a few milliseconds, which pauses after each and returns the result."""


@dataclass(frozen=True)
class Why:
    """A sentence to translate, with its values."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)


class Spot(Protocol):
    """A position with all possible turns, and the one that was played."""

    turns: Sequence[Words]
    """The words of each turn, including the played one."""
    played: int
    rough: Values
    """The evaluation of each turn at a glance (turns,), set by `glance`: good enough to select turns to examine."""

    def glance(self) -> Iterator[None]:
        """Computes `rough`, in slices."""

    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Slices:
        """Evaluates some turns `depth` turns later, in one future for each seed (which, seeds).

        A future depends on its seed alone, so all turns share it. Pieces that the player could see stay the same.
        """

    def why(self, better: int) -> Why:
        """What makes that turn better than the played one."""


class Judge(Protocol):
    """A module that defines these names."""

    COST: str
    """The message with {amount} that says what a mistake cost."""
    CURVE: str
    """The title of the curve."""
    FORM: str
    """The format of a value, as for `format`."""
    MARGIN: float
    """The least cost of a mistake, in the game's unit."""
    DOUBT: float
    """A turn is examined if, at a glance, its evaluation is at most this far above that of the best other one."""
    DEPTH: int
    """How many further turns are played in each future."""
    FUTURES: int
    """The most futures in which a turn is measured: more if a few of them decide."""

    def spot(self, before: Any, words: Words, after: Any) -> Spot | None:
        """The spot of a turn, given the state before it, its words and the state after it; None if there was nothing to
        decide."""

    def standing(self, state: Any, seat: int) -> float:
        """The player's standing, in the unit of the curve."""


def judge_for(rules: Rules[Any]) -> Judge:
    """The game's judge; BadInput for a game without one."""
    judge = module_of(rules, ".judge")
    if judge is None:
        raise BadInput(N_("Look back does not know this game yet"))
    return cast(Judge, judge)


def chance_to_win(lead: Values, scale: float) -> Values:
    """The chances to win with these leads in evaluation (n,); a lead of `scale` wins 73 of 100 games."""
    chance: Values = 1 / (1 + np.exp(-np.clip(lead / scale, -30, 30)))
    return chance
