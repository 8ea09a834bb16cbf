"""A table to play at without a page: an open game with a front that remembers every change, a clock, and a store."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from game import files
from game.contract import Event, Role, Rules
from game.play import changes
from game.play.actions import Action
from game.play.changes import Change, Message
from game.play.context import Handling, Loader, Surroundings, WarmUp
from game.play.controller import Controller
from game.play.cursor import Cursor
from game.play.mode import NO_INTRODUCTION, Introduction, Mode
from game.play.modes import OwnGame
from game.play.narrator import LOADING, THINKING
from game.play.open_game import ReplayControls
from game.rules import game
from game.session import Session, Work
from game.slices import Tasks, finished
from game.store.finished_games import FinishedGames
from game.store.saves import Saves
from game.store.store import Store
from game.words import Translator
from tests import toy

FRAME = 16.0
"""Milliseconds from frame to frame."""

C = TypeVar("C")


def rules_of(name: str) -> Rules[Any]:
    """Returns the rules of a game, the toy game included."""
    return toy.GAME if name == "toy" else game(name)


def session_of(name: str, seed: int | None = 7, words: Iterable[str] = (), **options: Any) -> Session:
    """Returns a game in which these words have been played."""
    session = Session(rules_of(name), options, seed, files.read)
    for word in words:
        session.play(word)
    return session


class PatientWarmUp(WarmUp):
    """Prepares nothing, and leaves added work to the test."""

    def __init__(self) -> None:
        self.added: dict[str, Work[None]] = {}

    def add(self, name: str, work: Work[None]) -> bool:
        self.added[name] = work
        return True


class Bots(Loader):
    """Bots that load when the test lets them."""

    def __init__(self) -> None:
        self.here = True

    def loaded(self) -> bool:
        return self.here

    def try_again(self) -> None:
        self.failed = False


class Bar:
    """The replay's bar: remembers what it shows."""

    speed = 1.0

    def __init__(self) -> None:
        self.player: ReplayControls | None = None
        self.place = (0, 0, "")
        self.running = False
        self.marks: list[tuple[str, float]] = []
        self.branches: Sequence[str] = ()
        self.focused = False

    def open(self, player: ReplayControls) -> None:
        self.player = player

    def close(self) -> None:
        self.player = None

    def show_place(self, at: int, length: int, note: str) -> None:
        self.place = at, length, note

    def show_running(self, running: bool) -> None:
        self.running = running

    def show_marks(self, marks: Iterable[tuple[str, float]]) -> None:
        self.marks = list(marks)

    def show_branches(self, labels: Sequence[str]) -> None:
        self.branches = labels

    def focus_last_branch(self) -> None:
        self.focused = True


