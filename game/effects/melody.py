"""The notes that events sound: a click for a move, a thud for landing, a scale that climbs with a chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.contract import Completed, Ended, Event, Locked, Moved, Vanished, Walked

SCALE = (261.6, 293.7, 329.6, 392.0, 440.0)
"""A pentatonic scale in hertz: any sequence of its notes sounds good."""
HIGHEST = 21
"""The step of the highest note: a longer chain than the rules reward repeats it."""
AFTER_END = 0.6
"""Seconds that the notes at the end of a game last."""


class Note(NamedTuple):
    """One note, its times in seconds."""

    hertz: float
    after: float
    seconds: float
    wave: str
    strength: float = 1.0


def pitch(step: int) -> float:
    """Returns the note this many steps above the lowest, in hertz."""
    octave, note = divmod(min(step, HIGHEST), len(SCALE))
    return float(SCALE[note] * 2**octave)


def melody(events: Iterable[Event], *, clocked: bool = False) -> Iterator[Note]:
    """Yields the notes of these events, one after another; `clocked` if pieces also move without the player."""
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
            yield Note(130.8, at, 0.07, "sine")
        elif isinstance(event, Walked) or (isinstance(event, Moved) and not (clocked and _sinks(event))):
            yield Note(pitch(1), at, 0.04, "sine", 0.4)
        elif isinstance(event, Ended):
            for step, note in enumerate((3, 1, 0)):
                yield Note(pitch(note), at + 0.16 * step, 0.25, "sine")


def fanfare() -> Iterator[Note]:
    """Yields a chord for a new best, after the notes of the end."""
    for step, note in enumerate((0, 2, 3, 5)):
        yield Note(pitch(note), AFTER_END + 0.05 * step, 0.7, "triangle", 0.6)


def _sinks(event: Moved) -> bool:
    """Returns whether a whole piece goes straight down."""
    return all(there[0] > here[0] and there[1] == here[1] for _symbol, here, there in event.steps)
