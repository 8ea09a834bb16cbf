"""Short vibrations for events, where the device supports them and the player wants them."""

from __future__ import annotations

from collections.abc import Iterable

from js import navigator

from game.contract import Ended, Event, Locked, Vanished

DURATIONS = {Locked: 8, Vanished: 16, Ended: 60}
"""Milliseconds of vibration for a kind of event."""


class Haptics:
    """Vibrates once for all events that are shown at one time."""

    def __init__(self) -> None:
        self.on = True
        self._vibrate = navigator.vibrate.bind(navigator) if hasattr(navigator, "vibrate") else None

    def play(self, events: Iterable[Event]) -> None:
        """Vibrates for the strongest of these events."""
        if not self.on or self._vibrate is None:
            return
        longest = max((DURATIONS.get(type(event), 0) for event in events), default=0)
        if longest:
            self._vibrate(longest)
