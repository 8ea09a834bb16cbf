"""A game as a table of functions over its own type of state."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from game.contract.controls import Control, Role
from game.contract.errors import BadInput, NeedsFile
from game.contract.events import Event
from game.contract.options import Option
from game.contract.reports import Report
from game.contract.teaching import Lesson, Scene
from game.contract.views import SCORE_LABEL, Board, Symbol, View
from game.words import N_

S = TypeVar("S")
Played = tuple[S, tuple[Event, ...]]
"""A state and the events that led to it."""
Playing = Generator[None, None, Played[S]]
"""Playing a word step by step."""


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
    """The turns of each player after which it ends; 0 if only its rules end it."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options that differ from the usual ones."""
    opponent: int = 0
    """The strength of the computer in a game for two."""
    par: int = 0
    """The strength of the computer whose result in the same game is the goal; 0 for no goal."""


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
        """Returns whether a game with these options is played in this way."""
        return all(options.get(name) == value for name, value in self.options.items())


def unset(*_values: Any) -> Any:
    """Stands for a function that a game leaves at its default."""
    raise NotImplementedError


def as_typed(typed: str, also: tuple[str, ...]) -> str:
    """Returns the default `spell`, for a game whose words cannot be abbreviated."""
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
    scenes: Sequence[Scene] = ()
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
    """Given a typed word and the words that every game has, returns the word's full form, or the same word."""
    next_room: tuple[int, int] = (0, 0)
    """Rows and columns of the largest next piece, if their sizes differ: this space is always reserved."""
    multiples: bool = False
    """Whether a number in front of a word plays it that many times."""
    playing: Callable[[S, str], Playing[S]] | None = None
    """As `play`, with pauses, for a game in which one word can run many commands."""
    size: Callable[[str], int] | None = None
    """The number of commands that a word runs, counted without playing it, for a game whose words can run several;
    BadInput or NeedsFile as `play`."""
    placement: Callable[[S], Hashable] | None = None
    """Where the piece in play is: within a turn, states with equal placements can be steered to the same places."""
    proposed_change: tuple[str, str] | None = None
    """A line of the module, and the replacement that the workshop proposes."""
    rewrapped_with: Callable[[Mapping[str, Any]], Rules[S]] | None = None
    """As `having`, for rules that call the functions of other rules, which must know the added words too."""

    def __post_init__(self) -> None:
        for name in ("moves", "over", "score", "view"):
            function, default = getattr(self, name), f"_default_{name}"
            # `replace` copies the defaults of the old rules, which ask those.
            if function is unset or getattr(function, "__func__", None) is getattr(Rules, default):
                object.__setattr__(self, name, getattr(self, default))

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
        """Returns the state after a restart; what survives a restart is taken from the last state."""
        return self.restart(state, options, seed) if self.restart else self.start(options, seed)

    def having(self, options: Mapping[str, Any]) -> Rules[S]:
        """Returns the rules with the words that these options add; these rules themselves if none is on."""
        more = {word: control for name, added in self.added.items() if options[name] for word, control in added.items()}
        if not more.keys() - self.controls.keys():
            return self
        return (
            self.rewrapped_with(options) if self.rewrapped_with else replace(self, controls={**self.controls, **more})
        )

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
        """Returns the way to play with these options, if it has a name."""
        return next((variant for variant in self.variants if variant.is_of(options)), None)

    def commands(self, word: str) -> int:
        """Returns how many commands a word runs; 1 if it cannot be played."""
        try:
            return self.size(word) if self.size else 1
        except (BadInput, NeedsFile):
            return 1

    def split(self, word: str) -> tuple[str, str, list[str]]:
        """Returns the count in front of a word ("" for none), the word without it, and its arguments."""
        typed, *arguments = word.split(" ")
        bare = typed.lstrip("0123456789") if self.multiples else typed
        return typed.removesuffix(bare), bare, arguments

    def role(self, word: str) -> Role | None:
        """Returns the role of a word without its count and arguments; None if the game does not list it."""
        control = self.controls.get(self.split(word)[1] if self.multiples else word.partition(" ")[0])
        return control.role if control else None

    def arguments(self, word: str) -> int:
        """Returns how many arguments a word takes."""
        control = self.controls.get(word)
        return control.arguments if control else 0
