"""The first lesson of each game, to be played before Python has loaded: every position that its few inputs lead to.

The inputs are played in tools/samples/lesson_positions.py; here is drawn what the page would draw. static/lesson.js
only follows this.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import MagicMock

from game.contract import Role, Rules
from game.play.lesson_game import LessonGame
from game.play.mode import Introduction, Mode
from game.rules import GAMES
from game.session import Session
from game.words import C_, Translator
from tools.samples.lesson_positions import INPUTS, MOST, positions

DrawLesson = Callable[[Session, Mode, Introduction, Translator], Mapping[str, Sequence[Any]]]
Tree = Any
"""An element as its tag, its attributes and its children; or a text."""


def paths(draw: DrawLesson) -> dict[str, list[list[Any]]]:
    """Returns the positions of each game's first lesson, as `positions`, where they are few enough."""
    found = {}
    for name, rules in GAMES.items():
        if rules.lessons and not rules.cursor:
            played = positions(rules, rules.lessons[0])
            if len(played) <= MOST:
                found[name] = [[each.outcome, *shown(each.session, draw), each.leads] for each in played]
    return found


def shown(session: Session, draw: DrawLesson) -> list[Any]:
    """Returns what the page shows of a position: its boards' classes, what is on its canvases, and its figures."""
    english = Translator("en", {})
    lesson = session.rules.lessons[0]
    boards = draw(session, LessonGame(english, lesson, MagicMock()), Introduction(at_once=True), english)["boards"]
    drawn = [json.loads(canvas[1]["data-board"]) for canvas in elements(boards, "canvas")]
    figures = [[texts(value) for value in elements([head], "dd")] for head in elements(boards, "dl")]
    return [[board[1]["class"] for board in boards], drawn, figures]


def elements(trees: Sequence[Tree], tag: str) -> Iterator[Tree]:
    """Yields the elements with this tag, in order."""
    for tree in trees:
        if not isinstance(tree, str):
            if tree[0] == tag:
                yield tree
            yield from elements(tree[2:], tag)


def texts(tree: Tree) -> str:
    """Returns all text in an element."""
    return tree if isinstance(tree, str) else "".join(map(texts, tree[2:]))


def in_language(recorded: Mapping[str, Sequence[Any]], translator: Translator) -> str:
    """Returns the recorded lessons in one language, as JSON by game: positions, texts, and what keys and fingers do."""
    from game.input.instructions import instructions
    from game.input.keys import DEFAULT, by_role

    def of(rules: Rules[Any]) -> dict[str, Any]:
        lesson = rules.lessons[0]
        pressed, touched = (instructions(rules, lesson, DEFAULT, translator, touch=touch) for touch in (False, True))
        words = {rules.by_role[Role(role)]: codes for role, codes in by_role(rules.by_role).items() if role in INPUTS}
        drags = Role.DROP in rules.by_role
        missed = translator.joined((translator(C_("lesson", "Not quite.")), translator(lesson.missed)))
        return {
            "positions": recorded[rules.name],
            "step": f"1/{len(rules.lessons)}",
            "caption": translator(lesson.caption),
            "praise": translator(lesson.praise),
            "missed": missed,
            "again": translator.joined((missed, translator("Try again."))),
            "next": translator(C_("lesson", "Next")),
            "seen": [bare for count, bare, _of in map(rules.split, lesson.seen) for _time in range(int(count or 1))],
            "keys": {code: word for word, codes in words.items() for code in codes},
            "instructions": [
                [labelled(how, does, translator, is_key=is_key) for how, does, is_key in lines]
                for lines in (pressed, touched)
            ],
            "drags": drags,
            "taps": rules.by_role[Role.ROTATE] if drags else "",
            "flicks": rules.by_role[Role.DROP] if drags else "",
        }

    found = {name: of(rules) for name, rules in GAMES.items() if name in recorded}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def labelled(how: str, does: str, translator: Translator, *, is_key: bool) -> list[str]:
    """Returns an instruction as its key, if it is one, and its text."""
    return [how if is_key else "", f" {does}" if is_key else translator.labelled(how, does) if does else how]
