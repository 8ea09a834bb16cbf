"""A finger's or a pointer's way as words of play: taps, swipes and drags. Pure, so that it is tested without a page."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from game.web.picking import VERB
from game.words import N_

SWIPE = 24
"""Pixels after which a way is a swipe and no tap."""

TAP = 12
HOLD = 320.0
"""Milliseconds after which a finger that has not moved is held, and no tap any more."""
FLICK = 0.9
"""Pixels a millisecond downwards at which letting go drops the piece."""


@dataclass
class Gesture:
    """One touch from its beginning: where it began, how far it has been told of, and how fast it was last."""

    x: float
    y: float
    time: float
    last_y: float = 0
    last_time: float = 0
    speed: float = 0
    columns: int = 0
    rows: int = 0
    moved: bool = False
    done: bool = False


class Gestures:
    """Turns the pointer's events into words; the game's own words say which kind of gestures it takes."""

    def __init__(self, words: Collection[str]) -> None:
        self._words = words
        self._drags = "drop" in words
        self._turn = next((word for word in ("rotate", "cw", "clockwise", "up") if word in words), None)
        self._gesture: Gesture | None = None
        self.held: str | None = None
        """The word of the finger that is held."""

    def down(self, x: float, y: float, time: float) -> None:
        """A pointer came down (pixels, milliseconds)."""
        self._gesture = Gesture(x, y, time, last_y=y, last_time=time)

    def move(self, x: float, y: float, time: float, cell: float) -> list[str]:
        """It went on; `cell` is a cell's size in pixels."""
        gesture = self._gesture
        if gesture is None or gesture.done:
            return []
        dx, dy = x - gesture.x, y - gesture.y
        gesture.moved = gesture.moved or max(abs(dx), abs(dy)) > TAP
        if not self._drags:
            return self._swipe(gesture, dx, dy)
        if time > gesture.last_time:
            gesture.speed = (y - gesture.last_y) / (time - gesture.last_time)
            gesture.last_y, gesture.last_time = y, time
        return self._drag(gesture, dx, dy, max(cell, 16))

    def up(self, x: float, y: float, time: float, cell: float) -> list[str]:
        """It was lifted."""
        gesture = self._gesture
        words = self.move(x, y, time, cell)
        self._gesture = None
        if gesture is None or self.held is not None:
            return []
        if not gesture.moved and self._drags and self._turn:
            return [self._turn]
        if self._drags and gesture.speed > FLICK and y - gesture.y > SWIPE:
            return ["drop"]
        return words

    def hold(self) -> str | None:
        """The finger has stayed for as long as HOLD → the word that it holds down, if it is one."""
        gesture = self._gesture
        if gesture is None or gesture.moved or gesture.done or not self._drags or "down" not in self._words:
            return None
        gesture.done, self.held = True, "down"
        return self.held

    def cancel(self) -> None:
        """The browser took the pointer away, or what it did is done: nothing more is meant."""
        self._gesture = self.held = None

    def _swipe(self, gesture: Gesture, dx: float, dy: float) -> list[str]:
        """One word a touch, as soon as it is clear which."""
        if max(abs(dx), abs(dy)) < SWIPE:
            return []
        gesture.done = True
        word = ("right" if dx > 0 else "left") if abs(dx) > abs(dy) else ("down" if dy > 0 else "up")
        return [word] if word in self._words else []

    def _drag(self, gesture: Gesture, dx: float, dy: float, cell: float) -> list[str]:
        """The piece follows the finger, a cell at a time; a quick way down is kept for the flick."""
        words: list[str] = []
        columns = int(dx / cell)
        step = "right" if columns > gesture.columns else "left"
        words += [step] * abs(columns - gesture.columns)
        gesture.columns = columns
        rows = int(dy / cell)
        if gesture.speed <= FLICK and rows > gesture.rows:
            words += ["down"] * (rows - gesture.rows)
        gesture.rows = max(rows, gesture.rows)
        return [word for word in words if word in self._words]


FALLING = (
    (N_("Drag to the side"), ("left",)), (N_("Drag to the side"), ("right",)),
    (N_("Tap"), ("rotate", "cw", "clockwise", "up")), (N_("Drag down, or hold"), ("down",)),
    (N_("Flick down"), ("drop",)),
)  # fmt: skip
SWIPES = tuple((N_("Swipe"), (word,)) for word in ("left", "right", "up", "down"))
PICKS = ((N_("Tap"), ("pick",)),)


def told(words: Collection[str]) -> list[tuple[str, str]]:
    """What a finger does in a game with these words, for the help: gestures, to be translated, and words."""
    if VERB in words:
        return [(gesture, meant[0]) for gesture, meant in PICKS]
    found = []
    for gesture, meant in FALLING if "drop" in words else SWIPES:
        word = next((word for word in meant if word in words), None)
        if word is not None:
            found.append((gesture, word))
    return found
