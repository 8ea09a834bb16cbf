"""The actions that are available in any game, besides its own words."""

from __future__ import annotations

from enum import StrEnum, auto


class Action(StrEnum):
    """What a button, a key or a mode can ask for; its value is the `data-action` of a button."""

    UNDO = auto()
    REDO = auto()
    RESTART = auto()
    REPLAY = auto()
    PAUSE = auto()
    HINT = auto()
    DEMO = auto()
    DESCRIBE = auto()
    """Reads out the board."""
    NEW = auto()
    """Asks for the options of a new game."""
    AGAIN = auto()
    NEXT = auto()
    """Opens the next game or problem, from the end card."""
    MUTE = auto()
    RULES = auto()
    LEARN = auto()
    """Begins the lessons of this game."""
    SHARE = auto()
    REVIEW = auto()
    """Opens Look back."""
    FILM = auto()
    """Offers the game as an animated picture."""
    PROBLEMS = auto()


class ReplayAction(StrEnum):
    """What a button of the replay's bar can ask for; the button's id ends with its value."""

    START = auto()
    BACK = auto()
    RUN = auto()
    """Runs the replay, or stops it."""
    ON = auto()
    """Goes one input forward."""
    END = auto()
    FILM = auto()
    HERE = auto()
    """Plays on from the point shown."""
    CLOSE = auto()
