"""Shows games, one at a time, each in place of whatever was there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import ResizeObserver
from pyodide.ffi import create_proxy

from game.contract import Rules
from game.play.controller import Controller
from game.play.modes import USUAL, Entrance, Mode
from game.play.state import Surroundings
from game.session import Session
from game.web.board.heading import Heading
from game.web.game.page import Page
from game.web.game.presenter import Presenter
from game.web.home.home import Home
from game.web.platform.dom import guarded


class Stage:
    """Holds the open game."""

    def __init__(
        self,
        page: Page,
        around: Surroundings,
        home: Home,
        coming: Callable[[Rules[Any]], None],
        opened: Callable[[Controller, Entrance], None],
    ) -> None:
        """`coming` is called before a game is created, `opened` after that."""
        self.game: Controller | None = None
        """None on the home screen, and while a game is being loaded."""
        self._page, self._around, self._home, self._coming, self._opened = page, around, home, coming, opened
        self._presenter = Presenter(page)
        self._heading = Heading(page.translator)
        self._frames = ResizeObserver.new(create_proxy(guarded(lambda *_seen: page.screen.fit())))

    def open_game(self) -> Controller | None:
        """Returns the open game."""
        return self.game

    def show(self, session: Session, mode: Mode, entrance: Entrance = USUAL) -> None:
        """Opens a game in place of whatever was there."""
        self.wait_for(session.rules)
        self._heading.open(session, mode.manner(session))
        self._coming(session.rules)
        self.game = Controller(self._around, self._presenter.tell, session, mode, entrance)
        self._frames.disconnect()
        for panel in self._page.screen.panels:
            self._frames.observe(panel.frame)
        self._opened(self.game, entrance)

    def wait_for(self, rules: Rules[Any]) -> None:
        """Closes whatever was there and announces a game of these rules."""
        self._home.leave()
        self.close()
        self._heading.announce(rules)

    def close(self) -> None:
        """Takes the game off the screen."""
        game, self.game = self.game, None
        if game:
            game.close()
            self.keep_card(game)

    def lose(self) -> Controller | None:
        """Gives up the game, which goes on in another tab; returns it."""
        game, self.game = self.game, None
        return game

    def keep_card(self, game: Controller) -> None:
        """Keeps the player's own game for its card on home."""
        mode, session = game.mode, game.session
        if mode.day is None and mode.kept and self._page.saves.is_ours(session.rules.name):
            self._home.keep(session)

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None) -> None:
        """Shows a message, as StatusLine.say does, in place of the rest of the last move's."""
        (self.game.narrator.tell if self.game else self._page.status.say)(text, offer, then)

    def frame(self, time: float) -> float | None:
        """Runs a frame of the open game. Returns the milliseconds until it needs another, or None."""
        return self._presenter.frame(self.game, time) if self.game else None

    def settle(self) -> None:
        """Ends all motion, because nobody will see it."""
        if self.game:
            self._presenter.settle(self.game)

    def pause(self) -> None:
        """Pauses the open game, if any."""
        if self.game:
            self.game.pause()

    def finish(self) -> None:
        """Runs the tasks that the game has put off."""
        if self.game:
            self.game.finish()
