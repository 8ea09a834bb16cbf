"""Whether the page is in use: players leave it and return, and may open its game in another tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import document, window

from game.session.daily import seed_of_day
from game.store.dailies import DAILY
from game.store.names import PREFIX, SETTINGS
from game.web.board import opening
from game.web.dialogs.notice import Notice
from game.web.dialogs.other_tab import show_taken
from game.web.home.home import Home
from game.web.platform.dom import listen
from game.web.stage.stage import PageParts, Stage

LAST_WORK = 300.0
"""Milliseconds to finish counting when the player leaves the page."""


class Lifecycle:
    """Keeps everything when the player leaves the page, and checks for other tabs when they return."""

    def __init__(
        self,
        page: PageParts,
        stage: Stage,
        home: Home,
        notice: Notice,
        go_home: Callable[[], None],
        open_address: Callable[[dict[str, str]], None],
        reload_settings: Callable[[], None],
    ) -> None:
        """`open_address` opens the game of an address's parameters; `reload_settings` applies those of another tab."""
        self._page, self._stage, self._home, self._notice = page, stage, home, notice
        self._go_home, self._open_address, self._reload_settings = go_home, open_address, reload_settings
        listen(window, "blur", lambda _event: self._blurred())
        listen(window, "pagehide", lambda _event: self.leave())
        listen(document, "visibilitychange", lambda _event: self._visibility_changed())
        listen(document, "freeze", lambda _event: self._freeze())
        listen(window, "storage", lambda event: self._storage_changed(event.key))
        listen(window, "pageshow", lambda _event: self._check_claim())

    def leave(self) -> None:
        """Keeps everything, because the page may never be seen again."""
        self._page.counting.run_slice(LAST_WORK)
        game = self._stage.controller()
        if game:
            game.pause()
            game.keep()
            if game.mode.saved and game.replay is None:
                opening.store_opening(self._page.screen)
            self._home.keep(game)
        self._home.leave()

    def taken(self) -> None:
        """Gives up the game, which goes on in another tab, and says so."""
        game = self._stage.lose()
        if game is None:
            return
        name, day = game.session.rules.name, game.mode.day
        here = {"game": name} if day is None else {"game": name, DAILY: str(seed_of_day(day))}
        show_taken(self._notice, self._page.around.translator, self._go_home, lambda: self._open_address(here))

    def _check_claim(self) -> None:
        """Gives up the game if it has been opened in another tab meanwhile."""
        game = self._stage.controller()
        if game and game.mode.saved and not self._page.around.saves.is_ours(game.session.rules.name, game.mode.day):
            game.give_up()
            self.taken()

    def _storage_changed(self, what: Any) -> None:
        """Handles another tab that has written to the store, or cleared it."""
        if not isinstance(what, str) or what == PREFIX + SETTINGS:  # a move in the other tab is a write too
            self._reload_settings()
        self._check_claim()

    def _blurred(self) -> None:
        """Pauses without the focus; only a workshop player's bot plays on while the visitor reads its source."""
        game = self._stage.game
        if game and not game.plays_unfocused:
            game.pause()

    def _freeze(self) -> None:
        self._stage.settle()

    def _visibility_changed(self) -> None:
        if document.hidden:
            self.leave()
        else:
            self._check_claim()
            self._home.refresh()
