"""What an open game finds on the page: made once, when the page starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from game.web.board.panel import Look
from game.web.board.replay_bar import ReplayBar
from game.web.board.screen import Screen
from game.web.board.status import StatusLine
from game.web.game.ahead import Ahead
from game.web.haptics import Haptics
from game.web.loop import IdleQueue, IdleWork
from game.web.sound import Sound
from game.web.storage.records import Records
from game.web.storage.saves import Saves
from game.web.storage.settings import SPEEDS, Settings
from game.words import Translator


class Preferences:
    """The player's settings as they are now, and whether the system asks for less motion."""

    def __init__(self, settings: Settings, less_motion: Callable[[], bool]) -> None:
        self.settings = settings
        self._less_motion = less_motion

    @property
    def less_motion(self) -> bool:
        return self._less_motion()

    @property
    def look(self) -> Look:
        """How the player likes boards."""
        return Look(self.settings.size, self.settings.shapes, SPEEDS[self.settings.motion])


class Host(Protocol):
    """What an open game asks of the page around it."""

    def wake(self) -> None:
        """A frame is wanted."""

    def act(self, action: str) -> None:
        """The player wants something that is not the game's own: another game, the rules, to share this one."""

    def moved(self) -> None:
        """The game is somewhere else than before: what follows it must follow."""

    def taken(self) -> None:
        """The game goes on in another tab: it cannot be kept here."""


@dataclass(frozen=True)
class Page:
    """The page's parts that serve whatever game is open."""

    translator: Translator
    screen: Screen
    status: StatusLine
    replay_bar: ReplayBar
    sound: Sound
    haptics: Haptics
    saves: Saves
    records: Records
    idle: IdleQueue
    counting: IdleWork
    """What is still to be counted of the game that ended last."""
    ahead: Ahead
    preferences: Preferences
    host: Host
