"""The mode of a live game: who may play, what is said about turns, and which actions have another meaning."""

from __future__ import annotations

from collections.abc import Callable

from game.contract import BadInput
from game.play.actions import Action
from game.play.mode import Mode
from game.session import Session
from game.session.live.match import Match, Status
from game.session.live.messages import AGAIN, Wish
from game.text.names import FRIEND, YOU
from game.words import N_, P_, Translator

CHANGED_ACTIONS = frozenset((Action.UNDO, Action.AGAIN, Action.REDO, Action.RESTART, Action.HINT, Action.DEMO))
"""Actions that do not do what they do in the player's own games."""
REFUSED = N_("This cannot be done in a live game.")
AGAIN_ASKED = N_("Your friend would like to play again.")
UNDO_ASKED = P_(
    "Your friend would like to undo their last turn: {count} move.",
    "Your friend would like to undo their last turn: {count} moves.",
)
MINE_TOO = P_("Your turn after it is undone too: {count} move.", "Your turn after it is undone too: {count} moves.")
FLOODED = N_("Your friend's device sent too much, so the connection was closed. Your game is saved.")
DISCONNECTED = {
    Status.GONE: N_("Your friend has left. Your game is saved."),
    Status.DIFFERS: N_("The two devices no longer show the same game. Both games are saved."),
    Status.OTHER_RULES: N_("Your friend has another version of Kesu. Reload the page on both devices."),
    Status.WAITING: N_("Connection lost. Your game is saved."),
}


class LiveGame(Mode):
    """A game with a friend, or one being watched. The match saves it, apart from the player's own games."""

    shared = True

    def __init__(
        self, translator: Translator, match: Match, say: Callable[[str], object], left: Callable[[], None]
    ) -> None:
        super().__init__(translator)
        self.match, self._say, self._left = match, say, left
        self.keeps_time = not match.watched  # the host's clock runs a game that is watched

    def caption(self, session: Session) -> str:
        if self.match.watched:
            return self._translator("You are watching live.")
        return self._translator("Live game with a friend")

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
        return [YOU if seat == self.match.game.seat else FRIEND for seat in range(session.rules.seats)]

    def handles(self, action: Action) -> bool:
        if action not in CHANGED_ACTIONS:
            return False
        if action is Action.UNDO and not self.match.watched:
            self._ask_undo()
        elif (
            action is Action.AGAIN
            and not self.match.watched
            and self.match.status is Status.OPEN
            and self.match.session.over
        ):
            self.match.ask(AGAIN)
            self._say(self._translator("Asking your friend to play again…"))
        else:
            self._say(self._translator(REFUSED))
        return True

    def _ask_undo(self) -> None:
        back = self.match.game.last_turn(self.match.game.seat)
        if self.match.status is not Status.OPEN:
            self._say(self._translator(DISCONNECTED[Status.WAITING]))
        elif back is None:
            self._say(self._translator("Nothing to undo."))
        else:
            self.match.ask(back)
            self._say(self._translator("Asking your friend if you may undo your move…"))

    def leave(self) -> None:
        self._left()


def turn_text(match: Match, translator: Translator) -> str:
    """Says whose turn it is; returns an empty text if it is nobody's here."""
    if match.watched or match.session.over:
        return ""
    return translator("Your turn.") if match.is_mine else translator("Your friend's turn.")


def connected_text(match: Match, translator: Translator) -> str:
    """Says that the two devices are connected, and what that means for this one."""
    if match.watched and not match.session.over:
        return translator("Someone is watching now.") if match.hosting else translator("You are watching live.")
    return translator.joined((translator("Connected."), turn_text(match, translator)))


def wish_text(match: Match, wish: Wish, translator: Translator) -> str:
    """Says what the other side asks for, and whose moves it concerns."""
    if wish.what == AGAIN:
        return translator(AGAIN_ASKED)
    mine, theirs = match.game.undone(wish.what)
    return translator.joined((translator(UNDO_ASKED, count=theirs), translator(MINE_TOO, count=mine) if mine else ""))
