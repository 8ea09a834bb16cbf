"""Nineteen's bot (see `game.bots.Bot`)."""

from game.bots.nineteen.search import preparing, think

__all__ = ["preparing", "think"]
