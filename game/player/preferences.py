"""What the player prefers: how a game responds, and how boards look and move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.play.context import Handling
from game.player.settings import SPEEDS, Settings


@dataclass(frozen=True)
class Look:
    """How boards look: size in percent of the available space, shapes on pieces, duration of motion."""

    size: int = 100
    shapes: bool = True
    speed: float = 1.0


class Preferences:
    """The player's current settings, and whether the system asks for less motion."""

    def __init__(self, settings: Settings, less_motion: Any) -> None:
        """`less_motion` is the browser's media query for reduced motion."""
        self.settings = settings
        self._less_motion = less_motion

    @property
    def less_motion(self) -> bool:
        return bool(self._less_motion.matches)

    def handling(self) -> Handling:
        """Returns how the player wants a game to respond."""
        settings = self.settings
        return Handling(float(settings.delay), float(settings.repeat), SPEEDS[settings.motion])

    @property
    def look(self) -> Look:
        """How the player wants boards to look."""
        return Look(self.settings.size, self.settings.shapes, SPEEDS[self.settings.motion])
