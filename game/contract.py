"""The interface between a game and everything else: its table of functions, its views and its events.

A front that knows only this module can play a game it has never seen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from game.words import N_

Cell = tuple[int, int]
"""Row from the top, column from the left."""

Marks = tuple[tuple[str, Cell], ...]
"""Symbols with the cells they are on."""


LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLUMNS = (*LETTERS, *(first + second for first in LETTERS for second in LETTERS))
"""The names of columns from the left: a to z, then aa to zz."""


def cell_name(cell: Cell) -> str:
    """The name of a cell: its column's name, and its row's number from the top; b3 for (2, 1)."""
    return f"{COLUMNS[cell[1]]}{cell[0] + 1}"


def cell_of(name: str) -> Cell:
    """The cell with this name, (2, 1) for b3; BadInput if the name is invalid."""
    row = name.lstrip(LETTERS)
    column = name.removesuffix(row)
    if not (column in COLUMNS and row.isascii() and row.isdigit() and row[0] != "0" and len(row) < 4):
        raise BadInput(N_("no such cell: {cell}"), cell=shorten(name))
    return int(row) - 1, COLUMNS.index(column)


class BadInput(ValueError):
    """Invalid input from a person: a translatable message of one line, with the values that fill it."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values


class NeedsFile(Exception):
    """A word names a file that its game does not have; the session attaches the file (`attach`) and retries."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


# Options, chosen before a game starts. Each parses text into a value, or says what is wrong with it.


@dataclass(frozen=True)
class Number:
    """A whole number within bounds."""

    default: int
    low: int
    high: int
    help: str
    brief: str = ""
    """How a title names this option: a message with {value}; empty for the value alone."""
    label: str = ""
    """The label in a form; empty to use `help`, which the terminal shows."""
    names: Mapping[int, str] = field(default_factory=dict)
    """Labels for values that are not self-explanatory."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """A sentence about a value, shown where it is chosen."""
    offered: tuple[int, ...] = ()
    """The values that a form offers; empty for all."""

    def parse(self, text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else None
        if value is None or not self.low <= value <= self.high:
            raise BadInput(
                N_("must be a number from {low} to {high}, not {text}"),
                low=self.low,
                high=self.high,
                text=shorten(text),
            )
        return value


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    default: str
    choices: tuple[str, ...]
    help: str
    names: Mapping[str, str] = field(default_factory=dict)
    """Labels for words that are not self-explanatory."""
    brief: str = ""
    label: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """Small boards, in the game's symbols, that show what a word means."""

    def parse(self, text: str) -> str:
        if text not in self.choices:
            raise BadInput(
                N_("must be one of {choices}, not {text}"), choices=", ".join(self.choices), text=shorten(text)
            )
        return text


@dataclass(frozen=True)
class Flag:
    """On or off; in a terminal, naming it turns it on."""

    help: str
    brief: str = ""
    label: str = ""
    note: str = ""
    """A sentence about it, shown where it is chosen."""
    default: ClassVar[bool] = False

    def parse(self, text: str) -> bool:
        if text not in ("", "0", "1"):
            raise BadInput(N_("must be 1 or 0, not {text}"), text=shorten(text))
        return text != "0"


@dataclass(frozen=True)
class File:
    """A text file, given by name; the game gets its text, so that saves and links are self-contained."""

    default: str
    help: str
    brief: str = ""
    label: str = ""


Option = Number | Choice | Flag | File


def shorten(text: str, most: int = 40) -> str:
    """Makes untrusted text safe to show on one line: truncated, without control characters."""
    clean = "".join(c if c.isprintable() else "?" for c in text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 1] + "…"


@dataclass(frozen=True)
class Report:
    """Something computed from a text: `run` yields its lines, or raises BadInput before the first."""

    help: str
    run: Callable[[str], Iterable[str]]
    frames: Callable[[str], Iterable[Frame]] | None = None
    """The same as a sequence of pictures, for fronts that can show them."""


