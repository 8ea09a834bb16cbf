"""Backups: what a player has, as one text that is validated as a whole before it is merged.

Not in it are live games, which the friend's device keeps as well and sends again, and drafts of the workshop.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from game.contract import BadInput, shorten
from game.session import daily, records
from game.session.crc import crc_of
from game.session.daily import Daily
from game.session.notebook import Notebook
from game.session.problem_book import ProblemBook
from game.session.reader import LARGEST, Format, compact, constant, either, fields, flag, many, real, table, text, whole
from game.session.records import Records, is_better
from game.session.save_text import saved_game
from game.words import N_

FORM = 2
LONGEST = 5_000_000
"""Characters of the text, which are also bytes: the text is ASCII."""
MOST_SETTINGS = 1_000
MOST_SAVES = 200
LONGEST_NAME_IN_STORE = 200
LONGEST_SETTING = 20_000
MOST_RACES, LONGEST_RACE = 100, 110_000
MOST_SOURCES, LONGEST_SOURCE, LONGEST_SOURCE_NAME = 50, 1_000_000, 60
TOO_MUCH = N_(
    "there is too much data for one backup: delete imported games or code in the workshop, or begin new games in place "
    "of the longest"
)
BYTE_ORDER_MARK = "\ufeff"
"""Some editors put it at the start of a file."""

NAMES = re.compile(r"(?:(?:save|before)/([a-z0-9-]+)|daily/([a-z0-9-]+)/[0-9]{8})(?:#[0-9]{1,3})?")
"""The names of saves: the current game, the one before it and daily games; duplicates are numbered."""

RACES = re.compile(r"challenge/[a-z0-9-]+|(best)/[a-z0-9-]+/.*")
"""The names of races: the challenge to which the current game belongs, and the best game of a preset."""
BEST = re.compile(r"(-?[0-9]{1,15}) [A-Za-z0-9_-]+")
"""A best game: its score and its code."""

Setting = str | int | float | bool
SETTINGS = table(
    either(text(LONGEST_SETTING), whole(-LARGEST, LARGEST), real(), flag()), LONGEST_NAME_IN_STORE, most=MOST_SETTINGS
)
FIELDS = {
    "kesu": constant("backup"),
    "check": text(8),
    "statistics": text(),
    "daily": text(),
    "saves": table(text(), LONGEST_NAME_IN_STORE, most=MOST_SAVES),
    "settings": SETTINGS,
}
NOW = FIELDS | {"form": constant(FORM), "races": table(text(LONGEST_RACE), LONGEST_NAME_IN_STORE, most=MOST_RACES)}
SOURCE = fields(name=text(LONGEST_SOURCE_NAME), text=text(LONGEST_SOURCE))
SOURCE_LIST = many(SOURCE, most=MOST_SOURCES)
"""The visitor's own sources; the page's scripts keep the same list in the store (static/workshop-page/sources.js)."""
SOME = ({"sources": SOURCE_LIST}, {"notebook": text()}, {"problems": text()})
"""Fields that only some backups have."""
FORMAT = Format(
    shape=either(*(fields(**NOW, **dict(ChainMap(*some))) for n in range(4) for some in combinations(SOME, n))),
    longest=LONGEST,
    damaged=N_("this backup is damaged"),
    too_long=N_("this backup is too long"),
    form="form",
    newest=FORM,
    older={1: fields(**FIELDS, form=constant(1))},
)


SOURCES_FORMAT = Format(
    shape=SOURCE_LIST,  # form 1, which has no number; a later form is an object with one
    longest=2 * LONGEST,
    damaged=N_("this code is damaged"),
    too_long=N_("this code is too long"),
    form="form",
    row=SOURCE,
)
SourceTexts = tuple[tuple[str, str], ...]
"""Names and texts, newest first."""


@dataclass(frozen=True)
class Backup:
    """What a player has, but for live games and drafts."""

    records: Records
    daily: Daily
    saves: Mapping[str, str]
    """Saves by name."""
    settings: Mapping[str, Setting]
    races: Mapping[str, str] = field(default_factory=dict)
    """Races by name: challenges, and best games, each with its score in front."""
    sources: SourceTexts = ()
    """The visitor's own workshop sources."""
    notebook: Notebook = field(default_factory=Notebook)
    problems: ProblemBook = field(default_factory=ProblemBook)


def write(backup: Backup) -> str:
    """Serializes a backup to one line of JSON; BadInput if it is too long, ValueError for invalid settings.

    Leaves out what would make the whole backup unreadable (`left_out`).
    """
    outside = left_out(backup)
    content: dict[str, Any] = {
        "statistics": backup.records.text(),
        "daily": backup.daily.text(),
        "saves": {name: save for name, save in backup.saves.items() if name not in outside},
        "settings": dict(backup.settings),
        "races": {name: race for name, race in backup.races.items() if name not in outside},
    }
    if backup.sources:
        content["sources"] = [{"name": name, "text": source} for name, source in backup.sources]
    if len(backup.notebook):
        content["notebook"] = backup.notebook.text()
    if len(backup.problems):
        content["problems"] = backup.problems.text()
    if not SETTINGS([content["settings"]]):
        raise ValueError("settings are flat and of few kinds")
    if len(content["saves"]) > MOST_SAVES:
        raise _too_many_saves()
    text = _json({"kesu": "backup", "form": FORM, "check": _checksum(content)} | content)
    if len(text) > LONGEST:
        raise BadInput(TOO_MUCH)
    return text


