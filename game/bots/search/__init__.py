"""The common part of the bots' searches; it knows no game."""
