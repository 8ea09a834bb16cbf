"""The player's daily games in a store: which day it is, which try counts, and how it came out."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, datetime

from game.contract import BadInput
from game.session import daily
from game.session.daily import Daily, Streak, Try, day_of, seed_of
from game.web.storage.store import Store

DAILY, TODAY = "daily", ("", "today")
BESIDE = "page", "since"
"""What is kept beside a day's game, in the first part of its name (game/web/storage/saves.py)."""
MOST_KEPT = 5
"""How many days' games are kept of each game, so that one of yesterday can be played to its end."""


class Dailies:
    """Read anew for every question and written at once, for another page may be open; damaged ones are begun anew."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._read: tuple[str, Daily] | None = None
        """All tries as they were read last: it takes long once there are years of them."""
        left = store.take_back(DAILY, daily.FORM)
        if left is not None:
            self.put(self._tries_in(left))

    def now(self) -> float:
        """Seconds since 1970."""
        return self._clock()

    def today(self) -> date:
        """The date where the player is: a day begins at their own midnight."""
        return datetime.fromtimestamp(self._clock()).date()

    def day(self, text: str) -> date:
        """A day as an address has it, `today` too; BadInput if there is no such day."""
        return self.today() if text in TODAY else day_of(text)

    def all(self) -> Daily:
        """All tries, to be looked at and not to be changed."""
        text = self._store.get(DAILY)
        if text is None:
            return Daily()
        if self._read is None or self._read[0] != text:
            self._read = text, self._tries_in(text)
        return self._read[1]

    def _tries_in(self, text: str) -> Daily:
        """Those of a text; none if it cannot be read, and then it is put aside."""
        try:
            return Daily.from_text(text)
        except BadInput as error:
            self._store.put_aside(DAILY, text, error)
            return Daily()

    def put(self, tries: Daily) -> None:
        """Adds these tries to those that are there."""
        self._store.put(DAILY, daily.merge(self.all(), tries).text())

    def tried(self, game: str, day: date) -> Try | None:
        """The official try of that day, begun or over; None where it is still to be had."""
        return self.all().tried(game, day)

    def counts(self, game: str, day: date) -> bool:
        """Whether the official try of that day was begun and is not over."""
        return self.tried(game, day) == Try()

    def begin(self, game: str, day: date) -> bool:
        """A game of that day is begun → whether this is the official try."""
        tries = daily.merge(self.all(), Daily())
        official = tries.begin(game, day)
        self.put(tries)
        for old, _tried in tries.days(game)[:-MOST_KEPT]:
            if self._store.get(slot(game, old)) is not None:
                for place in (slot(game, old), *(f"{beside}/{game}/{seed_of(old)}" for beside in BESIDE)):
                    self._store.remove(place)
        return official

    def finish(self, game: str, day: date, score: int, assisted: bool) -> bool:
        """The official try is over; False if it was not begun or was over before."""
        tries = daily.merge(self.all(), Daily())
        finished = tries.finish(game, day, score, assisted)
        if finished:
            self.put(tries)
        return finished

    def streak(self, game: str) -> Streak:
        """The days in a row."""
        return self.all().streak(game, self.today())

    def unfinished(self, game: str, day: date) -> date | None:
        """The last day before this one whose try was begun, is not over, and can be gone on with."""
        last = self.all().days(game)[-MOST_KEPT:]
        kept = [each for each, tried in last if each < day and tried == Try()]
        return next((each for each in reversed(kept) if self._store.get(slot(game, each))), None)

    def slots(self, game: str) -> list[str]:
        """Under which names the games of the last days are kept."""
        return [slot(game, day) for day, _tried in self.all().days(game)[-MOST_KEPT:]]


def slot(game: str, day: date) -> str:
    """Under which name the game of a day is kept."""
    return f"{DAILY}/{game}/{seed_of(day)}"
