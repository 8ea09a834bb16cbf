"""What a judge is: the module `judge` of a game's bot, which evaluates positions in the game's own unit.

The page fetches the judges and this package when first needed, together with `game.review`, which uses them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np

from game.bots import module_of
from game.bots.types import Sliced, Values, Words
from game.contract import BadInput, Event, Rules, seat_of
from game.kernel import Counts, Mask
from game.words import N_

CLEARLY = 2
"""How many times as often as behind a better turn must come out ahead: in two of three futures that are no draws."""
COARSE = 0.1
"""Chances to win are rounded to 5 % if they are known no better than this."""


@dataclass(frozen=True)
class Why:
    """A sentence to translate, with its values."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)


class Cost(NamedTuple):
    """The cost of a turn compared with a better one, in the game's unit."""

    better: int
    """The better turn; the played one if no other is known to be better."""
    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0
    """The interval in which the cost certainly is."""
    futures: int = 0
    """In how many futures both were tried."""
    ahead: int = 0
    """In how many of them the better turn came out ahead."""
    behind: int = 0
    """In how many of them the played one did; the others are draws."""
    values: tuple[float, float] = (0.0, 0.0)
    """The mean evaluations after the better turn and after the played one."""

    @property
    def mostly_ahead(self) -> bool:
        """Whether the better turn came out ahead in most futures; often it does not, because many are draws."""
        return 2 * self.ahead > self.futures

    def is_mistake(self, margin: float) -> bool:
        """Returns whether even the low end of the interval exceeds a margin, and the better turn came out ahead clearly
        more often than behind: a player does not believe a mean alone, which a few futures may decide.
        """
        return self.low > margin and self.ahead >= CLEARLY * self.behind

    @property
    def rounded(self) -> int:
        """The cost as a whole number that claims no more than was measured: to tens or fives if the interval is
        wide."""
        wide = (self.high - self.low) / 2
        step = next((step for step in (10, 5) if wide >= step and self.mean >= step), 1)
        return step * round(self.mean / step)


class Spot(ABC):
    """A position with all possible turns, and the one that was played."""

    turns: list[Words]
    """The words of each turn, including the played one."""
    played: int
    """The index of the played turn; -1 if the judge does not know it."""
    rough: Values
    """The evaluation of each turn at a glance (turns,): good enough to select turns to examine."""

    @abstractmethod
    def __init__(self, state: Any, words: Words, after: Any) -> None:
        """The position before a turn, the words of the turn, and the state after it."""

    def glance(self) -> Generator[None, None, None]:
        """Computes `rough`, in slices, unless it is known from the start."""
        yield from ()

    @abstractmethod
    def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Sliced[Values]:
        """Evaluates some turns `depth` turns later, in one future for each seed (which, seeds).

        A future depends on its seed alone, so all turns share it. Pieces that the player could see stay the same.
        """

    @abstractmethod
    def why(self, better: int) -> Why | None:
        """Returns the reason why that turn is better than the played one; None if none of the checked reasons holds."""


