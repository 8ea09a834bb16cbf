"""The strip at the top of home: a ring for each game's daily challenge, and the time until the next one."""

from __future__ import annotations

from datetime import datetime, timedelta
from datetime import time as clock_time

from js import document

from game.rules import GAMES
from game.session.daily import Try, result_name
from game.store.dailies import Dailies
from game.web.platform.dates import span
from game.web.platform.dom import Text, by_id, make, put
from game.web.platform.loop import Later
from game.words import BRACKETS, Translator

MINUTE = 60.0


class Today:
    """Today's challenges, on the rings and at the bottom of the cards."""

    def __init__(self, dailies: Dailies, translator: Translator) -> None:
        self._dailies, self._translator = dailies, translator
        self._next = Text(by_id("today-next"))
        self._later = Later(self.show)

    def show(self) -> None:
        """Shows the state of every challenge, again each minute until `rest`, because the day may change."""
        translator, today, tries = self._translator, self._dailies.today(), self._dailies.all()
        for ring in document.querySelectorAll(".ring"):
            tried = tries.tried(str(ring.dataset.game), today)
            ring.dataset.state = "" if tried is None else "half" if tried.score is None else "done"
            ring.querySelector(".ring-state").textContent = self._state(str(ring.dataset.game), tried) or translator(
                "Not started"
            )
        for place in document.querySelectorAll(".daily-state"):
            name = str(place.dataset.of)
            tried, streak = tries.tried(name, today), tries.streak(name, today).current
            parts = [self._state(name, tried)] if tried else []
            if streak > 1:
                parts.append(translator("{days}-day streak", days=streak))
            put(place, *(make("span", text) for text in _separated(parts)))  # each span stays on one line
        left = self.left()
        self._next.set(translator("New challenges in {time}", time=span(int(left // MINUTE), translator.language)))
        self._later.begin(1000 * (left % MINUTE + 1))

    def rest(self) -> None:
        """Stops the updates."""
        self._later.cancel()

    def left(self) -> float:
        """Returns the seconds until the player's next midnight."""
        midnight = datetime.combine(self._dailies.today() + timedelta(days=1), clock_time())
        return max(0.0, midnight.timestamp() - self._dailies.now())

    def _state(self, name: str, tried: Try | None) -> str:
        if tried is None:
            return ""
        if tried.score is None:
            return self._translator("In progress")
        done = f"✓ {result_name(GAMES[name], self._dailies.today(), tried.score, self._translator)}"
        return self._translator(BRACKETS, text=done, more=self._translator("assisted")) if tried.assisted else done


def _separated(parts: list[str]) -> list[str]:
    return [f"{part}\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}" for part in parts[:-1]] + parts[-1:]
