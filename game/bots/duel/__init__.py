"""Duel's bot (see `game.bots.Bot`)."""

from game.bots.duel.search import think

__all__ = ["think"]
