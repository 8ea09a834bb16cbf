"""The strip at the top of home: a ring for each game's daily challenge, and the time until the next one."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from datetime import time as clock_time

from js import document

from game.rules import GAMES
from game.session.daily import ALL_DONE, Try, day_result_name
from game.store.dailies import Dailies
from game.web.platform.dates import formatted_duration
from game.web.platform.dom import by_id, make, put
from game.web.platform.loop import DelayedCall
from game.words import BRACKETS, Translator

MINUTE = 60.0


class Today:
    """Today's challenges, on the rings."""

    def __init__(self, dailies: Dailies, translator: Translator) -> None:
        self._dailies, self._translator = dailies, translator
        self._next = by_id("today-next")
        self._later = DelayedCall(self.show)

    def show(self) -> None:
        """Shows the state of every challenge, again each minute until `rest`, because the day may change."""
        translator, today, tries = self._translator, self._dailies.today(), self._dailies.all()
        done, rings = 0, list(document.querySelectorAll(".ring"))
        for ring in rings:
            name = str(ring.dataset.game)
            tried = tries.tried(name, today)
            ring.dataset.state = "" if tried is None else "half" if tried.score is None else "done"
            done += tried is not None and tried.score is not None
            ring.querySelector(".ring-state").textContent = self._state(name, tried) or translator("Not started")
            ring.querySelector(".ring-result").textContent = self._result(name, tried)
        left = self.left()
        streak, shown = tries.streak(None, today).current, []
        if done == len(rings):
            shown.append(translator(ALL_DONE, done=done, all=done))
        if streak > 1:
            shown.append(translator("{days}-day streak", days=streak))
        shown.append(translator("Next in {time}", time=formatted_duration(int(left // MINUTE), translator.language)))
        put(self._next, *(make("span", f"{text} ") for text in shown))
        self._later.begin(1000 * (left % MINUTE + 1))

    @property
    def day(self) -> date:
        """The player's local date."""
        return self._dailies.today()

    def rest(self) -> None:
        """Stops the updates."""
        self._later.cancel()

    def left(self) -> float:
        """Returns the seconds until the player's next midnight."""
        midnight = datetime.combine(self._dailies.today() + timedelta(days=1), clock_time())
        return max(0.0, midnight.timestamp() - self._dailies.now())

    def _result(self, name: str, tried: Try | None) -> str:
        """Returns the result of a try that has ended."""
        if tried is None or tried.score is None:
            return ""
        return day_result_name(GAMES[name], self._dailies.today(), tried.score, self._translator)

    def _state(self, name: str, tried: Try | None) -> str:
        if tried is None:
            return ""
        if tried.score is None:
            return self._translator("In progress")
        done = f"✓ {self._result(name, tried)}"
        return self._translator(BRACKETS, text=done, more=self._translator("assisted")) if tried.assisted else done
