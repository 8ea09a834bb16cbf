"""Hides the buttons below the board from a player who swipes; one tap brings them back for good."""

from __future__ import annotations

from collections.abc import Callable

from game.player.preferences import Preferences
from game.player.settings import Settings
from game.store import names
from game.store.store import Store
from game.web.platform.dom import by_id, listen, on_click

HABIT = 12
"""Moves in one game by gestures, without a button in between, after which the buttons are hidden."""


class PadHabit:
    """Counts how the player plays. The buttons vanish only as a game opens, so that no board moves under a finger."""

    def __init__(self, preferences: Preferences, store: Store, apply: Callable[[Settings], None]) -> None:
        self._preferences, self._store, self._apply = preferences, store, apply
        self._gestures = 0
        listen(by_id("pad"), "pointerdown", lambda _event: self._pressed())
        on_click("show-pad", lambda: apply(preferences.settings.having(pad="shown")))

    def gestured(self) -> None:
        """Counts a move by a gesture."""
        self._gestures += 1
        if self._gestures == HABIT:  # also if the page is left before the next game
            self._store.put(names.SWIPES, "1")

    def game_closes(self) -> None:
        """Starts counting again."""
        self._gestures = 0

    def hides(self) -> bool:
        """Hides the buttons if a game was played by gestures. Returns whether it did, so that a message can follow."""
        hides = self._forget() and self._preferences.settings.pad == "auto"
        if hides:
            self._apply(self._preferences.settings.having(pad="hiddenbyhabit"))
        return hides

    def _pressed(self) -> None:
        self._gestures = 0
        self._forget()

    def _forget(self) -> bool:
        """Forgets the habit. Returns whether there was one."""
        swipes = bool(self._store.get(names.SWIPES))
        if swipes:
            self._store.remove(names.SWIPES)
        return swipes
