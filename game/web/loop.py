"""When things are done: in the next frame, some time from now, or as soon as the browser is idle.

Under a key only its rules are played; the next frame shows the picture; saving, counting and the table of cells wait in
the idle queue.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from js import clearTimeout, requestAnimationFrame, setTimeout, window
from pyodide.ffi import create_proxy

from game.session import Work
from game.web.dom import as_object, guarded

EARLY = 24
"""Milliseconds before something is due at which frames are asked for."""
LATEST = 250
"""Milliseconds after which a thing is done even if the browser is never idle."""
SOON = 20
"""The same in a browser that does not say when it is idle."""
SLICE = 0.5
"""Milliseconds in one idle moment after which the rest waits for the next: a key may come at any time."""

WORK, MOST_WORK, PATIENCE = 8.0, 16.0, 1000
"""Milliseconds of long work in one go, at the end of idle time and within it: what comes meanwhile is still in time for
the next frame. And after which it is gone on with even if the browser is never idle."""
BREATH = 4
"""Milliseconds between two such goes in a browser that does not say when it is idle."""
FORGETS = 0.8
"""How much of the longest step lately still counts after a shorter one."""


class Loop:
    """Calls `frame(now)`, which answers how many milliseconds may pass until it is wanted again, or None.

    One proxy serves all frames, and none is asked for while nothing is to be drawn.
    """

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
    """Something that is done once, some time from now, unless it is cancelled; one proxy for all times."""

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


class IdleQueue:
    """Things to be done by name, a few in each idle moment; a thing that is put in again takes its old place."""

    def __init__(self) -> None:
        self._things: dict[str, Callable[[], object]] = {}
        self._proxy = create_proxy(guarded(self._run))
        self._asked = False
        self._latest = as_object({"timeout": LATEST})
        self._idle = window.requestIdleCallback if hasattr(window, "requestIdleCallback") else None

    def put(self, name: str, thing: Callable[[], object]) -> None:
        """To be done soon, in the order in which they were first put in."""
        self._things[name] = thing
        self._ask()

    def do(self, name: str) -> None:
        """Does that thing now, if it is waiting."""
        thing = self._things.pop(name, None)
        if thing is not None:
            thing()

    def drop(self, name: str) -> None:
        """That thing is not wanted any more."""
        self._things.pop(name, None)

    def finish(self) -> None:
        """Does everything that is waiting now."""
        while self._things:
            self.do(next(iter(self._things)))

    def _ask(self) -> None:
        if self._asked:
            return
        self._asked = True
        if self._idle is not None:
            self._idle(self._proxy, self._latest)
        else:
            setTimeout(self._proxy, SOON)

    def _run(self, *given: Any) -> None:
        """A browser that was not idle until the latest moment, as with a page in the background, is not asked again."""
        self._asked = False
        late = bool(given and given[0].didTimeout)
        began = now()
        try:
            while self._things and (late or now() - began < SLICE):
                self.do(next(iter(self._things)))
        finally:
            if self._things:
                self._ask()


class IdleWork:
    """One long piece of work at a time, done in idle moments."""

    def __init__(self) -> None:
        self._work: Work[Any] | None = None
        self._longest = self._idle_until = 0.0
        self._asked = False
        self._proxy = create_proxy(guarded(self._run))
        self._patience = as_object({"timeout": PATIENCE})
        self._idle = window.requestIdleCallback if hasattr(window, "requestIdleCallback") else None

    def begin(self, work: Work[Any]) -> None:
        """Begins this work in the place of what was being done."""
        self._work = work
        self._wait()

    def stop(self) -> None:
        """What was being done is not wanted any more."""
        self._work = None

    def finish(self, milliseconds: float) -> None:
        """Works on at once, for so long at most unless a single step takes longer."""
        began = before = now()
        while self._work is not None:
            try:
                next(self._work)
            except StopIteration:
                self._work = None
            after = now()
            self._longest = max(after - before, FORGETS * self._longest)
            if after - began + self._longest > milliseconds:
                return
            before = after

    def _wait(self) -> None:
        if self._asked:
            return
        self._asked = True
        if self._idle is None:
            setTimeout(self._proxy, BREATH)
        elif now() + WORK < self._idle_until:  # a browser asked again would let the rest of this idle time go by
            setTimeout(self._proxy, 0)
        else:
            self._idle(self._proxy, self._patience)

    def _run(self, *given: Any) -> None:
        self._asked = False
        if given and hasattr(given[0], "timeRemaining"):
            self._idle_until = now() + given[0].timeRemaining()
        self.finish(min(max(WORK, self._idle_until - now()), MOST_WORK))
        if self._work is not None:
            self._wait()


def now() -> float:
    """Milliseconds on the clock that frames and events use, which is the browser's and here Python's own too."""
    return 1000 * perf_counter()
