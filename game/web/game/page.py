"""The parts of the page on which an open game is shown, created once when the page starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.play.state import Handling
from game.web.board.panel import Look
from game.web.board.screen import Screen
from game.web.board.status import StatusLine
from game.web.platform.haptics import Haptics
from game.web.platform.loop import IdleQueue, IdleWork
from game.web.platform.sound import Sound
from game.web.storage.saves import Saves
from game.web.storage.settings import SPEEDS, Settings
from game.words import Translator


class Preferences:
    """The player's current settings, and whether the system asks for less motion."""

    def __init__(self, settings: Settings, less_motion: Callable[[], bool]) -> None:
        self.settings = settings
        self._less_motion = less_motion

    @property
    def less_motion(self) -> bool:
        return self._less_motion()

    def handling(self) -> Handling:
        """Returns how the player wants a game to respond."""
        settings = self.settings
        return Handling(float(settings.delay), float(settings.repeat), SPEEDS[settings.motion])

    @property
    def look(self) -> Look:
        """How the player wants boards to look."""
        return Look(self.settings.size, self.settings.shapes, SPEEDS[self.settings.motion])


@dataclass(frozen=True)
class Page:
    """The parts of the page that every open game shares."""

    translator: Translator
    screen: Screen
    status: StatusLine
    sound: Sound
    haptics: Haptics
    saves: Saves
    idle: IdleQueue
    counting: IdleWork
    """Counts the feats of the game that ended last."""
    preferences: Preferences
    wake: Callable[[], object]
    """Requests a frame."""
    act: Callable[[str], object]
    """Does something outside the game: opens another game or the rules, or shares this one."""
    moved: Callable[[], object]
    """Updates everything that follows the game's position."""
    taken: Callable[[], object]
    """Gives up the game, which goes on in another tab and cannot be kept here."""
