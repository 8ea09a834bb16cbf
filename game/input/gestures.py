"""Turns the path of a pointer into roles: taps, swipes, drags and flicks. Pure, so it can be tested without a page."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

from game.contract import Role
from game.input.keys import CARRY
from game.play.cursor import PICK
from game.words import N_

SWIPE = 24
"""Pixels from which a movement is a swipe."""

TAP = 12
HOLD = 320.0
"""Milliseconds after which a finger that has not moved counts as held, not as a tap."""
FLICK = 0.45
"""Pixels per millisecond downwards at which lifting the finger drops the piece."""
QUICK = 300.0
"""The most milliseconds of a movement down that was probably meant as a flick, though it was too slow for one."""
RECENT = 100.0
"""Milliseconds over which a finger's speed is averaged, because it rests for a moment before it lifts."""
SMALLEST_CELL = 16
"""The pixels of a step when a finger drags a piece over cells that are smaller."""

TURNS = (Role.ROTATE, Role.UP)
"""What a tap does: the first of these that the game has."""


@dataclass
class Gesture:
    """One touch: where it began, and what it has done so far."""

    x: float
    y: float
    began: float
    seen: deque[tuple[float, float]] = field(default_factory=deque)
    """Recent times and heights."""
    anchor: tuple[float, float] = (0, 0)
    """The point up to which the piece has followed it."""
    moved: bool = False
    done: bool = False

    def speed(self) -> float:
        """Returns pixels per millisecond downwards."""
        (began, top), (ended, bottom) = self.seen[0], self.seen[-1]
        return (bottom - top) / (ended - began) if ended > began else 0.0


class Gestures:
    """Turns pointer events into roles; the game's roles decide which kinds of gestures it takes."""

    def __init__(self, roles: Collection[Role]) -> None:
        self._roles = roles
        self._drags = Role.DROP in roles
        self._turn = next((role for role in TURNS if role in roles), None)
        self._gesture: Gesture | None = None
        self.held: Role | None = None
        """The role that a held finger holds down."""
        self.nearly_flicked = False
        """Whether the last gesture was almost a flick: short, straight down, and too slow."""

    def down(self, x: float, y: float, time: float) -> None:
        """Handles a pointer that came down (pixels, milliseconds)."""
        self._gesture = Gesture(x, y, time, deque([(time, y)]), (x, y))

    def move(self, x: float, y: float, time: float, cell: float) -> list[Role]:
        """Handles its movement; `cell` is a cell's size in pixels."""
        gesture = self._gesture
        if gesture is None or gesture.done:
            return []
        dx, dy = x - gesture.x, y - gesture.y
        gesture.moved = gesture.moved or max(abs(dx), abs(dy)) > TAP
        if not self._drags:
            return self._swipe(gesture, dx, dy)
        gesture.seen.append((time, y))
        while len(gesture.seen) > 2 and gesture.seen[1][0] < time - RECENT:
            gesture.seen.popleft()
        return self._drag(gesture, x, y, max(cell, SMALLEST_CELL), fast=gesture.speed() > FLICK)

    def up(self, x: float, y: float, time: float, cell: float) -> list[Role]:
        """Handles its lifting."""
        gesture = self._gesture
        found = self.move(x, y, time, cell)
        self._gesture, self.nearly_flicked = None, False
        if gesture is None or self.held is not None:
            return []
        if not self._drags or gesture.done:
            return found
        if not gesture.moved:
            return [self._turn] if self._turn else []
        if gesture.speed() > FLICK and y - gesture.y > SWIPE:
            return [*found, Role.DROP]
        down = y - gesture.y
        self.nearly_flicked = time - gesture.began < QUICK and down > SWIPE and down > 2 * abs(x - gesture.x)
        return found + self._drag(gesture, x, y, max(cell, SMALLEST_CELL), fast=False)

    def hold(self) -> Role | None:
        """Handles a finger that has not moved for HOLD milliseconds; returns the role that it holds down, if any."""
        gesture = self._gesture
        if gesture is None or gesture.moved or gesture.done or not self._drags or Role.SOFT_DROP not in self._roles:
            return None
        gesture.done, self.held = True, Role.SOFT_DROP
        return self.held

    def land(self) -> None:
        """Ends the drag of a piece that has landed: the rest of the movement is not meant for the next one."""
        if self._gesture and self._gesture.moved:
            self._gesture.done = True

    def cancel(self) -> None:
        """Ends the gesture: the browser took the pointer away, or the gesture is complete."""
        self._gesture = self.held = None

    def _swipe(self, gesture: Gesture, dx: float, dy: float) -> list[Role]:
        """Returns one role per touch, as soon as its direction is clear."""
        if max(abs(dx), abs(dy)) < SWIPE:
            return []
        gesture.done = True
        across, along = (Role.RIGHT if dx > 0 else Role.LEFT), (Role.DOWN if dy > 0 else Role.UP)
        role = across if abs(dx) > abs(dy) else along
        return [role] if role in self._roles else []

    def _drag(self, gesture: Gesture, x: float, y: float, cell: float, *, fast: bool) -> list[Role]:
        """Lets the piece follow the finger cell by cell; a fast movement down waits, because it may become a flick.

        No finger moves quite straight: only the axis along which it has moved further since the last step counts, and
        each step forgets how far it strayed along the other.
        """
        if Role.HOLD in self._roles and gesture.y - y > 2 * SWIPE and abs(x - gesture.x) < SWIPE:
            gesture.done = True
            return [Role.HOLD]
        left, top = gesture.anchor
        across, down = x - left, max(0.0, y - top)
        columns, rows = int(across / cell), int(down / cell)
        if columns and abs(across) > down:
            gesture.anchor = left + columns * cell, y
            found = [Role.RIGHT if columns > 0 else Role.LEFT] * abs(columns)
        elif rows and not fast:
            gesture.anchor = x, top + rows * cell
            found = [Role.SOFT_DROP] * rows
        else:
            found = []
        return [role for role in found if role in self._roles]


FALLING: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("Drag left or right"), (Role.LEFT,)),
    (N_("Drag left or right"), (Role.RIGHT,)),
    (N_("Tap"), TURNS),
    (N_("Drag down, or hold"), (Role.SOFT_DROP,)),
    (N_("Flick down"), (Role.DROP,)),
    (N_("Swipe up"), (Role.HOLD,)),
)
SWIPES: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (N_("Swipe"), (role,)) for role in (Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN)
)


def explained(roles: Collection[Role]) -> list[tuple[str, str]]:
    """Returns what a finger does in a game with these roles, for the help: gestures, untranslated, with their roles."""
    if Role.MOVE in roles:
        return [(N_("Tap"), PICK), (N_("Drag"), CARRY)]
    found = []
    for gesture, meant in FALLING if Role.DROP in roles else SWIPES:
        role = next((role for role in meant if role in roles), None)
        if role is not None:
            found.append((gesture, role))
    return found
