"""A game being played, and what is kept, linked and counted of it; knows no game, no page and no clock."""

from game.session.links import address, from_address
from game.session.options import CLASSIC, Reader, complete, no_files, parse_seed
from game.session.session import RESTART, SPACING, Branch, Session, Work, finished

__all__ = [
    "CLASSIC",
    "RESTART",
    "SPACING",
    "Branch",
    "Reader",
    "Session",
    "Work",
    "address",
    "complete",
    "finished",
    "from_address",
    "no_files",
    "parse_seed",
]
