"""The page's table of contents: creates its parts, connects them, and starts."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from js import Event, document, matchMedia, performance, window

from game import files
from game.contract import Rules
from game.play.actions import Action
from game.play.context import Surroundings
from game.play.mode import Introduction
from game.player.preferences import Preferences
from game.player.settings import Settings
from game.session.addresses import query
from game.session.seats import STRENGTHS
from game.store import names
from game.store.dailies import DAILY, Dailies
from game.store.finished_games import FinishedGames
from game.store.saves import Saves
from game.store.store import Store
from game.web.board.replay_bar import ReplayBar
from game.web.board.screen import Screen
from game.web.board.status import StatusLine
from game.web.devices.keyboard import Keyboard
from game.web.devices.pad_habit import PadHabit
from game.web.devices.touch import Touch
from game.web.dialogs.error_report import ErrorReport
from game.web.dialogs.manual import Manual
from game.web.dialogs.notice import Notice
from game.web.dialogs.settings import SettingsDialog
from game.web.home.home import Home
from game.web.page.appearance import Appearance
from game.web.page.buttons import Buttons
from game.web.page.console import Console
from game.web.page.editor import Editor
from game.web.page.features import Features
from game.web.page.lifecycle import Lifecycle
from game.web.page.share import Share
from game.web.platform.dates import formatted_day
from game.web.platform.dom import by_id, listen, make, on_fault
from game.web.platform.haptics import Haptics
from game.web.platform.late import LaterModules, fetch
from game.web.platform.loop import IdleQueue, IdleWork, Loop, now
from game.web.platform.sound import Sound
from game.web.routing.another import AnotherGame
from game.web.routing.coach import Coach
from game.web.routing.opener import Opener, draw_seed
from game.web.routing.routing import Routing
from game.web.stage.stage import PageParts, Stage
from game.web.stage.warm_up import IdleWarmUp
from game.words import N_, Translator

if TYPE_CHECKING:
    from game.play.controller import Controller
    from game.play.open_game import OpenGame

OPENERS = "open-settings", "open-settings-too", "open-records", "open-calendar", "open-problems"
"""The page's buttons that need Python."""
FORESIGHT = 2.0
"""Milliseconds of a slice that computes what the next key would do. One step may take longer, but no other follows it.
"""
KEEPS_NOTHING = N_("This browser can't save: your game will be lost when you close the page.")


