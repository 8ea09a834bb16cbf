"""The messages about a game between foreign code's worker and the page: dataclasses as JSON, and back.

What arrives is foreign text. `read` builds a value of a declared type from it, or raises BadInput; nothing else of a
message is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from game.contract import BadInput, Board, Cell, Control, Event, Noted, Rules, Symbol, View, unset
from game.play import changes
from game.play.actions import Action
from game.session.reader import parse

LONGEST = 4000
"""The most characters of one text in a message."""
DEEPEST = 12
"""The most levels of nested lists."""
MOST = 20_000
"""The most parts of one list."""
FEW = 100
"""The most parts of a list of which each becomes a button, a line or a drawing of its own."""
OF_FEW = {"how", "controls", "symbols", "pictures", "players", "choices", "figures", "branches", "recent"}
"""The fields that hold lists of records."""
SIDE = 64
"""The most rows or columns of a board."""
LONGEST_MESSAGE = 100_000
"""The most characters of a message."""
LONGEST_PROBLEM = 400
"""The most characters of what a message says about an error, and of one line of a tournament."""
MOST_PER_SECOND = {"string": 150, "number": 5000}
"""The most messages per second, by JavaScript's name of their type: texts, and numbers of lines that were reached."""
LONGEST_READING = 50
"""The most milliseconds to read one message."""
ACTIONS = {
    *(Action.UNDO, Action.REDO, Action.RESTART, Action.REPLAY, Action.PAUSE, Action.HINT, Action.DEMO, Action.DESCRIBE),
    *(Action.NEW, Action.AGAIN),
}
"""The actions that a foreign game takes."""
DAMAGED = "the code sent something that cannot be shown"


@dataclass(frozen=True)
class Declared:
    """What the page has to know of a game's rules: everything but its functions."""

    name: str
    title: str
    how: tuple[str, ...]
    controls: Mapping[str, Control]
    symbols: Mapping[str, Symbol]
    seats: int
    next_room: tuple[int, int]
    multiples: bool
    timed: bool
    pictures: Mapping[str, Board]

    @classmethod
    def of(cls, rules: Rules[Any]) -> Declared:
        """Returns the declarations of rules."""
        own = {field.name: getattr(rules, field.name) for field in fields(cls)}
        return cls(**own)

    @property
    def rules(self) -> Rules[Any]:
        """Rules that can be shown but not played: their functions are where the foreign code is."""
        own = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "timed"}
        pace: Callable[[Any], float] | None = unset if self.timed else None
        return Rules(summary="", start=unset, play=unset, view=unset, pace=pace, **own)


@dataclass(frozen=True)
class Opening:
    """A game is about to be shown; all that follows is about it."""

    number: int
    rules: Declared
    view: View
    players: tuple[str, ...]
    subtitle: str
    clock_runs: bool
    bot: bool
    """Whether a foreign player takes the turns."""


@dataclass(frozen=True)
class Situation:
    """What keys and fingers have to know of the game."""

    over: bool
    repeats: bool
    """Whether repeats of a held key count."""
    holds: tuple[Cell, ...]
    """The cells from which something can be moved."""


@dataclass(frozen=True)
class Said:
    """A sentence for the player; `offer` is the label of a button next to it, if any."""

    text: str
    offer: str = ""
    more: str = ""


@dataclass(frozen=True)
class ReplayShown:
    """The replay's bar: open at a place, with marks and branches; or closed."""

    open: bool
    at: int = 0
    length: int = 0
    note: str = ""
    running: bool = False
    marks: tuple[tuple[str, float], ...] = ()
    branches: tuple[str, ...] = ()


KINDS: Mapping[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        *(Opening, Situation, Said, ReplayShown),
        *(changes.MotionCut, changes.BoardsChanged, changes.Arrived, changes.ArrowShown, changes.FiguresChanged),
        *(
            changes.LevelUp,
            changes.Refused,
            changes.SpokenOnly,
            changes.CaptionChanged,
            changes.Veil,
            changes.GameOver,
        ),
        *(changes.PossibleActions, changes.TableOutdated, changes.DemoChanged),
    )
}
"""Everything that can be sent to the page, by name."""
EVENTS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


def write(value: Any) -> Any:
    """Returns one of KINDS as plain lists, texts and numbers, its name first."""
    return [type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value))]


