"""A browser's storage for tests: texts by name, with as much room as a test gives it."""

from __future__ import annotations

from game.store.names import PREFIX
from game.store.store import Store


class Storage(dict[str, str]):
    """localStorage, as far as a store uses it."""

    room = 10**9
    """The most characters of all names and texts."""

    def getItem(self, name: str) -> str | None:
        return self.get(name)

    def setItem(self, name: str, text: str) -> None:
        if sum(len(key) + len(kept) for key, kept in self.items() if key != name) + len(name) + len(text) > self.room:
            raise RuntimeError("QuotaExceededError")
        self[name] = text

    def removeItem(self, name: str) -> None:
        self.pop(name, None)

    @property
    def entries(self) -> dict[str, str]:
        """What is kept, by its name in a store."""
        return {name.removeprefix(PREFIX): text for name, text in self.items()}


def empty_store() -> Store:
    """Returns a store that keeps everything."""
    return Store(Storage())