@dataclass(frozen=True)
class Frame:
    """One picture of a report: the board after some events, and a translatable note with its values."""

    rows: tuple[str, ...]
    events: tuple[Event, ...] = ()
    note: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Scene:
    """A rule shown as a short recorded play: hidden words (`before`), then shown ones, separated by commas."""

    caption: str
    words: str
    before: str = ""
    seed: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def unseen(self) -> list[str]:
        return listed(self.before)

    @property
    def seen(self) -> list[str]:
        return listed(self.words)


@dataclass(frozen=True, kw_only=True)
class Lesson(Scene):
    """A step of the coach: a prepared board, a task, and the event that completes it.

    Its words are one way to complete it.
    """

    reached: Callable[[Event], bool]
    praise: str
    """What the player has just seen, as a sentence: true for each way to complete it."""
    missed: str = ""
    """Why it is not complete after `turns`, as a sentence; empty if every turn completes it."""
    turns: int = 1
    turn_ends: Callable[[Event], bool] = field(default=lambda event: isinstance(event, Locked))


def happens(*kinds: type[Event], **least: int) -> Callable[[Event], bool]:
    """A test for events of these kinds whose numbers are at least these."""

    def is_one(event: Event) -> bool:
        return isinstance(event, kinds) and all(getattr(event, name) >= number for name, number in least.items())

    return is_one


def listed(words: str) -> list[str]:
    """The words of a text such as `left, move b3 f7`, in order."""
    return [word.strip() for word in words.split(",") if word.strip()]


# A word can carry the files it names, each after a line feed, so that saves are self-contained.

ATTACHMENT = "\n"
NAME_END = "\t"


def attach(word: str, name: str, text: str) -> str:
    """Attaches a file to a word under this name; line breaks in the text become spaces."""
    return word + ATTACHMENT + name + NAME_END + " ".join(text.split())


def detach(word: str) -> tuple[str, dict[str, str]]:
    """Splits a word into the bare word and the texts of its attached files, by name."""
    bare, *parts = word.split(ATTACHMENT)
    files = {}
    for part in parts:
        name, _, text = part.partition(NAME_END)
        files[name] = text
    return bare, files


# What a player can do: the words of a game, and what a front must know to offer them.


class Role(StrEnum):
    """What a word does, so that a front can offer keys, gestures, buttons and icons for a game it has never seen."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    ROTATE = auto()
    ROTATE_BACK = auto()
    SOFT_DROP = auto()
    """Moves a piece that falls or will be dropped one cell down."""
    DROP = auto()
    """Drops a piece all the way, which ends the turn or locks the piece."""
    HOLD = auto()
    """Puts the piece aside for later."""
    MOVE = auto()
    """Moves something from one cell to another, the word's two arguments."""
    LEVEL_UP = auto()
    LEVEL_DOWN = auto()
    CHOICE = auto()
    """One of `View.choices`."""
    TICK = auto()
    """Time passes; not a key or button."""
    COMMAND = auto()
    """Only typed."""


LABELS: Mapping[Role, str] = {
    Role.LEFT: N_("Left"),
    Role.RIGHT: N_("Right"),
    Role.UP: N_("Up"),
    Role.DOWN: N_("Down"),
    Role.ROTATE: N_("Rotate clockwise"),
    Role.ROTATE_BACK: N_("Rotate counterclockwise"),
    Role.SOFT_DROP: N_("Soft drop"),
    Role.DROP: N_("Hard drop"),
    Role.HOLD: N_("Hold"),
    Role.MOVE: N_("Move"),
    Role.LEVEL_UP: N_("Level up"),
    Role.LEVEL_DOWN: N_("Level down"),
}
"""Default labels for controls, by role."""

STEERING = frozenset({Role.LEFT, Role.RIGHT, Role.UP, Role.ROTATE, Role.ROTATE_BACK})
"""Roles that move a piece without lowering it."""
LOWERING = frozenset({Role.SOFT_DROP, Role.DROP, Role.TICK})
"""Roles that lower a piece; each can make it lock."""
REPEATING = frozenset({Role.LEFT, Role.RIGHT, Role.SOFT_DROP})
"""Roles that a held key repeats in a game with a clock."""