def _plain(value: Any) -> Any:
    if isinstance(value, str | bool | NoneType):
        return str(value) if isinstance(value, StrEnum) else value
    if type(value) in (int, float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        if isinstance(value, View):
            value = replace(value, fields={})  # what only a terminal prints
        elif isinstance(value, Noted):
            value = Noted("", {}, value.board)  # it is put into words before it is sent
        parts = [_plain(getattr(value, field.name)) for field in fields(value)]
        return [type(value).__name__, *parts] if type(value).__name__ in EVENTS else parts
    if isinstance(value, Mapping):
        return [[_plain(name), _plain(item)] for name, item in value.items()]
    if isinstance(value, Sequence | frozenset | set):
        return [_plain(each) for each in value]
    return value.item() if hasattr(value, "item") else str(value)  # a number of numpy's


def read(text: str) -> Iterator[Any]:
    """Yields the values of a message, a list of what `write` returned; BadInput at the first that is not one."""
    try:
        found = parse(text, DEEPEST)
    except ValueError:
        raise BadInput(DAMAGED) from None
    for each in found if isinstance(found, list) else [None]:
        if not (isinstance(each, list) and each and isinstance(each[0], str) and each[0] in KINDS):
            raise BadInput(DAMAGED)
        value = _of_class(KINDS[each[0]], each[1:])
        _check(value)
        yield value


_hints = dict[type[Any], tuple[tuple[str, Any], ...]]()
"""The fields of each class, with their types."""


def _of_class(kind: type[Any], parts: list[Any]) -> Any:
    if kind not in _hints:
        _hints[kind] = tuple(get_type_hints(kind).items())
    hints = _hints[kind]
    if len(parts) != len(hints):
        raise BadInput(DAMAGED)
    for (name, _hint), part in zip(hints, parts, strict=True):
        if name in OF_FEW and isinstance(part, list) and len(part) > FEW:
            raise BadInput(DAMAGED)
    return kind(**{name: _value(hint, part) for (name, hint), part in zip(hints, parts, strict=True)})


def _value(hint: Any, data: Any) -> Any:
    """Reads a value of this type; BadInput if it is of another."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(arguments, data)
    if origin in (tuple, Sequence, frozenset) or origin is type(Sequence):
        return _list(origin, arguments, data)
    if origin is Mapping:
        if not isinstance(data, list) or len(data) > MOST:
            raise BadInput(DAMAGED)
        return dict(_list(tuple, arguments, pair) for pair in data)
    if isinstance(hint, type):
        if is_dataclass(hint) and isinstance(data, list):
            return _of_class(hint, data)
        if issubclass(hint, StrEnum) and data in map(str, hint):
            return hint(data)
        if hint is float and type(data) in (int, float) and abs(data) < 1e12:
            return float(data)
        if hint is int and type(data) is int and abs(data) < 2**53:
            return data
        if type(data) is hint and (hint in (bool, NoneType) or (isinstance(data, str) and len(data) <= LONGEST)):
            return data
    raise BadInput(DAMAGED)


def _one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    if isinstance(data, list) and data and isinstance(data[0], str) and EVENTS.get(data[0]) in kinds:
        return _of_class(EVENTS[data[0]], data[1:])
    for kind in kinds:
        try:
            return _value(kind, data)
        except BadInput:
            continue
    raise BadInput(DAMAGED)


def _list(origin: Any, kinds: tuple[Any, ...], data: Any) -> Any:
    if not isinstance(data, list) or len(data) > MOST:
        raise BadInput(DAMAGED)
    if origin is tuple and not (len(kinds) == 2 and kinds[1] is ...):
        if len(data) != len(kinds):
            raise BadInput(DAMAGED)
        return tuple(_value(kind, each) for kind, each in zip(kinds, data, strict=True))
    parts = (_value(kinds[0], each) for each in data)
    return frozenset(parts) if origin is frozenset else tuple(parts)


# What the types do not say.


def _check(value: Any) -> None:
    """Raises BadInput for boards that have no shape."""
    for board in _boards(value):
        widths = {len(row) for row in board.rows}
        if not (0 < len(board.rows) <= SIDE and len(widths) == 1 and 0 < max(widths) <= SIDE):
            raise BadInput(DAMAGED)
        if len(board.next) > SIDE or not all(_is_piece(piece) for piece in board.next):
            raise BadInput(DAMAGED)


def _is_piece(piece: tuple[str, ...]) -> bool:
    return 0 < len(piece) <= SIDE and len({len(row) for row in piece}) == 1 and 0 < len(piece[0]) <= SIDE


def _boards(value: Any) -> Iterator[Board]:
    if isinstance(value, Opening):
        yield from value.rules.pictures.values()
    if isinstance(value, Opening | changes.BoardsChanged):
        yield from value.view.boards
