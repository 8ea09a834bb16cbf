"""Everything that a player has, as one text to take along: read as a whole before any of it counts, then merged."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.contract import BadInput
from game.session import daily
from game.session import records as statistics
from game.session.daily import Daily
from game.session.reader import is_whole, parse
from game.session.records import Statistics
from game.session.saves import saved_game
from game.words import N_

FORM = 1
LONGEST = 5_000_000
"""Characters of the text; it is written in ASCII, so that they are bytes too."""
DEEPEST = 2
"""What is nested deeper is in it as text."""

MOST_SETTINGS = 1_000
MOST_SAVES = 200
LONGEST_NAME = 200
LONGEST_SETTING = 20_000
LARGEST = 10**15
BYTE_ORDER_MARK = "\ufeff"
"""What some editors put before a text that they save."""

Setting = str | int | float | bool


@dataclass(frozen=True)
class Backup:
    """Everything that a player has."""

    statistics: Statistics
    daily: Daily
    saves: Mapping[str, str]
    """Saved games by whatever name they are kept under."""
    settings: Mapping[str, Setting]


def write(backup: Backup) -> str:
    """Everything as one line of JSON; BadInput if it is too much for one, ValueError for settings that are none.

    A save that is damaged is left out: it would spoil the whole.
    """
    content: dict[str, Any] = {
        "statistics": backup.statistics.text(),
        "daily": backup.daily.text(),
        "saves": {name: save for name, save in backup.saves.items() if _is_save(save)},
        "settings": dict(backup.settings),
    }
    if not _are_settings(content["settings"]):
        raise ValueError("settings are flat and of few kinds")
    if not _are_saves(content["saves"]):
        raise _too_many_saves()
    text = _told({"kesu": "backup", "form": FORM, "check": _checksum(content)} | content)
    if len(text) > LONGEST:
        raise BadInput(N_("there is too much for one backup"))
    return text


def read(text: str) -> Backup:
    """What `write` wrote, all of it looked at; BadInput if anything is wrong. Saved games are not played for it."""
    damaged = BadInput(N_("this backup is damaged"))
    if len(text) > LONGEST:
        raise BadInput(N_("this backup is too long"))
    try:
        found = parse(text.removeprefix(BYTE_ORDER_MARK), DEEPEST)
    except ValueError:
        raise damaged from None
    if not isinstance(found, dict) or found.pop("kesu", None) != "backup":
        raise BadInput(N_("this is no backup of Kesu"))
    form, check = found.pop("form", None), found.pop("check", None)
    if not is_whole(form, 1):
        raise damaged
    if form != FORM:
        raise BadInput(
            N_("this backup is of another form than this program reads ({theirs}, not {ours})"), theirs=form, ours=FORM
        )
    if set(found) != {"statistics", "daily", "saves", "settings"} or check != _checksum(found):
        raise damaged
    if not isinstance(found["statistics"], str) or not isinstance(found["daily"], str):
        raise damaged
    if not _are_saves(found["saves"]) or not _are_settings(found["settings"]):
        raise damaged
    return Backup(
        Statistics.of_text(found["statistics"], ""), Daily.of_text(found["daily"]), found["saves"], found["settings"]
    )


def merge(ours: Backup, theirs: Backup) -> Backup:
    """Everything of both; neither is changed.

    Where both have a game under one name, or a setting, ours stays; their game is kept beside it as `name#2`.
    """
    saves = dict(ours.saves)
    for name, save in sorted(theirs.saves.items()):
        if save not in saves.values():
            saves[_free(name, saves)] = save
    if len(saves) > MOST_SAVES:
        raise _too_many_saves()
    return Backup(
        statistics.merge(ours.statistics, theirs.statistics),
        daily.merge(ours.daily, theirs.daily),
        saves,
        {**theirs.settings, **ours.settings},
    )


def _free(name: str, taken: Mapping[str, str]) -> str:
    """That name, or the first like it that is not taken."""
    if name not in taken:
        return name
    name = name.partition("#")[0][: LONGEST_NAME - 4]
    number = 2
    while f"{name}#{number}" in taken:
        number += 1
    return f"{name}#{number}"


def _too_many_saves() -> BadInput:
    return BadInput(N_("there are too many saved games for one backup"))


def _told(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _checksum(content: Mapping[str, object]) -> str:
    return f"{zlib.crc32(_told(content).encode('ascii')):08x}"


def _are_saves(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_SAVES
        and all(len(name) <= LONGEST_NAME and _is_save(save) for name, save in value.items())
    )


def _is_save(value: object) -> bool:
    """Whether it has the form of a save; whether it can be played is seen when it is."""
    if not isinstance(value, str):
        return False
    try:
        saved_game(value)
    except BadInput:
        return False
    return True


def _are_settings(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_SETTINGS
        and all(len(name) <= LONGEST_NAME and _is_setting(setting) for name, setting in value.items())
    )


def _is_setting(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_SETTING
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, bool) or is_whole(value, -LARGEST, LARGEST)
