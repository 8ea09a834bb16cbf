"""When to draw next: one proxy for all frames, and none at all while nothing is to be drawn."""

from __future__ import annotations

from collections.abc import Callable

from js import clearTimeout, performance, requestAnimationFrame, setTimeout
from pyodide.ffi import create_proxy

EARLY = 24
"""Milliseconds before something is due at which frames are asked for."""


class Loop:
    """Calls `frame(now)`, which answers how many milliseconds may pass until it is wanted again, or None."""

    def __init__(self, frame: Callable[[float], float | None]) -> None:
        self._frame = frame
        self._proxy = create_proxy(self._run)
        self._asked = create_proxy(self.wake)
        self._waiting = False
        self._timer: int | None = None

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
        wait = self._frame(float(now))
        if wait is None or self._waiting:
            return
        if wait > EARLY * 2:
            self._timer = setTimeout(self._asked, wait - EARLY)
        else:
            self.wake()


def now() -> float:
    """Milliseconds on the clock that frames and events use."""
    return float(performance.now())
