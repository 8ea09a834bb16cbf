"""Lines' bot (see `game.bots.Bot`)."""

from game.bots.lines98.search import preparing, think

__all__ = ["preparing", "think"]
