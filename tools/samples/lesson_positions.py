"""Every position that the few inputs of a lesson lead to: Python plays the inputs, in all orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from game import files
from game.contract import Event, Lesson, Role, Rules
from game.session import CALM, Session

INPUTS = (Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN, Role.ROTATE, Role.ROTATE_BACK, Role.DROP)
"""The roles whose words are played. A piece is not moved down step by step, because a drop leads to the same."""
MOST = 200
"""The most positions of a recorded lesson. A game whose first lesson has more offers none before Python has loaded."""
GOES_ON, REACHED, MISSED = range(3)
"""What a position is to the lesson."""


@dataclass
class LessonPosition:
    """A position of a lesson."""

    session: Session
    outcome: int
    """What it is to the lesson."""
    leads: dict[str, int] = field(default_factory=dict)
    """The number of the position after each word that changes something."""


def positions(rules: Rules[Any], lesson: Lesson) -> list[LessonPosition]:
    """Returns every position that the inputs lead to, the start first. Stops after `MOST`."""
    words = [rules.by_role[role] for role in INPUTS if role in rules.by_role]
    start = lesson_session(rules, lesson)
    found, numbers = [LessonPosition(start, GOES_ON)], {key_of(start): 0}
    waiting = [0]
    while waiting and len(found) <= MOST:
        at = found[waiting.pop(0)]
        for word in words:
            after = lesson_session(rules, lesson, [*at.session.main_line][len(lesson.unseen) :])
            events = after.play(word)
            key = key_of(after)
            if key not in numbers:
                numbers[key] = len(found)
                found.append(LessonPosition(after, outcome_of(lesson, after, events)))
                if found[-1].outcome == GOES_ON:
                    waiting.append(numbers[key])
            if found[numbers[key]] is not at:
                at.leads[word] = numbers[key]
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
