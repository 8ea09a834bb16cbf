"""What an open game finds on the page: made once, when the page starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.session import Session
from game.web.board.panel import Look
from game.web.board.replay_bar import ReplayBar
from game.web.board.screen import Screen
from game.web.board.status import StatusLine
from game.web.haptics import Haptics
from game.web.loop import IdleQueue
from game.web.sound import Sound
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

    def ask_new_game(self) -> None:
        """The player wants another game."""

    def play_again(self) -> None:
        """The player wants the same again, from another seed."""

    def toggle_mute(self) -> None:
        """Sound on or off."""

    def show_rules(self) -> None:
        """The rules, over the board; or away with them."""

    def recent_scores(self, session: Session) -> Sequence[int]:
        """The player's last results with these options."""

    def learn(self) -> None:
        """The player wants to be taught this game."""

    def share(self, film: bool = False) -> None:
        """The player wants to share this one, perhaps as an animated picture of the whole."""

    def moved(self) -> None:
        """The game is somewhere else than before: what follows it must follow."""

    def played(self, session: Session) -> None:
        """A move of the player's was made: what is to be counted is counted."""

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
    idle: IdleQueue
    preferences: Preferences
    host: Host
