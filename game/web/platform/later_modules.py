"""The modules not needed for the first board: their archive is fetched once the game is shown, or on first use."""

from __future__ import annotations

from collections.abc import Callable

from js import window

from game.web.platform.dom import guarded

ARCHIVE = "/lib/later.zip"
"""Path of the archive; an ImportError with this path means that it could not be fetched (static/kesu.mjs)."""


class LaterModules:
    """Lets code wait for the archive instead of blocking the page with an import."""

    def __init__(self) -> None:
        self._asked = False
        self.failed = False
        """Whether fetching it failed."""

    def loaded(self) -> bool:
        """Whether the archive has loaded; requests it the first time."""
        if bool(window.kesuNoWaiting):
            return True
        if not self._asked:
            self._asked = True
            window.kesuLater().then(self._came, self._came)
        return False

    def try_again(self) -> None:
        """Lets the next call of `loaded` request it again."""
        self._asked = self.failed = False

    def _came(self, *_what: object) -> None:
        self.failed = not bool(window.kesuNoWaiting)


def when_loaded(then: Callable[[], object]) -> None:
    """Calls back once the archive has loaded; never if it cannot be fetched."""
    window.kesuLater().then(guarded(lambda *_nothing: then()), lambda *_why: None)


def when_all_loaded(then: Callable[[], object]) -> None:
    """Calls back once every archive has loaded, so that rarely run code does not block the page."""
    window.kesuWhole().then(guarded(lambda *_nothing: then()), lambda *_why: None)


def failed_to_load(error: BaseException) -> bool:
    """Whether an import failed only because the archive could not be fetched."""
    return isinstance(error, ImportError) and error.path == ARCHIVE
