"""Push and Clear's bot (see `game.bots.Bot`)."""

from game.bots.push_clear.search import think

__all__ = ["think"]
