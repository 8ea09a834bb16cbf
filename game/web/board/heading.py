"""Which game the page says it is: the heading, the window's title, and what the style sheet goes by."""

from __future__ import annotations

from typing import Any

from js import document, window

from game.contract import Rules
from game.session import Session
from game.web.dom import by_id, make, put
from game.words import BRACKETS, Translator


class Heading:
    """Follows the game that is open, or that will be."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def announce(self, rules: Rules[Any]) -> None:
        """A game of these rules comes, in the place of home or of another."""
        by_id("how").hidePopover()
        window.scrollTo(0, 0)  # home may have been scrolled to the card, a game to what stands below it
        document.body.dataset.screen, document.body.dataset.game = "game", rules.name
        self._write(rules)

    def open(self, session: Session, manner: str) -> None:
        """The game is there; its manner is how it is played, where that is not as usual."""
        document.body.dataset.timed = "1" if session.hurried else ""
        self._write(session.rules, manner)

    def _write(self, rules: Rules[Any], manner: str = "") -> None:
        title = self._translator(rules.title)
        put(by_id("title"), title, *([" ", make("small", manner)] if manner else ()))
        document.title = f"{self._translator(BRACKETS, text=title, more=manner) if manner else title} – Kesu"
