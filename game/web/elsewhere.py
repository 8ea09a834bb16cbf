"""A game that is open in two windows: only one of them may go on, and the other says so."""

from __future__ import annotations

from collections.abc import Callable

from game.web.dailies import DAILY
from game.web.notice import Notice
from game.web.play import Play
from game.web.routing import Routing
from game.web.shelf import Shelf
from game.words import Words


class Elsewhere:
    """Notices that another window took the game up."""

    def __init__(self, words: Words, notice: Notice, play: Play, shelf: Shelf, routing: Routing) -> None:
        self._words, self._notice, self._play, self._shelf = words, notice, play, shelf
        self._routing = routing
        play.elsewhere = self.tell

    def tell(self, name: str, day: int | None) -> None:
        """The game is being played in another page: only one of them may go on."""
        here = {"game": name} if day is None else {"game": name, DAILY: str(day)}
        self._notice.open(
            self._words("This game goes on in another window"),
            self._words("There it is kept. You can take it up here again as it stands there."),
            (self._words("All games"), lambda: self._leave(self._routing.go_home)),
            (self._words("Go on here"), lambda: self._leave(lambda: self._routing.open_game(here))),
        )

    def _leave(self, then: Callable[[], None]) -> None:
        self._notice.close()
        then()

    def look_around(self) -> None:
        """Whether the game on the screen was opened in another page meanwhile."""
        session, day = self._play.session, self._play.current.day
        if session is not None and not self._play.guest and not self._shelf.is_ours(session.rules.name, day):
            self._play.give_up()
            self.tell(session.rules.name, day)
