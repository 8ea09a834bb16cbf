"""Keys, and buttons that are held like keys: what they mean to the open game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from js import document

from game.contract import Role, Rules
from game.input import keys
from game.input.gamepad import Press
from game.play.actions import Action
from game.player.settings import Settings
from game.web.board.choices import Choices
from game.web.board.screen import listen_to_pad
from game.web.devices.focus import FocusMover
from game.web.devices.gamepads import Gamepads
from game.web.dialogs.settings import SettingsDialog
from game.web.platform.dom import any_dialog_open, listen
from game.web.platform.loop import Loop, now

if TYPE_CHECKING:
    from game.play.open_game import OpenGame

NOT_REPEATED = {Action.NEW, Action.RESTART, Action.PAUSE, Action.HINT, Action.DEMO, Action.MUTE, Action.RULES}
"""Actions that a held key does not repeat."""
OWN_KEYS = ("INPUT", "TEXTAREA", "SELECT")
"""Elements that handle their own keys."""
BUTTONS = ("BUTTON", "A", "SUMMARY")
"""Elements that Enter and Space press."""
SCROLLING = ("Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
"""Keys that would scroll the page in a game that does not use them."""
NEXT, PREVIOUS = (Role.RIGHT, Role.DOWN, Role.SOFT_DROP), (Role.LEFT, Role.UP, Role.ROTATE)
"""The roles of arrow keys that go to the next choice and to the previous one."""
BOARD_BUTTONS = "#game :is([data-action], [data-word], #go-on)"
"""The buttons next to the board."""


class Keyboard:
    """Passes roles and actions to the open game, and other input to its handler."""

    def __init__(
        self, open_game: Callable[[], OpenGame | None], settings: SettingsDialog, loop: Loop, choices: Choices
    ) -> None:
        self._open_game, self._settings, self._choices = open_game, settings, choices
        self._focus = FocusMover()
        self._table: keys.KeyTable = {}
        self._roles: dict[str, Role] = {}
        self._actions: dict[str, Action] = {}
        self._pointing: dict[str, str] = {}
        self._gamepads = Gamepads(loop, self._button)
        listen(document, "keydown", self._key_down)
        listen(document, "keyup", self._key_up)
        listen(document, "mousedown", self._mouse_down)
        listen_to_pad(self.hold, self.let_go, self._play)

    def apply_settings(self, settings: Settings) -> None:
        """Applies the player's keys and buttons."""
        self._table = keys.merged(settings.keys, settings.pads)
        self._actions = keys.actions(self._table)
        self._pointing = keys.pointing(self._table)
        self._gamepads.gamepad.delay, self._gamepads.gamepad.repeat = float(settings.delay), float(settings.repeat)
        game = self._open_game()
        if game:
            self.open(game.rules)

    def open(self, rules: Rules[Any]) -> None:
        """Gives the keys this game's roles."""
        self._roles = keys.bindings(rules.by_role, self._table)

    def hold(self, role: Role) -> None:
        """Handles a button of the page or a finger on the board that went down: it is held like a key."""
        game = self._open_game()
        if game:
            game.press(role, now())

    def let_go(self, role: Role) -> None:
        """Handles its release."""
        game = self._open_game()
        if game:
            game.release(role, now())

    def _play(self, word: str) -> None:
        game = self._open_game()
        if game:
            game.play(word)

    def _key_down(self, event: Any) -> None:
        game = self._open_game()
        if game is None or any_dialog_open():
            return
        code, tag = str(event.code), str(event.target.tagName)
        if event.altKey or (tag in OWN_KEYS and not (game.replay and code == "Escape")):
            return
        if game.replay:
            if code in keys.REPLAY and not (code == "Space" and tag in BUTTONS):
                game.replay.act(keys.REPLAY[code])
                event.preventDefault()
        elif event.ctrlKey or event.metaKey:
            action = {"KeyZ": Action.REDO if event.shiftKey else Action.UNDO, "KeyY": Action.REDO}.get(code)
            if action is not None:
                event.preventDefault()
                game.act(action)
        elif code in ("Space", "Enter") and tag in BUTTONS:
            return
        elif self._press(game, code, repeated=bool(event.repeat)) or code in SCROLLING:
            event.preventDefault()

    def _key_up(self, event: Any) -> None:
        role = self._roles.get(str(event.code))
        if role is not None:
            self.let_go(role)

    def _mouse_down(self, event: Any) -> None:
        """Keeps the focus off a clicked button, because Space belongs to the game and would press it again."""
        if event.target.closest(BOARD_BUTTONS):
            event.preventDefault()
            document.activeElement.blur()

    def _press(self, game: OpenGame, code: str, *, repeated: bool) -> bool:
        """Handles a key or a gamepad's button in a game; returns whether it means something there."""
        pointing = self._pointing.get(code)
        role, action = self._roles.get(code), self._actions.get(code)
        if self._choices.words and not repeated and self._choose(game, code, role):
            return True
        if game.end_seen and code == "Enter" and not repeated:
            game.act(Action.AGAIN)
        elif game.cursor and pointing:
            game.cursor.point(pointing)
        elif role is not None:
            if not repeated or game.takes_repeats:
                game.press(role, now())
        elif action is not None and not (repeated and action in NOT_REPEATED):
            game.act(action)
        else:
            return False
        return True

    def _choose(self, game: OpenGame, code: str, role: Role | None) -> bool:
        """Chooses by number, or with the arrows and then Enter; returns whether the key was one of these."""
        choices, number = self._choices, code.removeprefix("Digit").removeprefix("Numpad")
        if number.isdigit() and 0 < int(number) <= len(choices.words):
            game.play(choices.words[int(number) - 1])
        elif role is Role.DROP and choices.chosen:
            game.play(choices.chosen)
        elif role in NEXT:
            choices.step(1)
        elif role in PREVIOUS:
            choices.step(-1)
        else:
            return False
        return True

    def _button(self, what: Press, code: str) -> None:
        """Handles a gamepad's button: as a key in a game; elsewhere it moves the focus and presses."""
        game = self._open_game()
        if what is Press.UP:
            role = self._roles.get(code)
            if role is not None:
                self.let_go(role)
        elif self._settings.waits:
            self._settings.take(code)
        elif game is None or any_dialog_open():
            self._focus.button(code)
        elif game.replay:
            if code in keys.REPLAY:
                game.replay.act(keys.REPLAY[code])
        elif game.over and self._actions.get(code) is Action.PAUSE and what is Press.DOWN:
            game.act(Action.NEW)
        else:
            self._press(game, code, repeated=what is Press.REPEAT)
