"""A mistake that the player tries to better, by playing on from where it was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.review.analysis import Mistake
from game.review.continuation import played
from game.session import Session


class Retry:
    """Belongs to one session; whatever is played in another one is not about it."""

    def __init__(self, session: Session, mistake: Mistake) -> None:
        self._session, self._turn = session, mistake.turn
        self._better = self._rows(played(session.rules, mistake.turn.before, mistake.better).state)
        self._played = self._rows(mistake.turn.after)

    def found(self, session: Session) -> bool:
        """Returns whether the better move has just been made in this session."""
        return self._led_to(session, self._better)

    def repeated(self, session: Session) -> bool:
        """Returns whether the mistake has just been made again in this session."""
        return self._led_to(session, self._played)

    def _led_to(self, session: Session, rows: Sequence[str]) -> bool:
        return (
            session is self._session and session.history.position > self._turn.at and self._rows(session.state) == rows
        )

    def _rows(self, state: Any) -> Sequence[str]:
        """Returns the board of who made the mistake."""
        return self._session.rules.view(state).boards[self._turn.seat].rows
