"""Days, months and times in the page's language, formatted by the browser."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any

from js import Date, Intl

from game.web.platform.dom import as_object

MONDAY = 1
BRITISH = {"en": "en-GB"}
"""The page's English is British, and so are its days."""


def formatted_day(day: date, language: str, /, **parts: str) -> str:
    """Formats a day with these options of Intl.DateTimeFormat, such as `month="long"`."""
    return str(_dates(language, tuple(parts.items())).format(Date.UTC(day.year, day.month - 1, day.day)))


def first_weekday(language: str) -> int:
    """Returns the first day of the week, 1 for Monday to 7; Monday if the browser does not say."""
    try:
        locale = Intl.Locale.new(BRITISH.get(language, language)).maximize()
        week = locale.getWeekInfo() if hasattr(locale, "getWeekInfo") else locale.weekInfo
        return int(week.firstDay)
    except Exception:  # a browser may not know this, or throw an error of any kind
        return MONDAY


def formatted_duration(minutes: int, language: str) -> str:
    """Formats minutes as hours and minutes: 5 hr 12 min."""
    hours, rest = divmod(minutes, 60)
    parts = [(hours, "hour")] if hours else []
    texts = (str(_counts(language, unit).format(number)) for number, unit in [*parts, (rest, "minute")])
    if language.startswith("zh"):  # a blank separates digits from Chinese, which not every browser has here
        texts = (re.sub(r"(?<=\d)(?=\w)(?!\d)", " ", text) for text in texts)
    if language == "ja":
        return "".join(text.replace(" ", "") for text in texts)
    return " ".join(text.replace(" ", "\N{NO-BREAK SPACE}") for text in texts)


@cache
def _dates(language: str, parts: tuple[tuple[str, str], ...]) -> Any:
    # A day is formatted as its midnight in UTC, so that no time zone shifts it.
    return Intl.DateTimeFormat.new(BRITISH.get(language, language), as_object({**dict(parts), "timeZone": "UTC"}))


@cache
def _counts(language: str, unit: str) -> Any:
    form = as_object({"style": "unit", "unit": unit, "unitDisplay": "short"})
    return Intl.NumberFormat.new(language, form)
