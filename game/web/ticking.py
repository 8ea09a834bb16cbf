"""Real time in the game on the screen: which words fall due, and when to look again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.web.clock import Clock
from game.web.current import Current
from game.web.showing import Showing

SHORTEST_TICK = 2.0
"""Milliseconds: however fast a game says that it is, a frame must come to an end."""


class Ticking:
    """The clock of a game, and the keys that are held in it."""

    def __init__(
        self, current: Current, showing: Showing, play: Callable[[Sequence[str]], None], keep: Callable[[], None]
    ) -> None:
        self._current, self._showing, self._play, self._keep = current, showing, play, keep
        self._clock = Clock()

    def begin(self) -> None:
        """Another game, or the same from its start: no key is held, no time has passed."""
        self._clock = Clock(delay=self._clock.delay, repeat=self._clock.repeat)

    def handle(self, delay: float, repeat: float) -> None:
        """After how many milliseconds a held key repeats, and then how often."""
        self._clock.delay, self._clock.repeat = delay, repeat

    def press(self, word: str, time: float) -> None:
        """A key for a word went down (milliseconds)."""
        if self._current.timed:
            if self._current.paused:
                return
            first = self._clock.press(word, time)
            if first:
                self._play([first])
        else:
            self._play([word])

    def release(self, word: str, time: float) -> None:
        """A key for a word went up."""
        self._clock.release(word, time)

    def pause(self) -> None:
        """Stops the time of the game; nothing happens to one without a clock."""
        self._clock.stop()
        if self._current.running:
            self._halt()

    def go_on(self) -> None:
        """Lets time pass again."""
        if self._current.paused:
            self._current.paused = False
            self._clock.stop()
            self._showing.refresh()

    def toggle(self) -> None:
        """Stops time or lets it pass; and the computer likewise, where it plays."""
        if self._current.paused:
            self.go_on()
        elif self._current.pausable:
            self._clock.stop()
            self._halt()

    def _halt(self) -> None:
        self._current.paused = True
        self._showing.refresh()
        self._keep()

    def stand(self, time: float) -> None:
        """The time up to now does not count: something was moving, or the partner thought."""
        self._clock.last = time

    def went_down(self) -> None:
        """The piece went down: gravity counts from here."""
        self._clock.went_down()

    def pace(self) -> float:
        """Milliseconds between two ticks, as the game stands."""
        session = self._current.session
        if session is None or session.rules.pace is None:
            return SHORTEST_TICK
        return max(SHORTEST_TICK, 1000 * session.rules.pace(session.state))

    def due(self, time: float, pace: float) -> list[str]:
        """The words that fell due until now."""
        return self._clock.advance(time, pace)

    def wait(self, time: float, pace: float) -> float:
        """Milliseconds until the next word falls due."""
        return self._clock.wait(time, pace)
