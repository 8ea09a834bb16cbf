"""Scheduling: in the next frame, after a delay, or when the browser is idle.

A key press only plays its word; the next frame shows the result; saving, counting and the table wait in the idle queue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

from js import clearTimeout, requestAnimationFrame, setTimeout, window
from pyodide.ffi import create_proxy

from game.session import Work
from game.slices import Slices, Tasks
from game.web.platform.dom import as_object, guarded

EARLY = 24
"""Milliseconds before something is due when frames are requested again."""
IDLE_TIMEOUT = 250
"""Milliseconds after which a task runs even if the browser is never idle."""
NO_IDLE_DELAY = 20
"""Milliseconds before a task runs in a browser without requestIdleCallback."""
SLICE = 4.0
"""Milliseconds of tasks in one idle period. A key may come at any time, so this is short; but the tasks after a
move that run in one period need only one layout.
"""

WORK, MOST_WORK, WORK_TIMEOUT = 8.0, 16.0, 1000
"""Milliseconds of long work in one slice: the usual length, the longest (if the browser expects to stay idle that
long), and the time after which work goes on even if the browser is never idle.
"""
AWAITED = 20
"""The most milliseconds until work goes on that somebody waits for: on a busy device, work that went on only once a
second would seem to have stopped.
"""
WORK_PAUSE = 4
"""Milliseconds between two slices in a browser without requestIdleCallback."""


class Loop:
    """Calls `frame`, with the time, whenever something is due.

    One proxy serves all frames, and no frame is requested while there is nothing to draw.
    """

    def __init__(self, frame: Callable[[float], float | None] = lambda _now: None) -> None:
        self.frame = frame
        """Returns how many milliseconds may pass before it must be called again, or None."""
        self._proxy = create_proxy(guarded(self._run))
        self._asked = create_proxy(self.wake)
        self._waiting = False
        self._timer: int | None = None
        self.every_frame: Callable[[float], None] | None = None
        """A callback for every frame; while it is set, frames are requested without end."""

    def wake(self) -> None:
        """Requests the next frame."""
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
        wait = self.frame(float(now))
        if wait is None or self._waiting:
            return
        if wait > EARLY * 2:
            self._timer = setTimeout(self._asked, wait - EARLY)
        else:
            self.wake()


class DelayedCall:
    """A callback that runs once after a delay unless cancelled; one proxy serves every run."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._proxy: Any = create_proxy(guarded(self._run))
        self._timer: int | None = None

    def begin(self, milliseconds: float) -> None:
        """Starts the delay, or starts it again."""
        self.cancel()
        if self._proxy is not None:
            self._timer = setTimeout(self._proxy, milliseconds)

    def cancel(self) -> None:
        """Cancels the callback."""
        if self._timer is not None:
            clearTimeout(self._timer)
            self._timer = None

    def free(self) -> None:
        """Cancels the callback for good, and frees its proxy."""
        self.cancel()
        if self._proxy is not None:
            self._proxy.destroy()
            self._proxy = None

    def _run(self) -> None:
        self._timer = None
        self._act()


class Idle:
    """Calls `act` in the next idle period, with the browser's deadline if it has idle periods."""

    def __init__(self, act: Callable[..., None], timeout: float, delay: float) -> None:
        """Calls `act` after `timeout` milliseconds at the latest; after `delay` in a browser without idle periods."""
        self._act, self._delay = act, delay
        self._proxy = create_proxy(guarded(self._run))
        self._asked = False
        self._options = as_object({"timeout": timeout})
        self._request = window.requestIdleCallback if hasattr(window, "requestIdleCallback") else None

    def ask(self, *, at_once: bool = False) -> None:
        """Requests a call, unless one is still to come; `at_once` if the browser is idle now."""
        if self._asked:
            return
        self._asked = True
        if self._request is None or at_once:
            setTimeout(self._proxy, self._delay if self._request is None else 0)
        else:
            self._request(self._proxy, self._options)

    def _run(self, *given: Any) -> None:
        self._asked = False
        self._act(*given)


