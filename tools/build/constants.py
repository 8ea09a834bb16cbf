"""Python's constants that the page's scripts need, which import them from "#constants" (package.json)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

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

CONSTANTS: Mapping[str, object] = {
    # Names in the store.
    "PREFIX": names.PREFIX,
    "SETTINGS": names.SETTINGS,
    "TAUGHT": names.TAUGHT,
    "OPENING_PARTS": names.OPENING_PARTS,
    "WORKSHOP": names.WORKSHOP,
    "SAVE": names.save(""),
    "CARD": names.card(""),
    "DAMAGED": names.damaged(""),
    "OTHER": names.other("", "").rstrip("/") + "/",
    # Boards, and pictures of them.
    "EMPTY": EMPTY,
    "LARGEST_CELL": geometry.LARGEST_CELL,
    "SMALLEST_CELL": geometry.SMALLEST_CELL,
    "PIECE_SHARE": geometry.PIECE_SHARE,
    "SMALLEST_PIECE_CELL": geometry.SMALLEST_PIECE_CELL,
    "UNITS": openings.CELL,
    "CARD_FORM": cards.FORM,
    "MOST_BOARDS": cards.MOST_BOARDS,
    "SAVE_END": cards.END,
    "LARGEST_BOARD": wire.SIDE,
    # Handling, and the pace of lessons in milliseconds.
    "SWIPE": gestures.SWIPE,
    "BEFORE_AGAIN": assistant.BEFORE_AGAIN,
    "BEFORE_LESSON": assistant.BEFORE_LESSON,
    "BETWEEN_MOVES": partner.BETWEEN_MOVES,
    # Sources in the workshop.
    "SOURCE_FORM": sources.FORM,
    "SOURCE_KINDS": sources.KINDS,
    "SOURCE_CODE": f"#{sharing.CODE}",
    "LONGEST_CODE": replay_code.LONGEST,
    "LONGEST_SOURCE": sources.LONGEST,
    "INVISIBLE": sources.INVISIBLE,
    "BLANK": sources.BLANK,
    "LONGEST_SOURCE_NAME": backup.LONGEST_SOURCE_NAME,
    "MOST_SOURCES": backup.MOST_SOURCES,
    # Messages of the worker with foreign code.
    "LONGEST_MESSAGE": wire.LONGEST_MESSAGE,
    "LONGEST_PROBLEM": wire.LONGEST_PROBLEM,
    "MOST_RESULTS": tournament_worker.MOST_RESULTS,
    "MOST_PER_SECOND": wire.MOST_PER_SECOND,
    "LONGEST_READING": wire.LONGEST_READING,
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
