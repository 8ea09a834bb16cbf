"""The learned weights of Push and Clear, written by `python -m tools.train push-clear`."""

from game.bots.search.tables import LearnedTables

unpacked = LearnedTables(__name__, "any_size", "classic").unpacked
