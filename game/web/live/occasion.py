"""A live game as an occasion: who may play, what is said about turns, and which actions have another meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game.contract import BadInput
from game.session import Session
from game.web.game.occasion import Own
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.session.live.match import Match


class Live(Own):
    """A game with a friend, or one being watched. The match saves it, apart from the player's own games."""

    guest = True
    kept = False

    def __init__(
        self, translator: Translator, match: Match, acts: Mapping[str, Callable[[], object]], left: Callable[[], None]
    ) -> None:
        super().__init__(translator)
        self.match, self._acts, self._left = match, acts, left

    def caption(self, session: Session) -> tuple[str, bool]:
        if self.match.watched:
            return self._translator("You are watching live."), True
        return self._translator("Live game with a friend"), True

    def refuses(self, session: Session, word: str = "") -> BadInput | None:
        match = self.match
        if match.watched:
            return BadInput(N_("you are watching this game"))
        if session.over:
            return None
        if not match.can_play:
            return BadInput(N_("it is your friend's turn"))
        return None if not word or match.game.allows(word) else BadInput(N_("this cannot be done in a live game"))

    def turn(self, session: Session) -> str:
        if self.match.watched:
            return self._translator("You are watching live.")
        return turn_text(self.match, self._translator)

    def names(self, session: Session) -> list[str]:
        if self.match.watched:
            return []
        names = [self._translator("Your friend")] * session.rules.seats
        names[self.match.game.seat] = self._translator("You")
        return names

    def takes(self, action: str) -> bool:
        act = self._acts.get(action)
        if act is not None:
            act()
        return act is not None

    def leave(self) -> None:
        self._left()


def turn_text(match: Match, translator: Translator) -> str:
    """Says whose turn it is; returns an empty text if it is nobody's here."""
    if match.watched or match.session.over:
        return ""
    return translator("Your turn.") if match.is_mine else translator("Your friend's turn.")
