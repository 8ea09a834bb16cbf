"""A backup: everything a player has, as one text; it is checked as a whole, then merged."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.contract import BadInput, shorten
from game.session import daily, records
from game.session.daily import Daily
from game.session.reader import Format, constant, either, fields, flag, real, table, text, whole
from game.session.records import Records
from game.session.saves import saved_game
from game.words import N_

FORM = 1
LONGEST = 5_000_000
"""Characters of the text; it is ASCII, so these are bytes too."""
MOST_SETTINGS = 1_000
MOST_SAVES = 200
LONGEST_NAME = 200
LONGEST_SETTING = 20_000
LARGEST = 10**15
BYTE_ORDER_MARK = "\ufeff"
"""A mark that some editors put before a text."""

NAMES = re.compile(r"(?:(?:save|before)/([a-z0-9-]+)|daily/([a-z0-9-]+)/[0-9]{8})(?:#[0-9]{1,3})?")
"""The names of saves: the game being played, the one before it, daily games; further ones are numbered."""

Setting = str | int | float | bool
SETTINGS = table(
    either(text(LONGEST_SETTING), whole(-LARGEST, LARGEST), real(), flag()), LONGEST_NAME, most=MOST_SETTINGS
)
FORMAT = Format(
    shape=fields(
        kesu=constant("backup"),
        form=constant(FORM),
        check=text(8),
        statistics=text(),
        daily=text(),
        saves=table(text(), LONGEST_NAME, most=MOST_SAVES),
        settings=SETTINGS,
    ),
    longest=LONGEST,
    damaged=N_("this backup is damaged"),
    too_long=N_("this backup is too long"),
    form="form",
)


@dataclass(frozen=True)
class Backup:
    """Everything a player has."""

    records: Records
    daily: Daily
    saves: Mapping[str, str]
    """Saves by name."""
    settings: Mapping[str, Setting]


def write(backup: Backup) -> str:
    """Everything as one line of JSON; BadInput if it is too long, ValueError for settings that are not valid.

    A save that is damaged, or under another game's name, is left out: it would make the whole unreadable.
    """
    content: dict[str, Any] = {
        "statistics": backup.records.text(),
        "daily": backup.daily.text(),
        "saves": {name: save for name, save in backup.saves.items() if _is_in_place(name, save)},
        "settings": dict(backup.settings),
    }
    if not SETTINGS([content["settings"]]):
        raise ValueError("settings are flat and of few kinds")
    if len(content["saves"]) > MOST_SAVES:
        raise _too_many_saves()
    text = _json({"kesu": "backup", "form": FORM, "check": _checksum(content)} | content)
    if len(text) > LONGEST:
        raise BadInput(N_("there is too much data for one backup"))
    return text


def read(text: str) -> Backup:
    """What `write` wrote, checked in full; BadInput if anything is wrong. Saves are not played for this."""
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
        if not _is_in_place(name, save):
            raise BadInput(N_("this backup holds a save in the wrong place: {name}"), name=shorten(name))
    return Backup(
        Records.from_text(found["statistics"], ""),
        Daily.from_text(found["daily"]),
        found["saves"],
        found["settings"],
    )


def merge(ours: Backup, theirs: Backup) -> Backup:
    """Everything of both; neither is changed.

    If both have a save or a setting of the same name, ours stays; their save is kept next to it as `name#2`.
    """
    saves = dict(ours.saves)
    for name, save in sorted(theirs.saves.items()):
        if save not in saves.values():
            saves[_free(name, saves)] = save
    if len(saves) > MOST_SAVES:
        raise _too_many_saves()
    return Backup(
        records.merge(ours.records, theirs.records),
        daily.merge(ours.daily, theirs.daily),
        saves,
        {**theirs.settings, **ours.settings},
    )


def _free(name: str, taken: Mapping[str, str]) -> str:
    """That name, or the first one like it that is free."""
    if name not in taken:
        return name
    name = name.partition("#")[0]
    number = 2
    while f"{name}#{number}" in taken:
        number += 1
    return f"{name}#{number}"


def _too_many_saves() -> BadInput:
    return BadInput(N_("there are too many saved games for one backup"))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _checksum(content: Mapping[str, object]) -> str:
    return f"{zlib.crc32(_json(content).encode('ascii')):08x}"


def _is_in_place(name: str, save: str) -> bool:
    """Whether it is a well-formed save of the game in its name; whether it can be played is checked later."""
    place = NAMES.fullmatch(name)
    try:
        return place is not None and saved_game(save) in place.groups()
    except BadInput:
        return False
