"""Who plays which seat. These are options of every game for two, so addresses, saves and replays include them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.contract import View, seat_of
from game.words import BRACKETS, C_, N_, Translator

COMPUTER, SEAT = "computer", "seat"
"""The names of the options for the opponent and for the computer's seat."""
PEOPLE, EASIEST = "no", "1"
"""The opponent in a game between people, and the one for beginners."""

STRENGTHS = {
    "1": N_("Easy"),
    "2": N_("Medium"),
    "3": N_("Hard"),
    "4": N_("Expert"),
    "5": N_("Master"),
}
"""The names of the computer's strengths."""
PERSONS = {
    "1": C_("name of a computer player", "Pip"),
    "2": C_("name of a computer player", "Loop"),
    "3": C_("name of a computer player", "Brick"),
    "4": C_("name of a computer player", "Spike"),
    "5": C_("name of a computer player", "Gem"),
}
"""What the computer is called at each strength."""


AGAINST = N_("Against the computer: {name}")


class Opponent(NamedTuple):
    """The computer as the opponent."""

    seat: int
    strength: int


def opponent(options: Mapping[str, Any]) -> Opponent | None:
    """Returns the computer as opponent according to the options, or None."""
    strength = options.get(COMPUTER, PEOPLE)
    return None if strength == PEOPLE else Opponent(seat_of(options[SEAT]), int(strength))


def display_name(computer: Opponent, translator: Translator) -> str:
    """Returns the computer's name and strength, for display."""
    return translator(BRACKETS, text=person(computer, translator), more=strength(computer, translator))


def person(computer: Opponent, translator: Translator) -> str:
    """Returns what the computer is called at its strength."""
    return translator(PERSONS[str(computer.strength)])


def strength(computer: Opponent, translator: Translator) -> str:
    """Returns the name of its strength."""
    return translator(STRENGTHS[str(computer.strength)])


def seat_and_name(computer: Opponent | None) -> tuple[int | None, str]:
    """Returns the computer's seat, and its name as a message; None and "" without a computer."""
    return (None, "") if computer is None else (computer.seat, PERSONS[str(computer.strength)])


def no_person_won(computer: Opponent | None, view: View) -> bool:
    """Returns whether no person has won: the computer has, nobody has, or it is not over."""
    return view.winning_seat is None or (computer is not None and view.winning_seat == computer.seat)


def is_computers(options: Mapping[str, Any], view: View) -> bool:
    """Returns whether it is the computer's turn."""
    computer = opponent(options)
    return computer is not None and not view.over and view.turn == computer.seat
