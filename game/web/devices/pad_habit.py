"""Hides the buttons below the board from a player who swipes; one tap brings them back for good."""

from __future__ import annotations

from collections.abc import Callable

from game.player.preferences import Preferences
from game.player.settings import Settings
from game.web.platform.dom import by_id, listen, on_click

HABIT = 12
"""Moves by gestures, without a button in between, after which the buttons are hidden."""


class PadHabit:
    """Counts how the player plays. The buttons vanish only between games, so that no board moves under a finger."""

    def __init__(self, preferences: Preferences, apply: Callable[[Settings], None]) -> None:
        self._preferences, self._apply = preferences, apply
        self._gestures = 0
        listen(by_id("pad"), "pointerdown", lambda _event: self._pressed())
        on_click("show-pad", lambda: apply(preferences.settings.having(pad="shown")))

    def gestured(self) -> None:
        """Counts a move by a gesture."""
        self._gestures += 1

    def game_closes(self) -> None:
        """Hides the buttons if the last game was played by gestures."""
        if self._preferences.settings.pad == "auto" and self._gestures >= HABIT:
            self._apply(self._preferences.settings.having(pad="hidden"))
        self._gestures = 0

    def _pressed(self) -> None:
        self._gestures = 0
