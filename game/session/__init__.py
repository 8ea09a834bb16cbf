"""A game being played: its history, saves, links and records. This package knows no game, no page and no clock."""

from game.session.addresses import address, from_address
from game.session.history import Variation
from game.session.options import CALM, CLASSIC, ReadFile, all_options, complete, no_files, parse_seed
from game.session.reader import OtherVersion
from game.session.seats import Opponent, is_computers
from game.session.session import Provenance, Session, Work
from game.session.timeline import RESTART
from game.slices import finished
