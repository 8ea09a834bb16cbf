"""The numbers of players, as people and files see them: from 1. All code counts seats from 0."""

from __future__ import annotations


def player_number(seat: int) -> int:
    """Returns the number of the player in a seat.

    >>> player_number(0)
    1
    """
    return seat + 1


def seat_of(player: int) -> int:
    """Returns the seat of the player with this number, which must not be 0 (nobody)."""
    return player - 1
