"""Replays a long game from the store or a link in slices, and shows its progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.contract import BadInput
from game.session import Work
from game.web.platform.dom import by_id
from game.web.platform.loop import PausedWork
from game.words import N_, Translator

SLICE = 60.0
"""Milliseconds of work before the page gets its turn; most games are loaded sooner."""
LONGEST = 120
"""Seconds of work for one game: a link can hold more than anyone would wait for."""


class Loading:
    """Does one piece of work at a time; new work replaces it."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._work = PausedWork(SLICE, 0, self._wait)
        self._waiting: Callable[[], None] = lambda: None
        self._failed: Callable[[BadInput], None] = lambda _error: None
        self._place, self._text, self._bar = by_id("loading"), by_id("loading-text"), by_id("loading-bar")

    def begin(
        self,
        work: Work[Any],
        then: Callable[[Any], None],
        failed: Callable[[BadInput], None],
        waiting: Callable[[], None],
    ) -> None:
        """Does the work, at once if it is short. Otherwise calls `waiting` first and shows the progress."""
        self._waiting, self._failed = waiting, failed
        self._work.begin(self._opening(work, then))
        self._work.go_on()

    def stop(self) -> None:
        """Cancels what was being opened."""
        self._work.stop()

    def _opening(self, work: Work[Any], then: Callable[[Any], None]) -> Work[None]:
        try:
            try:
                result = yield from work
            finally:
                self._place.classList.add("done")
        except BadInput as error:
            self._failed(error)
        else:
            then(result)

    def _wait(self, done: float) -> None:
        """Shows the progress, or gives up."""
        self._waiting()
        self._waiting = lambda: None
        self._place.classList.remove("done")
        self._text.textContent = self._translator(N_("Opening the game: {percent}%"), percent=int(100 * done))
        self._bar.value = 100 * done
        if self._work.spent > 1000 * LONGEST:
            self.stop()
            self._failed(BadInput(N_("opening this game took longer than {seconds} seconds"), seconds=LONGEST))