@dataclass(frozen=True)
class Control:
    """What one word of a game does."""

    role: Role
    label: str = ""
    """Empty to use the label of its role."""
    help: str = ""
    """A sentence that explains it, if the label does not."""
    arguments: int = 0
    """How many arguments follow the word."""

    @property
    def name(self) -> str:
        """Its label, yet to be translated; empty if the word itself serves as the label."""
        return self.label or LABELS.get(self.role, "")

    @property
    def repeats(self) -> bool:
        """Whether a held key repeats it in a game with a clock."""
        return self.role in REPEATING


# Views.


@dataclass(frozen=True)
class Symbol:
    """How a front may show a character of a board: `form` one of FORMS, `tone` 1 to 7 for a colour or 0 for ink."""

    name: str
    form: str
    tone: int = 0


FORMS = ("empty", "box", "block", "fixed", "ball", "dot", "player", "cover", "slab", "rock")


SCORE_LABEL, LEVEL_LABEL, CHAIN_LABEL = N_("Score"), N_("Level"), N_("Chain")
"""The labels of the figures that a front animates: it counts up the score, lights a board at a new level, and counts a
chain's links as they are shown."""
PLAYER_LABELS = TURN_LABEL, CHOICE_LABEL, WINNER_LABEL = N_("Player to move"), N_("Player to choose"), N_("Winner")
"""The labels of the figures whose value is a player, counted from 1."""


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
class Noted:
    """Something that only words can convey: a translatable message and its values."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    board: int = 0


@dataclass(frozen=True)
class View:
    """Everything that a front shows of a state, as data without colours."""

    boards: tuple[Board, ...]
    over: bool
    fields: Mapping[str, Any] = field(default_factory=dict)
    """The fields of the JSON line besides game and rows, in order."""
    turn: int = 0
    """The board whose player is to move."""
    figures: tuple[tuple[str, int | str], ...] = ()
    """Figures shown above all boards."""
    winner: int = 0
    """The seat that has won, counted from 1; 0 if the game is not over, is drawn, or has one player."""
    scores: tuple[int, ...] = (0,)
    """The points of each seat."""
    choices: tuple[str, ...] = ()
    """The words to choose from while no ordinary move is possible; otherwise empty."""
    notice: Noted | None = None
    """A reminder for the player to move, shown when there is no other message."""
    reached: bool = False
    """Whether the game is over because its goal has been reached."""


# Events: what happened, in order, with cells, so that a front can animate, sound and speak without knowing the rules.


@dataclass(frozen=True)
class Moved:
    """Things slid from cell to cell."""

    steps: tuple[tuple[str, Cell, Cell], ...]
    board: int = 0


@dataclass(frozen=True)
class Fell:
    """Things fell from cell to cell."""

    steps: tuple[tuple[str, Cell, Cell], ...]
    board: int = 0


@dataclass(frozen=True)
class Walked:
    """One thing moved along a path, which includes its first cell."""

    symbol: str
    path: tuple[Cell, ...]
    board: int = 0


@dataclass(frozen=True)
class Appeared:
    """New things appeared on the board."""

    cells: Marks
    board: int = 0


@dataclass(frozen=True)
class Changed:
    """Cells turned into something else; the symbols are the new ones."""

    cells: Marks
    board: int = 0


@dataclass(frozen=True)
class Locked:
    """A piece came to rest."""

    cells: Marks
    board: int = 0


@dataclass(frozen=True)
class Completed:
    """Rows or columns are full; what is on them is about to vanish."""

    cells: tuple[Cell, ...]
    lines: int
    board: int = 0


@dataclass(frozen=True)
class Vanished:
    """Things left the board; `link` counts from 1 in a chain."""

    cells: Marks
    link: int = 1
    board: int = 0


@dataclass(frozen=True)
class Scored:
    """Points were scored, at a cell if there is one; `sum` shows the arithmetic, if there is any."""

    points: int
    at: Cell | None = None
    sum: str = ""
    board: int = 0


@dataclass(frozen=True)
class Ended:
    """The game is over; `winner` is a seat, counted from 1, or 0; `board` shows why."""

    winner: int = 0
    board: int = 0


Event = Moved | Fell | Walked | Appeared | Changed | Locked | Completed | Vanished | Scored | Noted | Ended

S = TypeVar("S")

Played = tuple[S, tuple[Event, ...]]
"""A state and the events that led to it."""


@dataclass(frozen=True)
class Figure:
    """A number for comparing whole games, computed from the events on the player's own board."""

    name: str
    count: Callable[[Event], int] | None = None
    """What an event adds; None for the score, which is in the view."""
    largest: bool = False
    """Whether the largest value counts instead of the sum."""


