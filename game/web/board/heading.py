"""Names the current game: in the heading, in the window's title, and for the style sheet."""

from __future__ import annotations

from typing import Any

from js import document, window

from game.contract import Rules
from game.web.platform.dom import by_id, make, put
from game.words import BRACKETS, Translator


class Heading:
    """Follows the open game, or the one being opened."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def announce(self, rules: Rules[Any]) -> None:
        """Announces a game of these rules, in place of home or of another game."""
        by_id("how").hidePopover()
        window.scrollTo(0, 0)  # home or the previous game may be scrolled down
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        self._write(rules)

    def open(self, rules: Rules[Any], subtitle: str, *, clock_runs: bool) -> None:
        """Shows the open game; `subtitle` is how it is played if that is unusual."""
        document.body.dataset.timed = "1" if clock_runs else ""
        self._write(rules, subtitle)

    def _write(self, rules: Rules[Any], subtitle: str = "") -> None:
        title = self._translator(rules.title)
        put(by_id("title"), title, *([" ", make("small", subtitle)] if subtitle else ()))
        document.title = f"{self._translator(BRACKETS, text=title, more=subtitle) if subtitle else title} – Kesu"
