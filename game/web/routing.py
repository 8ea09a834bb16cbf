"""Which game is on the screen: the one that the address names, another start of it, the one before, or a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from js import Math, Object, URLSearchParams, document, history, location, window

from game import files
from game.contract import BadInput, Rules
from game.rules import game
from game.session import Session, Work, address, from_address
from game.session.replay import playing, read
from game.web import opening
from game.web.dailies import DAILY, Dailies, date_of
from game.web.daygame import DayGame
from game.web.dom import by_id
from game.web.editor import Editor
from game.web.play import Play
from game.web.screen import Screen
from game.web.sharing import REPLAY
from game.web.shelf import Shelf
from game.web.slices import Slices
from game.words import N_, Words

LARGEST_SEED = 1_000_000_000
KEEPS_NOTHING = N_("This browser keeps nothing: the game is lost when the page is closed.")

T = TypeVar("T")


class Routing:
    """Goes from game to game, and home; what is left is kept."""

    def __init__(
        self, words: Words, shelf: Shelf, play: Play, screen: Screen, dailies: Dailies, day_game: DayGame,
        editor: Editor, opens: Callable[[Rules[Any]], None], opened: Callable[[Session, int | None], None],
    ) -> None:  # fmt: skip
        self._words, self._shelf, self._play, self._screen = words, shelf, play, screen
        self._dailies, self._day_game, self._editor = dailies, day_game, editor
        self._opens, self._opened = opens, opened
        self._slices = Slices(words)
        day_game.load = self._load

    def route(self) -> None:
        """Shows what the address names."""
        self._play.go_from()
        parameters = read_parameters(str(location.search))
        if "game" not in parameters:
            self.go_home()
            return
        try:
            self.open_game(parameters)
        except BadInput as error:
            self.go_home(self._words(error.message, **error.values))

    def go_home(self, message: str = "") -> None:
        """Shows the games there are."""
        self._slices.stop()
        self.leave()
        self._play.close()
        if document.body.dataset.screen != "home":
            window.scrollTo(0, 0)  # a game may have been scrolled to its rules
        document.body.dataset.screen = "home"
        document.body.removeAttribute("data-game")
        document.title = "Kesu"
        by_id("home-message").textContent = message
        last = self._shelf.last
        for card in document.querySelectorAll("a.card"):
            card.classList.toggle("last", str(card.dataset.game) == last)
        self._day_game.tell_home()

    def open_game(self, parameters: Mapping[str, str], told_first: str = "") -> None:
        """The game of the address: the one being played if it is that, else another; the old one is kept aside."""
        rules = game(parameters["game"])
        told = self._words("Another game than the one you were playing.")
        if str(location.hash).startswith(REPLAY):
            self.open_replay(rules, str(location.hash).removeprefix(REPLAY))
            return
        if DAILY in parameters:
            day = self._dailies.day(parameters[DAILY])
            if self._day_game.is_kept(rules, day):
                self._day_game.open(rules, day)
                return
            parameters = {"game": rules.name, "seed": str(day)}
            told = self._words("The daily game of {date}, to practise.", date=date_of(day))
        _rules, options, seed = from_address(parameters, game, files.read)

        def opened(current: Session | None, message: str = told_first) -> None:
            left: Session | None = None
            if len(parameters) > 1:
                wanted = seed if "seed" in parameters else draw_seed()
                if current is None or not matches(current, options, wanted, "seed" in parameters):
                    left, current = current, self._begin(rules, options, wanted)
            elif current is None:
                current = self._begin(rules, options, draw_seed())
            self.show(current, message)
            if left is not None and left.inputs and not left.over and not message:
                self._offer_back(told, left)
            self._editor.open_link()

        def damaged(error: BadInput) -> None:
            why = self._words(error.message, **error.values)
            opened(None, self._words("The saved game cannot be read ({why}). This is a new one.", why=why))

        self._load(self._shelf.loading(rules.name), opened, damaged, rules)

    def _load(
        self, work: Work[T], then: Callable[[T], None], failed: Callable[[BadInput], None], rules: Rules[Any]
    ) -> None:
        """Opens a game of these rules, bit by bit if it is a long one."""
        self._slices.begin(work, then, failed, lambda: self._wait(rules))

    def _wait(self, rules: Rules[Any]) -> None:
        """The game is not there yet, and the one before it is not there any more."""
        self._play.pause()
        self._play.close()
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        by_id("title").textContent = self._words(rules.title)

    def open_replay(self, rules: Rules[Any], code: str) -> None:
        """Somebody's replay, beside the game being played; a bad one says so over that game."""

        def refused(error: BadInput) -> None:
            history.replaceState(None, "", f"?game={rules.name}")
            self.open_game({"game": rules.name}, self._words(error.message, **error.values))

        try:
            work = playing(read(code, game, files.read), files.read)
        except BadInput as error:
            refused(error)
            return
        self._load(work, lambda session: self.show(session, guest=True), refused, rules)

    def start(self, rules: Rules[Any], options: dict[str, Any], seed: int | None) -> None:
        """Starts another game of the same kind; the one before can be gone back to."""
        old, day = self._play.session, self._play.current.day
        session = self._begin(rules, options, seed)
        self.show(session, start=True)
        if old is not None and old.inputs:
            self._offer_back(self._words("A new game."), old, day)

    def _offer_back(self, told: str, old: Session, day: int | None = None) -> None:
        self._play.say(told, self._words("Back to the last one"), lambda: self._return_to(old, day))

    def go_back(self) -> None:
        """The game before this one again, and this one becomes the one before; from a daily game, the ordinary one."""
        session, day = self._play.session, self._play.current.day
        if session is None:
            return

        def found(old: Session | None) -> None:
            if old is not None:
                self._return_to(old, None, aside=day is None)

        def damaged(error: BadInput) -> None:
            if self._play.session is None:
                self.show(session, day=day)
            self._play.say(self._words(error.message, **error.values))

        name = session.rules.name
        work = self._shelf.loading_before(name) if day is None else self._shelf.loading(name)
        self._load(work, found, damaged, session.rules)

    def _return_to(self, old: Session, day: int | None, aside: bool = True) -> None:
        if aside and day is None:
            self._play.keep()
            self._shelf.put_aside(old.rules.name)
        self.show(old, day=day)

    def tell_address(self) -> None:
        """Writes the game being played into the address, so that copying it is sharing it."""
        if self._play.session is not None and not self._play.guest:
            query = self.address()
            if str(location.search) != query or str(location.hash).startswith(REPLAY):
                kept = "" if str(location.hash).startswith(REPLAY) else str(location.hash)
                history.replaceState(None, "", query + kept)

    def address(self) -> str:
        """The address of the game being played, from its `?` on."""
        session, day = self._play.session, self._play.current.day
        if session is None:
            return ""
        parameters = address(session) if day is None else {"game": session.rules.name, DAILY: str(day)}
        return "?" + "&".join(f"{name}={value}" for name, value in parameters.items())

    def _begin(self, rules: Rules[Any], options: dict[str, Any], seed: int | None) -> Session:
        self._shelf.put_aside(rules.name)
        return Session(rules, options, seed, files.read)

    def show(
        self, session: Session, message: str = "", start: bool = False, guest: bool = False, day: int | None = None
    ) -> None:
        """Puts a game on the screen."""
        rules = session.rules
        if document.body.dataset.screen != "game":
            window.scrollTo(0, 0)  # home may have been scrolled to the card
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        by_id("title").textContent = self._words(rules.title)
        document.title = self._words(rules.title) + " – Kesu"
        self._opens(rules)
        self._play.open(session, message, start, guest, day)
        self._opened(session, day)
        self.tell_address()
        if self._shelf.store.blocked and not message:
            self._play.say(self._words(KEEPS_NOTHING))

    def leave(self) -> None:
        """The page may never be seen again."""
        self._play.pause()
        self._play.keep()
        if self._play.session is not None and not self._play.guest and not self._play.replaying.is_open:
            opening.keep(self._screen)


def read_parameters(query: str) -> dict[str, str]:
    """The parameters of an address; of two with one name the last counts."""
    found: dict[str, str] = Object.fromEntries(URLSearchParams.new(query)).to_py()
    return found


def matches(session: Session, options: Mapping[str, Any], seed: int | None, seeded: bool) -> bool:
    """Whether a game being played is the one that an address asks for."""
    return session.options == options and (not seeded or session.seed == seed)


def draw_seed() -> int:
    """A seed by lot."""
    return int(Math.random() * LARGEST_SEED)
