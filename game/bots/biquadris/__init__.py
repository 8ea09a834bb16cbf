"""Biquadris' bot (see `game.bots.Bot`)."""

from game.bots.biquadris.search import WHOLE, all_turns, think

__all__ = ["WHOLE", "all_turns", "think"]