SCORE = Figure(N_("score"))


@dataclass(frozen=True)
class Day:
    """How the game of a day is played: a few minutes, against the computer if it is for two."""

    turns: int = 0
    """The turns of each player after which it ends; 0 for none but the game's own end."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options that differ from the usual ones."""
    opponent: int = 0
    """The strength of the computer in a game for two."""
    par: int = 0
    """The strength of the computer whose result in the same game is the goal; 0 for no such goal."""


@dataclass(frozen=True)
class Variant:
    """A way to play a game that has a name: values of some of its options."""

    name: str
    options: Mapping[str, Any]
    by_time: bool = False
    """Whether its games are compared by the time to their goal, not by points."""
    note: str = ""
    """A sentence about it, shown where it is chosen."""

    def is_of(self, options: Mapping[str, Any]) -> bool:
        """Whether a game with these options is played in this way."""
        return all(options.get(name) == value for name, value in self.options.items())


def unset(*_values: Any) -> Any:
    """Placeholder for a function that a game leaves at its default."""
    raise NotImplementedError


def as_typed(typed: str, also: tuple[str, ...]) -> str:
    """The default `spell`, for a game whose words cannot be abbreviated."""
    return typed


@dataclass(frozen=True, eq=False)
class Rules(Generic[S]):
    """One game as a table of functions over its own type of state; each module in game.rules ends with one, `GAME`.

    A state is a frozen dataclass whose arrays are never written to. `play` returns the very same object if nothing
    changed, and raises BadInput for an unknown word.
    """

    name: str
    title: str
    summary: str
    how: tuple[str, ...]
    """How to play, in paragraphs."""
    controls: Mapping[str, Control]
    """The words without their arguments, and what each does, in display order."""
    symbols: Mapping[str, Symbol]
    start: Callable[[Mapping[str, Any], int | None], S]
    """Called with options and seed, returns the first state; a seed of None means the game's own start."""
    play: Callable[[S, str], Played[S]]
    """The state after a word, and the events."""
    moves: Callable[[S], tuple[str, ...]] = unset
    """The words that would change something now; by default, found by trying every word without arguments."""
    over: Callable[[S], bool] = unset
    """Whether the game has ended; by default, whether there are no moves."""
    score: Callable[[S], int] = unset
    """The number that games are compared by; by default, the largest of the view's scores."""
    view: Callable[[S], View] = unset
    """What is shown of a state; by default `state.cells`, numbers of symbols, with `state.score`, the cells in
    `state.piece` and, at the end, the `state.cause` if they exist."""
    version: int = 1
    """Incremented when a rule change alters the outcome of old lists of inputs."""
    options: Mapping[str, Option] = field(default_factory=dict)
    added: Mapping[str, Mapping[str, Control]] = field(default_factory=dict)
    """The words that an option adds to `controls` if it is on, by the name of the option."""
    classic: bool = False
    """Whether a game without a seed is the document's own and should be offered next to a random one."""
    seats: int = 1
    """The number of players; the view has one board for each."""
    scenes: tuple[Scene, ...] = ()
    """The rules as short plays, for the help."""
    lessons: tuple[Lesson, ...] = ()
    """The first minute, step by step: what a newcomer does on the real board."""
    emblem: tuple[str, ...] = ()
    """A very small board that stands for the game, drawn in one colour."""
    pictures: Mapping[str, Board] = field(default_factory=dict)
    """Small boards that show what the words in `View.choices` do; a piece alone is a board with all rows hidden."""
    reports: Mapping[str, Report] = field(default_factory=dict)
    """What can be computed from a file instead of played, by the name of the terminal's option."""
    figures: tuple[Figure, ...] = (SCORE,)
    """The numbers that games are compared by, the most important first."""
    pace: Callable[[S], float] | None = None
    """Seconds to the next tick in real time; None for a game without a clock."""
    day: Day = Day()
    """How the game of a day is played."""
    variants: tuple[Variant, ...] = ()
    """The ways to play that are offered by name in place of their options."""
    restart: Callable[[S, Mapping[str, Any], int | None], S] | None = None
    """As `begin_again`, for a game in which something survives a restart."""
    spell: Callable[[str, tuple[str, ...]], str] = as_typed
    """Called with a word as typed and the words that every game has, returns its full form, or it unchanged."""
    next_room: tuple[int, int] = (0, 0)
    """Rows and columns of the largest next piece, if their sizes differ: this space is always reserved."""
    multiples: bool = False
    """Whether a number in front of a word plays it that many times."""
    placement: Callable[[S], Hashable] | None = None
    """Where the piece in play is: within a turn, states with equal placements can be steered to the same places."""
    proposed_change: tuple[str, str] | None = None
    """A line of the module, and the replacement that the workshop proposes."""

    def __post_init__(self) -> None:
        defaults = {
            "moves": self._default_moves,
            "over": self._default_over,
            "score": self._default_score,
            "view": self._default_view,
        }
        for name, function in defaults.items():
            if getattr(self, name) is unset:
                object.__setattr__(self, name, function)

    def _default_moves(self, state: S) -> tuple[str, ...]:
        words = (word for word, control in self.controls.items() if not control.arguments)
        return tuple(word for word in words if self.play(state, word)[0] is not state)

    def _default_over(self, state: S) -> bool:
        return not self.moves(state)

    def _default_score(self, state: S) -> int:
        return max(self.view(state).scores)

    def _default_view(self, state: Any) -> View:
        letters, score = "".join(self.symbols), int(getattr(state, "score", 0))
        rows = tuple("".join(letters[number] for number in row) for row in state.cells.tolist())
        over = bool(self.over(state))
        piece, cause = tuple(getattr(state, "piece", ())), getattr(state, "cause", None)
        board = Board(rows, ((SCORE_LABEL, score),), piece=piece, cause=cause if over else None)
        return View((board,), over, {"score": score, "over": over}, scores=(score,))

    def begin_again(self, state: S, options: Mapping[str, Any], seed: int | None) -> S:
        """The state after a restart; what survives a restart is taken from the last state."""
        return self.restart(state, options, seed) if self.restart else self.start(options, seed)

    def having(self, options: Mapping[str, Any]) -> Rules[S]:
        """The rules with the words that these options add; these rules themselves if none is on."""
        more = {word: control for name, added in self.added.items() if options[name] for word, control in added.items()}
        return replace(self, controls={**self.controls, **more}) if more.keys() - self.controls.keys() else self

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The game's words, without their arguments."""
        return tuple(self.controls)

    @cached_property
    def by_role(self) -> Mapping[Role, str]:
        """The first word of each role that the game has."""
        found: dict[Role, str] = {}
        for word, control in self.controls.items():
            found.setdefault(control.role, word)
        return found

    @property
    def cursor(self) -> bool:
        """Whether moves are made by pointing at cells."""
        return Role.MOVE in self.by_role

    @property
    def timed(self) -> bool:
        """Whether the game has a clock."""
        return self.pace is not None

    def variant(self, options: Mapping[str, Any]) -> Variant | None:
        """The way to play that these options are, if it has a name."""
        return next((variant for variant in self.variants if variant.is_of(options)), None)

    def split(self, word: str) -> tuple[str, str, list[str]]:
        """The count in front of a word ("" for none), the word without it, and its arguments."""
        typed, *arguments = word.split(" ")
        bare = typed.lstrip("0123456789") if self.multiples else typed
        return typed.removesuffix(bare), bare, arguments

    def role(self, word: str) -> Role | None:
        """The role of a word without its count and arguments; None if the game does not list it."""
        control = self.controls.get(self.split(word)[1] if self.multiples else word.partition(" ")[0])
        return control.role if control else None

    def arguments(self, word: str) -> int:
        """How many arguments a word takes."""
        control = self.controls.get(word)
        return control.arguments if control else 0


def bad_word(word: str) -> BadInput:
    """The error for an unknown word."""
    return BadInput(N_("unknown command: {word}"), word=shorten(word))
