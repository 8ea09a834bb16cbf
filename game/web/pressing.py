"""What is pressed: keys, a gamepad's buttons and the page's own, and what each means to what is on the screen."""

from __future__ import annotations

from typing import Any

from js import document

from game.contract import Rules
from game.web import keys
from game.web.dialog import is_one_open
from game.web.dom import listen
from game.web.focusing import Focusing
from game.web.loop import now
from game.web.play import Play
from game.web.polling import Polling
from game.web.screen import Screen, listen_to_pad
from game.web.settings import Settings
from game.web.settings_dialog import SettingsDialog

ONCE = ("new", "restart", "pause", "hint", "demo")
"""Actions that a held key does not repeat."""
REPLAYING = {"Pad14": "ArrowLeft", "Pad15": "ArrowRight", "Pad0": "Space", "Pad9": "Space", "Pad1": "Escape"}
"""What a gamepad's buttons do to a replay, as the keys that do it."""
OWN_KEYS = ("INPUT", "TEXTAREA", "SELECT")
"""Elements that want their keys for themselves."""
BUTTONS = ("BUTTON", "A", "SUMMARY")
"""Elements that Enter and Space press."""
BESIDE = "#game :is([data-action], [data-word], #go-on)"
"""The buttons beside the board."""


class Pressing:
    """Passes words to the game, and everything else to what understands it."""

    def __init__(self, play: Play, settings: SettingsDialog) -> None:
        self._play, self._settings = play, settings
        self._focusing = Focusing()
        self._table: keys.Table = {}
        self._words: dict[str, str] = {}
        self._actions: dict[str, str] = {}
        self._pointing: dict[str, str] = {}
        self._polling = Polling(play.loop, self._button)

    def listen(self, screen: Screen) -> None:
        """Hears the keyboard and the buttons beside the board from now on."""
        listen(document, "keydown", self._key_down)
        listen(document, "keyup", self._key_up)
        listen(document, "mousedown", self._mouse_down)
        listen_to_pad(screen, self.hold, self.let_go)

    def set(self, settings: Settings) -> None:
        """Keys and buttons as the player wants them."""
        self._table = keys.joined(settings.keys, settings.pads)
        self._actions = keys.actions(self._table)
        self._pointing = keys.pointing(self._table)
        self._polling.gamepad.delay, self._polling.gamepad.repeat = float(settings.delay), float(settings.repeat)
        if self._play.session:
            self.open(self._play.session.rules)

    def open(self, rules: Rules[Any]) -> None:
        """From now on keys mean this game's words."""
        self._words = keys.bindings(rules.words, self._table)

    def hold(self, word: str) -> None:
        """A button of the page, or a finger on the board, went down: it is held like a key."""
        if self._play.paused:
            self._play.go_on()
        else:
            self._play.press(word, now())

    def let_go(self, word: str) -> None:
        """It is up again."""
        self._play.release(word, now())

    def _key_down(self, event: Any) -> None:
        if document.body.dataset.screen != "game" or is_one_open():
            return
        code, tag, replaying = str(event.code), str(event.target.tagName), self._play.replaying
        if event.altKey or (tag in OWN_KEYS and not (replaying.is_open and code == "Escape")):
            return
        if replaying.is_open:
            if not (code == "Space" and tag in BUTTONS) and replaying.key(code):
                event.preventDefault()
        elif event.ctrlKey or event.metaKey:
            action = {"KeyZ": "redo" if event.shiftKey else "undo", "KeyY": "redo"}.get(code)
            if action is not None:
                event.preventDefault()
                self._play.action(action)
        elif not (code in ("Space", "Enter") and tag in BUTTONS) and self._pressed(code, bool(event.repeat)):
            event.preventDefault()

    def _key_up(self, event: Any) -> None:
        word = self._words.get(str(event.code))
        if word is not None:
            self.let_go(word)

    def _mouse_down(self, event: Any) -> None:
        """A click leaves no button with the focus: Space would press that again, and is the game's."""
        if event.target.closest(BESIDE):
            event.preventDefault()
            document.activeElement.blur()

    def _pressed(self, code: str, repeated: bool) -> bool:
        """A key or a gamepad's button went down in a game → whether it means something there."""
        pointing = self._pointing.get(code) if self._play.picker else None
        word, action = self._words.get(code), self._actions.get(code)
        if pointing:
            self._play.point(pointing)
        elif word is not None:
            if self._play.paused:
                if not repeated:
                    self._play.go_on()
            elif not (repeated and self._play.timed):
                self._play.press(word, now())
        elif action is not None and not (repeated and action in ONCE):
            self._play.action(action)
        else:
            return False
        return True

    def _button(self, what: str, code: str) -> None:
        """A gamepad's button: in a game it is a key; elsewhere it goes from one thing to the next and presses it."""
        word = self._words.get(code)
        if what == "up":
            if word is not None:
                self.let_go(word)
        elif self._settings.waits:
            self._settings.take(code)
        elif document.body.dataset.screen != "game" or is_one_open():
            self._focusing.button(code)
        elif self._play.replaying.is_open:
            self._play.replaying.key(REPLAYING.get(code, code))
        else:
            session = self._play.session
            ended = session is not None and session.over and self._actions.get(code) == "pause"
            if ended and what == "down":
                self._play.action("new")
            else:
                self._pressed(code, what == "repeat")
