"""Replays a long game from the store or a link in slices, so that the page stays responsive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import setTimeout
from pyodide.ffi import create_proxy

from game.contract import BadInput
from game.session import Work
from game.web.platform.dom import by_id, guarded
from game.web.platform.loop import now
from game.words import N_, Translator

SLICE = 60.0
"""Milliseconds of work before the page gets its turn; most games are loaded sooner."""
LONGEST = 120
"""Seconds of work for one game: a link can hold more than anyone would wait for."""


class Loading:
    """Does one piece of work at a time; new work replaces it."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._work: Work[Any] | None = None
        self._then: Callable[[Any], None] = lambda _result: None
        self._failed: Callable[[BadInput], None] = lambda _error: None
        self._spent = 0.0
        self._proxy = create_proxy(guarded(self._go_on))
        self._place, self._text, self._bar = by_id("loading"), by_id("loading-text"), by_id("loading-bar")

    def begin(
        self,
        work: Work[Any],
        then: Callable[[Any], None],
        failed: Callable[[BadInput], None],
        waiting: Callable[[], None],
    ) -> None:
        """Does the work, at once if it is short. Otherwise calls `waiting` first and shows the progress."""
        self.stop()
        self._work, self._then, self._failed, self._spent = work, then, failed, 0.0
        share = self._slice()
        if share is not None:
            waiting()
            self._wait(share)

    def stop(self) -> None:
        """Cancels what was being opened."""
        if self._work is not None:
            self._work.close()
            self._work = None
            self._place.classList.add("done")

    def _go_on(self) -> None:
        share = self._slice()
        if share is not None:
            self._wait(share)

    def _wait(self, share: float) -> None:
        self._place.classList.remove("done")
        self._text.textContent = self._translator(N_("Opening the game: {percent}%"), percent=int(100 * share))
        self._bar.value = 100 * share
        setTimeout(self._proxy, 0)

    def _slice(self) -> float | None:
        """Works for one slice; returns the share that is done, or None if no work is left."""
        work = self._work
        if work is None:
            return None
        began = now()
        try:
            share = next(work)
            while now() - began < SLICE:
                share = next(work)
            self._spent += now() - began
            if self._spent > 1000 * LONGEST:
                raise BadInput(N_("opening this game took longer than {seconds} seconds"), seconds=LONGEST)
        except StopIteration as end:
            self.stop()
            self._then(end.value)
            return None
        except BadInput as error:
            self.stop()
            self._failed(error)
            return None
        except Exception:
            self.stop()
            raise
        return share
