"""An exercise on the board: the mode of a position in which the player has one turn, which is then judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.bots.types import Words
from game.contract import BadInput, Event, Locked
from game.play.actions import Action
from game.play.mode import Mode
from game.play.narrator import THINKING
from game.review.analysis import is_steered
from game.session import Session
from game.words import Translator


class Examiner(Protocol):
    """Asks for a turn, and judges it."""

    def judge(self, answer: Words) -> None:
        """Judges the turn that the player has made."""

    def again(self) -> None:
        """Goes back to the position."""

    def reveal(self) -> None:
        """Shows the better turn, because the player gives up."""

    def left(self) -> None:
        """Handles the closing of the exercise."""


class ExerciseGame(Mode):
    """The game of an exercise. Nothing of it is kept; the player may undo as far as its position."""

    shared = True  # the computer does not answer

    def __init__(self, translator: Translator, session: Session, examiner: Examiner) -> None:
        super().__init__(translator)
        self._examiner = examiner
        self.start = len(session.inputs)
        """How many inputs led to the position."""
        self._steered = is_steered(session.rules, session.state)
        self._session = session
        self.answered = self.judging = False
        """Whether the player has made a turn, and whether it is being judged."""

    def caption(self, session: Session) -> str:
        return self._translator("Exercises from your mistakes")

    def react(self, session: Session, events: Sequence[Event], *, whole: bool) -> bool:
        landed = not self._steered or session.over or any(isinstance(event, Locked) for event in events)
        if whole and landed and not self.answered and len(session.inputs) > self.start:
            self.answered = self.judging = True
            self._examiner.judge(tuple(session.inputs[self.start :]))
        return self.answered

    def refuses(self, session: Session, word: str = "") -> BadInput | None:
        """Refuses everything while a turn is being judged."""
        return BadInput(THINKING) if self.judging else None

    def handles(self, action: Action) -> bool:
        if action is Action.HINT:
            self._examiner.reveal()
        return action is Action.HINT or (
            action is Action.UNDO and (self.judging or len(self._session.inputs) <= self.start)
        )

    def restart(self) -> bool:
        if not self.judging:
            self._examiner.again()
        return True

    def leave(self) -> None:
        self._examiner.left()
