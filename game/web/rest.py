"""What is imported only after the first board: its archive comes when the game is there, or when somebody needs it."""

from __future__ import annotations

from collections.abc import Callable

from js import window

from game.web.dom import guarded

ARCHIVE = "/lib/later.zip"
"""Where the archive lies; an ImportError with this path says that it could not be fetched (static/kesu.mjs)."""


class Rest:
    """For one who needs something of it, and would rather wait than hold up the page with an import."""

    def __init__(self) -> None:
        self._asked = self._failed = False

    def there(self) -> bool:
        """Whether it is there; if not, it is asked for, once."""
        if bool(window.kesuNoWaiting):
            return True
        if not self._asked:
            self._asked = True
            window.kesuLater().then(self._came, self._came)
        return False

    @property
    def failed(self) -> bool:
        """Whether it could not be had."""
        return self._failed

    def try_again(self) -> None:
        """The next question asks for it once more."""
        self._asked = self._failed = False

    def _came(self, *_what: object) -> None:
        self._failed = not bool(window.kesuNoWaiting)


def when_there(then: Callable[[], object]) -> None:
    """Calls back once it is there; not at all if it cannot be had."""
    window.kesuLater().then(guarded(lambda *_nothing: then()), lambda *_why: None)


def when_whole(then: Callable[[], object]) -> None:
    """Calls back once nothing at all is missing, so that rarely run code does not hold up the page."""
    window.kesuWhole().then(guarded(lambda *_nothing: then()), lambda *_why: None)


def was_not_had(error: BaseException) -> bool:
    """Whether an import failed only because the archive could not be fetched."""
    return isinstance(error, ImportError) and error.path == ARCHIVE
