"""Live games on the screen: what the other side plays and asks, and what is said about the match and its link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import files
from game.play.controller import Controller
from game.play.live.live_mode import DISCONNECTED, LiveGame, connected_text, wish_text
from game.play.mode import Introduction
from game.session import Session
from game.session.live.match import Match, Status
from game.session.live.messages import Wish
from game.store.matches import SavedMatches
from game.store.store import Store
from game.web.dialogs.notice import Notice
from game.web.stage.stage import Stage
from game.words import Translator

if TYPE_CHECKING:
    from game.web.live.live_games import LiveGames


class LiveFront:
    """Puts matches on the stage, and is their `MatchFront`."""

    def __init__(self, translator: Translator, store: Store, stage: Stage, notice: Notice, live: LiveGames) -> None:
        self._translator, self._stage, self._notice, self._live = translator, stage, notice, live
        self.matches = SavedMatches(store, self, files.read)
        self.announced = Status.WAITING
        """The status of the match that was said last."""
        self._opening = False

    @property
    def open_game(self) -> Controller | None:
        """The match's game if it is on the screen, and not in replay."""
        game, match = self._stage.controller(), self._live.match
        return game if game and match and game.session is match.session and game.replay is None else None

    def show(self, match: Match) -> None:
        """Puts the match on the screen, unless it is there already."""
        open_game = self._stage.controller()
        if open_game is not None and open_game.session is match.session:
            return
        mode = LiveGame(self._translator, match, self._stage.say, self._closed)
        self._opening = True
        self._stage.show(match.session, mode, Introduction(at_once=True))
        self._opening = False

    def _closed(self) -> None:
        """Ends the live game when the match leaves the screen."""
        if not self._opening:
            self._live.leave()

    def say_gone(self, text: str) -> None:
        """Says that the other side is gone, and offers to reconnect."""
        match = self._live.match
        if match is None or match.watched:
            self._stage.say(text)
        else:
            self._stage.say(text, self._translator("Reconnect"), lambda: self._live.invite(match))

    # What the match asks of its front.

    def play(self, word: str) -> None:
        if self.open_game:
            self.open_game.play(word, mine=False)

    def go_back(self, position: int) -> None:
        if self.open_game:
            self.open_game.go(position)
            self._stage.say(self._translator("The last move was undone."))

    def begin(self, session: Session) -> None:
        if self._live.match is not None:
            self.show(self._live.match)

    def asked(self, wish: Wish) -> None:
        translator, match = self._translator, self._live.match
        if match is None:
            return

        def answer(*, granted: bool) -> None:
            self._notice.close()
            match.answer(granted)

        self._notice.open(
            translator("Live game"),
            wish_text(match, wish, translator),
            (translator("Yes"), lambda: answer(granted=True)),
            (translator("No"), lambda: answer(granted=False)),
        )

    def lapsed(self) -> None:
        self._notice.close()

    def refused(self, wish: Wish) -> None:
        self._stage.say(self._translator("Your friend declined."))

    def changed(self) -> None:
        match = self._live.match
        if match is None or not self._live.has_arrived(match):
            return
        if not match.watched:
            self.matches.save(match)
        if match.status is self.announced:
            return
        self.announced = match.status
        if match.status is Status.OPEN:
            self._stage.say(connected_text(match, self._translator))
            return
        self._live.close_link()
        self.say_gone(self._translator(DISCONNECTED[match.status]))
