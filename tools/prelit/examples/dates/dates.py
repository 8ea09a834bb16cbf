"""Facts about the dates of a year, with Python's library alone."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

from js import document
from pyodide.ffi import create_proxy


@dataclass
class Fact:
    name: str
    days: list[date]

    def text(self):
        return ", ".join(f"{day:%A} {day.day} {day:%B}" for day in self.days)


def easter(year):
    """The date of Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher)."""
    century, rest = divmod(year, 100)
    skipped, left = divmod(century, 4)
    moon = (19 * (year % 19) + century - skipped - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * left + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (year % 19 + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)


def facts(year):
    sunday = easter(year)
    thirteenths = [date(year, month, 13) for month in range(1, 13)]
    yield Fact("Easter", [sunday])
    yield Fact("Ascension and Whit Sunday", [sunday + timedelta(39), sunday + timedelta(49)])
    yield Fact("Friday the 13th", [day for day in thirteenths if day.weekday() == calendar.FRIDAY])


def show(_event=None):
    year = int(document.querySelector("#year").value)
    rows = (f"<dt>{fact.name}</dt><dd>{fact.text()}</dd>" for fact in facts(year))
    document.querySelector("#facts").innerHTML = "".join(rows)
    document.querySelector("#calendar").textContent = calendar.TextCalendar().formatyear(year)


document.querySelector("#year").addEventListener("change", create_proxy(show))
show()
