"""What goes on in an open game: play, a hint, a demo, or a replay."""

from __future__ import annotations

from enum import Enum, auto


class Activity(Enum):
    """What is going on in an open game: only one of these at a time."""

    PLAY = auto()
    """The players move, and the computer if it plays."""
    HINT = auto()
    """The bot thinks about a hint."""
    DEMO = auto()
    """The bot plays until it is stopped."""
    SCRIPT = auto()
    """Given words are played, as in a lesson."""
    REPLAY = auto()
    """A replay is open."""
