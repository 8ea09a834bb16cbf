"""Treats a gamepad like a keyboard: its buttons have codes, and repeat when held. It does not know the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from game.contract import Role
from game.play.actions import Action

PREFIX = "Pad"

DEFAULT: dict[str, tuple[str, ...]] = {
    Role.LEFT: ("Pad14",),
    Role.RIGHT: ("Pad15",),
    Role.UP: ("Pad12",),
    Role.DOWN: ("Pad13",),
    Role.ROTATE: ("Pad1",),
    Role.ROTATE_BACK: ("Pad2",),
    Role.DROP: ("Pad0",),
    Role.HOLD: ("Pad6",),
    Role.LEVEL_UP: ("Pad7",),
    Role.LEVEL_DOWN: ("Pad6",),
    Action.UNDO: ("Pad4",),
    Action.REDO: ("Pad5",),
    Action.RESTART: ("Pad8",),
    Action.NEW: (),
    Action.PAUSE: ("Pad9",),
    Action.HINT: ("Pad3",),
    Action.DEMO: (),
    Action.DESCRIBE: (),
    Action.MUTE: (),
    Action.RULES: (),
}
"""The buttons for each meaning, by their index in the standard mapping of the Gamepad API."""

NAMES = ("A", "B", "X", "Y", "LB", "RB", "LT", "RT", "Select", "Start", "L3", "R3", "✛↑", "✛↓", "✛←", "✛→")
"""The labels of the buttons, in the order of the standard mapping."""

LEFT, RIGHT, UP, DOWN = "Pad14", "Pad15", "Pad12", "Pad13"
DIRECTIONS = (LEFT, RIGHT, UP, DOWN)
STICK = ((LEFT, RIGHT), (UP, DOWN))
"""The directions of the left stick's two axes, below and above zero."""
PUSHED, LET_GO = 0.5, 0.35
"""How far from its centre the stick counts as pushed, and how near as released."""


def button_name(code: str) -> str:
    """Returns a button's display name: A for `Pad0`."""
    number = int(code.removeprefix(PREFIX))
    return NAMES[number] if number < len(NAMES) else str(number)


def is_button(code: str) -> bool:
    """Returns whether a code is that of a gamepad's button."""
    return code.startswith(PREFIX)


class Press(StrEnum):
    """What happened to a button."""

    DOWN = "pressed"
    REPEAT = "repeated"
    UP = "released"


@dataclass
class Gamepad:
    """The buttons held on one gamepad; all times in milliseconds."""

    delay: float = 167.0
    repeat: float = 33.0
    _held: dict[str, float] = field(default_factory=dict)
    """When each code repeats next."""

    def changes(self, pressed: Collection[int], axes: Sequence[float], now: float) -> Iterator[tuple[Press, str]]:
        """Yields what happened to which button, given the numbers of the buttons now down, and the axes."""
        down = {f"{PREFIX}{number}" for number in pressed} | self._pushed(axes)
        for code in [code for code in self._held if code not in down]:
            del self._held[code]
            yield Press.UP, code
        for code in sorted(down):
            if code not in self._held:
                self._held[code] = now + self.delay
                yield Press.DOWN, code
            elif code in DIRECTIONS and self._held[code] <= now:
                self._held[code] = max(self._held[code] + self.repeat, now)
                yield Press.REPEAT, code

    def _pushed(self, axes: Sequence[float]) -> set[str]:
        found = set()
        for value, codes in zip(axes, STICK, strict=False):
            code = codes[value > 0]
            if abs(value) >= (LET_GO if code in self._held else PUSHED):
                found.add(code)
        return found
