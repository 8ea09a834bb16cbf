"""How to do what a lesson shows: its words as keys or as movements of a finger, in order. Pure, so it can be tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from game.contract import Cell, Lesson, Role, Rules, cell_of
from game.geometry import STEPS
from game.input import gestures, keys
from game.play.cursor import LET_GO, PICK
from game.text.names import repeated
from game.words import N_, Translator

DRAGS: Mapping[str, str] = {
    Role.LEFT: N_("Drag left"),
    Role.RIGHT: N_("Drag right"),
    Role.ROTATE: N_("Tap"),
    Role.UP: N_("Tap"),
    Role.SOFT_DROP: N_("Drag down, or hold"),
    Role.DROP: N_("Flick down"),
}
"""What a finger does for each role of a falling piece."""
SWIPES: Mapping[str, str] = {
    Role.LEFT: N_("Swipe left"),
    Role.RIGHT: N_("Swipe right"),
    Role.UP: N_("Swipe up"),
    Role.DOWN: N_("Swipe down"),
}
"""What a finger does for each role of a game without one."""
SWIPED, FLICKED = 2.5, 5.0
"""How many cells a finger that shows a swipe or a flick moves."""


class Instruction(NamedTuple):
    """A key's name or a finger's movement, and what it does; empty if that is clear without words."""

    how: str
    does: str = ""
    is_key: bool = False


class Stroke(NamedTuple):
    """A finger's movement in cells, from a cell if that matters; a tap does not move."""

    right: float = 0.0
    down: float = 0.0
    fast: bool = False
    at: Cell | None = None


def runs(rules: Rules[Any], lesson: Lesson) -> list[tuple[Role, int]]:
    """Returns the roles of the lesson's words in order, each with how many times in a row."""
    roles: list[Role] = []
    for word in lesson.seen:
        role, count = rules.role(word), rules.split(word)[0]
        if role is not None:
            roles += [role] * int(count or 1)
    return [(role, len(list(same))) for role, same in groupby(roles)]


def instructions(
    rules: Rules[Any], lesson: Lesson, table: keys.KeyTable, translator: Translator, *, touch: bool
) -> list[Instruction]:
    """Returns what to do in a lesson, in order; what can be done, if everything completes it or cells are chosen."""
    if rules.cursor:
        return _pointing(rules, table, translator, touch=touch)
    found = runs(rules, lesson)
    if not lesson.missed and any(role in STEPS for role, _times in found):
        sides = [role for role in (Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN) if role in rules.by_role]
        found = [(role, 1) for role in dict.fromkeys([*sides, *(role for role, _times in found)])]
    how = _touched(rules) if touch else _pressed(rules, table)
    return [_instruction(rules, role, times, how[role], translator) for role, times in found if role in how]


def strokes(rules: Rules[Any], lesson: Lesson) -> list[Stroke]:
    """Returns how a finger plays the lesson's words; empty if it presses buttons."""
    if rules.cursor:
        return [stroke for word in lesson.seen for stroke in _carried(rules, word)]
    found, drags = [], Role.DROP in rules.by_role
    for role, times in runs(rules, lesson):
        if role not in _touched(rules):
            return []
        down, right = STEPS.get(role, (0, 0))
        if not drags:
            found += [Stroke(right * SWIPED, down * SWIPED, fast=True)] * times
        elif role in (Role.LEFT, Role.RIGHT):
            found.append(Stroke(right * times))
        elif role is Role.DROP:
            found.append(Stroke(down=FLICKED, fast=True))
        else:
            found += [Stroke(down=float(role is Role.SOFT_DROP))] * times
    return found


def _carried(rules: Rules[Any], word: str) -> list[Stroke]:
    """Returns how a finger carries something from the first cell of a word to the second."""
    cells = [cell_of(name) for name in rules.split(word)[2]]
    if len(cells) != 2:
        return []
    (row, column), (to_row, to_column) = cells
    return [Stroke(to_column - column, to_row - row, at=(row, column))]


def _touched(rules: Rules[Any]) -> Mapping[str, str]:
    return DRAGS if Role.DROP in rules.by_role else SWIPES


def _pressed(rules: Rules[Any], table: keys.KeyTable) -> Mapping[str, str]:
    return {role: codes[0] for role, codes in keys.by_role(rules.by_role, table).items() if codes}


def _instruction(rules: Rules[Any], role: Role, times: int, how: str, translator: Translator) -> Instruction:
    does = keys.role_name(rules, role, translator)
    if how in _touched(rules).values():
        plain = role not in (Role.ROTATE, Role.DROP)
        return Instruction(repeated(translator(how), times, translator), "" if plain else does)
    return Instruction(keys.key_name(how, translator), repeated(does, times, translator), is_key=True)


def _pointing(rules: Rules[Any], table: keys.KeyTable, translator: Translator, *, touch: bool) -> list[Instruction]:
    """Returns how to choose cells."""
    if touch:
        shown: Sequence[tuple[str, str]] = gestures.explained(rules.by_role)
        return [Instruction(translator(how), keys.role_name(rules, role, translator)) for how, role in shown]
    pressed = keys.by_role(rules.by_role, table).items()
    named = [(keys.key_name(codes[0], translator), role) for role, codes in pressed if codes and role != LET_GO]
    click = Instruction(translator("Click"), keys.role_name(rules, PICK, translator))
    return [click, *(Instruction(how, keys.role_name(rules, role, translator), is_key=True) for how, role in named)]
