"""The interface between a game and everything else: its table of functions, its views and its events.

A front that knows only this package can play a game it has never seen. Sources in the workshop import these names from
here.
"""

from game.contract.cells import COLUMNS, LETTERS, Cell, Marks, cell_name, cell_of
from game.contract.controls import (
    ATTACHMENT,
    LABELS,
    LOWERING,
    NAME_END,
    REPEATING,
    STEERING,
    Control,
    Role,
    attach,
    detach,
    listed,
)
from game.contract.errors import BadInput, NeedsFile, bad_word, shorten
from game.contract.events import (
    Appeared,
    Changed,
    Completed,
    Ended,
    Event,
    Fell,
    Locked,
    Moved,
    Noted,
    Scored,
    Vanished,
    Walked,
    happens,
)
from game.contract.options import Choice, File, Flag, Number, Option
from game.contract.player_numbers import player_number, seat_of
from game.contract.reports import Frame, Report
from game.contract.rules import SCORE, Day, Figure, Played, Playing, Rules, S, Variant, as_typed, unset
from game.contract.teaching import Lesson, Scene
from game.contract.views import (
    CHAIN_LABEL,
    CHOICE_LABEL,
    EMPTY,
    FORMS,
    LEVEL_LABEL,
    PLAYER_LABELS,
    SCORE_LABEL,
    TURN_LABEL,
    WINNER_LABEL,
    Board,
    Cause,
    Symbol,
    View,
)