class Judge(ABC):
    """Evaluates a game's positions, in the game's own unit; a bot's module `judge` has one, `JUDGE`."""

    COST: ClassVar[str]
    """The message with {count} that says what a mistake cost: it has a plural."""
    LITTLE: ClassVar[str] = ""
    """The message for a mistake that costs less than one half; empty if no mistake can."""
    CURVE: ClassVar[str]
    """The title of the curve."""
    OUTCOME: ClassVar[str] = ""
    """What `outcome` is, if not the same as the curve."""
    AHEAD: ClassVar[int] = 6
    """How many turns are shown after both moves: as many as the cost says, if it says a small number."""
    WORST: ClassVar[float | None] = None
    """The evaluation of a lost game, if it has one of its own."""
    RANGE: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """Values that the curve's axis shows in any case."""
    FORM: ClassVar[str] = ",.0f"
    """The format of a value of the curve, as for `format`."""
    FINE: ClassVar[str] = ",.1f"
    """The format of the ends of an interval."""
    MARGIN: ClassVar[float]
    """The least cost of a mistake."""
    DOUBT: ClassVar[float]
    """A turn is examined if, at a glance, its evaluation is at most this far above that of the best other one."""
    DEPTH: ClassVar[int]
    """How many further turns are played in each future."""
    FUTURES: ClassVar[int]
    """The most futures in which a turn is measured: more if a few of them decide."""
    SPOT: ClassVar[type[Spot]]

    def spot(self, before: Any, words: Words, after: Any) -> Spot | None:
        """Returns the spot of a turn, given the state before it, its words and the state after it; None if there was
        nothing to decide, or the judge does not know such a turn.
        """
        spot = self.SPOT(before, words, after)
        return spot if len(spot.turns) > 1 and spot.played >= 0 else None

    @abstractmethod
    def standing(self, state: Any, seat: int) -> float:
        """Returns the player's standing, in the unit of the curve."""

    def outcome(self, states: Sequence[Any], events: Iterable[Event], seat: int) -> float:
        """Returns what a player has come to with the turns after a position, given the state after each of them and all
        that happened: what a cost is the difference of.
        """
        return self.standing(states[-1], seat)

    def harvest(self, state: Any, seat: int) -> bool:
        """Returns whether the turn that led to this state has cashed in what the curve measures, as a chain does."""
        return False

    def price(self, cost: Cost) -> Why:
        """Returns what a mistake cost, in words of the game."""
        if self.WORST is not None and cost.values[1] <= self.WORST < cost.values[0]:
            return Why(N_("Your move soon lost the game, whatever came; the better move would have kept it going."))
        return Why(self.COST, {"count": cost.rounded}) if cost.rounded or not self.LITTLE else Why(self.LITTLE)


class WinningJudge(Judge):
    """Evaluates positions of a game for two by the chance to win."""

    COST = N_("Your chance of winning fell from about {better} to {played}.")
    CURVE = N_("Chance of winning")
    FORM = FINE = ".0%"
    SCALE: ClassVar[float]
    """The difference in evaluation with which the better side wins 73 of 100 games: fitted to games between bots."""

    @abstractmethod
    def side(self, state: Any, seat: int) -> float:
        """Returns the evaluation of one player's side."""

    def price(self, cost: Cost) -> Why:
        step = 0.05 if cost.high - cost.low > COARSE else 0.01
        better, played = (f"{step * round(each / step):.0%}" for each in cost.values)
        return Why(self.COST, {"better": better, "played": played})

    def standing(self, state: Any, seat: int) -> float:
        if state.ended:
            return 0.5 if not state.winner else float(seat_of(state.winner) == seat)
        lead = np.array([self.side(state, seat) - self.side(state, 1 - seat)])
        return float(chance_to_win(lead, self.SCALE)[0])


def judge_for(rules: Rules[Any]) -> Judge:
    """Returns the game's judge; BadInput for a game without one."""
    module = module_of(rules, ".judge")
    if module is None:
        raise BadInput(N_("this game has no Look back yet"))
    return cast(Judge, module.JUDGE)


def chance_to_win(lead: Values, scale: float) -> Values:
    """Returns the chances to win with these leads in evaluation (n,); a lead of `scale` wins 73 of 100 games."""
    chance: Values = 1 / (1 + np.exp(-np.clip(lead / scale, -30, 30)))
    return chance


def in_futures(which: Sequence[int], seeds: Sequence[int]) -> tuple[Counts, Counts]:
    """Returns every one of some turns in every future: the turn, and the index of its seed (which * seeds,)."""
    return np.repeat(which, len(seeds)), np.tile(np.arange(len(seeds)), len(which))


def first_true(same: Mask) -> int:
    """Returns the index of the first turn with the same result as the played one (turns,), -1 if none has it."""
    return int(same.argmax()) if same.any() else -1
