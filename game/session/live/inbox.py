"""What has arrived over a link and waits to be handled, in slices: the other side must not hold up this one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress

from game.slices import Slices

SLICE = 20.0
"""Milliseconds of work before the page gets its turn; one entry may take longer."""
MOST_WAITING = 100_000
"""Characters that may wait. A friend's program sends at most 64 entries that have not been acknowledged, then only
repeats itself; more is a flood.
"""
EACH = 100
"""What each text adds to the count of its characters."""


class Inbox:
    """Handles the texts of a link in order. Between two slices it pauses for as long as it has worked."""

    def __init__(
        self, receiving: Callable[[str, float], Generator[None, None, None]], clock: Callable[[], float]
    ) -> None:
        """`receiving` handles a text that is taken up at a time in seconds; `clock` gives milliseconds."""
        self._receiving, self._clock = receiving, clock
        self._slices = Slices(clock, SLICE)
        self._waiting: deque[str] = deque()
        self._size = 0
        self._work: Generator[None, None, None] | None = None
        self._due = 0.0

    def put(self, text: str) -> bool:
        """Adds a text, unless the same one is waiting already; returns False if too much is waiting."""
        if text in self._waiting:
            return True
        self._waiting.append(text)
        self._size += EACH + len(text)
        return self._size <= MOST_WAITING

    @property
    def due(self) -> bool:
        """Whether the pause is over; a browser may call late, and then the next text does."""
        return self._clock() >= self._due

    def run(self, *, pauses: bool = True) -> float | None:
        """Works for one slice; returns the milliseconds to the next one, or None if nothing is left."""
        began = self._clock()
        if self._work is None:
            self._work = self._handling()
        work, ended = self._work, False
        try:
            for _step in self._slices.of(work):
                pass
            ended = self._slices.ended
        except BaseException:
            ended = True
            raise
        finally:
            if ended and self._work is work:
                self._work = None
        now = self._clock()
        self._due = now + (now - began if pauses else 0.0)
        return None if self._work is None else self._due - now

    def clear(self) -> None:
        """Drops everything that is waiting; what has been played stays."""
        self._waiting.clear()
        self._size = 0
        work, self._work = self._work, None
        if work is not None:
            with suppress(ValueError):  # it is running, and finds nothing more
                work.close()

    def _handling(self) -> Generator[None, None, None]:
        while self._waiting:
            text = self._waiting.popleft()
            self._size -= EACH + len(text)
            yield from self._receiving(text, self._clock() / 1000)
            yield
