"""The daily game: its seed is the date, the first try of a day is the official one, and days in a row are a streak.

This module reads no clock: the caller passes the day, and may be wrong. So tries are stored by day, and days may come
in any order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from game.contract import BadInput, Day, Rules, shorten
from game.session.options import TURNS
from game.session.reader import LARGEST, Format, compact, constant, fields, flag, many, maybe, row, table, where, whole
from game.session.save_text import LONGEST_GAME_NAME
from game.session.seats import COMPUTER, no_person_won
from game.session.session import Session
from game.words import C_, N_, Translator

FORM = 1
EARLIEST = date(1970, 1, 1)
"""The first date that counts as a day."""
FIRST_DAY = date(2026, 1, 1)
"""The first day of the calendar; games of earlier days can be opened only by address."""
NEW_FORM = date(2026, 11, 23)
"""The first day whose game is played as its rules declare (`Rules.day`). Before, it had the usual options and no limit
of turns, and was for two people at one device if the game is for two; those results stay, but are not compared."""
WON, DRAWN, LOST = 1, 0, -1
"""What is kept as the score of a game against the computer."""
OUTCOMES = {WON: C_("result", "Won"), DRAWN: C_("result", "Drawn"), LOST: C_("result", "Lost")}
ALL_DONE = N_("{done} of {all} today")
"""What is said once all games of the day are over."""
WEEK = 7
LONGEST = 2_000_000
"""Characters of the whole text."""


class Try(NamedTuple):
    """An official try; its score is None until the game is over."""

    score: int | None = None
    assisted: bool = False


class Streak(NamedTuple):
    """Days in a row with a finished official try: the current streak and the longest ever."""

    current: int
    longest: int


class Daily:
    """The official tries of every game, by day."""

    def __init__(self) -> None:
        self._tries: dict[str, dict[date, Try]] = {}

    def begin(self, game: str, day: date) -> bool:
        """Begins a game of that day; returns whether this is the official try. ValueError for a day before EARLIEST."""
        if day < EARLIEST or len(game) > LONGEST_GAME_NAME:
            raise ValueError(f"no such day or game: {day} {game}")
        if self.tried(game, day):
            return False
        self._tries.setdefault(game, {})[day] = Try()
        return True

    def withdraw(self, game: str, day: date) -> bool:
        """Takes back the beginning of the official try; returns False, with no change, if it is over or never began."""
        if self.tried(game, day) != Try():
            return False
        del self._tries[game][day]
        if not self._tries[game]:
            del self._tries[game]
        return True

    def finish(self, game: str, day: date, score: int, assisted: bool) -> bool:
        """Ends the official try; returns False, with no change, if it was not begun or was already over."""
        if self.tried(game, day) != Try() or not SCORE([score]):
            return False
        self._tries[game][day] = Try(score, assisted)
        return True

    def tried(self, game: str, day: date) -> Try | None:
        """Returns the official try of that day, begun or over; None if there was none."""
        return self._tries.get(game, {}).get(day)

    def days(self, game: str) -> tuple[tuple[date, Try], ...]:
        """Returns all days of a game with their tries, earliest first."""
        return tuple(sorted(self._tries.get(game, {}).items()))

    def streak(self, game: str | None, today: date) -> Streak:
        """Returns the streak of one game, or of days with any; it ends only after a whole day without one.

        Days after today mean that the clock was set back or had been ahead; the streak up to the last of them still
        counts.
        """
        runs: dict[date, int] = {}
        games = [game] if game else [*self._tries]
        for day in sorted({day for each in games for day, tried in self.days(each) if tried.score is not None}):
            runs[day] = 1 + runs.get(day - DAY, 0)
        last = max(runs, default=today)
        current = runs.get(today) or runs.get(today - DAY, 0)
        if last > today:
            current = max(current, runs[last])
        return Streak(current, max(runs.values(), default=0))

    def text(self) -> str:
        """Serializes all tries to one line of JSON, deterministically."""
        games = {
            game: [[seed_of_day(day), tried.score, tried.assisted] for day, tried in self.days(game)]
            for game in self._tries
        }
        return compact({"form": FORM, "games": games}, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> Daily:
        """Parses what `text` wrote; BadInput if anything is wrong."""
        found = cls()
        for game, rows in FORMAT.read(text)["games"].items():
            found._tries[game] = {_day(day): Try(score, assisted) for day, score, assisted in rows}
        return found


def merge(one: Daily, other: Daily) -> Daily:
    """Combines the tries of both. Where both have one for the same day, the better one becomes official."""
    merged = Daily()
    for game in {*one._tries, *other._tries}:
        tries = dict(one._tries.get(game, {}))
        for day, tried in other._tries.get(game, {}).items():
            tries[day] = max(tries.get(day, tried), tried, key=_quality)
        merged._tries[game] = tries
    return merged


def seed_of_day(day: date) -> int:
    """Returns the seed of a day's game, which is also the day's name: 20261121 for 2026-11-21."""
    return day.year * 10000 + day.month * 100 + day.day


def options_of_day(rules: Rules[Any], day: date) -> Mapping[str, Any]:
    """Returns the options of a day's game that differ from the usual ones."""
    if day < NEW_FORM:
        return {}
    declared = rules.day
    opponent = {COMPUTER: str(declared.opponent)} if declared.opponent else {}
    return {**opponent, **declared.options, **({TURNS: declared.turns} if declared.turns else {})}


