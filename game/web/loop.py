"""When to draw next: one proxy for all frames, and none at all while nothing is to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from js import clearTimeout, requestAnimationFrame, setTimeout
from pyodide.ffi import create_proxy

from game.web.dom import guarded

EARLY = 24
"""Milliseconds before something is due at which frames are asked for."""


class Loop:
    """Calls `frame(now)`, which answers how many milliseconds may pass until it is wanted again, or None."""

    def __init__(self, frame: Callable[[float], float | None]) -> None:
        self._frame = frame
        self._proxy = create_proxy(guarded(self._run))
        self._asked = create_proxy(self.wake)
        self._waiting = False
        self._timer: int | None = None
        self.every_frame: Callable[[float], None] | None = None
        """Something that is to be looked at in every frame; while there is such a thing, frames never end."""

    def wake(self) -> None:
        """A frame is wanted as soon as can be."""
        if self._timer is not None:
            clearTimeout(self._timer)
            self._timer = None
        if not self._waiting:
            self._waiting = True
            requestAnimationFrame(self._proxy)

    def _run(self, now: float) -> None:
        self._waiting = False
        if self.every_frame is not None:
            self.every_frame(float(now))
            self.wake()
        wait = self._frame(float(now))
        if wait is None or self._waiting:
            return
        if wait > EARLY * 2:
            self._timer = setTimeout(self._asked, wait - EARLY)
        else:
            self.wake()


class Later:
    """Something that is done once, some time from now, unless it is taken back; one proxy for all times."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._proxy = create_proxy(guarded(self._run))
        self._timer: int | None = None

    def begin(self, milliseconds: float) -> None:
        """Counts from now; what was begun before is forgotten."""
        self.cancel()
        self._timer = setTimeout(self._proxy, milliseconds)

    def cancel(self) -> None:
        """It will not be done."""
        if self._timer is not None:
            clearTimeout(self._timer)
            self._timer = None

    def _run(self) -> None:
        self._timer = None
        self._act()


def now() -> float:
    """Milliseconds on the clock that frames and events use, which is the browser's and here Python's own too."""
    return 1000 * perf_counter()
