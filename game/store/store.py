"""What is kept between visits: texts by name in localStorage, or in memory if the browser refuses.

static/boot/journal.js keeps a second copy in case the browser crashes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.contract import BadInput
from game.store.names import PREFIX


class Store:
    """Texts by name. Never raises: a blocked or full store is reported once, and play goes on."""

    def __init__(self, storage: Any, on_blocked: Callable[[], None] = lambda: None) -> None:
        """`on_blocked` is called the first time that something cannot be kept."""
        self._storage = storage
        self._memory: dict[str, str] = {}
        self.blocked = storage is None
        self._on_blocked = on_blocked
        self.unreadable: list[BadInput] = []
        """Why texts have been put aside, until it is said."""

    @classmethod
    def of_browser(cls, window: Any, on_blocked: Callable[[], None] = lambda: None) -> Store:
        """Returns the store of this page's origin after a test write, because a blocked store fails only in use."""
        try:
            storage = window.localStorage
            storage.setItem(PREFIX + "test", "1")
            storage.removeItem(PREFIX + "test")
        except Exception:  # whatever the browser throws here means that there is no store
            return cls(None)
        return cls(window.kesuStorage, on_blocked)

    def get(self, name: str) -> str | None:
        """Returns the text of this name, if any."""
        if name in self._memory or self._storage is None:
            return self._memory.get(name)
        try:
            text = self._storage.getItem(PREFIX + name)
        except Exception:
            self.blocked = True
            return None
        return text if isinstance(text, str) else None  # JavaScript's null is not None

    def put(self, name: str, text: str) -> None:
        """Keeps a text."""
        if self._storage is not None:
            try:
                self._storage.setItem(PREFIX + name, text)
                self._memory.pop(name, None)
                for other, waiting in list(self._memory.items()):  # there is room again
                    self._storage.setItem(PREFIX + other, waiting)
                    del self._memory[other]
                self.blocked = False
                return
            except Exception:
                was_blocked, self.blocked = self.blocked, True
                self._memory[name] = text
                if not was_blocked:
                    self._on_blocked()
        self._memory[name] = text

    def remove(self, name: str) -> None:
        """Forgets a text."""
        self._memory.pop(name, None)
        if self._storage is not None:
            try:
                self._storage.removeItem(PREFIX + name)
            except Exception:
                self.blocked = True
