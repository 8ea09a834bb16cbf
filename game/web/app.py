"""The page's beginning: puts the parts together, reads the address, and passes every input to where it belongs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from js import (
    Event,
    Math,
    Object,
    ResizeObserver,
    URLSearchParams,
    document,
    history,
    location,
    matchMedia,
    performance,
    window,
)
from pyodide.ffi import create_proxy

from game import files
from game.contract import BadInput, Rules
from game.replay import encode, playing, read
from game.rules import GAMES, game
from game.session import Session, address, from_address
from game.web import opening
from game.web.console import Console
from game.web.dailies import DAILY, Dailies, date_of
from game.web.daygame import DayGame
from game.web.dom import address_in, as_object, by_id, guarded, listen, on_fault
from game.web.editor import Editor
from game.web.loop import now
from game.web.manual import Manual
from game.web.newgame import NewGame
from game.web.notice import Notice
from game.web.play import Play
from game.web.pressing import OWN_KEYS, Pressing
from game.web.records import Records
from game.web.records_dialog import RecordsDialog
from game.web.screen import Screen
from game.web.settings import Settings
from game.web.settings_dialog import SettingsDialog
from game.web.sharing import REPLAY, Sharing
from game.web.shelf import Shelf
from game.web.slices import Slices
from game.web.sound import Sound
from game.web.store import Store
from game.web.touching import Touching
from game.web.trouble import Trouble
from game.words import N_, Words

LARGEST_SEED = 1_000_000_000
SETTINGS = "settings"
KEEPS_NOTHING = N_("This browser keeps nothing: the game is lost when the page is closed.")


class App:
    """The whole page."""

    def __init__(self) -> None:
        self.words = Words(str(document.documentElement.lang), json.loads(str(by_id("words").textContent)))
        self.shelf = Shelf(Store.of_browser(window), files.read, page=f"{draw_seed():x}{draw_seed():x}")
        self.screen = Screen(self.words)
        self.sound = Sound()
        self.play = Play(self.screen, self.shelf, self.sound, self.words, self.ask_new_game, self.tell_address)
        settings = Settings.load(self.shelf.store.get(SETTINGS))
        self.settings = SettingsDialog(self.words, settings, self.apply)
        self.pressing = Pressing(self.play, self.settings, self.dialog_is_open)
        self.touching = Touching(self.screen, self.play, self.pressing)
        self.console = Console(self.words, self.play.obey, self.hint)
        self.new_game = NewGame(self.words, draw_seed, self.start, self.go_back)
        less_motion = matchMedia("(prefers-reduced-motion: reduce)")
        self.play.reduce_motion(lambda: bool(less_motion.matches))
        self.sharing = Sharing(self.words)
        self.dailies = Dailies(self.shelf.store)
        self.records = Records(self.shelf.store, self.dailies, tuple(GAMES), lambda: f"{draw_seed():x}{draw_seed():x}")
        self.day_game = DayGame(self.dailies, self.shelf, self.play, self.words, self._show_daily, self.share)
        self.play.played = self.played
        self.records_dialog = RecordsDialog(self.words, self.records, lambda: self.settings.settings, self.imported)
        self.editor = Editor(self.words, lambda: bool(less_motion.matches))
        self.notice = Notice()
        self.slices = Slices(self.words)
        self.trouble = Trouble(self.words, self.notice, self.play, lambda: str(location.href))
        self.play.elsewhere = self.tell_elsewhere
        self.shelf.store.told = lambda: self.play.say(self.words(KEEPS_NOTHING))
        self.manual = Manual(self.words, lambda: bool(less_motion.matches))
        self.dress(settings)

    def run(self) -> None:
        """From here on the page is Python's."""
        self._listen()
        on_fault.append(self.trouble.caught)
        document.body.dataset.python = "1"
        by_id("loading").classList.add("done")
        self.route()
        by_id("open-settings").disabled = by_id("open-records").disabled = False
        document.body.dataset.ready = "1"
        window.dispatchEvent(Event.new("kesu:ready"))  # boot.js plays now what was pressed before

    def route(self) -> None:
        """Shows what the address names."""
        parameters = read_parameters(str(location.search))
        if "game" not in parameters:
            self.go_home()
            return
        try:
            self.open_game(parameters)
        except BadInput as error:
            self.go_home(self.words(error.message, **error.values))

    def go_home(self, message: str = "") -> None:
        """Shows the games there are."""
        self.slices.stop()
        self._leave()
        self.play.close()
        if document.body.dataset.screen != "home":
            window.scrollTo(0, 0)  # a game may have been scrolled to its rules
        document.body.dataset.screen = "home"
        document.body.removeAttribute("data-game")
        document.title = "Kesu"
        by_id("home-message").textContent = message
        last = self.shelf.last
        for card in document.querySelectorAll("a.card"):
            card.classList.toggle("last", str(card.dataset.game) == last)
        self.day_game.tell_home()

    def open_game(self, parameters: Mapping[str, str]) -> None:
        """The game of the address: the one being played if it is that, else another; the old one is kept aside."""
        rules = game(parameters["game"])
        told = self.words("Another game than the one you were playing.")
        if str(location.hash).startswith(REPLAY):
            self.open_replay(rules, str(location.hash).removeprefix(REPLAY))
            return
        if DAILY in parameters:
            day = self.dailies.day(parameters[DAILY])
            if self.day_game.is_kept(rules, day):
                self.day_game.open(rules, day)
                return
            parameters = {"game": rules.name, "seed": str(day)}
            told = self.words("The daily game of {date}, to practise.", date=date_of(day))
        _rules, options, seed = from_address(parameters, game, files.read)

        def opened(current: Session | None, message: str = "") -> None:
            left: Session | None = None
            if len(parameters) > 1:
                wanted = seed if "seed" in parameters else draw_seed()
                if current is None or not matches(current, options, wanted, "seed" in parameters):
                    left, current = current, self._begin(rules, options, wanted)
            elif current is None:
                current = self._begin(rules, options, draw_seed())
            self._show(current, message)
            if left is not None and left.inputs and not left.over and not message:
                self._offer_back(told, left)
            self.editor.open_link()

        def damaged(error: BadInput) -> None:
            why = self.words(error.message, **error.values)
            opened(None, self.words("The saved game cannot be read ({why}). This is a new one.", why=why))

        self.slices.begin(self.shelf.loading(rules.name), opened, damaged, lambda: self._wait(rules))

    def _wait(self, rules: Rules) -> None:
        """The game is not there yet, and the one before it is not there any more."""
        self.play.pause()
        self.play.close()
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        by_id("title").textContent = self.words(rules.title)

    def tell_elsewhere(self, name: str, day: int | None) -> None:
        """The game is being played in another page: only one of them may go on."""
        here = {"game": name} if day is None else {"game": name, DAILY: str(day)}
        self.notice.open(
            self.words("This game goes on in another window"),
            self.words("There it is kept. You can take it up here again as it stands there."),
            (self.words("All games"), lambda: self._leave_notice(self.go_home)),
            (self.words("Go on here"), lambda: self._leave_notice(lambda: self.open_game(here))),
        )

    def _leave_notice(self, then: Callable[[], None]) -> None:
        self.notice.close()
        then()

    def look_around(self) -> None:
        """Whether the game on the screen was opened in another page meanwhile."""
        session, day = self.play.session, self.play.current.day
        if session is not None and not self.play.guest and not self.shelf.is_ours(session.rules.name, day):
            self.play.give_up()
            self.tell_elsewhere(session.rules.name, day)

    def apply(self, settings: Settings) -> None:
        """New settings: at once, and kept."""
        self.shelf.store.put(SETTINGS, settings.dump())
        self.dress(settings)
        if settings.language not in ("", self.words.language):
            self.go_to(settings.language)

    def go_to(self, language: str) -> None:
        """Leaves for the page in another language; the game being played is there too, even if nothing can be kept."""
        self.play.keep()
        session, query = self.play.session, str(location.search) + str(location.hash)
        if session is not None and session.inputs and self.shelf.store.blocked:
            query = f"?game={session.rules.name}{REPLAY}{encode(session)}"
        location.assign(address_in(language) + query)

    def imported(self, settings: Settings) -> None:
        """What was imported may bring settings."""
        self.settings.settings = settings
        self.apply(settings)

    def dress(self, settings: Settings) -> None:
        """The page as these settings want it."""
        root = document.documentElement.dataset
        root.theme, root.palette = settings.theme, settings.palette
        self.pressing.set(settings)
        self.play.set(settings)
        self.manual.dress(settings)
        self.editor.fit()

    def open_replay(self, rules: Rules, code: str) -> None:
        """Somebody's replay, beside the game being played; a bad one says so over that game."""

        def refused(error: BadInput) -> None:
            history.replaceState(None, "", f"?game={rules.name}")
            self.open_game({"game": rules.name})
            self.play.say(self.words(error.message, **error.values))

        try:
            work = playing(read(code, game, files.read), files.read)
        except BadInput as error:
            refused(error)
            return
        self.slices.begin(work, lambda session: self._show(session, guest=True), refused, lambda: self._wait(rules))

    def do(self, action: str) -> None:
        """Something that a button asks for."""
        if action == "share":
            self.share()
        else:
            self.play.action(action)

    def share(self) -> None:
        """Shows the links of the game being played."""
        if self.play.session is None:
            return
        self.play.pause()
        try:
            self.sharing.open(self.play.session, self.day_game.result(), self._address())
        except BadInput as error:
            self.play.say(self.words(error.message, **error.values))

    def ask_new_game(self) -> None:
        """Asks which game to start."""
        session = self.play.session
        if session is not None:
            self.play.pause()
            before = self.shelf.has_before(session.rules.name, self.play.current.day)
            self.new_game.open(session.rules, session.options, before)

    def start(self, rules: Rules, options: dict[str, Any], seed: int | None) -> None:
        """Starts another game of the same kind; the one before can be gone back to."""
        old, day = self.play.session, self.play.current.day
        session = self._begin(rules, options, seed)
        self._show(session, start=True)
        if old is not None and old.inputs:
            self._offer_back(self.words("A new game."), old, day)

    def played(self, session: Session) -> None:
        """An input was played: what there is to be counted is counted."""
        self.records.played(session, now() / 1000)
        self.day_game.played(session)

    def _offer_back(self, told: str, old: Session, day: int | None = None) -> None:
        self.play.say(told, self.words("Back to the last one"), lambda: self._return_to(old, day))

    def go_back(self) -> None:
        """The game before this one again, and this one becomes the one before; from a daily game, the ordinary one."""
        session, day = self.play.session, self.play.current.day
        if session is None:
            return
        try:
            old = self.shelf.before(session.rules.name) if day is None else self.shelf.current(session.rules.name)
        except BadInput as error:
            self.play.say(self.words(error.message, **error.values))
            return
        if old is not None:
            self._return_to(old, None, aside=day is None)

    def _return_to(self, old: Session, day: int | None, aside: bool = True) -> None:
        if aside and day is None:
            self.play.keep()
            self.shelf.put_aside(old.rules.name)
        self._show(old, day=day)

    def hint(self) -> str:
        """What to do next, and why."""
        session = self.play.session
        if session is None:
            return ""
        advice = self.play.helping.answer(session)
        if not advice.words:
            return self.words("Nothing can be done.")
        return self.words.labelled(" ".join(advice.words), self.words(advice.reason, **advice.values))

    def tell_address(self) -> None:
        """Writes the game being played into the address, so that copying it is sharing it."""
        self.console.refresh()
        if self.play.session is not None and not self.play.guest:
            query = self._address()
            if str(location.search) != query or str(location.hash).startswith(REPLAY):
                kept = "" if str(location.hash).startswith(REPLAY) else str(location.hash)
                history.replaceState(None, "", query + kept)

    def _address(self) -> str:
        """The address of the game being played, from its `?` on."""
        session, day = self.play.session, self.play.current.day
        if session is None:
            return ""
        parameters = address(session) if day is None else {"game": session.rules.name, DAILY: str(day)}
        return "?" + "&".join(f"{name}={value}" for name, value in parameters.items())

    def _begin(self, rules: Rules, options: dict[str, Any], seed: int | None) -> Session:
        self.shelf.put_aside(rules.name)
        return Session(rules, options, seed, files.read)

    def _show_daily(self, session: Session, message: str, day: int) -> None:
        self._show(session, message, day=day)

    def _show(
        self, session: Session, message: str = "", start: bool = False, guest: bool = False, day: int | None = None
    ) -> None:
        rules = session.rules
        if document.body.dataset.screen != "game":
            window.scrollTo(0, 0)  # home may have been scrolled to the card
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        self.manual.open(rules)
        by_id("title").textContent = self.words(rules.title)
        document.title = self.words(rules.title) + " – Kesu"
        self.pressing.open(rules)
        self.touching.open(rules)
        self.play.open(session, message, start, guest, day)
        self._frames.disconnect()
        for panel in self.screen.panels:
            self._frames.observe(panel.frame)
        self.records.began(session, day)
        self.console.open(session)
        self.editor.open(rules)
        self.tell_address()
        if self.shelf.store.blocked and not message:
            self.play.say(self.words(KEEPS_NOTHING))

    def _listen(self) -> None:
        self.pressing.listen(self.screen)
        self.touching.listen()
        listen(window, "popstate", lambda _event: self.route())
        listen(document, "focusin", self._focused)
        listen(by_id("demo-speed"), "change", self._demo_speed_chosen)
        listen(window, "blur", lambda _event: self.play.pause())
        listen(window, "pagehide", lambda _event: self._leave())
        listen(document, "visibilitychange", self._visibility)
        listen(window, "storage", lambda _event: self.look_around())
        listen(window, "pageshow", lambda _event: self.look_around())
        listen(document, "click", self._clicked)
        listen(document, "close", lambda _event: self._dialog_closed(), capture=True)  # it does not bubble
        for gesture in ("pointerup", "keydown"):
            listen(document, gesture, lambda _event: self.sound.unlock())
        self._frames = ResizeObserver.new(create_proxy(guarded(lambda *_seen: self.screen.fit())))
        listen(matchMedia("(prefers-color-scheme: dark)"), "change", lambda _event: self.screen.fit())

    def dialog_is_open(self) -> bool:
        """Whether something lies over the page that takes the keys."""
        return (
            self.new_game.is_open
            or self.settings.is_open
            or self.sharing.is_open
            or self.records_dialog.is_open
            or self.notice.is_open
        )

    def _clicked(self, event: Any) -> None:
        target = event.target
        if target.closest("#open-records"):
            self.play.keep()  # whole, for it may be exported
            self.records_dialog.open()
            return
        if target.closest("#open-settings"):
            self.play.pause()
            self.settings.open()
            return
        action = target.closest("[data-action]")
        if action:
            self.do(str(action.dataset.action))
            return
        if target.closest("#offer"):
            self.play.take_offer()
            return
        if target.closest("#go-on"):
            self.play.go_on()
            focus_main()  # a key pressed at once must not go to the button that just vanished
            return
        link = target.closest("a[data-game], a[data-home]")
        if link and not (event.ctrlKey or event.metaKey or event.shiftKey):
            event.preventDefault()
            history.pushState(None, "", str(link.getAttribute("href")))
            self.route()
            focus_main()

    def _dialog_closed(self) -> None:
        """In a game the next key is the board's; elsewhere the browser goes back to what opened the dialog."""
        if document.body.dataset.screen == "game" and not self.dialog_is_open():
            focus_main()

    def _focused(self, event: Any) -> None:
        if str(event.target.tagName) in OWN_KEYS and not self.play.helping.demo:
            self.play.pause()

    def _demo_speed_chosen(self, event: Any) -> None:
        self.play.demo_speed(float(event.target.value))
        by_id("main").focus()  # so that the next key is the player's move

    def _visibility(self, _event: Any) -> None:
        if document.hidden:
            self._leave()
        else:
            self.look_around()
            self.day_game.tell_home()

    def _leave(self) -> None:
        """The page may never be seen again."""
        self.play.pause()
        self.play.keep()
        if self.play.session is not None and not self.play.guest and not self.play.replaying.is_open:
            opening.keep(self.screen)


def focus_main() -> None:
    """The keyboard is at the board again; the page stays where it is."""
    by_id("main").focus(as_object({"preventScroll": True}))


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


def main() -> None:
    """Starts the page."""
    performance.mark("kesu:page")  # for the breakdown of the start that tools/bench.py prints
    app = App()
    performance.mark("kesu:made")
    app.run()
