"""A problem on the board: the mode of a position with a goal, in which every answer is proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from game.bots import EFFORT, Advice, Bot
from game.contract import BadInput, Rules
from game.play.actions import Action
from game.play.changes import DayEnd, GameOver
from game.play.mode import Mode, Task
from game.problems.hints import Hints
from game.problems.play import ProblemState, goal_note
from game.rules import game
from game.session import Session
from game.session.addresses import PROBLEM_HASH
from game.slices import paced
from game.text.sentences import noted
from game.words import N_, P_, Translator

TURNS_REMAINING = P_("{count} turn left.", "{count} turns left.")
SOLVED = N_("Solved!")
ACTIONS = frozenset(Action) - {Action.REPLAY, Action.PAUSE, Action.NEW, Action.LEARN, Action.REVIEW, Action.FILM}


class Trainer(Protocol):
    """Asks problems, and answers questions about them."""

    def ended(self, *, solved: bool) -> None:
        """Handles the first end of a try."""

    def helped(self) -> None:
        """Notes that a solution has been shown, or part of one."""

    def explain(self) -> None:
        """Says why the try failed."""

    def reveal(self) -> None:
        """Plays a solution."""

    def next(self) -> None:
        """Opens another problem."""

    def left(self) -> None:
        """Handles the problem being closed."""

    def verdict(self, session: Session) -> DayEnd | None:
        """Returns what the end card says and offers after a solution; None if the player did not find it."""


class ProvenAdvice:
    """The bot of a problem, for hints and for showing a solution: its turns are the first ones of proven solutions."""

    def __init__(self, hints: Hints, helped: Callable[[], None]) -> None:
        self._hints, self._helped = hints, helped

    def think(self, rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
        """Yields advice without words until the proof is done."""
        self._helped()
        try:
            found = yield from paced(self._hints.thinking(rules, state), Advice(()))
        except BadInput as error:
            found = Advice((), error.message, error.values)
        yield found


class ProblemMode(Mode):
    """A problem. Nothing of the game is kept, only how the first try ended; undo is free."""

    actions = ACTIONS
    own_end = True

    def __init__(self, translator: Translator, hints: Hints, grade: int, trainer: Trainer) -> None:
        """`grade` is 0 if it is not known."""
        super().__init__(translator)
        self.problem, self.grade, self._trainer = hints.problem, grade, trainer
        self.bot = Bot(ProvenAdvice(hints, trainer.helped).think)
        self.goal = self.problem.least or None
        self.undoes_pieces = game(self.problem.game).timed

    def subtitle(self, session: Session) -> str:
        return self._translator("Problem")

    def caption(self, session: Session) -> str:
        if not self.grade:
            return self._translator("Problem")
        return self._translator("Grade {grade} (estimated by the computer)", grade=self.grade)

    def turn(self, session: Session) -> str:
        state: ProblemState = session.state
        problem = self.problem
        goal = noted(goal_note(problem.game, problem.goal, problem.least), self._translator)
        return self._translator.joined((goal, self._translator(TURNS_REMAINING, count=state.left)))

    def offer(self, session: Session) -> tuple[str, Callable[[], object]] | tuple[()]:
        translator, state = self._translator, session.state
        if state.solved:  # its card leads on
            return () if self.day_end(session) else (translator("Next problem"), self._trainer.next)
        if state.failed:
            return translator("Why not?"), self._trainer.explain
        return translator("Show solution"), self._trainer.reveal

    def task(self, session: Session) -> Task | None:
        """Returns the problem from its start, without what was played."""
        start = Session(session.rules)
        return Task(start, self.turn(start), f"{PROBLEM_HASH}{session.view.fields['problem']['id']}")

    def handle_end(self, session: Session) -> bool:
        self._trainer.ended(solved=session.state.solved)
        return False

    def day_end(self, session: Session) -> DayEnd | None:
        return self._trainer.verdict(session) if session.state.solved else None

    def ending(self, session: Session) -> GameOver | None:
        translator, end = self._translator, self.day_end(session)
        if end is None:
            return None
        more = [text for text in (end.goal, end.streak) if text]
        spoken = translator.joined((translator(SOLVED), *map(translator.sentence, more)))
        title, comparison = translator(SOLVED), " · ".join(more)
        return GameOver(title, spoken, end.result, comparison, (), None, is_answer=False, celebrates=True, day=end)

    def handles(self, action: Action) -> bool:
        if action in (Action.AGAIN, Action.NEXT):
            self._trainer.next()
        return action in (Action.AGAIN, Action.NEXT)

    def leave(self) -> None:
        self._trainer.left()
