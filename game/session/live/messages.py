"""The messages between the two sides of a live game: texts that begin with a version, limited in shape and size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.contract import BadInput
from game.session.reader import (
    Format,
    OtherVersion,
    compact,
    constant,
    either,
    fields,
    flag,
    many,
    row,
    table,
    text,
    where,
    whole,
)
from game.words import N_

VERSION = 1
"""To be incremented when an older program would misunderstand a message."""
LONGEST = 20_000
"""Characters of one message."""
MOST_ENTRIES = 64
"""Entries in one message."""
MOST_PLAYED = 200_000
"""Entries in a whole match."""
LONGEST_WORD = 200
"""Characters."""
HASH = 8
AGAIN = -1
"""The entry that begins the next game."""


class Entry(NamedTuple):
    """One step of a match, and the hash of the state after it."""

    what: str | int
    """A word of the game, a number of words to go back to, or AGAIN."""
    hash: str


@dataclass(frozen=True)
class Hello:
    """The host's first message: which game this is, and how far it has got."""

    id: str
    rules: int
    """The rules' version."""
    address: Mapping[str, str]
    """The game, its options and its seed, as in the page's address."""
    seat: int
    """The host's seat in the first game."""
    watched: bool
    """Whether the guest only watches."""
    games: int
    """Games played before this one."""
    base: int
    """Entries before this game's first word."""
    count: int
    hash: str


@dataclass(frozen=True)
class At:
    """A side's position: its number of entries, and the hash of the state after the last."""

    id: str
    count: int
    hash: str


@dataclass(frozen=True)
class Entries:
    """Consecutive entries, from number `first` on."""

    id: str
    first: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Wish:
    """What both sides must want: to go back to a number of words, or AGAIN. It lapses with the next entry."""

    id: str
    count: int
    what: int


@dataclass(frozen=True)
class Answer:
    """Whether a wish is granted."""

    wish: Wish
    granted: bool


@dataclass(frozen=True)
class Bye:
    """The sender stops; `why` is one of REASONS."""

    why: str


LiveMessage = Hello | At | Entries | Wish | Answer | Bye

GONE, DIFFERS, OTHER_RULES = "gone", "differs", "version"
REASONS = (GONE, DIFFERS, OTHER_RULES)

HASHED = where(text(HASH), lambda given: len(given) == HASH and not set(given) - set("0123456789abcdef"))
ID = where(text(32), lambda given: bool(given) and given.isascii() and given.isalnum())
_COUNT = whole(0, MOST_PLAYED)
_WHAT = whole(AGAIN, MOST_PLAYED)
ENTRY = row(either(text(LONGEST_WORD), _WHAT), HASHED)
ADDRESS = table(text(100), longest=30, most=20)
_KESU = constant(VERSION)
_PARTS = {
    "hello": fields(
        kesu=_KESU,
        kind=constant("hello"),
        id=ID,
        rules=whole(0, 10**6),
        address=ADDRESS,
        seat=whole(0, 9),
        watched=flag(),
        games=_COUNT,
        base=_COUNT,
        count=_COUNT,
        hash=HASHED,
    ),
    "at": fields(kesu=_KESU, kind=constant("at"), id=ID, count=_COUNT, hash=HASHED),
    "entries": fields(
        kesu=_KESU, kind=constant("entries"), id=ID, first=_COUNT, entries=many(ENTRY, most=MOST_ENTRIES, least=1)
    ),
    "wish": fields(kesu=_KESU, kind=constant("wish"), id=ID, count=_COUNT, what=_WHAT),
    "answer": fields(kesu=_KESU, kind=constant("answer"), id=ID, count=_COUNT, what=_WHAT, granted=flag()),
    "bye": fields(kesu=_KESU, kind=constant("bye"), why=where(text(10), lambda why: why in REASONS)),
}
_FORMAT = Format(
    either(*_PARTS.values()),
    LONGEST,
    damaged=N_("this message is damaged"),
    too_long=N_("this message is too long"),
    form="kesu",
    newest=VERSION,
)


def write(message: LiveMessage) -> str:
    """Serializes a message."""
    given: dict[str, Any] = {"kesu": VERSION, "kind": type(message).__name__.lower()}
    if isinstance(message, Answer):
        given |= {**vars(message.wish), "granted": message.granted}
    else:
        given |= vars(message)
    return compact(given)


def read(given: str) -> LiveMessage:
    """Parses a message; BadInput for anything else, OtherVersion for a message of a newer version."""
    found = _FORMAT.read(given)
    kind = found.pop("kind")
    found.pop("kesu")
    if kind == "answer":
        granted = found.pop("granted")
        return Answer(Wish(**found), granted)
    if kind == "entries":
        found["entries"] = tuple(Entry(*entry) for entry in found["entries"])
        return Entries(**found)
    kinds: dict[str, type[Hello | At | Wish | Bye]] = {"hello": Hello, "at": At, "wish": Wish, "bye": Bye}
    return kinds[kind](**found)


def hello_in(given: str) -> Hello | None:
    """Parses a greeting; returns None for any other text. OtherVersion if a newer program wrote it."""
    try:
        message = read(given)
    except BadInput as error:
        if isinstance(error, OtherVersion):
            raise
        return None
    return message if isinstance(message, Hello) else None
