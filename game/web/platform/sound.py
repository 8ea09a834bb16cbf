"""Short synthesized notes; silent until a gesture, and never required."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

from js import document, window

from game.effects.melody import Note
from game.web.platform.dom import listen
from game.web.platform.loop import DelayedCall

LOUDEST = 0.25
IDLE_LIMIT = 20.0
"""Seconds without a gesture or sound before the audio context is suspended, because an open one drains the battery."""
RESUMING = 0.5
"""Seconds that notes wait for the context to resume."""


class Sound:
    """Sound effects; silent without an audio context, or before the browser allows sound."""

    def __init__(self) -> None:
        self.volume = 0.0
        self._context: Any = None
        self._suspended = False
        self._last_used = self._resumed_at = 0.0
        self._idle_timer = DelayedCall(self._suspend_if_unused)
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

    def play(self, notes: Iterable[Note]) -> None:
        """Plays these notes."""
        if self._ready():
            for note in notes:
                self._play(note)

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

    def _play(self, note: Note) -> None:
        context = self._context
        start = context.currentTime + note.after
        source, gain = context.createOscillator(), context.createGain()
        source.type = note.wave
        source.frequency.setValueAtTime(note.hertz, start)
        if note.glides_to:
            source.frequency.exponentialRampToValueAtTime(note.glides_to, start + note.seconds)
        gain.gain.setValueAtTime(LOUDEST * self.volume * note.strength, start)
        gain.gain.exponentialRampToValueAtTime(0.0001, start + note.seconds)
        source.connect(gain)
        gain.connect(context.destination)
        source.start(start)
        source.stop(start + note.seconds)
