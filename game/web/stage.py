"""Where games are shown: one at a time, each in the place of whatever was there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import ResizeObserver
from pyodide.ffi import create_proxy

from game.contract import Rules
from game.session import Session
from game.web.board.heading import Heading
from game.web.dom import guarded
from game.web.game.game import Game
from game.web.game.occasion import USUAL, Entrance, Own
from game.web.home.home import Home
from game.web.page import Page


class Stage:
    """Holds the game that is open."""

    def __init__(
        self,
        page: Page,
        home: Home,
        coming: Callable[[Rules[Any]], None],
        opened: Callable[[Game, Entrance], None],
    ) -> None:
        """`coming` is called before a game is made, `opened` with every game that is."""
        self.game: Game | None = None
        """None on the home screen, and while a game is being loaded."""
        self._page, self._home, self._coming, self._opened = page, home, coming, opened
        self._heading = Heading(page.translator)
        self._frames = ResizeObserver.new(create_proxy(guarded(lambda *_seen: page.screen.fit())))

    def open_game(self) -> Game | None:
        """The game that is open."""
        return self.game

    def show(self, session: Session, occasion: Own, entrance: Entrance = USUAL) -> None:
        """Opens a game in the place of whatever was there."""
        self.wait_for(session.rules)
        self._heading.open(session, occasion.manner(session))
        self._coming(session.rules)
        self.game = Game(self._page, session, occasion, entrance)
        self._frames.disconnect()
        for panel in self._page.screen.panels:
            self._frames.observe(panel.frame)
        self._opened(self.game, entrance)

    def wait_for(self, rules: Rules[Any]) -> None:
        """Closes whatever was there; a game of these rules will come."""
        self._home.leave()
        self.close()
        self._heading.announce(rules)

    def close(self) -> None:
        """Takes the game off the screen."""
        game, self.game = self.game, None
        if game:
            game.close()
            self.keep_card(game)

    def lose(self) -> Game | None:
        """The game goes on in another tab → the game, which is nobody's here any more."""
        game, self.game = self.game, None
        return game

    def keep_card(self, game: Game) -> None:
        """Home shows the player's own game as it was left here."""
        occasion, session = game.occasion, game.session
        if occasion.day is None and occasion.kept and self._page.saves.is_ours(session.rules.name):
            self._home.keep(session)

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None) -> None:
        """A message, as StatusLine.say; the rest of the last move is not told any more."""
        (self.game.presenter if self.game else self._page.status).say(text, offer, then)

    def pause(self) -> None:
        """Stops the time of the game, if there is one."""
        if self.game:
            self.game.pause()

    def finish(self) -> None:
        """What the game put off is done now."""
        if self.game:
            self.game.finish()
