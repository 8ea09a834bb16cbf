"""Short synthesized sounds, higher with every link of a chain; silent until a gesture, and never required."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

from js import document, window

from game.contract import Completed, Ended, Event, Locked, Moved, Vanished, Walked
from game.web.platform.dom import listen
from game.web.platform.loop import Later

LOUDEST = 0.25
NOTES = (261.6, 293.7, 329.6, 392.0, 440.0, 523.3, 587.3, 659.3, 784.0, 880.0, 1046.5)
"""A pentatonic scale in hertz: any sequence of its notes sounds good."""
AFTER_END = 0.6
"""Seconds that the notes at the end of a game last."""
IDLE_LIMIT = 20.0
"""Seconds without a gesture or sound before the audio context is suspended, because an open one drains the battery."""
RESUMING = 0.5
"""Seconds that notes wait for the context to resume."""


class Sound:
    """Sound effects for events; silent without an audio context, or before the browser allows sound."""

    def __init__(self) -> None:
        self.volume = 0.0
        self._context: Any = None
        self._suspended = False
        self._last_used = self._resumed_at = 0.0
        self._idle_timer = Later(self._suspend_if_unused)
        for gesture in ("pointerup", "keydown"):
            listen(document, gesture, lambda _event: self._unlock())

    def _unlock(self) -> None:
        """Begins in a gesture, because browsers allow no sound before one."""
        if self.volume <= 0:
            return
        try:
            if self._context is None:
                self._context = window.AudioContext.new()
                self._idle_timer.begin(1000 * IDLE_LIMIT)
            if str(self._context.state) != "running":
                self._resume()
            self._last_used = monotonic()
        except Exception:  # no audio: the game stays silent
            self._context = None

    def play(self, events: Iterable[Event]) -> None:
        """Plays the sounds of these events, one after another."""
        if not self._ready():
            return
        at = 0.0
        for event in events:
            if isinstance(event, Vanished):
                self._note(NOTES[min(event.link + 2, len(NOTES) - 1)], at, 0.16, "triangle")
                at += 0.12
            elif isinstance(event, Completed):
                for step in range(min(event.lines, 4)):
                    self._note(NOTES[4 + step], at + 0.07 * step, 0.18, "triangle")
                at += 0.2
            elif isinstance(event, Locked):
                self._note(130.8, at, 0.07, "sine")
            elif isinstance(event, Walked) or (isinstance(event, Moved) and len(event.steps) == 1):
                self._note(NOTES[1], at, 0.04, "sine", 0.4)
            elif isinstance(event, Ended):
                for step, note in enumerate((NOTES[3], NOTES[1], NOTES[0])):
                    self._note(note, at + 0.16 * step, 0.25, "sine")

    def play_new_best(self) -> None:
        """Plays a chord for a new best, after the notes of the end."""
        if self._ready():
            for step, note in enumerate((NOTES[0], NOTES[2], NOTES[3], NOTES[5])):
                self._note(note, AFTER_END + 0.05 * step, 0.7, "triangle", 0.6)

    def _ready(self) -> bool:
        """Resumes a suspended context; returns whether sound can be heard now or soon."""
        if self.volume <= 0 or self._context is None:
            return False
        if self._suspended:
            self._resume()
        self._last_used = monotonic()
        return str(self._context.state) == "running" or self._last_used - self._resumed_at < RESUMING

    def _resume(self) -> None:
        self._context.resume()
        if self._suspended:
            self._suspended, self._resumed_at = False, monotonic()
            self._idle_timer.begin(1000 * IDLE_LIMIT)

    def _suspend_if_unused(self) -> None:
        left = IDLE_LIMIT - (monotonic() - self._last_used)
        if left > 0:
            self._idle_timer.begin(1000 * left)
        else:
            self._suspended = True
            self._context.suspend()

    def _note(self, hertz: float, after: float, seconds: float, wave: str, strength: float = 1.0) -> None:
        context = self._context
        start = context.currentTime + after
        source, gain = context.createOscillator(), context.createGain()
        source.type = wave
        source.frequency.value = hertz
        gain.gain.setValueAtTime(LOUDEST * self.volume * strength, start)
        gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
        source.connect(gain)
        gain.connect(context.destination)
        source.start(start)
        source.stop(start + seconds)
