"""The learned weights of Lines, by mode, written by `python -m tools.train lines98`."""

from game.bots.search.tables import LearnedTables

unpacked = LearnedTables(__name__, "line", "square", "block").unpacked
