"""The home screen as a whole: what it shows at once, and what it looks up in idle periods."""

from __future__ import annotations

from js import document, window

from game import files
from game.play.controller import Controller
from game.player.preferences import Preferences
from game.rules import GAMES
from game.session import Session, Work
from game.session.records import preset_of
from game.store.collection import Collection
from game.store.dailies import Dailies
from game.store.kept_exercises import NOTEBOOK
from game.store.saves import Saves
from game.web.home.cards import CardPlaces
from game.web.home.demo import Demo
from game.web.home.today import Today
from game.web.platform.dom import by_id, listen, show
from game.web.platform.loop import IdleWork
from game.words import Translator


class Home:
    """Shows home, keeps it up to date, and leaves it."""

    def __init__(self, saves: Saves, dailies: Dailies, preferences: Preferences, translator: Translator) -> None:
        self._saves, self._translator = saves, translator
        self.cards = CardPlaces(saves, translator)
        self.today = Today(dailies, translator)
        self.demo = Demo(saves, preferences)
        self._idle = IdleWork()
        self._notebook, self._exercises = Collection(saves.store, NOTEBOOK), by_id("open-exercises")
        listen(document, "close", lambda _event: self._show_exercises(), capture=True)  # it does not bubble

    def show(self, message: str) -> None:
        """Shows home, with a message unless that is empty."""
        if document.body.dataset.screen != "home":
            window.scrollTo(0, 0)  # a game may have been scrolled to its rules
        document.body.dataset.screen = "home"
        document.body.removeAttribute("data-game")
        document.body.toggleAttribute("data-played", bool(self._saves.last))  # as static/boot/home.js before Python
        document.title = self._translator("Kesu: six puzzles about clearing a board")
        by_id("home-message").textContent = message
        for card in document.querySelectorAll("a.card"):
            card.classList.toggle("last", str(card.dataset.game) == self._saves.last)
        self.refresh()

    def refresh(self) -> None:
        """Updates everything: what is known at once, the rest in idle periods."""
        if document.body.dataset.screen != "home":
            return
        self.today.show()
        unknown = self.cards.show_known()
        self._idle.begin(self._looking(unknown))
        self.demo.choose_in_view()

    def leave(self) -> None:
        """Stops all activity, because a game opens or the page is hidden."""
        self.today.rest()
        self._idle.stop()
        self.demo.stop()

    def keep(self, game: Controller) -> None:
        """Keeps the card of a game that was just left and saved, if it is the player's own."""
        mode, session = game.mode, game.session
        if mode.day is None and mode.saved and self._saves.is_ours(session.rules.name):
            self.cards.keep(session)

    def _show_exercises(self) -> None:
        """Offers the exercises if some are due."""
        due = len(self._notebook.all().due(self.today.day.toordinal()))
        self._exercises.textContent = self._translator("Learn from your mistakes ({count})", count=due)
        show(self._exercises, shown=due > 0)

    def _looking(self, unknown: list[str]) -> Work[None]:
        """Looks up the games without a stored card, and the best scores."""
        self._show_exercises()
        yield from self.cards.preview(unknown)
        for name, rules in [*GAMES.items()]:  # the work pauses between games, and one may be added meanwhile
            if rules.seats == 1:
                self.cards.show_best(name, preset_of(Session(rules, {}, 0, files.read)))
            yield 0
