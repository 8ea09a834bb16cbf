"""The lock delay: at high speed, a piece that has landed can still be moved for a moment before it locks.

The controller only holds back the tick that would lock it; rules and saves are not affected.
"""

from __future__ import annotations

from game.contract import Locked, Role
from game.session import Session

FROM_LEVEL = 5
DELAY = 500.0
"""Milliseconds after the last move."""
MOST_MOVES = 15
"""Moves that restart the delay, so that a piece cannot be kept from locking forever."""


class LockDelay:
    """Tracks how long ago the piece in play landed, and how often it has moved since."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._since: float | None = None
        self._moves = 0
        self._renewed = False

    def holds_back(self, time: float) -> bool:
        """Returns whether the tick due at this time (milliseconds) must wait, because it would lock the piece."""
        view = self._session.view
        if view.boards[view.turn].level < FROM_LEVEL or not self._would_lock():
            return False
        if self._since is None or (self._renewed and self._moves <= MOST_MOVES):
            self._since, self._renewed = time, False
        return time - self._since < DELAY

    def moved(self) -> None:
        """Restarts the delay after the player moved the piece."""
        if self._since is not None:
            self._moves, self._renewed = self._moves + 1, True

    def landed(self) -> None:
        """Resets after the piece has locked."""
        self._since, self._moves, self._renewed = None, 0, False

    def _would_lock(self) -> bool:
        rules, state = self._session.rules, self._session.state
        _after, events = rules.play(state, rules.by_role[Role.TICK])
        return any(isinstance(event, Locked) for event in events)
