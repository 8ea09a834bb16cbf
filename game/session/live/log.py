"""The log of a match: everything played in the current game, in order, with the hash of the state after each entry."""

from __future__ import annotations

from game.session.live.messages import AGAIN, MOST_ENTRIES, Entry
from game.session.reader import compact


class Log:
    """The entries of the current game, including the AGAIN that began it; older games are only counted."""

    def __init__(self, hash: str) -> None:
        """`hash` is that of the state before the first entry."""
        self.base, self.base_hash = 0, hash
        """The number of entries before this log, and the hash of the state after them."""
        self.words: list[str] = []
        """The words that lead to the current state of the match."""
        self.hashes = [hash]
        """The hash of the start, and after each of `words`."""
        self._entries: list[Entry] = []
        self._json: list[str] = []
        """The same, serialized, because a match is saved after each entry."""

    @property
    def count(self) -> int:
        """The number of entries of the whole match."""
        return self.base + len(self._entries)

    @property
    def hash(self) -> str:
        """The hash of the current state."""
        return self.hashes[-1]

    def hash_at(self, count: int) -> str | None:
        """Returns the hash of the state after this many entries; None if it is no longer known."""
        if count == self.count:
            return self.hash
        at = count - self.base - 1
        return self._entries[at].hash if at >= 0 else self.base_hash if at == -1 else None

    def append(self, entry: Entry) -> None:
        """Appends an entry that has been played."""
        self._entries.append(entry)
        self._json.append(compact(entry))
        if isinstance(entry.what, str):
            self.words.append(entry.what)
            self.hashes.append(entry.hash)
        elif entry.what != AGAIN:
            del self.words[entry.what :]
            del self.hashes[entry.what + 1 :]

    def begin(self, hash: str) -> None:
        """Begins the next game, whose first state has this hash; drops older entries."""
        self.base, self.base_hash = self.count, self.hash
        self.words, self.hashes, self._entries, self._json = [], [hash], [], []
        self.append(Entry(AGAIN, hash))

    def entries_from(self, number: int) -> tuple[int, tuple[Entry, ...]]:
        """Returns entries from a number on, as many as fit into one message, after the number of the first."""
        at = max(number - self.base, 0)
        return self.base + at, tuple(self._entries[at : at + MOST_ENTRIES])

    def text(self) -> str:
        """Serializes the entries to a JSON list."""
        return f"[{','.join(self._json)}]"
