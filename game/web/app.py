"""The page's beginning: puts the parts together, and passes what happens to where it belongs."""

from __future__ import annotations

import gc
import json
from typing import Any

from js import Event, ResizeObserver, document, history, location, matchMedia, performance, window
from pyodide.ffi import create_proxy

from game import files
from game.contract import BadInput, Rules
from game.rules import GAMES
from game.session import Session
from game.session.replay import encode
from game.web.beside import Beside
from game.web.console import Console
from game.web.dailies import Dailies
from game.web.daygame import DayGame
from game.web.dialog import is_one_open
from game.web.dom import address_in, as_object, by_id, guarded, listen, on_fault
from game.web.editor import Editor
from game.web.elsewhere import Elsewhere
from game.web.loop import now
from game.web.manual import Manual
from game.web.newgame import NewGame
from game.web.notice import Notice
from game.web.play import Play
from game.web.pressing import OWN_KEYS, Pressing
from game.web.records import Records
from game.web.records_dialog import RecordsDialog
from game.web.routing import KEEPS_NOTHING, Routing, draw_seed
from game.web.screen import Screen
from game.web.settings import Settings
from game.web.settings_dialog import SettingsDialog
from game.web.sharing import REPLAY, Sharing
from game.web.shelf import Shelf
from game.web.sound import Sound
from game.web.store import Store
from game.web.touching import Touching
from game.web.trouble import Trouble
from game.words import Words

SETTINGS = "settings"


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
        self.pressing = Pressing(self.play, self.settings)
        self.touching = Touching(self.screen, self.play, self.pressing)
        self.console = Console(self.words, self.play.obey, self.hint)
        less_motion = matchMedia("(prefers-reduced-motion: reduce)")
        self.play.reduce_motion(lambda: bool(less_motion.matches))
        self.sharing = Sharing(self.words)
        self.dailies = Dailies(self.shelf.store)
        beside = Beside(self.shelf)
        self.records = Records(
            self.shelf.store, self.dailies, beside, tuple(GAMES), lambda: f"{draw_seed():x}{draw_seed():x}"
        )
        self.day_game = DayGame(self.dailies, self.shelf, self.play, self.words, self._show_daily, self.share)
        self.play.played = self.played
        self.records_dialog = RecordsDialog(
            self.words, self.records, lambda: self.settings.settings, self.imported, beside, self.follow
        )
        self.editor = Editor(self.words, lambda: bool(less_motion.matches))
        self.notice = Notice()
        self.routing = Routing(
            self.words, self.shelf, self.play, self.screen, self.dailies, self.day_game, self.editor,
            self.open, self.opened,
        )  # fmt: skip
        self.new_game = NewGame(self.words, draw_seed, self.routing.start, self.routing.go_back)
        self.trouble = Trouble(self.words, self.notice, self.play, lambda: str(location.href))
        self.elsewhere = Elsewhere(self.words, self.notice, self.play, self.shelf, self.routing)
        self.shelf.store.told = lambda: self.play.say(self.words(KEEPS_NOTHING))
        self.manual = Manual(self.words, lambda: bool(less_motion.matches))
        self.dress(settings)

    def run(self) -> None:
        """From here on the page is Python's."""
        self._listen()
        on_fault.append(self.trouble.caught)
        document.body.dataset.python = "1"
        by_id("loading").classList.add("done")
        self.routing.route()
        by_id("open-settings").disabled = by_id("open-records").disabled = False
        document.body.dataset.ready = "1"
        window.dispatchEvent(Event.new("kesu:ready"))  # boot.js plays now what was pressed before

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
            self.sharing.open(self.play.session, self.day_game.result(), self.routing.address())
        except BadInput as error:
            self.play.say(self.words(error.message, **error.values))

    def ask_new_game(self) -> None:
        """Asks which game to start."""
        session = self.play.session
        if session is not None:
            self.play.pause()
            before = self.shelf.has_before(session.rules.name, self.play.current.day)
            self.new_game.open(session.rules, session.options, before)

    def played(self, session: Session) -> None:
        """An input was played: what there is to be counted is counted."""
        self.records.played(session, now() / 1000)
        self.day_game.played(session)

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
        """Something was played: the typed commands, and the address, go with it."""
        self.console.refresh()
        self.routing.tell_address()

    def _show_daily(self, session: Session, message: str, day: int) -> None:
        self.routing.show(session, message, day=day)

    def open(self, rules: Rules[Any]) -> None:
        """A game comes on the screen: everything around the board is made ready for it."""
        self.manual.open(rules)
        self.pressing.open(rules)
        self.touching.open(rules)

    def opened(self, session: Session, day: int | None) -> None:
        """It is there."""
        self._frames.disconnect()
        for panel in self.screen.panels:
            self._frames.observe(panel.frame)
        self.records.began(session, day)
        self.console.open(session)
        self.editor.open(session.rules)

    def _listen(self) -> None:
        self.pressing.listen(self.screen)
        self.touching.listen()
        listen(window, "popstate", lambda _event: self.routing.route())
        listen(document, "focusin", self._focused)
        listen(by_id("demo-speed"), "change", self._demo_speed_chosen)
        listen(window, "blur", lambda _event: self.play.pause())
        listen(window, "pagehide", lambda _event: self.routing.leave())
        listen(document, "visibilitychange", self._visibility)
        listen(document, "freeze", lambda _event: self.play.finish())
        listen(window, "storage", lambda _event: self.elsewhere.look_around())
        listen(window, "pageshow", lambda _event: self.elsewhere.look_around())
        listen(document, "click", self._clicked)
        listen(document, "close", lambda _event: self._dialog_closed(), capture=True)  # it does not bubble
        for gesture in ("pointerup", "keydown"):
            listen(document, gesture, lambda _event: self.sound.unlock())
        self._frames = ResizeObserver.new(create_proxy(guarded(lambda *_seen: self.screen.fit())))
        listen(matchMedia("(prefers-color-scheme: dark)"), "change", lambda _event: self.screen.fit())

    def _clicked(self, event: Any) -> None:
        self.play.finish()
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
            self.follow(str(link.getAttribute("href")))

    def follow(self, address: str) -> None:
        """Goes to an address of the page, with the keys at the board."""
        history.pushState(None, "", address)
        self.routing.route()
        focus_main()

    def _dialog_closed(self) -> None:
        """In a game the next key is the board's; elsewhere the browser goes back to what opened the dialog."""
        if document.body.dataset.screen == "game" and not is_one_open():
            focus_main()

    def _focused(self, event: Any) -> None:
        if str(event.target.tagName) in OWN_KEYS and not self.play.helping.demo:
            self.play.pause()

    def _demo_speed_chosen(self, event: Any) -> None:
        self.play.demo_speed(float(event.target.value))
        by_id("main").focus()  # so that the next key is the player's move

    def _visibility(self, _event: Any) -> None:
        if document.hidden:
            self.routing.leave()
        else:
            self.elsewhere.look_around()
            self.day_game.tell_home()


def focus_main() -> None:
    """The keyboard is at the board again; the page stays where it is."""
    by_id("main").focus(as_object({"preventScroll": True}))


def main() -> None:
    """Starts the page."""
    performance.mark("kesu:page")  # for the breakdown of the start that tools/measure/startup.py prints
    app = App()
    performance.mark("kesu:made")
    app.run()
    gc.freeze()  # else all that was loaded is gone through again and again while a game is played
