"""The page's address: the game it names, and the address of the open game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from js import Object, URLSearchParams, document, history, location, window

from game import files
from game.contract import BadInput, Rules, shorten
from game.play.controller import Controller
from game.play.modes import OwnGame
from game.rules import GAMES, game
from game.session import Session, address, from_address
from game.session.addresses import CHALLENGE_HASH, LIVE_HASH, PROBLEM_HASH, REPLAY_HASH, query
from game.session.daily import options_of_day, seed_of_day
from game.store.dailies import DAILY, Dailies
from game.web.platform.dom import close_all, focus_board, listen
from game.web.routing.opener import Opener, draw_seed
from game.web.stage.stage import PageParts, Stage
from game.words import N_


class Screens(Protocol):
    """The other screens that an address may lead to."""

    def go_home(self, message: str = "") -> None:
        """Shows home."""

    def open_field(self) -> None:
        """Opens the field editor if the address asks for it."""

    def join(self, link: str) -> None:
        """Joins the live game of an invitation."""

    def solve(self, name: str) -> None:
        """Opens the problem with this id, or that of a day."""


class Routing:
    """Follows the address, and keeps it up to date."""

    def __init__(self, page: PageParts, opener: Opener, dailies: Dailies, stage: Stage, screens: Screens) -> None:
        self._idle, self._translator = page.around.idle, page.around.translator
        self._opener, self._dailies, self._stage, self.screens = opener, dailies, stage, screens
        listen(window, "popstate", lambda _event: self._go_back())
        listen(window, "kesu:back", lambda _event: self.tell())  # Back has closed a sheet

    def _go_back(self) -> None:
        """Closes all dialogs and shows what the browser went back or forward to."""
        close_all()
        self.route()

    def go_to(self, address: str) -> None:
        """Goes to an address of the page and focuses the board."""
        self._stage.finish_deferred()
        history.pushState(None, "", address)
        self.route()
        focus_board()

    def route(self) -> None:
        """Shows what the address names; the open game no longer writes its own."""
        self._idle.drop("moved")
        if str(location.hash).startswith(LIVE_HASH):
            link = str(location.hash)
            history.replaceState(None, "", str(location.search) or "./")  # a link works only once
            self.screens.join(link)
        if str(location.hash).startswith(PROBLEM_HASH):
            self.screens.solve(str(location.hash).removeprefix(PROBLEM_HASH))
            return
        parameters = read_parameters(str(location.search))
        if "game" not in parameters:
            self.screens.go_home()
            return
        try:
            self.open(parameters)
        except BadInput as error:
            self.screens.go_home(self._translator.error(error))

    def open(self, parameters: Mapping[str, str], message: str = "") -> None:
        """Opens the game of these parameters: the current one if it matches, else a new one, putting that aside."""
        rules = self._named(parameters["game"])
        parameters, practice = {**parameters, "game": rules.name}, ""
        left_message = self._translator("This is a different game from the one you were playing.")
        if str(location.hash).startswith(REPLAY_HASH):
            self._opener.replay(rules, str(location.hash).removeprefix(REPLAY_HASH), self._refused(rules))
            return
        if str(location.hash).startswith(CHALLENGE_HASH):
            self._opener.challenge(str(location.hash).removeprefix(CHALLENGE_HASH), self._refused(rules))
            return
        if DAILY in parameters:
            day = self._dailies.day(parameters[DAILY])
            if self._opener.has_day(rules, day):
                self._opener.day(rules, day)
                return
            chosen = {name: str(value) for name, value in options_of_day(rules, day).items()}
            parameters = {"game": rules.name, **chosen, "seed": str(seed_of_day(day))}
            practice = self._translator("Daily challenge of {date}: practice only.", date=self._translator.day(day))
            left_message = practice
        _rules, options, seed = from_address(parameters, game, files.read)
        named = len(parameters) > 1
        seeded = "seed" in parameters
        only_seeded = rules.seats > 1 and parameters.keys() == {"game", "seed"}
        asked_for = named and document.body.getAttribute("data-drawn") != str(location.search)

        def when_opened(current: Session | None, unreadable: str) -> None:
            wanted = seed if seeded else draw_seed()
            say = message or unreadable
            if current is not None and not named and self._opener.was_left_unplayed(current) and not say:
                self._opener.welcome(rules, wanted)
            elif current is not None and (not named or matches(current, options, wanted, seeded=seeded)):
                self._opener.resume_own(current, say)
            elif only_seeded and asked_for:
                self._opener.against_usual(rules, options, wanted, current, say, left_message)
            elif current is None and rules.seats > 1 and not asked_for and not say:
                self._opener.welcome(rules, wanted)
            else:
                session = self._opener.begin(rules, options, wanted)
                if current is not None and current.can_undo and not current.over and not say:
                    self._opener.instead_of(current, OwnGame(self._translator), session, left_message, at_once=False)
                else:
                    self._opener.own(session, say or practice)
            self.screens.open_field()

        self._opener.saved(rules, when_opened)

    def _named(self, name: str) -> Rules[Any]:
        """Returns the game that an address names, perhaps only by the beginning of its name; BadInput if there is none,
        with the games' titles.
        """
        fitting = [rules for rules in GAMES.values() if rules.name.startswith(name.lower() or "-")]
        if name in GAMES or len(fitting) == 1:
            return GAMES.get(name) or fitting[0]
        titles = self._translator.listed(self._translator(rules.title) for rules in GAMES.values())
        raise BadInput(N_("no such game: {name} (there are {names})"), name=shorten(name), names=titles)

    def tell(self) -> None:
        """Writes the current game into the address, so that copying the address shares the game."""
        open_game = self._stage.controller()
        if open_game is None or not open_game.mode.saved:
            return
        query = self.address(open_game)
        replayed = str(location.hash).startswith((REPLAY_HASH, CHALLENGE_HASH))
        if str(location.search) != query or replayed:
            history.replaceState(history.state, "", query + ("" if replayed else str(location.hash)))

    def address(self, open_game: Controller) -> str:
        """Returns the address of the open game, from its `?` on."""
        session, day = open_game.session, open_game.mode.day
        parameters = address(session) if day is None else {"game": session.rules.name, DAILY: str(seed_of_day(day))}
        return query(parameters)

    def _refused(self, rules: Rules[Any]) -> Callable[[BadInput], None]:
        """Returns what handles a bad replay or challenge: opens the current game with the error as its message."""

        def refused(error: BadInput) -> None:
            history.replaceState(None, "", f"?game={rules.name}")
            self.open({"game": rules.name}, self._translator.error(error))

        return refused


def read_parameters(query: str) -> dict[str, str]:
    """Returns the parameters of an address; of two with the same name the last counts."""
    entries = Object.entries(Object.fromEntries(URLSearchParams.new(query)))
    return {str(name): str(value) for name, value in entries}


def matches(session: Session, options: Mapping[str, Any], seed: int | None, *, seeded: bool) -> bool:
    """Returns whether the current game is the one that an address asks for."""
    return session.options == options and (not seeded or session.seed == seed)
