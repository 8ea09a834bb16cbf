"""The mode of a lesson: waits for the player to do what it asks, and then lets its teacher say something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.contract import BadInput, Event, Lesson
from game.play.actions import Action
from game.play.mode import Mode
from game.session import Session
from game.session.seats import PERSONS
from game.text.names import YOU
from game.words import Translator


class Teacher(Protocol):
    """Leads the player through a game's lessons."""

    def reached(self) -> None:
        """Praises the player for doing what the lesson asked."""

    def missed(self) -> None:
        """Says why the player's move was not the one asked for, and lets them try again."""

    def again(self) -> None:
        """Restarts the lesson."""

    def left(self) -> None:
        """Handles the lesson being closed."""


class LessonGame(Mode):
    """One lesson of a game."""

    actions = frozenset({Action.HINT, Action.RESTART, Action.DESCRIBE, Action.MUTE, Action.RULES})

    def __init__(self, translator: Translator, lesson: Lesson, teacher: Teacher, *, reached: bool = False) -> None:
        """`reached` says that the player has already done what it asks."""
        super().__init__(translator)
        self._lesson, self._teacher = lesson, teacher
        self._reached, self._missed = reached, False
        self._names: list[str] = []

    def names(self, session: Session) -> list[str]:
        if session.rules.seats > 1 and not self._names:  # as against the first opponent
            state = session.setup.start()
            for word in self._lesson.unseen:
                state = session.setup.after(state, word)
            own = session.rules.view(state).turn
            self._names = [YOU if seat == own else PERSONS["1"] for seat in range(session.rules.seats)]
        return self._names

    def react(self, session: Session, events: Sequence[Event], *, whole: bool) -> bool:
        if self._reached or self._missed:
            return True
        if any(map(self._lesson.reached, events)):
            self._reached = True
            self._teacher.reached()
        elif whole and (session.over or self._turns(session) >= self._lesson.turns):
            self._missed = True
            self._teacher.missed()
        return self._reached or self._missed

    def refuses(self, session: Session, word: str = "") -> BadInput | None:
        """Refuses everything between a missed lesson and its next start."""
        return BadInput(self._lesson.missed) if self._missed else None

    def _turns(self, session: Session) -> int:
        """Returns how many turns the player has ended."""
        steps = list(session.setup.walk(session.main_line))
        return sum(any(map(self._lesson.turn_ends, step.events)) for step in steps[len(self._lesson.unseen) :])

    def restart(self) -> bool:
        self._teacher.again()
        return True

    def leave(self) -> None:
        self._teacher.left()