class IdleQueue(Tasks):
    """Named tasks, a few of which run in each idle period."""

    def __init__(self) -> None:
        super().__init__()
        self._idle = Idle(self._run, IDLE_TIMEOUT, NO_IDLE_DELAY)

    def put(self, name: str, task: Callable[[], object]) -> None:
        super().put(name, task)
        self._idle.ask()

    def _run(self, *given: Any) -> None:
        """Runs tasks until the slice is used up; all of them after a timeout, as happens to a background page."""
        late = bool(given and given[0].didTimeout)
        began = now()
        try:
            while self._tasks and (late or now() - began < SLICE):
                self.do(next(iter(self._tasks)))
        finally:
            if self._tasks:
                self._idle.ask()


class SlicedWork(ABC):
    """Does one long piece of work at a time, in slices."""

    def __init__(self, budget: float) -> None:
        """`budget` is the length of a slice in milliseconds."""
        self._slices = Slices(now, budget)
        self._work: Work[Any] | None = None
        self.spent = 0.0
        """Milliseconds spent on the current work in slices that are over."""

    def begin(self, work: Work[Any]) -> None:
        """Begins this work in place of the current work."""
        self.stop()
        self._work, self.spent = work, 0.0
        self._wait()

    def stop(self) -> None:
        """Cancels the current work."""
        work, self._work = self._work, None
        if work is not None:
            with suppress(ValueError):  # its own step cancels it, and is still running
                work.close()

    def run_slice(self, milliseconds: float | None = None) -> float:
        """Goes on at once for one slice, of this length if given; returns the progress, 0 to 1."""
        work, done, ended, began = self._work, 1.0, True, now()
        if work is None:
            return done
        try:
            for done in self._slices.of(work, milliseconds):
                if self._work is not work:  # replaced or cancelled by its own step
                    return done
            ended = self._slices.ended
        finally:
            self.spent += now() - began
            if ended and self._work is work:
                self._work = None
        return done

    @abstractmethod
    def _wait(self) -> None:
        """Schedules the next slice."""


class PausedWork(SlicedWork):
    """Works with pauses of a fixed length between its slices."""

    def __init__(self, budget: float, pause: float, progress: Callable[[float], object] = lambda _done: None) -> None:
        """`pause` is in milliseconds; `progress` gets the progress, 0 to 1, after each slice but the last."""
        super().__init__(budget)
        self._pause, self._progress = pause, progress
        self._later = DelayedCall(self.go_on)

    def go_on(self) -> None:
        """Works for one slice, and schedules the next one."""
        work, done = self._work, self.run_slice()
        if work is not None and self._work is work:
            self._wait()
            self._progress(done)

    def stop(self) -> None:
        super().stop()
        self._later.cancel()

    def free(self) -> None:
        """Cancels the work for good, and frees what the browser would call."""
        self.stop()
        self._later.free()

    def _wait(self) -> None:
        self._later.begin(self._pause)


class IdleWork(SlicedWork):
    """Works in idle periods."""

    def __init__(self, usual: float = WORK, most: float = MOST_WORK, timeout: float = WORK_TIMEOUT) -> None:
        """`usual` and `most` are milliseconds of a slice, as of WORK and MOST_WORK; `timeout` as of WORK_TIMEOUT."""
        super().__init__(usual)
        self._usual, self._most = usual, most
        self._idle_until = 0.0
        self._idle = Idle(self._run, timeout, WORK_PAUSE)

    def _wait(self) -> None:
        # Another request would waste the rest of this time.
        self._idle.ask(at_once=now() + self._usual < self._idle_until)

    def _run(self, *given: Any) -> None:
        if given and hasattr(given[0], "timeRemaining"):
            self._idle_until = now() + given[0].timeRemaining()
        self.run_slice(min(max(self._usual, self._idle_until - now()), self._most))
        if self._work is not None:
            self._wait()


def now() -> float:
    """Returns milliseconds on the clock of frames and events; in the browser, Python's perf_counter is the same one."""
    return 1000 * perf_counter()
