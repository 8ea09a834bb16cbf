"""What a player can do: the words of a game, and what a front must know to offer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

from game.words import N_


class Role(StrEnum):
    """What a word does, so that a front can offer keys, gestures, buttons and icons for a game it has never seen."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()
    ROTATE = auto()
    ROTATE_BACK = auto()
    SOFT_DROP = auto()
    """Moves a piece that falls or will be dropped one cell down."""
    DROP = auto()
    """Drops a piece all the way, which ends the turn or locks the piece."""
    HOLD = auto()
    """Puts the piece aside for later."""
    MOVE = auto()
    """Moves something from one cell to another, the word's two arguments."""
    LEVEL_UP = auto()
    LEVEL_DOWN = auto()
    CHOICE = auto()
    """One of `View.choices`."""
    TICK = auto()
    """Time passes; not a key or button."""
    COMMAND = auto()
    """Only typed."""


LABELS: Mapping[Role, str] = {
    Role.LEFT: N_("Left"),
    Role.RIGHT: N_("Right"),
    Role.UP: N_("Up"),
    Role.DOWN: N_("Down"),
    Role.ROTATE: N_("Rotate clockwise"),
    Role.ROTATE_BACK: N_("Rotate anticlockwise"),
    Role.SOFT_DROP: N_("Soft drop"),
    Role.DROP: N_("Hard drop"),
    Role.HOLD: N_("Hold"),
    Role.MOVE: N_("Move"),
    Role.LEVEL_UP: N_("Level up"),
    Role.LEVEL_DOWN: N_("Level down"),
}
"""Default labels for controls, by role."""
STEERING = frozenset({Role.LEFT, Role.RIGHT, Role.UP, Role.ROTATE, Role.ROTATE_BACK})
"""Roles that move a piece without lowering it."""
LOWERING = frozenset({Role.SOFT_DROP, Role.DROP, Role.TICK})
"""Roles that lower a piece; each can make it lock."""
REPEATING = frozenset({Role.LEFT, Role.RIGHT, Role.SOFT_DROP})
"""Roles that a held key repeats in a game with a clock."""


@dataclass(frozen=True)
class Control:
    """What one word of a game does."""

    role: Role
    label: str = ""
    """Empty to use the label of its role."""
    help: str = ""
    """A sentence that explains it, if the label does not."""
    arguments: int = 0
    """How many arguments follow the word."""

    @property
    def name(self) -> str:
        """Its label, yet to be translated; empty if the word itself serves as the label."""
        return self.label or LABELS.get(self.role, "")

    @property
    def repeats(self) -> bool:
        """Whether a held key repeats it in a game with a clock."""
        return self.role in REPEATING


def listed(words: str) -> list[str]:
    """Returns the words of a text such as `left, move b3 f7`, in order."""
    return [word.strip() for word in words.split(",") if word.strip()]


# A word can carry the files that it names, each after a line feed, so that saves are self-contained.

ATTACHMENT = "\n"
NAME_END = "\t"


def attach(word: str, name: str, text: str) -> str:
    """Attaches a file to a word under this name; line breaks in the text become spaces."""
    return word + ATTACHMENT + name + NAME_END + " ".join(text.split())


def detach(word: str) -> tuple[str, dict[str, str]]:
    """Splits a word into the bare word and the texts of its attached files, by name."""
    bare, *parts = word.split(ATTACHMENT)
    files = {}
    for part in parts:
        name, _, text = part.partition(NAME_END)
        files[name] = text
    return bare, files
