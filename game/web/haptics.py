"""Short vibrations for events, where the device supports them and the player wants them."""

from __future__ import annotations

from collections.abc import Iterable

from js import navigator

from game.contract import Ended, Event, Locked, Vanished

LANDING, VANISHING, ENDING = 8, 16, 60
"""Milliseconds."""


class Haptics:
    """Vibrates once for all events that are shown at one time."""

    def __init__(self) -> None:
        self.on = True
        self._vibrate = navigator.vibrate.bind(navigator) if hasattr(navigator, "vibrate") else None

    def play(self, events: Iterable[Event]) -> None:
        """Vibrates for the strongest of these events."""
        if not self.on or self._vibrate is None:
            return
        longest = 0
        for event in events:
            if isinstance(event, Ended):
                longest = max(longest, ENDING)
            elif isinstance(event, Vanished):
                longest = max(longest, VANISHING)
            elif isinstance(event, Locked):
                longest = max(longest, LANDING)
        if longest:
            self._vibrate(longest)