def is_of_day(rules: Rules[Any], options: Mapping[str, str]) -> bool:
    """Returns whether these are the options of the game of a day, as texts by name."""
    declared = {name: str(value) for name, value in options_of_day(rules, NEW_FORM).items()}
    return bool(declared) and options == declared


def is_old(rules: Rules[Any], day: date) -> bool:
    """Returns whether a day's result was counted under the old form, so that it cannot be compared with newer ones."""
    return day < NEW_FORM and rules.day != Day()


def day_result(session: Session) -> int:
    """Returns the result of a day's game: its score; against the computer WON, DRAWN, or LOST, as one left early is."""
    if session.opponent is None:
        return session.score
    if session.over and not session.view.winner:
        return DRAWN
    return LOST if no_person_won(session.opponent, session.view) else WON


def day_result_name(rules: Rules[Any], day: date, result: int, translator: Translator) -> str:
    """Returns a day's result for display: a number, or how a game against the computer ended."""
    if rules.day.opponent and day >= NEW_FORM and result in OUTCOMES:
        return translator(OUTCOMES[result])
    return translator.number(result)


def day_of(text: str) -> date:
    """Parses a day's name such as "20261121"; BadInput if there is no such day."""
    if text.isascii() and text.isdigit() and len(text) == 8 and _is_day(int(text)):
        return _day(int(text))
    raise BadInput(N_("there is no such day: {text}"), text=shorten(text))


def month_of(day: date, first: int) -> tuple[tuple[date, ...], ...]:
    """Returns the month of a day as six weeks that begin on weekday `first` (1 is Monday), with adjacent days."""
    begin = day.replace(day=1)
    begin -= (begin.isoweekday() - first) % WEEK * DAY
    return tuple(tuple(begin + (WEEK * week + n) * DAY for n in range(WEEK)) for week in range(6))


def add_months(day: date, months: int) -> date:
    """Adds months to a day, clamping to the last day of a shorter month."""
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    after = date(year + (month + 1) // 12, (month + 1) % 12 + 1, 1)
    return date(year, month + 1, min(day.day, (after - DAY).day))


def _quality(tried: Try) -> tuple[bool, int, bool]:
    return tried.score is not None, tried.score or 0, not tried.assisted


def _day(number: int) -> date:
    return date(number // 10000, number // 100 % 100, number % 100)


def _is_day(number: int) -> bool:
    try:
        return _day(number) >= EARLIEST
    except ValueError:
        return False


def _is_try(row: Sequence[Any]) -> bool:
    _day, score, assisted = row
    return score is not None or not assisted


def _are_days_unique(rows: Sequence[Any]) -> bool:
    return len({row[0] for row in rows}) == len(rows)


DAY = timedelta(days=1)
SCORE = whole(-LARGEST, LARGEST)
TRY = where(row(where(whole(0, 99991231), _is_day), maybe(SCORE), flag()), _is_try)
FORMAT = Format(
    shape=fields(form=constant(FORM), games=table(where(many(TRY, least=1), _are_days_unique), LONGEST_GAME_NAME)),
    longest=LONGEST,
    damaged=N_("the daily challenge records are damaged"),
    too_long=N_("the daily challenge records are too long"),
    form="form",
)
