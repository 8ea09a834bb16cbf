"""Days, months and times in the page's language, as the browser names them."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

from js import Date, Intl

from game.web.dom import as_object

MONDAY = 1


def named(day: date, language: str, /, **parts: str) -> str:
    """A day with these parts of its name, such as `month="long"`: see Intl.DateTimeFormat."""
    return str(_dates(language, tuple(parts.items())).format(Date.UTC(day.year, day.month - 1, day.day)))


def first_weekday(language: str) -> int:
    """The day with which a week begins, 1 for Monday to 7; Monday in a browser that does not say."""
    try:
        locale = Intl.Locale.new(language).maximize()
        week = locale.getWeekInfo() if hasattr(locale, "getWeekInfo") else locale.weekInfo
        return int(week.firstDay)
    except Exception:  # what a browser throws here, or lacks, means the same
        return MONDAY


def span(minutes: int, language: str) -> str:
    """So many minutes as hours and minutes: 5 hr 12 min."""
    hours, rest = divmod(minutes, 60)
    parts = [(hours, "hour")] if hours else []
    texts = (str(_counts(language, unit).format(number)) for number, unit in [*parts, (rest, "minute")])
    return " ".join(text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts)


@cache
def _dates(language: str, parts: tuple[tuple[str, str], ...]) -> Any:
    # Every day is its midnight in UTC, so no zone moves it to another one.
    return Intl.DateTimeFormat.new(language, as_object({**dict(parts), "timeZone": "UTC"}))


@cache
def _counts(language: str, unit: str) -> Any:
    form = as_object({"style": "unit", "unit": unit, "unitDisplay": "short"})
    return Intl.NumberFormat.new(language, form)
