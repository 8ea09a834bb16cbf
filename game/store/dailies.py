"""The player's daily games in a store: which day it is, which try counts, and its result."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from game.contract import BadInput, Rules
from game.session import daily
from game.session.daily import Daily, Streak, Try, day_of, seed_of_day
from game.store import names
from game.store.collection import Collection, Kind
from game.store.store import Store
from game.words import N_

DAILY, TODAY = "daily", ("", "today")
"""The parameter of an address that names a day, and its values for today."""
PROBLEM = "problem"
"""The name of the problem of the day among the daily games."""
MOST_KEPT = 5
"""How many days are kept of each game, so that yesterday's can be finished."""
TOO_OLD = N_("an unfinished game is deleted after {most} later days have been played")
LONGEST_PAR = 15
"""Digits."""
TRIES = Kind(names.DAILY, daily.FORMAT, Daily, Daily.from_text, Daily.text, daily.merge)


class Dailies(Collection[Daily]):
    """Daily games, read again on every call and written at once, because another page may be open."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        super().__init__(store, TRIES)
        self._clock = clock

    def now(self) -> float:
        """Returns seconds since 1970."""
        return self._clock()

    def today(self) -> date:
        """Returns the player's local date: a day begins at their own midnight."""
        return datetime.fromtimestamp(self._clock()).date()

    def day(self, text: str) -> date:
        """Returns the day that an address names, which may be `today`; BadInput if there is no such day."""
        return self.today() if text in TODAY else day_of(text)

    def tried(self, game: str, day: date) -> Try | None:
        """Returns the official try of a day, begun or over; None if it has not begun."""
        return self.all().tried(game, day)

    def counts(self, game: str, day: date) -> bool:
        """Returns whether the official try of a day has begun and is not over."""
        return self.tried(game, day) == Try()

    def begin(self, game: str, day: date) -> bool:
        """Begins a game of a day; returns whether it is the official try."""
        tries = self.all()
        official = tries.begin(game, day)
        self.put(tries)
        for old, tried in tries.days(game)[:-MOST_KEPT]:
            if self._store.get(names.save(game, old)) is not None:
                if tried == Try():
                    self._store.report(BadInput(TOO_OLD, most=MOST_KEPT))
                for name_of in (names.save, names.page, names.since):
                    self._store.remove(name_of(game, old))
        return official

    def withdraw(self, game: str, day: date) -> None:
        """Takes back the beginning of the official try, if it is not over."""
        tries = self.all()
        if tries.withdraw(game, day):
            self.put(tries)

    def finish(self, game: str, day: date, score: int, *, assisted: bool) -> bool:
        """Ends the official try; False if it had not begun or was over already."""
        tries = self.all()
        finished = tries.finish(game, day, score, assisted)
        if finished:
            self.put(tries)
        return finished

    def par(self, rules: Rules[Any], day: date) -> int | None:
        """Returns the goal of a day, if it is the last one that was computed here."""
        text = self._store.get(names.par(rules.name)) or ""
        score = text.removeprefix(_par_of(rules, day))
        known = score != text and score.isascii() and score.isdigit() and len(score) <= LONGEST_PAR
        return int(score) if known else None

    def keep_par(self, rules: Rules[Any], day: date, score: int) -> None:
        """Keeps the goal of a day in place of the last one; one that could not be read again is not kept."""
        if 0 <= score < 10**LONGEST_PAR:
            self._store.put(names.par(rules.name), f"{_par_of(rules, day)}{score}")

    def streak(self, game: str | None = None) -> Streak:
        """Returns the days in a row, of one game or with any."""
        return self.all().streak(game, self.today())

    def unfinished(self, game: str, day: date) -> date | None:
        """Returns the last day before this one whose try has begun, is not over, and can be continued."""
        last = self.all().days(game)[-MOST_KEPT:]
        kept = [each for each, tried in last if each < day and tried == Try()]
        return next((each for each in reversed(kept) if self._store.get(names.save(game, each))), None)

    def saved_days(self, game: str) -> list[date]:
        """Returns the last days, whose games are kept."""
        return [day for day, _tried in self.all().days(game)[-MOST_KEPT:]]


def _par_of(rules: Rules[Any], day: date) -> str:
    """Returns the text in front of a stored goal: everything that the goal depends on."""
    return f"{seed_of_day(day)} {rules.version} {rules.day.turns} {rules.day.par} "
