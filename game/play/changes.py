"""What changes in an open game, as data: its front (the page, or a test) shows each change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.contract import Board, Cell, Event, Rules, View
from game.play.actions import Action
from game.session.seats import Opponent


@dataclass(frozen=True)
class Opened:
    """A game has been opened: the first change of all."""

    rules: Rules[Any]
    view: View
    players: Sequence[str]
    """The players' names, one for each seat."""
    seen: Callable[[int, Sequence[Event]], None]
    """The front calls it each time it has shown events of a board."""
    opponent: Opponent | None = None
    """The computer, if it plays a seat."""
    own: int | None = None
    """The only seat that is played on this device; None if all of them or none of them are."""


@dataclass(frozen=True)
class MotionCut:
    """All motion ends at once, because something else must be shown."""


@dataclass(frozen=True)
class BoardsChanged:
    """The boards after these events. The front says with `Opened.seen` how much of them it has shown."""

    view: View
    events: Sequence[Event] = ()
    marks: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    arrow: Sequence[Cell] = ()
    """The cells of a hint's arrow on the board of the player to move."""
    glides: bool = True
    """Whether things glide from cell to cell; in a game with a clock they jump."""


@dataclass(frozen=True)
class Arrived:
    """All of the last move has been seen: the turn passes."""


@dataclass(frozen=True)
class ArrowShown:
    """An arrow along these cells, until something else is shown."""

    arrow: Sequence[Cell]


@dataclass(frozen=True)
class FiguresChanged:
    """The figures next to a board have changed."""

    board: int
    figures: Sequence[tuple[str, int | str]]
    runs: bool = False
    """Whether numbers visibly count up to their new values."""


@dataclass(frozen=True)
class LevelUp:
    """A board has reached a new level."""

    board: int


@dataclass(frozen=True)
class Refused:
    """The piece in play has no room for the player's rotation."""


@dataclass(frozen=True)
class Message:
    """A sentence for the player, perhaps with an offer and more text for screen readers."""

    text: str
    offer: str = ""
    then: Callable[[], object] | None = None
    """What happens if the offer is accepted."""
    more: str = ""


@dataclass(frozen=True)
class SpokenOnly:
    """Text for screen readers only, after the message."""

    text: str


@dataclass(frozen=True)
class CaptionChanged:
    """The caption, which says which game it is."""

    text: str


@dataclass(frozen=True)
class Veil:
    """A veil over the boards of a game that waits, with a text and one or two buttons; none if the text is empty."""

    text: str = ""
    button: str = ""
    other: str = ""


@dataclass(frozen=True)
class DayBar:
    """A bar in the histogram of a player's days: the results that it counts, and how many days had them."""

    label: str
    days: int
    this: bool
    """Whether this day is among them."""


@dataclass(frozen=True)
class DayEnd:
    """What the end card says about a game of a day that counts."""

    result: str
    """The result that counts for the day."""
    goal: str
    """How far the result is from the computer's in the same game; empty if it has none, or it is not known yet."""
    won: bool
    """Whether the player beat the computer."""
    streak: str
    bars: Sequence[DayBar]
    """The player's days; empty if there is only one to show."""
    following: str
    """The name of the next game that has not been played today; empty if all have been."""
    title: str
    """That game's title."""
    text: Callable[[], str]
    """Returns the result as text to share, which takes a moment."""
    onward: str = ""
    """The label of the button that goes on, if it opens neither the next game nor home."""
    complete: str = ""
    """That all games of today are over; empty if they are not."""


@dataclass(frozen=True)
class GameOver:
    """How a game ended."""

    title: str
    spoken: str
    score: str
    comparison: str
    """Compares the score with the best one, or with the rival's."""
    recent: Sequence[int]
    """The scores of the player's last games, including this one."""
    counts: int | None
    """The number that the score counts up to; None in a game for two."""
    is_answer: bool
    """Whether the game can be sent as the answer to a challenge."""
    celebrates: bool
    """Whether this is a new best score, and the first time that it is shown."""
    day: DayEnd | None = None
    """What the game of a day adds."""
    teaches: bool = False
    """Whether the card offers the game's lessons."""


@dataclass(frozen=True)
class PossibleActions:
    """What the player can do now."""

    choices: tuple[str, ...]
    """The words to choose from."""
    undo: bool
    redo: bool
    going: bool
    replay: bool


@dataclass(frozen=True)
class TableOutdated:
    """The table of cells for screen readers is out of date; it may be up to `pause` milliseconds old."""

    pause: float = 0.0


@dataclass(frozen=True)
class DemoChanged:
    """A demo began or ended, or its speed has changed: motion is this many times faster."""

    running: bool
    faster: float


@dataclass(frozen=True)
class Rival:
    """Another board shows the recorded game that is raced."""

    name: str
    board: Board


@dataclass(frozen=True)
class FrameWanted:
    """The page must run a frame."""

    unshown: Callable[[], object] | None = None
    """Shows the move that waits for this frame, in case no frame comes."""


@dataclass(frozen=True)
class PositionChanged:
    """The game is at another position."""


@dataclass(frozen=True)
class ActionWanted:
    """The player wants something outside the game."""

    action: Action


@dataclass(frozen=True)
class TakenElsewhere:
    """The game goes on elsewhere and cannot be kept here."""


Change = (
    Opened | MotionCut | BoardsChanged | Arrived | ArrowShown | FiguresChanged | LevelUp | Refused | Message
    | SpokenOnly | CaptionChanged | Veil | GameOver | PossibleActions | TableOutdated | DemoChanged | Rival
    | FrameWanted | PositionChanged | ActionWanted | TakenElsewhere
)  # fmt: skip
Front = Callable[[Change], None]
"""Shows each change."""
