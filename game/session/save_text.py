"""The text of a save: one line of JSON with a checksum. It is never trusted, and its moves are not interpreted here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.contract import BadInput, Rules
from game.session.crc import crc_of
from game.session.history import MOST_VARIATIONS, History, Node
from game.session.reader import (
    Format,
    OtherVersion,
    Shape,
    compact,
    constant,
    either,
    fields,
    flag,
    many,
    maybe,
    table,
    text,
    whole,
)
from game.words import N_

FORM = 4
LONGEST_SAVE = 4_000_000
LONGEST_GAME_NAME, LONGEST_OPTION_NAME = 100, 100

LINES = many(fields(of=whole(), at=whole(), inputs=many(text())), most=MOST_VARIATIONS)
FIRST_WITH_CHECKSUM = 3
"""The first form with a checksum."""


def _save(form: int, **more: Shape) -> Shape:
    """Returns the shape of a save of this form."""
    return fields(
        kesu=constant(form),
        game=text(LONGEST_GAME_NAME),
        rules=whole(0, 10**9),
        options=table(either(text(), whole(0, 10**9), flag()), LONGEST_OPTION_NAME),
        seed=maybe(whole()),
        inputs=many(text()),
        at=whole(),
        **more,
    )


_OLD = {"assisted": flag(), "branches": LINES}
FORMAT = Format(
    shape=_save(FORM, variations=LINES, assisted=flag(), demonstrated=flag(), imported=flag(), check=text(8)),
    longest=LONGEST_SAVE,
    damaged=N_("this save is damaged"),
    too_long=N_("this save is too long"),
    form="kesu",
    newest=FORM,
    older={1: _save(1), 2: _save(2, **_OLD), 3: _save(3, **_OLD, check=text(8))},
)


class SaveWriter:
    """Saves the same game repeatedly; serializes only the new part of a long main line."""

    def __init__(self, game: str, rules: int, options: Mapping[str, Any], seed: int | None) -> None:
        head = {"kesu": FORM, "game": game, "rules": rules, "options": options, "seed": seed}
        self._head = f'{_json(head)[:-1]},"inputs":['
        self._main_line: list[str] | None = None
        self._text, self._check, self._many = "", 0, 0
        self._ends: tuple[Node, ...] = ()
        self._variations: list[dict[str, Any]] = []

    def save(self, history: History, marks: Mapping[str, bool]) -> str:
        """Returns the whole save: the text so far, the new inputs, the other fields, and the checksum of everything."""
        self._lengthen(history.main_line)
        if self._ends is not history.ends:
            self._ends, self._variations = history.ends, history.written()
        tail = {"at": history.position, **marks, "variations": self._variations}
        text = self._ended(tail)
        if len(text) > LONGEST_SAVE and self._variations:
            # A save that is too long could not be read: the game itself matters more than its variations.
            text = self._ended(tail | {"variations": []})
        return text

    def _lengthen(self, main_line: list[str]) -> None:
        if self._main_line is not main_line:
            self._main_line, self._text, self._check, self._many = main_line, self._head, crc_of(self._head), 0
        if new := main_line[self._many :]:
            more = ("," if self._many else "") + _json(new)[1:-1]
            self._text += more
            self._check, self._many = crc_of(more, self._check), len(main_line)

    def _ended(self, tail: Mapping[str, Any]) -> str:
        end = "]," + _json(tail)[1:]
        return f'{self._text}{end[:-1]},"check":"{crc_of(end, self._check):08x}"}}'


def read(text: str) -> dict[str, Any]:
    """Parses a save into validated fields; BadInput if it is damaged, OtherVersion for a newer form."""
    save: dict[str, Any] = FORMAT.read(text)
    checked = save["kesu"] < FIRST_WITH_CHECKSUM or save.pop("check") == checksum(save)
    if not checked or save["at"] > len(save["inputs"]):
        raise BadInput(FORMAT.damaged)
    if save["kesu"] < FORM:
        save = {"assisted": False, "demonstrated": False, "imported": False} | save
        save["variations"] = save.pop("branches", [])
    return save


def version_of(text: str, find: Callable[[str], Rules[Any]]) -> str | None:
    """Returns the version of the program or rules that wrote a save; None if it is this version, or damaged."""
    try:
        save = read(text)
        return None if find(save["game"]).version == save["rules"] else f"rules {save['rules']}"
    except OtherVersion as error:
        return error.version
    except BadInput:
        return None


def checksum(save: Mapping[str, Any]) -> str:
    """Returns the checksum of a save with these other fields."""
    return f"{crc_of(_json(save)):08x}"


def saved_game(text: str) -> str:
    """Returns the name of the game in a save, without playing it; BadInput if it is damaged."""
    name: str = read(text)["game"]
    return name


def saved_seed(text: str) -> int | None:
    """Returns the seed of the game in a save, None for the classic one; BadInput if it is damaged."""
    seed: int | None = read(text)["seed"]
    return seed


def _json(value: Mapping[str, Any] | list[str]) -> str:
    return compact(value, ensure_ascii=False)
