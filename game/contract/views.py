"""What a front shows of a state, as data without colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any

from game.contract.cells import Cell, Marks
from game.contract.events import Noted
from game.contract.player_numbers import seat_of
from game.words import N_


@dataclass(frozen=True)
class Symbol:
    """How a front may show a character of a board: `form` one of FORMS, `tone` 1 to 7 for a colour or 0 for ink."""

    name: str
    form: str
    tone: int = 0


EMPTY = "."
"""The character of an empty cell on every board, the only one of the form "empty": what moves away leaves it behind."""
FORMS = ("empty", "box", "block", "fixed", "ball", "dot", "player", "cover", "slab", "rock")
SCORE_LABEL, LEVEL_LABEL, CHAIN_LABEL = N_("Score"), N_("Level"), N_("Chain")
"""The labels of the figures that a front animates: it counts up the score, lights a board at a new level, and counts a
chain's links as they are shown."""
PLAYER_LABELS = TURN_LABEL, CHOICE_LABEL, WINNER_LABEL = N_("Player to move"), N_("Player choosing"), N_("Winner")
"""The labels of the figures whose value is a player number."""


class Cause(StrEnum):
    """What can end a game on a board."""

    NO_MOVE = auto()
    FULL = auto()
    """Every cell is taken."""
    TOP = auto()
    """What the player has stacked leaves no room for the next piece."""
    BURIED = auto()
    """What the opponent has sent leaves no room for the next piece."""
    FORCED = auto()
    """The piece that the opponent chose has no room."""


@dataclass(frozen=True)
class Board:
    """One board as data: what is on its cells, and what is shown next to it."""

    rows: tuple[str, ...]
    figures: tuple[tuple[str, int | str], ...] = ()
    next: tuple[tuple[str, ...], ...] = ()
    """The next pieces, soonest first, each as a small board."""
    held: tuple[str, ...] | None = None
    """The piece that was put aside, as a small board, without rows if there is none; None where that is impossible."""
    ghost: Marks = ()
    """Where the piece in play would come to rest."""
    coming: Marks = ()
    """What will appear on a cell later; drawn small."""
    coming_label: str = N_("Next")
    """The label of `coming` in text."""
    waiting: tuple[str, ...] = ()
    """What waits above the board to fall on it, as symbols, the largest first; a picture shows it instead of `coming`,
    on the free cells of the top row."""
    piece: tuple[Cell, ...] = ()
    """The cells of the piece in play."""
    hidden: int = 0
    """How many rows at the top are outside the frame."""
    stuck: Marks = ()
    """What ended the game here: what blocks every move, or the piece that has no room, where it would have appeared."""
    cause: Cause | None = None
    """What ended the game here, as a word; None if nothing did, or if it cannot be named."""

    @property
    def level(self) -> int:
        """The level among its figures; 0 if there is none."""
        return next((value for label, value in self.figures if label == LEVEL_LABEL and isinstance(value, int)), 0)


@dataclass(frozen=True)
class View:
    """Everything that a front shows of a state, as data without colours."""

    boards: tuple[Board, ...]
    over: bool
    fields: Mapping[str, Any] = field(default_factory=dict)
    """The fields of the JSON line besides game and rows, in order."""
    turn: int = 0
    """The seat that is to move, which is also its board."""
    figures: tuple[tuple[str, int | str], ...] = ()
    """Figures shown above all boards."""
    winner: int = 0
    """The number of the player who has won; 0 if the game is not over, is drawn, or has one player."""
    scores: tuple[int, ...] = (0,)
    """The points of each seat."""
    choices: tuple[str, ...] = ()
    """The words to choose from while no ordinary move is possible; otherwise empty."""
    notice: Noted | None = None
    """A reminder for the player to move, shown when there is no other message."""
    reached: bool = False
    """Whether the game is over because its goal has been reached."""

    @property
    def winning_seat(self) -> int | None:
        """The seat that has won; None if none has."""
        return seat_of(self.winner) if self.winner else None
