"""One way to keep data under a name in a store, so that nothing is lost that this version cannot read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

from game.contract import BadInput
from game.session.reader import Format, OtherVersion
from game.store import names
from game.store.store import Store
from game.words import N_

T = TypeVar("T")

TOO_MUCH = N_("together with what is here, this is too much to keep")


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of data: its name in the store, its format, and how two collections are merged."""

    name: str
    format: Format
    empty: Callable[[], T]
    read: Callable[[str], T]
    """Parses a text; BadInput if anything is wrong, OtherVersion if it is of a newer form."""
    write: Callable[[T], str]
    merge: Callable[[T, T], T]


class Collection(Generic[T]):
    """The data of one kind in a store, read again on every call because another page may have changed it.

    A text that cannot be read is put aside, whole, and reported once; its undamaged rows stay in use. What another
    version has put aside for this one is taken back.
    """

    def __init__(self, store: Store, kind: Kind[T]) -> None:
        self._store, self._kind = store, kind
        self._read: tuple[str, T] | None = None
        """The data as last read or written, with their text: parsing years of them takes a long time."""
        for place in _numbered(names.other(f"form {kind.format.newest}", kind.name)):
            text = store.get(place)
            if text is None:
                break
            ours = self.all()
            store.put(kind.name, text)
            try:
                self.put(self.together(ours, self.all()))
            except BadInput as error:  # it stays aside
                self.put(ours)
                store.report(error)
                break
            store.remove(place)

    def all(self) -> T:
        """Returns the data; a caller that changes them must `put` them."""
        text = self._store.get(self._kind.name)
        if not text:
            return self._kind.empty()
        if self._read is None or self._read[0] != text:
            try:
                self._read = text, self._kind.read(text)
            except BadInput as error:
                put_aside(self._store, self._kind.name, text, error)
                self._store.report(error)
                rest = self._kind.empty() if isinstance(error, OtherVersion) else self._salvaged(text)
                self.put(rest)
                return rest
        return self._read[1]

    def put(self, data: T) -> None:
        """Replaces the data; keeps the old ones, and reports it once, if the new ones are too long to be read again."""
        text = self._kind.write(data)
        if len(text) > self._kind.format.longest:
            self._store.report(BadInput(self._kind.format.too_long))
            self._read = None  # `change` may have changed what was read
            return
        self._store.put(self._kind.name, text)
        self._read = text, data

    def add(self, data: T) -> None:
        """Merges these data with the kept ones; BadInput, changing nothing, if there is no room for both."""
        self.put(self.together(self.all(), data))

    def together(self, ours: T, theirs: T) -> T:
        """Returns both merged; BadInput if that could not be kept."""
        return self.checked(self._kind.merge(ours, theirs))

    def checked(self, merged: T) -> T:
        """Returns merged data that can be read again once they are written; BadInput for others."""
        try:
            self._kind.read(self._kind.write(merged))
        except BadInput as error:
            raise BadInput(TOO_MUCH) from error
        return merged

    def change(self, act: Callable[[T], object]) -> None:
        """Changes the data in place, and keeps them; reports what BadInput from `act` says was not kept."""
        data = self.all()
        try:
            act(data)
        except BadInput as error:
            self._store.report(error)
        self.put(data)

    def _salvaged(self, text: str) -> T:
        try:
            return self._kind.read(self._kind.format.salvaged(text))
        except BadInput:
            return self._kind.empty()


def put_aside(store: Store, name: str, text: str, error: BadInput) -> None:
    """Keeps an unreadable text, for the version that wrote it or as damaged, next to any that are there already."""
    place = names.other(error.version, name) if isinstance(error, OtherVersion) else names.damaged(name)
    store.put(next(free for free in _numbered(place) if store.get(free) in (None, text)), text)


def _numbered(place: str) -> Iterator[str]:
    """Yields a name, and then the name with the numbers from two on."""
    yield place
    yield from (f"{place}#{number}" for number in count(2))
