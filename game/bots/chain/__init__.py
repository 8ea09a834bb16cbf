"""Chain's bot (see `game.bots.Bot`)."""

from game.bots.chain.search import TURN_LIMIT, think

__all__ = ["TURN_LIMIT", "think"]
