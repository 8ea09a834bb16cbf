"""How far the ghost of a recorded game is after some moves, or after some time. It plays nothing itself."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

TENTH = 100.0
"""Milliseconds in a tenth of a second, the unit of recorded times."""
UNTIMED = 200.0
"""Milliseconds for each input after the last new piece, for which no times are recorded."""
LEAST = 100.0
"""Minimum milliseconds between updates of the ghost, to keep it cheap."""


class RivalGhost:
    """A recorded game: its number of inputs and, with a clock, the inputs and tenths of a second at each new piece.

    Inputs between two pieces are spread evenly over the time between them.
    """

    def __init__(self, length: int, pieces: Sequence[tuple[int, int]] = ()) -> None:
        self.length = length
        last, end = pieces[-1] if pieces else (0, 0)
        self._inputs = [0, *(at for at, _tenths in pieces), length]
        self._times = [0.0, *(TENTH * tenths for _at, tenths in pieces), TENTH * end + UNTIMED * (length - last)]

    def at_move(self, moves: int) -> int:
        """Returns the number of its inputs when the player has made this many moves."""
        return min(max(moves, 0), self.length)

    def at_time(self, time: float) -> int:
        """Returns the number of its inputs after this time (milliseconds)."""
        now = bisect_right(self._times, time) - 1
        if now >= len(self._times) - 1:
            return self.length
        begin, end, first, last = self._part(max(now, 0))
        return first + int((last - first) * max(time - begin, 0.0) / (end - begin))

    def until_next(self, time: float) -> float | None:
        """Returns the milliseconds until it moves again; None at its end."""
        position = self.at_time(time)
        if position >= self.length:
            return None
        begin, end, first, last = self._part(max(bisect_right(self._times, time) - 1, 0))
        due = end if last == first else begin + (end - begin) * (position + 1 - first) / (last - first)
        return max(LEAST, due - time)

    def _part(self, number: int) -> tuple[float, float, int, int]:
        """Returns the first and last time, and the first and last input, of a part."""
        times, inputs = self._times, self._inputs
        return times[number], times[number + 1], inputs[number], inputs[number + 1]