class App:
    """The whole page: its parts, and the screens that the routing shows."""

    def __init__(self) -> None:
        translator = Translator(str(document.documentElement.lang), json.loads(str(by_id("words").textContent)))
        translator.day = lambda day: formatted_day(day, translator.language, day="numeric", month="long")
        self.translator = translator

        # Storage and preferences.
        self.store = Store.of_browser(window, self._say_blocked, self._refused)
        self.saves = Saves(self.store, files.read, page=random_name())
        self.dailies = Dailies(self.store)
        self.records = FinishedGames(self.store, random_name)
        less_motion = matchMedia("(prefers-reduced-motion: reduce)")
        preferences = Preferences(Settings.load(self.store.get(names.SETTINGS)), less_motion)

        # Output, and the open game.
        counting = IdleWork()
        around = Surroundings(
            translator=translator,
            saves=self.saves,
            records=self.records,
            idle=IdleQueue(),
            work=counting.begin,
            warm_up=IdleWarmUp(),
            foresee=IdleWork(FORESIGHT, FORESIGHT).begin,
            bots=LaterModules(translator),
            bar=ReplayBar(translator),
            handling=preferences.handling,
            now=now,
        )
        screen, loop = Screen(translator), Loop()
        self.page = PageParts(around, screen, StatusLine(), Sound(), Haptics(), preferences, loop, counting)
        self.home = Home(self.saves, self.dailies, preferences, translator)
        self.stage = Stage(self.page, self.home, self)
        self.notice = Notice()
        self.opener = Opener(translator, self.saves, self.dailies, self.stage, self.notice)
        self.routing = Routing(self.page, self.opener, self.dailies, self.stage, self)

        # Input, and everything around a game.
        open_game, controller, go_to = self.stage.open_game, self.stage.controller, self.routing.go_to
        self.settings = SettingsDialog(translator, preferences, self._set)
        self.keyboard = Keyboard(open_game, self.settings, loop, screen.choices)
        self.pad_habit = PadHabit(preferences, self.saves.store, self._set)
        say_faster = partial(fetch, "later", self._say_faster)
        self.touch = Touch(open_game, screen, self.keyboard, self.pad_habit.gestured, say_faster)
        self.console = Console(translator, controller)
        self.manual = Manual(translator, lambda: preferences.less_motion)
        self.editor = Editor(translator, lambda: preferences.less_motion, controller)
        self.appearance = Appearance(self.page, self.stage, self.keyboard, self.manual, self.editor)
        self.lifecycle = Lifecycle(
            self.page, self.stage, self.home, self.notice, self.go_home, self.routing.open, self.appearance.reload
        )
        self.coach = Coach(translator, self.saves, self.stage, preferences, self.routing.route)
        self.features = Features(self.page, self.stage, self.dailies, self.notice, self.routing, self._set)
        play_live, watch_live = self.features.invite_to_play, self.features.invite_to_watch
        self.another = AnotherGame(
            translator, self.saves, self.opener, self.stage, play_live, opponents=self._opponents
        )
        self.share = Share(self.page, self.dailies, self.opener, self.stage, watch_live)
        self.error_report = ErrorReport(translator, self.notice, controller, self.stage.say)

        # Actions and buttons.
        self._actions: dict[Action, Callable[[], None]] = {
            Action.NEW: self.another.ask,
            Action.AGAIN: self._again,
            Action.NEXT: self._again,
            Action.MUTE: self.appearance.toggle_mute,
            Action.RULES: lambda: by_id("how").togglePopover(),
            Action.LEARN: self.coach.teach,
            Action.SHARE: self.share.open,
            Action.REVIEW: self.features.look_back,
            Action.FILM: lambda: self.share.open(film=True),
            Action.PROBLEMS: self.features.open_problems,
        }
        opening = {
            "#open-records": self.features.open_statistics,
            "#open-exercises": self.features.begin_exercises,
            "#open-problems": self.features.open_problems,
            "#open-calendar": lambda: self.features.open_calendar(self.saves.last),
            "#open-settings, #open-settings-too": self._open_settings,
            "#go-other": self.another.without_computer,
        }
        Buttons(self.stage, opening, go_to)
        listen(matchMedia("(prefers-color-scheme: dark)"), "change", lambda _event: screen.fit())
        listen(less_motion, "change", lambda _event: self.manual.apply_settings(preferences.settings))

    def run(self) -> None:
        """Takes over the page from the scripts that showed it before Python had loaded."""
        on_fault(self.error_report.caught)
        lesson = str(window.kesuLesson())  # JSON about the lesson that static/boot/lesson.js has played, if any
        self.routing.route()
        if lesson:
            self.coach.resume(**json.loads(lesson))
        document.body.dataset.python = "1"
        if self.store.refusals:
            self._refused()
        by_id("loading").classList.add("done")
        for neighbour in ("end-answer", "replay-here"):
            by_id(neighbour).before(
                make("button", self.translator("Look back"), type="button", data_action=Action.REVIEW)
            )
        by_id("more-actions").append(
            make("button", self.translator("Problems"), type="button", data_action=Action.PROBLEMS)
        )
        for opener in OPENERS:
            by_id(opener).disabled = False
        document.body.dataset.ready = "1"
        window.dispatchEvent(Event.new("kesu:ready"))  # plays the early keys

    # Screens other than a game.

    def go_home(self, message: str = "") -> None:
        """Shows home."""
        self.opener.stop()
        self.lifecycle.leave()
        self.stage.close()
        self.pad_habit.game_closes()
        by_id("how").hidePopover()
        self.home.show(message)

    def open_field(self) -> None:
        """Opens the field in the address in the editor."""
        self.editor.open_link()

    def join(self, link: str) -> None:
        """Joins the live game that the address invites to."""
        self.features.join(link)

    def solve(self, name: str) -> None:
        """Opens the problem that the address names."""
        self.features.solve(name)

    # What the stage leaves to the page: this is its `Follower`.

    def act(self, action: Action) -> None:
        self._actions[action]()

    def taken(self) -> None:
        self.lifecycle.taken()

    def moved(self) -> None:
        self.console.refresh()
        self.routing.tell()
        self.features.moved()

    def coming(self, rules: Rules[Any]) -> None:
        self.pad_habit.game_closes()
        self.manual.open(rules)
        self.keyboard.open(rules)
        self.touch.open(rules)

    def opened(self, game: OpenGame, introduction: Introduction) -> None:
        own = self.stage.controller()
        self.console.refresh()
        self.editor.open(game.rules)
        self.routing.tell()
        if self.store.blocked and not introduction.message:
            self.page.status.say(self.translator(KEEPS_NOTHING))
        elif (
            own
            and not (introduction.at_once or introduction.offer)
            and (not introduction.message or own.mode.rival or introduction.teaches)
        ):
            if not introduction.message and self.pad_habit.hides():
                fetch("later", partial(self._say_pad_hidden, own))
            else:
                self.coach.offer(own, introduction.message)
        if self.store.refusals:
            self._refused()

    # Connections between the parts.

    def _again(self) -> None:
        """Starts the same game again or, after the game of a day, goes to the next one."""
        game = self.stage.controller()
        day = game and game.mode.day_end(game.session)
        if day:
            self.routing.go_to(query({"game": day.following, DAILY: "today"}) if day.following else "./")
        else:
            self.another.again()

    def _say_pad_hidden(self, game: Controller, texts: str) -> None:
        from game.web.devices.pad_hidden import HIDDEN

        self.translator.learn(json.loads(texts))
        game.say(self.translator(HIDDEN))

    def _say_faster(self, texts: str) -> None:
        from game.web.devices.slow_flick import say_once

        self.translator.learn(json.loads(texts))
        say_once(self.translator, self.stage.open_game)

    def _set(self, settings: Settings) -> None:
        self.appearance.set(settings)

    def _say_blocked(self) -> None:
        """Says that nothing can be kept, replacing any message of the last move; at the start `opened` says it."""
        if document.body.hasAttribute("data-python"):  # reading it raises AttributeError until it is set
            self.stage.say(self.translator(KEEPS_NOTHING))

    def _refused(self) -> None:
        """Says why something was not saved, after the message about the action; on home, once the next game is open."""
        if document.body.hasAttribute("data-python"):
            self.page.around.idle.put("refused", self._say_refused)

    def _say_refused(self) -> None:
        dialog = document.querySelector("dialog[open] .message")
        if not dialog and not self.stage.game:
            return
        while self.store.refusals:
            text = self.translator.error(self.store.refusals.pop(0))
            if dialog:
                dialog.textContent = self.translator.joined((str(dialog.textContent), text))
            else:
                self.stage.say(text)

    def _open_settings(self) -> None:
        self.stage.pause()
        self.settings.open()

    def _opponents(self, game: str) -> tuple[Mapping[str, int], Sequence[str]]:
        """Returns how often each computer opponent was beaten in a game, and which can be chosen."""
        from game.session.ladder import open_to, wins

        won, everyone = wins(self.records.all(), game), self.page.preferences.settings.opponents
        return won, list(STRENGTHS) if everyone else open_to(won)


def random_name() -> str:
    """Returns a random name that no other page or device has."""
    return f"{draw_seed():x}{draw_seed():x}"


def main() -> None:
    """Starts the page."""
    performance.mark("kesu:page")  # for the breakdown of the start that the benchmark prints
    app = App()
    performance.mark("kesu:made")
    app.run()
    gc.freeze()  # so that collections during play skip everything loaded so far
