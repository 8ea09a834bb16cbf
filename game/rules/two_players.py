"""The common part of the games for two players: whose side is whose, who leads, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from game.contract import Ended

P = TypeVar("P")


@dataclass(frozen=True, eq=False)
class Sides(Generic[P]):
    """Both players' sides, and whose turn it is. A game's state has more."""

    players: tuple[P, P]
    turn: int
    """The seat that moves."""

    @property
    def mover(self) -> P:
        return self.players[self.turn]

    @property
    def opponent(self) -> P:
        return self.players[1 - self.turn]

    def with_side(self, seat: int, player: P) -> Self:
        """Returns the same state with a new side in a seat."""
        one, two = self.players
        return replace(self, players=(one, player) if seat else (player, two))


def leader(one: int, two: int) -> int:
    """Returns the number of the player with the higher score; 0 if they are equal.

    >>> leader(3, 7)
    2
    """
    return 0 if one == two else 1 if one > two else 2


def ended(winner: int) -> Ended:
    """Returns the event of a game won by the player with this number, on the loser's board; 0 is a draw."""
    return Ended(winner, 2 - winner if winner else 0)
