"""Which problem comes next: one of the list with the wanted grade; on a day the same one for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from game.problems import ids
from game.problems.candidates.draw import Draw
from game.problems.grades import GRADES
from game.problems.listed import LISTED


def listed(game: str = "", goal: str = "", grade: int = 0) -> list[str]:
    """Returns the listed ids, if wanted only those of one game, goal or grade."""
    return [
        each
        for kind, text in LISTED.items()
        if game in ("", kind[0]) and goal in ("", kind[1])
        for each in text.split()
        if grade in (0, ids.grade_of(each))
    ]


def is_listed(name: str) -> bool:
    """Returns whether this id is one of the list."""
    return any(name in text.split() for text in LISTED.values())


def of_day(day: date) -> str:
    """Returns the id of a day's problem; game and grade change daily."""
    games = list(dict.fromkeys(game for game, _goal in LISTED))
    number = day.toordinal()
    found = listed(games[number % len(games)], grade=GRADES[number // len(games) % len(GRADES)])
    return found[number // (len(games) * len(GRADES)) % len(found)]


def again(grade: int, game: str, solved: Callable[[str], bool | None], draw: Draw, after: str = "") -> str:
    """Returns a listed problem of the nearest grade to try once more, if possible one that was not solved."""
    names = [name for name in listed(game) if name != after]
    nearest = min(abs(ids.grade_of(name) - grade) for name in names)
    names = [name for name in names if abs(ids.grade_of(name) - grade) == nearest]
    return draw.of([name for name in names if not solved(name)] or names)


def untried(grade: int, game: str, tried: Callable[[str], bool], after: str = "") -> Iterator[str]:
    """Yields the ids that have not been tried, the nearest grades first, the kinds mixed by checksums of the ids."""
    for each in sorted(GRADES, key=lambda other: abs(other - grade)):
        names = [name for name in listed(game, grade=each) if not tried(name) and name != after]
        yield from sorted(names, key=lambda name: name.rpartition("-")[2])
