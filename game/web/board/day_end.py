"""The part of the end card for a day's game: a histogram of the player's days, and the next game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.play.changes import DayBar, DayEnd
from game.web.platform.dom import by_id, make, put, show
from game.words import Translator


class DayPart:
    """A part of the card, which hides the card's offers of another game."""

    def __init__(self, card: Any, translator: Translator) -> None:
        self._card, self._translator = card, translator
        self._part, self._days, self._next = by_id("end-day"), by_id("end-days"), by_id("end-next")

    def show(self, day: DayEnd | None) -> None:
        """Shows how a day's game ended; hides the part after any other game."""
        show(self._part, shown=day is not None)
        self._card.classList.toggle("of-day", day is not None)
        if day is None:
            return
        self._show_days(day.bars)
        following = self._translator("Next: {game}", game=day.title) if day.title else self._translator("Home")
        self._next.textContent = day.onward or following

    def _show_days(self, bars: Sequence[DayBar]) -> None:
        """Shows a histogram, with this day's bar in full colour."""
        show(self._days, shown=bool(bars))
        most = max((bar.days for bar in bars), default=1) or 1
        put(self._days, *(self._bar(bar, most) for bar in bars))
        self._days.setAttribute("aria-label", self._translator("Your results so far"))

    def _bar(self, bar: DayBar, most: int) -> Any:
        translator = self._translator
        column = make("i", aria_hidden="true")
        column.style.setProperty("--share", f"{bar.days / most:.3f}")
        days = translator.labelled(bar.label, translator.plural("{count} day", "{count} days", bar.days))
        item = make(
            "li",
            make("span", translator.number(bar.days) if bar.days else "", class_="end-count", aria_hidden="true"),
            column,
            make("span", bar.label, class_="end-label", aria_hidden="true"),
            make("span", days, class_="unseen"),
        )
        item.classList.toggle("this", bar.this)
        return item
