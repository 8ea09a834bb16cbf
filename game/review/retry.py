"""A mistake that the player tries to better, by playing on from where it was made."""

from __future__ import annotations

from game.review.analysis import Mistake
from game.review.continuation import played
from game.session import Session


class Retry:
    """Belongs to one session; whatever is played in another one is not about it."""

    def __init__(self, session: Session, mistake: Mistake) -> None:
        self._session, self._turn = session, mistake.turn
        after = played(session.rules, mistake.turn.before, mistake.better).state
        self._rows = session.rules.view(after).boards[mistake.turn.seat].rows

    def found(self, session: Session) -> bool:
        """Returns whether the better move has just been made in this session."""
        if session is not self._session or len(session.inputs) <= self._turn.at:
            return False
        return session.view.boards[self._turn.seat].rows == self._rows
