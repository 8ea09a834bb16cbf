"""Who plays which seat: options of every game for two, so that addresses, saves and replays keep them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.contract import View
from game.words import BRACKETS, N_, Translator

COMPUTER, SEAT = "computer", "seat"
"""The names of the options: the opponent, and the seat of the computer."""
PEOPLE, EASIEST = "no", "1"
"""The opponent in a game between people, and the one for a newcomer to a game."""

STRENGTHS = {
    "1": N_("Easy"),
    "2": N_("Medium"),
    "3": N_("Hard"),
    "4": N_("Expert"),
    "5": N_("Master"),
}
"""What the computer's strengths are called."""


class Opponent(NamedTuple):
    """The computer as a player."""

    seat: int
    """Its seat, counted from 0 like `View.turn`."""
    strength: int


def opponent(options: Mapping[str, Any]) -> Opponent | None:
    """The computer as opponent by these options, or None."""
    strength = options.get(COMPUTER, PEOPLE)
    return None if strength == PEOPLE else Opponent(options[SEAT] - 1, int(strength))


def called(computer: Opponent, translator: Translator) -> str:
    """The computer's name and strength, for people."""
    return translator(BRACKETS, text=translator("Computer"), more=strength(computer, translator))


def strength(computer: Opponent, translator: Translator) -> str:
    """What its strength is called."""
    return translator(STRENGTHS[str(computer.strength)])


def number_of(computer: Opponent | None) -> int:
    """The computer's seat, counted from 1; 0 for none."""
    return 0 if computer is None else computer.seat + 1


def is_computers(options: Mapping[str, Any], view: View) -> bool:
    """Whether it is the computer's turn."""
    computer = opponent(options)
    return computer is not None and not view.over and view.turn == computer.seat
