"""What need not be done before the next picture: it waits until the browser has nothing else to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import setTimeout, window
from pyodide.ffi import create_proxy

from game.web.dom import as_object, guarded
from game.web.loop import now

LATEST = 250
"""Milliseconds after which a thing is done even if the browser is never idle."""
SOON = 20
"""The same in a browser that does not say when it is idle."""
SLICE = 0.5
"""Milliseconds in one idle moment after which the rest waits for the next: a key may come at any time."""


class Afterwards:
    """Things to be done, by name, a few in each idle moment; a thing that is asked for again takes its old place."""

    def __init__(self) -> None:
        self._things: dict[str, Callable[[], object]] = {}
        self._proxy = create_proxy(guarded(self._run))
        self._asked = False
        self._latest = as_object({"timeout": LATEST})
        self._idle = window.requestIdleCallback if hasattr(window, "requestIdleCallback") else None

    def add(self, name: str, thing: Callable[[], object]) -> None:
        """To be done soon, in the order in which they were first asked for."""
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

    def _run(self, *told: Any) -> None:
        """A browser that was not idle until the latest moment, as with a page in the background, is not asked again."""
        self._asked = False
        late = bool(told and told[0].didTimeout)
        began = now()
        try:
            while self._things and (late or now() - began < SLICE):
                self.do(next(iter(self._things)))
        finally:
            if self._things:
                self._ask()
