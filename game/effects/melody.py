"""The notes that events sound: a tick aside, a chirp for a turn, a swoop for a drop, a thud for landing, a scale that
climbs with a chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.contract import Completed, Ended, Event, Locked, Moved, Vanished, Walked

SCALE = (261.6, 293.7, 329.6, 392.0, 440.0)
"""A pentatonic scale in hertz: any sequence of its notes sounds good."""
HIGHEST = 21
"""The step of the highest note: a longer chain than the rules reward repeats it."""
LANDING = 130.8
"""The note of a piece that comes to rest, in hertz."""
DROPPED = 2
"""The fewest rows that a dropped piece falls: one row down is a step."""
AFTER_END = 0.6
"""Seconds that the notes at the end of a game last."""


class Note(NamedTuple):
    """One note, its times in seconds."""

    hertz: float
    after: float
    seconds: float
    wave: str
    strength: float = 1.0
    glides_to: float = 0.0
    """The frequency at its end in hertz; 0 if it stays the same."""


def pitch(step: int) -> float:
    """Returns the note this many steps above the lowest, in hertz."""
    octave, note = divmod(min(step, HIGHEST), len(SCALE))
    return float(SCALE[note] * 2**octave)


def melody(events: Iterable[Event], *, clocked: bool = False, drops: bool = False) -> Iterator[Note]:
    """Yields the notes of these events, one after another; `clocked` if pieces also move without the player, `drops` if
    a player can drop them.
    """
    at = 0.0
    for event in events:
        if isinstance(event, Vanished):
            yield Note(pitch(event.link + 2), at, 0.16, "triangle")
            at += 0.12
        elif isinstance(event, Completed):
            for step in range(min(event.lines, 4)):
                yield Note(pitch(4 + step), at + 0.07 * step, 0.18, "triangle")
            at += 0.2
        elif isinstance(event, Locked):
            yield Note(LANDING, at, 0.07, "sine")
        elif isinstance(event, Moved) and drops and _turns(event):
            yield Note(pitch(5), at, 0.04, "triangle", 0.35)
            yield Note(pitch(7), at + 0.04, 0.05, "triangle", 0.35)
        elif isinstance(event, Moved) and drops and _rows_down(event) >= DROPPED:
            yield Note(pitch(4), at, 0.09, "sine", 0.6, glides_to=LANDING)
        elif isinstance(event, Walked) or (isinstance(event, Moved) and not (clocked and _rows_down(event))):
            yield Note(pitch(1), at, 0.03, "sine", 0.25)
        elif isinstance(event, Ended):
            for step, note in enumerate((3, 1, 0)):
                yield Note(pitch(note), at + 0.16 * step, 0.25, "sine")


def fanfare() -> Iterator[Note]:
    """Yields a chord for a new best, after the notes of the end."""
    for step, note in enumerate((0, 2, 3, 5)):
        yield Note(pitch(note), AFTER_END + 0.05 * step, 0.7, "triangle", 0.6)


def _turns(event: Moved) -> bool:
    """Returns whether a piece does anything else than to slide along its row or column."""
    directions = {(_sign(there[0] - here[0]), _sign(there[1] - here[1])) for _symbol, here, there in event.steps}
    return len(directions) != 1 or all(directions.pop())


def _rows_down(event: Moved) -> int:
    """Returns how many rows a whole piece goes straight down; 0 if it goes elsewhere."""
    far = {(there[0] - here[0], there[1] - here[1]) for _symbol, here, there in event.steps}
    rows, aside = far.pop() if len(far) == 1 else (0, 0)
    return 0 if aside else max(rows, 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
