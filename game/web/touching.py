"""A finger or the mouse on the boards: it picks a cell in a game of cells, and else makes gestures."""

from __future__ import annotations

from typing import Any

from js import window

from game.contract import Rules
from game.web.dom import by_id, listen
from game.web.gestures import HOLD, Gestures
from game.web.loop import Later
from game.web.play import Play
from game.web.pressing import Pressing
from game.web.screen import Screen


class Touching:
    """One pointer at a time."""

    def __init__(self, screen: Screen, play: Play, pressing: Pressing) -> None:
        self._screen, self._play, self._pressing = screen, play, pressing
        self._holding = Later(self._held)
        self._gestures = Gestures(())

    def listen(self) -> None:
        """Feels the boards from now on."""
        boards = by_id("boards")
        listen(boards, "pointerdown", self._down)
        listen(boards, "pointermove", self._move)
        listen(boards, "pointerup", self._up)
        listen(boards, "pointercancel", lambda _event: self._drop())
        listen(window, "resize", lambda _event: self._drop())  # a phone that is turned ends what a finger began

    def open(self, rules: Rules[Any]) -> None:
        """From now on gestures mean this game's words."""
        self._gestures = Gestures(rules.words)

    def _down(self, event: Any) -> None:
        frame = event.target.closest(".board-frame")
        if not (event.isPrimary and event.button == 0 and frame):
            return
        if self._play.picker:
            if not event.target.closest("canvas"):
                return
            cell = self._screen.panels[0].painter.at(float(event.offsetX), float(event.offsetY))
            if cell:
                self._play.pick(cell)
        else:
            if event.isTrusted:  # what boot.js plays again has no pointer
                event.target.setPointerCapture(event.pointerId)
            self._gestures.down(float(event.clientX), float(event.clientY), float(event.timeStamp))
            self._holding.begin(HOLD)

    def _move(self, event: Any) -> None:
        if event.isPrimary:
            self._say_all(self._gestures.move(*_place(event), self._cell()))

    def _up(self, event: Any) -> None:
        if event.isPrimary:
            self._say_all(self._gestures.up(*_place(event), self._cell()))
            self._drop()

    def _held(self) -> None:
        """A finger stayed where it came down: its word is held like a key."""
        word = self._gestures.hold()
        if word is not None:
            self._pressing.hold(word)

    def _drop(self) -> None:
        """No finger is on the board any more, or none that means anything."""
        self._holding.cancel()
        if self._gestures.held is not None:
            self._pressing.let_go(self._gestures.held)
        self._gestures.cancel()

    def _say_all(self, words: list[str]) -> None:
        for word in words:
            self._play.word(word)

    def _cell(self) -> float:
        return self._screen.panels[0].painter.cell if self._screen.panels else 1.0


def _place(event: Any) -> tuple[float, float, float]:
    return float(event.clientX), float(event.clientY), float(event.timeStamp)
