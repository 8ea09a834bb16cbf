"""What all parts of an open game know of it, and the services that they use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.play.activity import Activity
from game.play.changes import Front
from game.play.clock import DELAY, REPEAT, GameClock
from game.play.last_move import LastMove
from game.play.mode import Mode
from game.session import Session, Work
from game.session.seats import is_computers
from game.slices import Tasks
from game.store.finished_games import FinishedGames
from game.store.saves import Saves
from game.words import Translator

if TYPE_CHECKING:
    from game.play.race import Race
    from game.play.replay import Bar


@dataclass(frozen=True)
class Handling:
    """How the player wants a game to respond."""

    delay: float = DELAY
    repeat: float = REPEAT
    """Milliseconds until a held key repeats, and between repeats."""
    motion: float = 1.0
    """Factor for the duration of motion and of pauses; 0 for no motion."""


class WarmUp:
    """Prepares hints in idle moments; this one prepares nothing."""

    def think(self, session: Session) -> None:
        """Prepares for a hint in this game."""

    def pause(self) -> None:
        """Pauses while the player moves."""

    def stop(self) -> None:
        """Gives up."""

    def add(self, name: str, work: Work[None]) -> bool:
        """Queues work to run before the hint is prepared, replacing work of the same name; returns whether it will be
        done. Neither `stop` nor another game ends it.
        """
        return False


class Loader:
    """Loads the bots; this one has them from the start."""

    failed = False
    """Whether loading failed."""

    def loaded(self) -> bool:
        """Returns whether they have loaded; requests them the first time."""
        return True

    def try_again(self) -> None:
        """Lets the next call of `loaded` request them again."""


@dataclass(frozen=True)
class Surroundings:
    """The services that an open game uses: saves, bots, idle time, the clock."""

    translator: Translator
    saves: Saves
    records: FinishedGames
    idle: Tasks
    work: Callable[[Work[None]], object]
    """Does long work in slices, in idle moments."""
    warm_up: WarmUp
    foresee: Callable[[Work[None]], object]
    """Computes in idle moments what the next key would do, in place of what it computed before."""
    bots: Loader
    bar: Bar
    """The replay's bar."""
    handling: Callable[[], Handling]
    now: Callable[[], float]
    """Milliseconds on the clock of frames and keys."""


@dataclass
class GameContext:
    """What is open and what goes on in it: everything that each part of an open game must know."""

    session: Session
    mode: Mode
    around: Surroundings
    tell: Front
    race: Race | None = field(default=None, init=False)
    paused: bool = field(default=False, init=False)
    activity: Activity = field(default=Activity.PLAY, init=False)
    clock: GameClock = field(init=False)
    last_move: LastMove = field(init=False)
    """The last move, as far as it has been seen."""

    def __post_init__(self) -> None:
        self.last_move = LastMove(self.session.view, self.session.view)
        self.clock = GameClock(self)

    def change_to(self, activity: Activity) -> None:
        """Changes what is going on. Each activity begins and ends in PLAY; ValueError for any other change."""
        if activity is not self.activity and Activity.PLAY not in (activity, self.activity):
            raise ValueError(f"{activity.name} cannot begin during {self.activity.name}")
        self.activity = activity

    @property
    def demo(self) -> bool:
        """Whether the game moves without its players: in a demo, or in a lesson's demonstration."""
        return self.activity in (Activity.DEMO, Activity.SCRIPT)

    @property
    def replaying(self) -> bool:
        """Whether a replay is open."""
        return self.activity is Activity.REPLAY

    @property
    def computers_turn(self) -> bool:
        """Whether the player has to wait for the computer."""
        return not self.mode.shared and is_computers(self.session.options, self.session.view)

    @property
    def continuous(self) -> bool:
        """Whether pieces fall with time in this game, even played calmly: undo goes by pieces, and nothing glides."""
        return self.session.rules.timed and self.mode.keeps_time

    @property
    def is_answer(self) -> bool:
        """Whether the game can be sent as the answer to a challenge."""
        return self.race is not None and self.mode.challenge is not None

    @property
    def one_board(self) -> bool:
        """Whether there is only one board."""
        return len(self.session.view.boards) == 1
