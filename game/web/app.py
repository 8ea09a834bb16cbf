"""The page's beginning: makes its parts, holds the game that is open, and passes on what happens."""

from __future__ import annotations

import gc
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from js import Event, ResizeObserver, document, history, location, matchMedia, performance, window
from pyodide.ffi import create_proxy

from game import files
from game.contract import BadInput, Rules
from game.rules import GAMES
from game.session import Session, complete, daily
from game.session.records import preset_of
from game.session.replay import encode
from game.session.seats import COMPUTER, PEOPLE
from game.web.board import opening
from game.web.board.poster import Caption
from game.web.board.replay_bar import ReplayBar
from game.web.board.screen import Screen
from game.web.board.status import StatusLine
from game.web.controls.keyboard import OWN_KEYS, Keyboard
from game.web.controls.touch import Touch
from game.web.dialogs.calendar import CalendarDialog
from game.web.dialogs.console import Console
from game.web.dialogs.dialog import is_one_open
from game.web.dialogs.editor import Editor
from game.web.dialogs.error_report import ErrorReport
from game.web.dialogs.manual import Manual
from game.web.dialogs.new_game import NewGame
from game.web.dialogs.notice import Notice
from game.web.dialogs.other_tab import tell_taken
from game.web.dialogs.settings import SettingsDialog
from game.web.dialogs.sharing import REPLAY, Sharing
from game.web.dialogs.statistics import StatisticsDialog
from game.web.dom import address_in, as_object, by_id, guarded, listen, make, on_fault, put
from game.web.game.coach import Coach
from game.web.game.game import Game
from game.web.game.occasion import Own
from game.web.haptics import Haptics
from game.web.home.home import Home
from game.web.late import Late
from game.web.loop import IdleQueue, IdleWork, Loop, now
from game.web.opener import Offer, Opener, draw_seed
from game.web.page import Page, Preferences
from game.web.routing import Routing
from game.web.sound import Sound
from game.web.storage import races
from game.web.storage.dailies import DAILY, Dailies
from game.web.storage.imported import ImportedSaves
from game.web.storage.records import Records
from game.web.storage.saves import Saves
from game.web.storage.settings import Settings
from game.web.storage.store import Store
from game.words import BRACKETS, N_, Translator

if TYPE_CHECKING:
    from game.session.challenge import Played
    from game.web.dialogs.challenge import ChallengeRow
    from game.web.live.live import LiveGames

SETTINGS = "settings"
OPENERS = "open-settings", "open-settings-too", "open-records", "open-calendar"
"""The buttons of the page that need Python."""
LAST_WORK = 300.0
"""Milliseconds for what is still to be counted when the page is left."""
RECENT = 20
"""Games in the line on the card at a game's end."""
KEEPS_NOTHING = N_("This browser can't save: your game will be lost when you close the page.")