class Table:
    """One open game. Time passes only in `run`, and a millisecond each time that somebody looks at the clock."""

    def __init__(
        self,
        session: Session,
        mode: Mode | None = None,
        introduction: Introduction = NO_INTRODUCTION,
        *,
        store: Store | None = None,
        motion: float = 0.0,
        translator: Translator | None = None,
    ) -> None:
        """`motion` is how long each move moves, in milliseconds."""
        self.time, self.motion = 1000.0, motion
        self.store = store or Store(None)
        self.saves = Saves(self.store, files.read)
        self.finished = FinishedGames(self.store, lambda: "here")
        self.changes: list[Change] = []
        self.idle, self.bots, self.bar, self.warm_up = Tasks(), Bots(), Bar(), PatientWarmUp()
        self.foreseen: list[Work[None]] = []
        """Work that was put off to an idle moment."""
        self.handling = Handling()
        self._seen: Callable[[int, Sequence[Event]], None] = lambda _board, _events: None
        self._moving: deque[Event] = deque()
        self._still_at = 0.0
        self.around = Surroundings(
            translator or Translator(),
            self.saves,
            self.finished,
            self.idle,
            finished,
            self.warm_up,
            self.foreseen.append,
            self.bots,
            self.bar,
            lambda: self.handling,
            self.now,
        )
        self.play: Controller
        self.open(session, mode or OwnGame(self.around.translator), introduction)

    def open(self, session: Session, mode: Mode, introduction: Introduction = NO_INTRODUCTION) -> None:
        """Opens a game in place of what was there."""
        self.session = session
        self.play = Controller(self.around, self._tell, session, mode, introduction)

    # The front.

    def now(self) -> float:
        self.time += 1
        return self.time

    def _tell(self, change: Change) -> None:
        self.changes.append(change)
        if isinstance(change, changes.Opened):
            self._seen = change.seen
        elif isinstance(change, changes.MotionCut):
            self._end_motion()
        elif isinstance(change, changes.BoardsChanged):
            self._moving.extend(change.events)
            self._still_at = self.time + self.motion
            if not self.motion:
                self._end_motion()

    def _move(self, time: float) -> float | None:
        if self._moving and time < self._still_at:
            return self._still_at - time
        self._end_motion()
        return None

    def _end_motion(self) -> None:
        while self._moving:
            event = self._moving.popleft()
            self._seen(event.board, [event])

    # What a test does.

    def run(self, milliseconds: float = 2 * FRAME) -> Table:
        """Lets time pass, frame by frame, with time for what waits in between."""
        until = self.time + milliseconds
        while self.time < until:
            self.time += FRAME
            self.play.run_frame(self.time, self._move)
            self.idle.finish()
        return self

    def until(self, done: Callable[[], bool], longest: float = 600_000.0) -> Table:
        """Lets time pass until something has happened."""
        end = self.time + longest
        while not done():
            assert self.time < end, self.message
            self.run(FRAME)
        return self

    def press(self, *roles: Role) -> Table:
        """Presses and releases keys, one after the other."""
        for role in roles:
            self.play.press(role, self.time)
            self.run(FRAME)
            self.play.release(role, self.time)
        return self

    def hold(self, role: Role, milliseconds: float) -> Table:
        """Holds a key."""
        self.play.press(role, self.time)
        self.run(milliseconds)
        self.play.release(role, self.time)
        return self

    def act(self, *actions: str) -> Table:
        """Runs actions."""
        for action in actions:
            self.play.act(Action(action))
            self.run()
        return self

    def typed(self, *commands: str) -> list[str]:
        """Types commands, one after the other. Returns what is heard in answer, without thinking about a hint."""
        heard: list[str] = []
        for command in commands:
            self.play.execute(command, heard.append)
            self.until(lambda: not self.play.thinks_of_hint)
        return [each for each in heard if each and each not in (THINKING, LOADING)]

    def accept(self) -> Table:
        """Accepts the offer next to the message."""
        then = self.said.then
        assert then
        then()
        return self.run()

    def move_hinted(self) -> Table:
        """Asks for a hint, and then for its move."""
        self.act("hint").until(lambda: self.said.offer == "Show it")
        return self.accept()

    @property
    def cursor(self) -> Cursor:
        """What points at cells, in a game that picks them."""
        assert self.play.cursor
        return self.play.cursor

    # What a test sees.

    def all(self, kind: type[C]) -> list[C]:
        """Returns all changes of a kind."""
        return [change for change in self.changes if isinstance(change, kind)]

    @property
    def said(self) -> Message:
        """The last message."""
        return self.all(Message)[-1]

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return self.play.narrator.players

    @property
    def message(self) -> str:
        return self.said.text

    @property
    def view(self) -> Any:
        """The view shown last."""
        return self.all(changes.BoardsChanged)[-1].view

    @property
    def veil(self) -> changes.Veil:
        return self.all(changes.Veil)[-1]

    @property
    def card(self) -> changes.GameOver:
        return self.all(changes.GameOver)[-1]

    def figures(self, board: int = 0) -> Mapping[str, int | str]:
        """Returns the figures shown last next to a board."""
        return dict([each for each in self.all(changes.FiguresChanged) if each.board == board][-1].figures)

    def kept(self) -> Session:
        """Returns the game as another visit would find it."""
        found = Saves(self.store, files.read).current(self.session.rules.name)
        assert found
        return found


class Desk:
    """A table that games are put on one after the other, with work that runs when the test says so."""

    def __init__(self) -> None:
        self.table = Table(session_of("nineteen", 3, ["left", "drop"]))
        self.work: Work[Any] | None = None

    def show(self, session: Session, mode: Mode, introduction: Introduction) -> None:
        self.table.play.close()
        self.table.open(session, mode, introduction)

    def controller(self) -> Any:
        return self.table.play

    def begin(self, work: Work[Any]) -> None:
        self.work = work

    def stop(self) -> None:
        self.work = None

    def think(self) -> None:
        """Does the work."""
        assert self.work is not None
        finished(self.work)
