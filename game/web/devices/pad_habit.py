"""Hides the buttons below the board from a player who swipes; one tap brings them back for good."""

from __future__ import annotations

from collections.abc import Callable

from game.player.preferences import Preferences
from game.player.settings import Settings
from game.web.platform.dom import by_id, listen, on_click

HABIT = 12
"""Moves in one game by gestures, without a button in between, after which the buttons are hidden."""


class PadHabit:
    """Counts how the player plays. The buttons vanish only as a game opens, so that no board moves under a finger."""

    def __init__(self, preferences: Preferences, apply: Callable[[Settings], None]) -> None:
        self._preferences, self._apply = preferences, apply
        self._gestures, self._swipes = 0, False
        listen(by_id("pad"), "pointerdown", lambda _event: self._pressed())
        on_click("show-pad", lambda: apply(preferences.settings.having(pad="shown")))

    def gestured(self) -> None:
        """Counts a move by a gesture."""
        self._gestures += 1
        self._swipes = self._swipes or self._gestures >= HABIT

    def game_closes(self) -> None:
        """Starts counting again."""
        self._gestures = 0

    def hides(self) -> bool:
        """Hides the buttons if a game was played by gestures. Returns whether it did, so that a message can follow."""
        hides = self._swipes and self._preferences.settings.pad == "auto"
        if hides:
            self._apply(self._preferences.settings.having(pad="hiddenbyhabit"))
        self._swipes = False
        return hides

    def _pressed(self) -> None:
        self._gestures, self._swipes = 0, False
