"""Instructions of lessons: the keys and the finger that are shown lead to the lesson's goal."""

from __future__ import annotations

import pytest

from game.contract import Lesson, Role
from game.input import keys
from game.input.gestures import Gestures
from game.input.instructions import instructions, runs, strokes
from game.rules import GAMES
from game.words import Translator
from tests.unit.test_lessons import started

LESSONS = [(name, number) for name, rules in GAMES.items() for number in range(len(rules.lessons))]
CELL = 40.0


def texts(name: str, lesson: Lesson, *, touch: bool) -> list[str]:
    found = instructions(GAMES[name], lesson, keys.DEFAULT, Translator(), touch=touch)
    return [f"{how} {does}".strip() for how, does, _is_key in found]


def chooses(name: str, lesson: Lesson) -> bool:
    """Returns whether the lesson is done by choosing from a list."""
    return [role for role, _times in runs(GAMES[name], lesson)] == [Role.CHOICE]


@pytest.mark.parametrize("name,number", LESSONS)
def test_finger_does_what_the_lesson_wants(name: str, number: int) -> None:
    """The strokes that are drawn, made by a finger on a board, complete the lesson."""
    rules, lesson = GAMES[name], GAMES[name].lessons[number]
    if chooses(name, lesson):
        assert strokes(rules, lesson) == []
        return
    session = started(name, lesson)
    found = []
    for stroke in strokes(rules, lesson):
        if stroke.at is not None:
            row, column = stroke.at
            there = row + int(stroke.down), column + int(stroke.right)
            assert session.view.boards[0].rows[row][column] != "." == session.view.boards[0].rows[there[0]][there[1]]
            return
        gesture, time = Gestures(rules.by_role), 0.0
        x, y = 4.5 * CELL, 3.5 * CELL
        gesture.down(x, y, time)
        steps = 2 if stroke.fast else 40
        for step in range(1, steps + 1):
            time += 20.0
            at = x + stroke.right * CELL * step / steps, y + stroke.down * CELL * step / steps
            found += gesture.move(*at, time, CELL)
        found += gesture.up(x + stroke.right * CELL, y + stroke.down * CELL, time + 20.0, CELL)
    events = [event for role in found for event in session.play(rules.by_role[role])]
    assert any(map(lesson.reached, events)), found


@pytest.mark.parametrize("touch", [True, False])
@pytest.mark.parametrize("name,number", LESSONS)
def test_every_word_of_a_lesson_has_an_instruction_in_its_order(name: str, number: int, touch: bool) -> None:
    rules, lesson = GAMES[name], GAMES[name].lessons[number]
    shown = texts(name, lesson, touch=touch)
    if chooses(name, lesson):
        assert shown == []
    elif lesson.missed and not rules.cursor:
        assert len(shown) == len(runs(rules, lesson))
    else:
        assert shown


def test_an_order_is_shown_as_it_is_to_be_done() -> None:
    nineteen, clear, chain = (GAMES[name].lessons for name in ("nineteen", "push-clear", "chain"))
    assert texts("nineteen", nineteen[1], touch=True) == [
        "Tap\xa0×3 Rotate clockwise",
        "Drag right\xa0×3",
        "Flick down Hard drop",
    ]
    names = [keys.key_name(code, Translator()) for code in ("ArrowUp", "ArrowRight", "Space")]
    does = ("Rotate clockwise\xa0×3", "Right\xa0×3", "Hard drop")
    assert texts("nineteen", nineteen[1], touch=False) == [" ".join(each) for each in zip(names, does, strict=True)]
    assert texts("push-clear", clear[1], touch=True) == ["Swipe right"]
    assert texts("push-clear", clear[0], touch=True) == ["Swipe left", "Swipe right", "Swipe up", "Swipe down"]
    assert texts("chain", chain[0], touch=True)[:2] == ["Drag left", "Drag right"]
