"""The daily game: its seed is the UTC date, the first try of a day is the official one, and days in a row are a streak.

A day is a number, year * 10000 + month * 100 + day, and that is its seed. No clock is read here: whoever calls says
which day it is, and may be wrong. So a try belongs to its day, in whatever order the days come.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from game.contract import BadInput
from game.session.reader import is_row, is_whole, parse
from game.words import N_, Words

FORM = 1
FIRST_YEAR, LAST_YEAR = 1970, 9999
LONGEST = 2_000_000
"""Characters of all as text."""
LONGEST_NAME = 200
DEEPEST = 4
LARGEST = 10**15
"""Of scores."""


class Try(NamedTuple):
    """An official try: its score is None until the game is over."""

    score: int | None = None
    assisted: bool = False


class Streak(NamedTuple):
    """Days in a row on which the official try was finished: those that last until now, and the most there ever were."""

    current: int
    longest: int


class Daily:
    """Which days were played, of every game."""

    def __init__(self) -> None:
        self._tries: dict[str, dict[int, Try]] = {}

    def begin(self, game: str, day: int) -> bool:
        """A game of that day is begun → whether this is the official try; ValueError if there is no such day."""
        if not is_day(day) or len(game) > LONGEST_NAME:
            raise ValueError(f"no such day or game: {day} {game}")
        if self.tried(game, day):
            return False
        self._tries.setdefault(game, {})[day] = Try()
        return True

    def finish(self, game: str, day: int, score: int, assisted: bool) -> bool:
        """The official try is over; False, and nothing is changed, if it was not begun or was over before."""
        if self.tried(game, day) != Try() or not is_whole(score, -LARGEST, LARGEST):
            return False
        self._tries[game][day] = Try(score, assisted)
        return True

    def tried(self, game: str, day: int) -> Try | None:
        """The official try of that day, begun or over; None where it is still to be had."""
        return self._tries.get(game, {}).get(day)

    def days(self, game: str) -> tuple[tuple[int, Try], ...]:
        """All days of a game with their tries, the earliest first."""
        return tuple(sorted(self._tries.get(game, {}).items()))

    def streak(self, game: str, today: int) -> Streak:
        """The streak; it is not over before a whole day has passed without a game.

        If days after today were played, the clock was set back, or had been ahead: the streak up to the last of them
        was earned all the same.
        """
        runs: dict[int, int] = {}
        for day, tried in self.days(game):
            if tried.score is not None:
                number = _number(day)
                runs[number] = 1 + runs.get(number - 1, 0)
        now, last = _number(today), max(runs, default=0)
        current = runs.get(now) or runs.get(now - 1, 0)
        if last > now:
            current = max(current, runs[last])
        return Streak(current, max(runs.values(), default=0))

    def text(self) -> str:
        """All of it as one line of JSON, the same for the same tries."""
        games = {game: [[day, tried.score, tried.assisted] for day, tried in self.days(game)] for game in self._tries}
        return json.dumps({"form": FORM, "games": games}, separators=(",", ":"), sort_keys=True)

    @classmethod
    def of_text(cls, text: str) -> Daily:
        """What `text` wrote; BadInput if anything in it is wrong."""
        found = cls()
        found._tries = _read(text)
        return found


def merge(one: Daily, other: Daily) -> Daily:
    """The tries of both. Of two of one day, as two devices can have, the better one is the official one."""
    merged = Daily()
    for game in {*one._tries, *other._tries}:
        tries = dict(one._tries.get(game, {}))
        for day, tried in other._tries.get(game, {}).items():
            tries[day] = max(tries.get(day, tried), tried, key=_worth)
        merged._tries[game] = tries
    return merged


def seed_of(year: int, month: int, day: int) -> int:
    """A UTC date → its number, which is the seed of its game; ValueError if there is no such day."""
    number = year * 10000 + month * 100 + day
    if not (1 <= month <= 12 and 1 <= day <= 31 and is_day(number)):
        raise ValueError(f"no such day: {year}-{month}-{day}")
    return number


def is_day(value: object) -> bool:
    """Whether it is the number of a day that there is."""
    if not isinstance(value, int) or not is_whole(value, FIRST_YEAR * 10000, LAST_YEAR * 10000 + 1231):
        return False
    year, month, day = _parts(value)
    return 1 <= month <= 12 and 1 <= day <= _length(year, month)


def share(title: str, day: int, score: int, streak: Streak, words: Words, assisted: bool = False) -> str:
    """A result in two lines to be sent to others; it tells nothing about the game of that day."""
    year, month, date = _parts(day)
    told = [words("Score: {score}", score=score)]
    if assisted:
        told.append(words("with help"))
    if streak.current > 1:
        told.append(words("{days} days in a row", days=streak.current))
    return f"Kesu · {title} · {year:04}-{month:02}-{date:02}\n{' · '.join(told)}"


def _worth(tried: Try) -> tuple[bool, int, bool]:
    return tried.score is not None, tried.score or 0, not tried.assisted


def _parts(day: int) -> tuple[int, int, int]:
    """Year, month and day of the month."""
    return day // 10000, day // 100 % 100, day % 100


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _length(year: int, month: int) -> int:
    """The days of a month."""
    return 29 if month == 2 and _is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _number(day: int) -> int:
    """Days counted without a gap, so that the next day is one more."""
    year, month, date = _parts(day)
    before = year - 1
    years = before * 365 + before // 4 - before // 100 + before // 400
    return years + sum(_length(year, each) for each in range(1, month)) + date


def _read(text: str) -> dict[str, dict[int, Try]]:
    damaged = BadInput(N_("these daily games are damaged"))
    if len(text) > LONGEST:
        raise BadInput(N_("these daily games are too long"))
    try:
        found = parse(text, DEEPEST)
    except ValueError:
        raise damaged from None
    if not isinstance(found, dict) or set(found) != {"form", "games"} or not is_whole(found["form"], FORM, FORM):
        raise damaged
    games = found["games"]
    if not isinstance(games, dict):
        raise damaged
    tries: dict[str, dict[int, Try]] = {}
    for game, rows in games.items():
        if len(game) > LONGEST_NAME or not isinstance(rows, list) or not rows or not all(map(_is_try, rows)):
            raise damaged
        tries[game] = {day: Try(score, assisted) for day, score, assisted in rows}
        if len(tries[game]) != len(rows):
            raise damaged
    return tries


def _is_try(value: object) -> bool:
    if not isinstance(value, list) or not is_row(value, 3):
        return False
    day, score, assisted = value
    if not is_day(day) or not isinstance(assisted, bool):
        return False
    return not assisted if score is None else is_whole(score, -LARGEST, LARGEST)