def left_out(backup: Backup) -> set[str]:
    """Returns the names of the saves and races that are damaged or in the wrong place."""
    saves = {name for name, save in backup.saves.items() if not _is_valid_save(name, save)}
    return saves | {name for name, race in backup.races.items() if not _is_valid_race(name, race)}


def read(text: str) -> Backup:
    """Parses and validates what `write` wrote, without playing the saves; BadInput if anything is wrong."""
    found = FORMAT.parsed(text.removeprefix(BYTE_ORDER_MARK))
    if not isinstance(found, dict) or found.get("kesu") != "backup":
        raise BadInput(N_("this is not a Kesu backup"))
    FORMAT.checked(found)
    content = {name: value for name, value in found.items() if name not in ("kesu", "form", "check")}
    if found["check"] != _checksum(content):
        raise BadInput(FORMAT.damaged)
    for name, save in found["saves"].items():
        if not NAMES.fullmatch(name):
            raise BadInput(N_("this backup holds something unknown: {name}"), name=shorten(name))
        if not _is_valid_save(name, save):
            raise BadInput(N_("this backup holds a save in the wrong place: {name}"), name=shorten(name))
    races = found.get("races", {})
    if not all(_is_valid_race(name, race) for name, race in races.items()):
        raise BadInput(FORMAT.damaged)
    statistics = Records.from_text(found["statistics"], "")
    if not statistics.can_grow:
        raise BadInput(FORMAT.damaged)
    return Backup(
        statistics,
        Daily.from_text(found["daily"]),
        found["saves"],
        found["settings"],
        races,
        _as_sources(found.get("sources", ())),
        Notebook.from_text(found["notebook"]) if "notebook" in found else Notebook(),
        ProblemBook.from_text(found["problems"]) if "problems" in found else ProblemBook(),
    )


def merge(ours: Backup, theirs: Backup) -> Backup:
    """Combines both without changing either.

    Where both have a save or a setting of the same name, ours stays, and their save is kept next to it as `name#2`. Of
    two best games the better one is kept, and of two challenges ours.
    """
    saves = dict(ours.saves)
    for name, save in sorted(theirs.saves.items()):
        if save not in saves.values():
            saves[_free_name(name, saves)] = save
    sources = merge_sources(ours.sources, theirs.sources)
    if len(saves) > MOST_SAVES:
        raise _too_many_saves()
    if len(sources) > MOST_SOURCES:
        raise BadInput(N_("together there would be more than {most} files of code"), most=MOST_SOURCES)
    return Backup(
        records.merge(ours.records, theirs.records),
        daily.merge(ours.daily, theirs.daily),
        saves,
        {**theirs.settings, **ours.settings},
        {**ours.races, **{name: race for name, race in theirs.races.items() if _replaces(race, ours.races.get(name))}},
        sources,
        ours.notebook.merged(theirs.notebook),
        ours.problems.merged(theirs.problems),
    )


def read_sources(text: str) -> SourceTexts:
    """Parses the sources as the page stores them; BadInput if anything is wrong."""
    return _as_sources(SOURCES_FORMAT.read(text))


def write_sources(sources: SourceTexts) -> str:
    """Serializes sources for `read_sources`."""
    return _json([{"name": name, "text": source} for name, source in sources])


def _as_sources(rows: Sequence[Mapping[str, str]]) -> SourceTexts:
    return tuple((each["name"], each["text"]) for each in rows)


def merge_sources(ours: SourceTexts, theirs: SourceTexts) -> SourceTexts:
    """Combines both. Where names collide, theirs gets a number."""
    merged = dict(ours)
    for name, source in theirs:
        if source not in merged.values():
            merged[_free_name(name if name not in merged else name[: LONGEST_SOURCE_NAME - 4], merged)] = source
    return tuple(merged.items())


def _free_name(name: str, taken: Mapping[str, str]) -> str:
    """Returns this name if it is free, else the name with the first free number."""
    if name not in taken:
        return name
    name = name.partition("#")[0]
    number = 2
    while f"{name}#{number}" in taken:
        number += 1
    return f"{name}#{number}"


def _replaces(theirs: str, ours: str | None) -> bool:
    """Returns whether their race replaces ours: a better best game, or a challenge where we have none."""
    best, known = BEST.fullmatch(theirs), BEST.fullmatch(ours or "")
    return is_better(int(best[1]), int(known[1]) if known else None) if best else ours is None


def _is_valid_race(name: str, race: str) -> bool:
    """Returns whether the race is well-formed. Whether it can be played is checked only when it is raced."""
    place = RACES.fullmatch(name)
    fits = len(name) <= LONGEST_NAME_IN_STORE and len(race) <= LONGEST_RACE
    return place is not None and fits and (place[1] is None or BEST.fullmatch(race) is not None)


def _too_many_saves() -> BadInput:
    return BadInput(N_("there are too many saved games for one backup"))


def _json(value: object) -> str:
    return compact(value, sort_keys=True)


def _checksum(content: Mapping[str, object]) -> str:
    return f"{crc_of(_json(content)):08x}"


def _is_valid_save(name: str, save: str) -> bool:
    """Returns whether this is a well-formed save of the game in its name. Whether it can be played is checked later."""
    place = NAMES.fullmatch(name)
    try:
        return place is not None and saved_game(save) in place.groups()
    except BadInput:
        return False
