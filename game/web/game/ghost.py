"""Where the ghost of a recorded game stands: after so many moves, or after so much time. Pure: it plays nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

TENTH = 100.0
"""Milliseconds."""
LOOSE = 200.0
"""Milliseconds for each input after the last new piece: nobody measured them."""
LEAST = 100.0
"""Milliseconds between two looks at the ghost: it must cost little."""


class Ghost:
    """A game of so many inputs; with a clock, it had so many of them after so many tenths of seconds at each new piece.

    What lies between two pieces is spread evenly over the time between them.
    """

    def __init__(self, length: int, pieces: Sequence[tuple[int, int]] = ()) -> None:
        self.length = length
        last, end = pieces[-1] if pieces else (0, 0)
        self._inputs = [0, *(at for at, _tenths in pieces), length]
        self._times = [0.0, *(TENTH * tenths for _at, tenths in pieces), TENTH * end + LOOSE * (length - last)]

    def at_move(self, moves: int) -> int:
        """The number of its inputs when the other has made so many."""
        return min(max(moves, 0), self.length)

    def at_time(self, time: float) -> int:
        """The number of its inputs after that time (milliseconds)."""
        now = bisect_right(self._times, time) - 1
        if now >= len(self._times) - 1:
            return self.length
        begin, end, first, last = self._part(max(now, 0))
        return first + int((last - first) * max(time - begin, 0.0) / (end - begin))

    def wait(self, time: float) -> float | None:
        """Milliseconds until it moves on; None if it has come to its end."""
        position = self.at_time(time)
        if position >= self.length:
            return None
        begin, end, first, last = self._part(max(bisect_right(self._times, time) - 1, 0))
        due = end if last == first else begin + (end - begin) * (position + 1 - first) / (last - first)
        return max(LEAST, due - time)

    def _part(self, number: int) -> tuple[float, float, int, int]:
        """From which time to which time, and from which input to which, that part lasts."""
        times, inputs = self._times, self._inputs
        return times[number], times[number + 1], inputs[number], inputs[number + 1]
