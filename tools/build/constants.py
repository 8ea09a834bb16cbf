"""Python's constants that the page's scripts need, which import them from "#constants" (package.json)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from types import ModuleType

from game import geometry
from game.contract import EMPTY
from game.input import gestures
from game.play import assistant, partner
from game.play.workshop import tournament_worker, wire
from game.session import backup, replay_code
from game.store import cards, names
from game.workshop import sharing, sources
from tools.build import openings
from tools.build.output import write
from tools.setup.paths import BUILD

INLINE = re.compile(r"\bCONSTANTS\.(\w+)")
"""A constant in a script that imports nothing; the build puts its value there."""

SHARED: Mapping[ModuleType, Sequence[str]] = {
    cards: ("MOST_BOARDS",),
    names: ("PREFIX", "SETTINGS", "TAUGHT", "OPENING_PARTS", "WORKSHOP"),
    geometry: ("LARGEST_CELL", "SMALLEST_CELL", "PIECE_SHARE", "SMALLEST_PIECE_CELL"),
    gestures: ("SWIPE",),
    assistant: ("BEFORE_AGAIN", "BEFORE_LESSON"),
    partner: ("BETWEEN_MOVES",),
    sources: ("INVISIBLE", "BLANK"),
    backup: ("LONGEST_SOURCE_NAME", "MOST_SOURCES"),
    wire: ("LONGEST_MESSAGE", "LONGEST_PROBLEM", "MOST_PER_SECOND", "LONGEST_READING"),
    tournament_worker: ("MOST_RESULTS",),
}
"""Constants that have the same name in Python and in the scripts, by module."""

CONSTANTS: Mapping[str, object] = {
    **{name: getattr(module, name) for module, shared in SHARED.items() for name in shared},
    # Names in the store.
    "SAVE": names.save(""),
    "CARD": names.card(""),
    "DAMAGED": names.damaged(""),
    "OTHER": names.other("", "").rstrip("/") + "/",
    "SAVE_END": cards.END,
    # Boards, and pictures of them.
    "EMPTY": EMPTY,
    "UNITS": openings.CELL,
    "CARD_FORM": cards.FORM,
    "LARGEST_BOARD": wire.SIDE,
    # Sources in the workshop.
    "SOURCE_FORM": sources.FORM,
    "SOURCE_KINDS": sources.KINDS,
    "SOURCE_CODE": f"#{sharing.CODE}",
    "LONGEST_CODE": replay_code.LONGEST,
    "LONGEST_SOURCE": sources.LONGEST,
}


def text_of(value: object) -> str:
    """Returns a value as JavaScript: a whole number without a decimal point."""
    return json.dumps(int(value) if isinstance(value, float) and value.is_integer() else value)


def ready() -> None:
    """Writes the module that the scripts import."""
    lines = [f"export const {name} = {text_of(value)};\n" for name, value in CONSTANTS.items()]
    write(BUILD / "constants.js", "".join(lines).encode())


def inlined(script: str) -> str:
    """Returns a script with the values of the constants that it names by INLINE."""
    return INLINE.sub(lambda found: text_of(CONSTANTS[found[1]]), script)
