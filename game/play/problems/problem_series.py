"""Problems on the board, one after the other, with the proven answers to what the player asks about them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from game.contract import BadInput
from game.play.actions import Action
from game.play.changes import DayEnd
from game.play.mode import Introduction
from game.play.narrator import THINKING
from game.play.problems.problem_mode import ProblemMode
from game.problems import choice, ids
from game.problems.candidates.draw import Draw
from game.problems.from_game import problem_of
from game.problems.games import PROBLEM_GAMES
from game.problems.hints import Hints
from game.problems.makers import has_its_grade, making
from game.problems.play import ProblemState, rules_of
from game.problems.problem import CLEAR, GARBAGE, LINKS, POINTS, ROWS, Problem
from game.problems.rating import Rating, grade_for, ratings
from game.problems.why import why_not
from game.session import RESTART, Session
from game.session.addresses import PROBLEM_HASH
from game.session.problem_book import Attempt, ProblemBook
from game.slices import stopped
from game.store.collection import Collection
from game.store.dailies import PROBLEM, TODAY, Dailies
from game.words import C_, N_, P_, Translator

if TYPE_CHECKING:
    from game.play.game_stage import GameStage, IdleWorker

KINDS = {
    LINKS: C_("goal", "Make a chain"),
    CLEAR: C_("goal", "Clear the board"),
    ROWS: C_("goal", "Clear rows"),
    POINTS: C_("goal", "Collect points"),
    GARBAGE: C_("goal", "Send garbage"),
}
"""What each goal is called in a list."""
TURNS = P_("{count} turn", "{count} turns")
SUITS = N_("Problems of grade {grade} suit you now.")
TOO_FEW = N_("Solve a few, and your rating shows here.")
LONGEST_SEARCH, GIVEN_UP = 1800.0, 2300.0
"""Milliseconds after which a new problem may have another grade, and after which one of the list is taken instead."""
ENOUGH = 5
"""Attempts from which the rating says something."""
CHANGE = N_("My rating: {rating} ({change})")


class Mark(Protocol):
    """Notes on the page whether a problem is open."""

    def __call__(self, *, shown: bool) -> object: ...


class Problems:
    """Opens problems, notes how they end, and explains them."""

    def __init__(
        self,
        translator: Translator,
        book: Collection[ProblemBook],
        dailies: Dailies,
        screen: GameStage,
        go_to: Callable[[str], object],
        work: IdleWorker,
        seed: Callable[[], int],
        *,
        now: Callable[[], float],
        mark: Mark,
    ) -> None:
        """`go_to` goes to an address of the page; `seed` draws one for new problems; `now` gives milliseconds on the
        clock of frames; `mark` notes on the page whether a problem is open."""
        self._now, self._mark = now, mark
        self._translator, self.book, self.dailies = translator, book, dailies
        self._screen, self._go_to, self._work, self._seed = screen, go_to, work, seed
        self.game = ""
        """The only game to take the next problems from; empty for all."""
        self._hints: Hints | None = None
        self.name = ""
        """The id of the problem that was opened last."""
        self._day: date | None = None
        self._helped = self._ended = False
        """Whether a solution has been shown, and whether the first try has ended."""
        self._again = False
        """Whether the next problem is one of the list because no new one was found in time."""
        self._gain: tuple[float, float] | None = None
        """The ratings before and after this problem, if it counts."""
        self._proven = set[str]()
        """The ids whose grades were proven here, in this visit."""
        self._unproven: Attempt | None = None
        """How the first try ended, if it ended before the grade was proven."""

    # Opening.

    def open(self, name: str) -> None:
        """Opens the problem with this id, or that of a day such as "20261125" or "today"; BadInput if there is none."""
        day = None
        if name in TODAY or name.isdigit():
            day = self.dailies.day(name)
            name = choice.of_day(day)
        problem = ids.read(name)
        session = Session(rules_of(problem, name))
        message = ""
        if day is not None and day == self.dailies.today() and self.dailies.begin(PROBLEM, day):
            message = self._translator("The problem of the day: only your first try counts.")
        elif self._again:
            message = self._translator("No new problem was found in time. You have tried this one before.")
        self._again = False
        self._work.stop()
        self._hints, self.name, self._day = Hints(problem), name, day
        self._helped = self._ended = False
        self._gain = self._unproven = None
        mode = ProblemMode(self._translator, self._hints, self._known_grade, self)
        if message:
            message = self._translator.joined((message, mode.turn(session)))
        self._screen.show(session, mode, Introduction(message, at_once=True))
        self._mark(shown=True)
        if ids.grade_of(name) and not self._known_grade:
            self._work.begin(self._proving(name, problem))

    @property
    def _known_grade(self) -> int:
        """The grade of the problem; 0 if it has none, or only its id says so, which may come from anywhere."""
        return ids.grade_of(self.name) if choice.is_listed(self.name) or self.name in self._proven else 0

    def _proving(self, name: str, problem: Problem) -> Generator[Any, None, None]:
        """Proves the grade in an id, shows it, and counts a try that has ended meanwhile."""
        if not (yield from has_its_grade(name, problem)):
            return
        self._proven.add(name)
        game = self._screen.controller()
        if game is not None and isinstance(game.mode, ProblemMode):
            game.mode.grade = self._known_grade
            game.resume()
        if self._unproven is not None:
            self._count(self._unproven)

    def go(self, name: str) -> None:
        """Goes to the problem with this id, or to today's; from a game with a friend only if the player agrees."""
        game, go = self._screen.controller(), partial(self._go_to, f"./{PROBLEM_HASH}{name}")
        if game is not None and game.mode.shared and not game.session.over:
            self._say(
                self._translator("Leave the game with your friend to solve a problem?"), self._translator("Leave"), go
            )
        else:
            go()

    def next(self) -> None:
        """Opens a problem that suits the player's rating: one of the list or, when all have been tried, a new one."""
        book, grade = self.book.all(), self.grade
        untried = choice.untried(grade, self.game, lambda name: book.solved(name) is not None, self.name)
        name = next(untried, None)
        if name is not None:
            self.go(name)
        else:
            self.make(grade)

    def make(self, grade: int) -> None:
        """Makes a new problem in idle time, and opens it."""
        self._say(self._translator("Finding a new problem for you…"))
        self._work.begin(self._making(grade))

    def _making(self, grade: int) -> Generator[Any, None, None]:
        draw, begun = Draw(self._seed()), self._now()
        game = self.game or draw.of(tuple(PROBLEM_GAMES))

        def later_than(milliseconds: float) -> bool:
            return self._now() - begun > milliseconds

        work = making(game, draw, grade, late=partial(later_than, LONGEST_SEARCH))
        found = yield from stopped(work, partial(later_than, GIVEN_UP))
        self._again = found is None
        if found:
            self._proven.add(found.name)
        self.go(found.name if found else choice.again(grade, game, self.book.all().solved, draw, self.name))

    def make_of(
        self, game: str, options: Mapping[str, Any], state: Any, say: Callable[[str], None] | None = None
    ) -> None:
        """Looks in idle time for a problem in this position of a game, and opens it unless the player goes on; `say`
        says it elsewhere than below the board."""
        text = self._translator("Turning this position into a problem…")
        if say:
            say(text)
        else:
            self._say(text, self._translator("Stop"), self.stop)
        self._work.begin(self._making_of(game, options, state, self._place, say or self._say))

    def stop(self) -> None:
        """Stops looking."""
        self._work.stop()
        self._say("")

    @property
    def _place(self) -> tuple[object, object]:
        """The open game and its state, which change when the player goes on."""
        game = self._screen.controller()
        return game, game and game.session.state

    def _making_of(
        self,
        game: str,
        options: Mapping[str, Any],
        state: Any,
        place: tuple[object, object],
        say: Callable[[str], None],
    ) -> Generator[Any, None, None]:
        try:
            found = yield from problem_of(game, options, state)
        except BadInput as error:
            say(self._translator.error(error))
            return
        if any(now is not before for now, before in zip(self._place, place, strict=True)):
            return  # the player went on
        if found is None:
            say(self._translator("This position can't be made into a problem: no move in it is the only right one."))
        else:
            self.go(ids.composed_id(found))

    # What the mode reports.

    def ended(self, *, solved: bool) -> None:
        """Notes the end of the first try. A problem without a proven grade does not count for the rating."""
        if self._ended:
            return
        self._ended = True
        if self._day is not None:
            self.dailies.finish(PROBLEM, self._day, int(solved and not self._helped), assisted=self._helped)
        attempt = Attempt(self.name, int(self.dailies.now()), solved and not self._helped)
        if self._known_grade:
            self._count(attempt)
        else:
            self._unproven = attempt

    def _count(self, attempt: Attempt) -> None:
        book = self.book.all()
        if book.solved(attempt.name) is None:
            before = self.rating.value
            self.book.put(book.with_attempt(attempt))
            self._gain = before, self.rating.value

    def helped(self) -> None:
        """Notes that a solution has been shown, or part of one: the try counts as not solved."""
        self._helped = True
        self.ended(solved=False)

    def verdict(self, session: Session) -> DayEnd | None:
        """Returns what the end card says after a solution that the player has found."""
        if self._helped or self._hints is None:
            return None
        translator, streak = self._translator, self.dailies.streak().current
        turns = translator(TURNS, count=self._hints.problem.turns)
        shown = translator("{days}-day streak", days=streak) if self._day is not None and streak > 1 else ""
        title = translator(session.rules.title)
        text = f"Kesu · {translator('Problem')} · {title}\n{translator('Solved!')}"
        onward = translator("Next problem")
        change = self._change()
        return DayEnd(
            turns, change, won=True, streak=shown, bars=(), following="", title="", text=lambda: text, onward=onward
        )

    def _change(self) -> str:
        """Returns the rating after this problem, with how it has changed."""
        translator = self._translator
        if self._gain is None or not self.has_rating:
            return ""
        before, after = map(round, self._gain)
        change = f"+{after - before}" if after >= before else f"−{before - after}"
        return translator(CHANGE, rating=translator.number(after), change=change)

    def explain(self) -> None:
        """Says why the try failed, proven in idle time."""
        game, hints = self._screen.controller(), self._hints
        if game is not None and hints is not None:
            self._say(self._translator(THINKING))
            self._work.begin(self._explaining(hints, tries(game.session)))

    def _explaining(self, hints: Hints, states: list[ProblemState]) -> Generator[Any, None, None]:
        translator = self._translator
        if ids.grade_of(self.name) and not self._known_grade:  # which this work has interrupted
            yield from self._proving(self.name, hints.problem)
        try:
            reason = yield from why_not(hints, states)
        except BadInput as error:
            self._say(translator.error(error))
            return
        text = translator(reason.message, turn=reason.turn, most=reason.most, least=reason.least)
        self._say(text, translator("Show solution"), self.reveal)

    def reveal(self) -> None:
        """Plays a solution from the start."""
        game = self._screen.controller()
        if game is not None:
            self.helped()
            game.go(0)
            game.act(Action.DEMO)

    def left(self) -> None:
        """Stops thinking, because the problem is closed."""
        self._work.stop()
        self._mark(shown=False)

    # The rating.

    @property
    def ratings(self) -> list[Rating]:
        """The ratings before the first problem and after each one."""
        attempts = self.book.all().attempts
        graded = ((ids.grade_of(attempt.name), attempt.solved) for attempt in attempts)
        return list(ratings(each for each in graded if each[0]))

    @property
    def rating(self) -> Rating:
        """The rating now."""
        return self.ratings[-1]

    @property
    def has_rating(self) -> bool:
        """Whether there are enough attempts for a rating."""
        return len(self.ratings) > ENOUGH

    def rating_text(self) -> str:
        """Returns the rating in words."""
        return self._translator(SUITS, grade=self.grade) if self.has_rating else self._translator(TOO_FEW)

    @property
    def grade(self) -> int:
        """The grade of the next problem, which suits the player's rating, but none higher than the number of problems
        solved allows, so that a newcomer's first is of grade 1, whatever a rating is before anything is known.
        """
        solved = sum(attempt.solved for attempt in self.book.all().attempts)
        return min(grade_for(self.rating), 1 + solved)

    def _say(self, text: str, offer: str = "", then: Callable[[], object] | None = None) -> None:
        game = self._screen.controller()
        if game is not None:
            game.say(text, offer, then)


def tries(session: Session) -> list[ProblemState]:
    """Returns the states of a problem at its start and after each turn of the try so far."""
    found: list[ProblemState] = [session.setup.start()]
    for step in session.setup.walk(session.inputs):
        if step.word == RESTART:
            found = [step.state]
        elif step.state.left != found[-1].left:
            found.append(step.state)
    return found
