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

    def __init__(
        self,
        storage: Any,
        on_blocked: Callable[[], None] = lambda: None,
        on_refused: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_blocked` is called the first time that something cannot be kept, and `on_refused` for each new reason in
        `refusals`.
        """
        self.storage = storage
        self._waiting: dict[str, str | None] = {}
        """Texts that could not be written, by name; None for a text that could not be removed."""
        self._unread: set[str] = set()
        """Names that could not be read: they are not written until it is known that nothing is there."""
        self.blocked = storage is None
        self._on_blocked, self._on_refused = on_blocked, on_refused
        self.refusals: list[BadInput] = []
        """Why texts have been put aside or not kept, until it has been reported to the player."""
        self._reported: set[str] = set()

    @classmethod
    def of_browser(
        cls,
        window: Any,
        on_blocked: Callable[[], None] = lambda: None,
        on_refused: Callable[[], None] = lambda: None,
    ) -> Store:
        """Returns the store of this page's origin after a test write, because a blocked store fails only in use."""
        try:
            storage = window.localStorage
            storage.setItem(PREFIX + "test", "1")
            storage.removeItem(PREFIX + "test")
        except Exception:  # whatever the browser throws here means that there is no store
            return cls(None, on_refused=on_refused)
        return cls(window.kesuStorage, on_blocked, on_refused)

    def get(self, name: str) -> str | None:
        """Returns the text of this name, if any."""
        if name in self._waiting or self.storage is None:
            return self._waiting.get(name)
        try:
            text = self.storage.getItem(PREFIX + name)
        except Exception:
            self._unread.add(name)
            self._block()
            return None
        self._unread.discard(name)
        return text if isinstance(text, str) else None  # JavaScript's null is not None

    def put(self, name: str, text: str) -> None:
        """Keeps a text."""
        self._change(name, text)

    def remove(self, name: str) -> None:
        """Forgets a text."""
        self._change(name, None)

    def report(self, error: BadInput) -> None:
        """Reports once per visit why something was not kept or has been put aside."""
        if error.message not in self._reported:
            self._reported.add(error.message)
            self.refusals.append(error)
            self._on_refused()

    def _change(self, name: str, text: str | None) -> None:
        """Writes this text, and then what has been waiting, because there may be room again."""
        self._waiting[name] = text
        if self.storage is None:
            return
        try:
            for other in (name, *(other for other in self._waiting if other != name)):
                if self._may_write(other):
                    self._write(other, self._waiting[other])
                    del self._waiting[other]
        except Exception:
            self._block()
            return
        self.blocked = bool(self._waiting)

    def _may_write(self, name: str) -> bool:
        """Returns whether no unknown text would be lost; looks again at a name that could not be read."""
        if name in self._unread and not isinstance(self.storage.getItem(PREFIX + name), str):
            self._unread.discard(name)
        return name not in self._unread

    def _write(self, name: str, text: str | None) -> None:
        if text is None:
            self.storage.removeItem(PREFIX + name)
        else:
            self.storage.setItem(PREFIX + name, text)

    def _block(self) -> None:
        was_blocked, self.blocked = self.blocked, True
        if not was_blocked:
            self._on_blocked()
