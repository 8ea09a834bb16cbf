"""The first lesson of each game, to be played before Python has loaded: every position that its few inputs lead to.

Python plays the inputs here, in all orders, and draws what the page would draw; static/lesson.js only follows this.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import MagicMock

from game import files
from game.contract import Event, Lesson, Role, Rules
from game.play.lesson_game import LessonGame
from game.play.mode import Introduction, Mode
from game.rules import GAMES
from game.session import CALM, Session
from game.words import C_, Translator

INPUTS = (Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN, Role.ROTATE, Role.ROTATE_BACK, Role.DROP)
"""The roles whose words are played. A piece is not moved down step by step, because a drop leads to the same."""
MOST = 200
"""The most positions of a recorded lesson. A game whose first lesson has more offers none before Python has loaded."""
GOES_ON, REACHED, MISSED = range(3)
"""What a position is to the lesson."""

DrawLesson = Callable[[Session, Mode, Introduction, Translator], Mapping[str, Sequence[Any]]]
Tree = Any
"""An element as its tag, its attributes and its children; or a text."""


def paths(draw: DrawLesson) -> dict[str, list[list[Any]]]:
    """Returns the positions of each game's first lesson, as `positions`, where they are few enough."""
    found = {}
    for name, rules in GAMES.items():
        if rules.lessons and not rules.cursor:
            boards = positions(rules, rules.lessons[0], draw)
            if len(boards) <= MOST:
                found[name] = boards
    return found


def positions(rules: Rules[Any], lesson: Lesson, draw: DrawLesson) -> list[list[Any]]:
    """Returns every position that the inputs lead to, the start first: what it is to the lesson, what is `shown`, and
    the number of the position after each word that changes something. Stops after `MOST`.
    """
    words = [rules.by_role[role] for role in INPUTS if role in rules.by_role]
    start = lesson_session(rules, lesson)
    waiting, numbers = [(start, 0)], {key_of(start): 0}
    found: list[list[Any]] = [[GOES_ON, *shown(start, draw), {}]]
    while waiting and len(found) <= MOST:
        session, number = waiting.pop(0)
        for word in words:
            after = lesson_session(rules, lesson, [*session.main_line][len(lesson.unseen) :])
            events = after.play(word)
            key = key_of(after)
            if key not in numbers:
                numbers[key] = len(found)
                outcome = outcome_of(lesson, after, events)
                found.append([outcome, *shown(after, draw), {}])
                if outcome == GOES_ON:
                    waiting.append((after, numbers[key]))
            if numbers[key] != number:
                found[number][-1][word] = numbers[key]
    return found


def key_of(session: Session) -> str:
    """Returns everything that distinguishes positions: the boards as seen, and where exactly the piece is."""
    where = session.rules.placement
    return repr((session.view, where(session.state) if where and not session.over else None))


def lesson_session(rules: Rules[Any], lesson: Lesson, played: Sequence[str] = ()) -> Session:
    """Returns the game of a lesson as the coach opens it, after these words of the player."""
    calm = {CALM: True} if rules.timed else {}
    session = Session(rules, {**lesson.options, **calm}, lesson.seed, files.read)
    for word in (*lesson.unseen, *played):
        session.play(word)
    return session


def outcome_of(lesson: Lesson, session: Session, events: Sequence[Event]) -> int:
    """Returns what a position means for the lesson after these events; a turn that ends too soon is missed."""
    if any(map(lesson.reached, events)):
        return REACHED
    return MISSED if session.over or any(map(lesson.turn_ends, events)) else GOES_ON


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