class App:
    """The whole page. It is the stage of the opener, the screens of the routing, and the host of the open game."""

    def __init__(self) -> None:
        self.game: Game | None = None
        translator = Translator(str(document.documentElement.lang), json.loads(str(by_id("words").textContent)))
        self.translator = translator
        self.store = Store.of_browser(window)
        self.saves = Saves(self.store, files.read, page=random_name())
        self.dailies = Dailies(self.store)
        less_motion = matchMedia("(prefers-reduced-motion: reduce)")
        settings = Settings.load(self.store.get(SETTINGS))
        self.preferences = Preferences(settings, lambda: bool(less_motion.matches))
        self.loop = Loop(self._frame)
        self.page = Page(
            translator,
            Screen(translator),
            StatusLine(),
            ReplayBar(translator),
            Sound(),
            Haptics(),
            self.saves,
            IdleQueue(),
            self.preferences,
            host=self,
        )
        imported = ImportedSaves(self.saves)
        self.records = Records(self.store, self.dailies, imported, tuple(GAMES), random_name)
        self.opener = Opener(translator, self.saves, self.dailies, stage=self)
        self.routing = Routing(translator, self.opener, self.dailies, screens=self)
        self.settings = SettingsDialog(translator, settings, self._set)
        self.keyboard = Keyboard(self.open_game, self.settings, self.loop)
        self.touch = Touch(self.open_game, self.page.screen, self.keyboard)
        self.console = Console(translator, self.open_game)
        self.sharing = Sharing(translator, lambda: self.live.use(lambda live: live.watch()))
        self._challenge_row: ChallengeRow | None = None
        self.statistics = StatisticsDialog(
            translator, self.records, lambda: self.settings.settings, self._set_imported, imported, self._follow
        )
        self.editor = Editor(translator, lambda: self.preferences.less_motion, self.open_game)
        self.manual = Manual(translator, lambda: self.preferences.less_motion)
        self.new_game = NewGame(translator, draw_seed, self._start_new, self._go_back, self._play_live, self._race_best)
        self.coach = Coach(translator, self.store, self, self.preferences, self.open_game, self._route)
        self.live = Late("live", self._make_live, translator, self.page.status.say)
        self.notice = Notice()
        self.error_report = ErrorReport(translator, self.notice, self.open_game)
        self.store.on_blocked = self._say_blocked
        self.calendar = CalendarDialog(translator, self.dailies, self._follow)
        self._feats = IdleWork()
        self.home = Home(self.saves, self.dailies, self.preferences, translator)
        self._dress()

    def open_game(self) -> Game | None:
        """The game that is open; None on the home screen, and while one is being loaded."""
        return self.game

    def run(self) -> None:
        """From here on the page is Python's."""
        self._listen()
        on_fault.append(self.error_report.caught)
        self.routing.route()
        document.body.dataset.python = "1"
        by_id("loading").classList.add("done")
        for opener in OPENERS:
            by_id(opener).disabled = False
        document.body.dataset.ready = "1"
        window.dispatchEvent(Event.new("kesu:ready"))  # what was pressed before is played now

    # The stage of the opener, and the screens of the routing.

    def show(
        self,
        session: Session,
        occasion: Own,
        message: str = "",
        begun: bool = False,
        offer: Offer | None = None,
        arriving: bool = False,
    ) -> None:
        """Opens a game in the place of whatever was there."""
        self.home.leave()
        self._close()
        rules = session.rules
        self._show_screen(rules)
        document.body.dataset.timed = "1" if session.hurried else ""
        self._show_title(rules, occasion.manner(session))
        self.manual.open(rules)
        self.keyboard.open(rules)
        self.touch.open(rules)
        self.game = Game(self.page, session, occasion, begun, message, arriving)
        self._frames.disconnect()
        for panel in self.page.screen.panels:
            self._frames.observe(panel.frame)
        self.records.began(session, occasion.day)
        self.console.refresh()
        self.editor.open(rules)
        self.routing.tell(self.game)
        if self.store.blocked and not message:
            self.page.status.say(self.translator(KEEPS_NOTHING))
        if offer:
            self.page.status.say(message, *offer)
        elif not (message or begun or self.store.blocked) and self._may_teach(session, occasion):
            translator = self.translator
            self.page.status.say(translator("New to this game?"), translator("Learn it in a minute"), self.learn)

    def wait_for(self, rules: Rules[Any]) -> None:
        """The game is not there yet, and the one before it is not there any more."""
        self.home.leave()
        self._close()
        self._show_screen(rules)

    def answered(self, played: Played) -> None:
        """An answer to a challenge has come: it says how it stands."""
        from game.web.dialogs.challenge import tell_answer

        next_round, again = lambda: self.opener.next_round(played), lambda: self.opener.race_again(played)
        tell_answer(self.notice, self.translator, played, next_round, again)

    def ended_while_closed(self) -> None:
        """A daily game may have ended just as the page was closed."""
        if self.game:
            self.game.occasion.finish(self.game.session)
            self.game.say_tries_end()

    def go_home(self, message: str = "") -> None:
        """Shows the games there are."""
        self.opener.stop()
        self._leave()
        self._close()
        by_id("how").hidePopover()
        self.home.show(message)

    def open_field(self) -> None:
        """The field that the address holds, in the editor."""
        self.editor.open_link()

    def join(self, link: str) -> None:
        """The live game that the address invites to."""
        self.live.use(lambda live: live.join(link))

    # The host of the open game.

    def wake(self) -> None:
        """A frame is wanted."""
        self.loop.wake()

    def ask_new_game(self) -> None:
        """Asks which game to start."""
        game = self.game
        if game:
            game.pause()
            session, day = game.session, game.occasion.day
            best = races.best(self.store, session) if session.rules.seats == 1 else None
            before = self.saves.has_before(session.rules.name, day)
            self.new_game.open(session.rules, session.options, before, best and best[0])

    def play_again(self) -> None:
        """The same game with the same options, from another seed."""
        if self.game:
            self._start_new(self.game.session.rules, self.game.session.options, draw_seed())

    def toggle_mute(self) -> None:
        """Sound on or off, and kept so."""
        settings = self.preferences.settings
        self.settings.settings = settings.having(muted=not settings.muted)
        self._set(self.settings.settings)

    def show_rules(self) -> None:
        """The rules, over the board; or away with them."""
        by_id("how").togglePopover()

    def learn(self) -> None:
        """Teaches the open game on its board; the player's own is kept and comes back."""
        if self.game:
            by_id("how").hidePopover()
            self.coach.teach(self.game.session.rules)
            focus_main()

    def recent_scores(self, session: Session) -> Sequence[int]:
        """The player's last results with these options."""
        games = self.records.statistics().games(preset_of(session))[-RECENT:]
        return [record.score for record in games]

    def share(self, film: bool = False) -> None:
        """Shows the picture and the links of the game being played; or makes its animated picture at once."""
        game = self.game
        if game is None:
            return
        game.pause()
        try:
            shapes = self.preferences.settings.shapes
            self.sharing.open(game.session, self._caption(game), shapes, self._result(game), self.routing.address(game))
            if game.session.rules.seats == 1:
                self._challenges().open(game, by_id("share").querySelector("form > .message"))
            if film:
                self.sharing.make_film(game.session.main_line)
        except BadInput as error:
            self.page.status.say(self.translator.error(error))

    def moved(self) -> None:
        """The typed commands, and the address, go with the game."""
        self.console.refresh()
        if self.game:
            self.routing.tell(self.game)
        if self.live.part:
            self.live.part.moved()

    def played(self, session: Session) -> None:
        """A move was made: what there is to be counted is counted."""
        if self.records.played(session, now() / 1000):
            self._feats.begin(self.records.count_feats(session))

    def taken(self) -> None:
        """The game goes on in another tab."""
        game, self.game = self.game, None
        if game is None:
            return
        name, day = game.session.rules.name, game.occasion.day
        here = {"game": name} if day is None else {"game": name, DAILY: str(daily.seed_of(day))}
        tell_taken(self.notice, self.translator, self.go_home, lambda: self.routing.open(here))

    # Its own.

    def _frame(self, time: float) -> float | None:
        return self.game.frame(time) if self.game else None

    def _may_teach(self, session: Session, occasion: Own) -> bool:
        """Whether somebody who may never have played this game is at its beginning."""
        rules = session.rules
        if session.inputs or not occasion.kept or self.saves.best(session) or self.saves.has_before(rules.name, None):
            return False
        return self.coach.knows_nothing_of(rules)

    def _close(self) -> None:
        game, self.game = self.game, None
        if game:
            game.close()
            self._keep_card(game)

    def _keep_card(self, game: Game) -> None:
        """Home shows the player's own game as it was left here."""
        occasion, session = game.occasion, game.session
        if occasion.day is None and occasion.kept and self.saves.is_ours(session.rules.name):
            self.home.keep(session)

    def _show_screen(self, rules: Rules[Any]) -> None:
        by_id("how").hidePopover()
        window.scrollTo(0, 0)  # home may have been scrolled to the card, a game to what stands below it
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        self._show_title(rules)

    def _show_title(self, rules: Rules[Any], manner: str = "") -> None:
        title = self.translator(rules.title)
        put(by_id("title"), title, *([" ", make("small", manner)] if manner else ()))
        document.title = f"{self.translator(BRACKETS, text=title, more=manner) if manner else title} – Kesu"

    def _start_new(self, rules: Rules[Any], options: dict[str, Any], seed: int | None) -> None:
        """Starts another game of the same kind; the one before can be gone back to."""
        game = self.game
        if game:
            game.keep()
        session = self.opener.begin(rules, complete(rules, options), seed)
        if game and game.session.inputs:
            self.opener.instead_of(
                game.session, game.occasion, session, self.translator("New game started."), begun=True
            )
        else:
            self.opener.own(session, begun=True)

    def _play_live(self, rules: Rules[Any], options: dict[str, Any], seed: int) -> None:
        self.live.use(lambda live: live.begin_with(rules, options, seed))

    def _make_live(self) -> LiveGames:
        from game.web.live.live import LiveGames

        return LiveGames(self)

    def _race_best(self) -> None:
        """The player's best game with the options of the one that is open, to be raced."""
        best = races.best(self.store, self.game.session) if self.game else None
        if self.game and best is not None:
            self.game.keep()
            self.opener.race_best(best[1], self._not_opened)

    def _not_opened(self, error: BadInput) -> None:
        self.page.status.say(self.translator.error(error))

    def _challenges(self) -> ChallengeRow:
        """The part of the Share dialog that makes challenges, loaded when that is first opened."""
        if self._challenge_row is None:
            from game.web.dialogs.challenge import ChallengeRow

            self._challenge_row = ChallengeRow(self.translator, self.store, self.opener.challenge)
        return self._challenge_row

    def _go_back(self) -> None:
        if self.game:
            self.opener.before(self.game.session, self.game.occasion)

    def _result(self, game: Game) -> str:
        """The result of a daily game that is over, to be shared; empty where there is none."""
        name, day = game.session.rules.name, game.occasion.day
        tried = None if day is None else self.dailies.tried(name, day)
        if day is None or tried is None or tried.score is None:
            return ""
        title, streak = self.translator(game.session.rules.title), self.dailies.streak(name)
        return daily.share(title, day, tried.score, streak, self.translator, tried.assisted)

    def _caption(self, game: Game) -> Caption:
        """What a picture of the game says."""
        translator, session, day = self.translator, game.session, game.occasion.day
        name, title = session.rules.name, translator(session.rules.title)
        address = address_in("x-default").partition("://")[2].rstrip("/")
        if session.rules.seats > 1:
            scores = map(translator.number, session.view.scores)
            players = tuple(map(translator.labelled, game.presenter.players, scores))
            return Caption(title, "", self.dailies.today().isoformat(), players, address)
        parts = [self.dailies.today().isoformat()]
        if day is not None:
            parts = [translator("Daily challenge"), day.isoformat()]
            streak = self.dailies.streak(name).current
            parts += [translator("{days}-day streak", days=streak)] if streak > 1 else []
        return Caption(title, translator.number(session.score), " · ".join(parts), (), address)

    def _set(self, settings: Settings) -> None:
        """New settings: at once, and kept."""
        self.store.put(SETTINGS, settings.dump())
        self.preferences.settings = settings
        self._dress()
        if settings.language not in ("", self.translator.language):
            self._go_to(settings.language)

    def _set_imported(self, settings: Settings) -> None:
        """What was imported may bring settings."""
        self.settings.settings = settings
        self._set(settings)

    def _dress(self) -> None:
        """The page as the settings want it."""
        settings, root = self.preferences.settings, document.documentElement.dataset
        root.theme, root.palette = settings.theme, settings.palette
        self.page.sound.volume = 0 if settings.muted else settings.volume / 100
        self.page.haptics.on = settings.vibration
        root.muted = "1" if settings.muted else ""
        by_id("mute").setAttribute("aria-pressed", str(settings.muted).lower())
        self.keyboard.dress(settings)
        if self.game:
            self.game.dress()
        self.manual.dress(settings)
        self.editor.fit()

    def _go_to(self, language: str) -> None:
        """Leaves for the page in another language; the game being played is there too, even if nothing can be kept."""
        query = str(location.search) + str(location.hash)
        if self.game:
            self.game.keep()
            session = self.game.session
            if session.inputs and self.store.blocked:
                query = f"?game={session.rules.name}{REPLAY}{encode(session)}"
        location.assign(address_in(language) + query)

    def _listen(self) -> None:
        listen(window, "popstate", lambda _event: self._route())
        listen(document, "focusin", self._focused)
        listen(by_id("demo-speed"), "change", self._demo_speed_chosen)
        listen(window, "blur", lambda _event: self._pause())
        listen(window, "pagehide", lambda _event: self._leave())
        listen(document, "visibilitychange", self._visibility)
        listen(document, "freeze", lambda _event: self.game.settle() if self.game else None)
        listen(window, "storage", lambda _event: self._look_around())
        listen(window, "pageshow", lambda _event: self._look_around())
        listen(document, "click", self._clicked)
        listen(by_id("how"), "toggle", lambda _event: self._pause())
        listen(document, "close", lambda _event: self._dialog_closed(), capture=True)  # it does not bubble
        for gesture in ("pointerup", "keydown"):
            listen(document, gesture, lambda _event: self.page.sound.unlock())
        self._frames = ResizeObserver.new(create_proxy(guarded(lambda *_seen: self.page.screen.fit())))
        listen(matchMedia("(prefers-color-scheme: dark)"), "change", lambda _event: self.page.screen.fit())

    def _say_blocked(self) -> None:
        """Nothing can be kept: said over whatever the last move has still to say."""
        say = self.game.presenter.say if self.game else self.page.status.say
        say(self.translator(KEEPS_NOTHING))

    def _pause(self) -> None:
        if self.game:
            self.game.pause()

    def _finish(self) -> None:
        if self.game:
            self.game.finish()

    def _clicked(self, event: Any) -> None:
        self._finish()
        target = event.target
        if target.closest("#open-records"):
            if self.game:
                self.game.keep()  # whole, for it may be exported
            self.statistics.open()
            return
        if target.closest("#open-calendar"):
            self.calendar.open(self.saves.last)
            return
        if target.closest("#open-settings, #open-settings-too"):
            self._pause()
            self.settings.open()
            return
        action = target.closest("[data-action]")
        if action:
            if self.game:
                self.game.act(str(action.dataset.action))
            return
        if target.closest("#go-on"):
            if self.game:
                self.game.go_on()
            focus_main()  # a key pressed at once must not go to the button that just vanished
            return
        if target.closest("#go-other"):
            if self.game:
                session = self.game.session
                self._start_new(session.rules, {**session.options, COMPUTER: PEOPLE}, session.seed)
            focus_main()
            return
        link = target.closest("a[data-game], a[data-home]")
        if link and not (event.ctrlKey or event.metaKey or event.shiftKey):
            event.preventDefault()
            self._follow(str(link.getAttribute("href")))

    def _follow(self, address: str) -> None:
        """Goes to an address of the page, with the keys at the board."""
        self._finish()
        history.pushState(None, "", address)
        self._route()
        focus_main()

    def _route(self) -> None:
        """The address is another's now: the game that was open writes its own there no more."""
        self.page.idle.drop("moved")
        self.routing.route()

    def _leave(self) -> None:
        """The page may never be seen again."""
        self._feats.finish(LAST_WORK)
        game = self.game
        if game:
            game.pause()
            game.keep()
            if game.occasion.kept and game.replay is None:
                opening.keep(self.page.screen)
            self._keep_card(game)
        self.home.leave()

    def _look_around(self) -> None:
        """Whether the game on the screen was opened in another tab meanwhile."""
        game = self.game
        if game and game.occasion.kept and not self.saves.is_ours(game.session.rules.name, game.occasion.day):
            game.give_up()
            self.taken()

    def _dialog_closed(self) -> None:
        """In a game the next key is the board's; elsewhere the browser goes back to what opened the dialog."""
        if self.game and not is_one_open():
            focus_main()

    def _focused(self, event: Any) -> None:
        if self.game and str(event.target.tagName) in OWN_KEYS and not self.game.hints.demo:
            self.game.pause()

    def _demo_speed_chosen(self, event: Any) -> None:
        if self.game:
            self.game.demo_speed(float(event.target.value))
        by_id("main").focus()  # so that the next key is the player's move

    def _visibility(self, _event: Any) -> None:
        if document.hidden:
            self._leave()
        else:
            self._look_around()
            self.home.refresh()


def random_name() -> str:
    """A name that no other page or device has."""
    return f"{draw_seed():x}{draw_seed():x}"


def focus_main() -> None:
    """The keyboard is at the board again; the page stays where it is."""
    by_id("main").focus(as_object({"preventScroll": True}))


def main() -> None:
    """Starts the page."""
    performance.mark("kesu:page")  # for the breakdown of the start that the benchmark prints
    app = App()
    performance.mark("kesu:made")
    app.run()
    gc.freeze()  # else all that was loaded is gone through again and again while a game is played
