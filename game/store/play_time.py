"""How long the player has been playing the open game: kept after each input, so that it goes on after a reload."""

from __future__ import annotations

from datetime import date

from game.session import Session
from game.session.records import identity
from game.store import names
from game.store.store import Store

LONGEST_THOUGHT = 120.0
"""Seconds that count at most between two inputs: after longer, the player was away."""


class PlayTime:
    """The time of one game at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._name = names.time("", daily=False)
        self._last_input: float | None = None

    def begin(self, session: Session, day: date | None) -> None:
        """Starts timing another game, or that of a day."""
        self._name, self._last_input = names.time(session.rules.name, daily=day is not None), None

    def add(self, session: Session, now: float) -> None:
        """Adds the time since the last input, in seconds on any clock."""
        if self._last_input is not None:
            passed = min(max(now - self._last_input, 0.0), LONGEST_THOUGHT)
            self._store.put(self._name, f"{self.seconds(session) + passed:.1f} {identity(session)}")
        self._last_input = now

    def seconds(self, session: Session) -> float:
        """Returns how long this game has been played; a time kept for another game does not count."""
        seconds, _blank, of = (self._store.get(self._name) or "").partition(" ")
        try:
            passed = float(seconds) if of == identity(session) else 0.0
        except ValueError:
            return 0.0
        return min(passed, 10.0**7) if passed > 0 else 0.0  # "nan" is not a time either

    def forget(self) -> None:
        """Forgets the time, because the game has been counted."""
        self._store.remove(self._name)
