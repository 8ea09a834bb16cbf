"""A finger or the mouse on the boards: it picks a cell in a game of cells, and makes gestures in all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import window

from game.contract import Role, Rules
from game.web.board.screen import Screen
from game.web.controls.keyboard import Keyboard
from game.web.dom import by_id, listen
from game.web.game.game import Game
from game.web.input.gestures import HOLD, Gestures
from game.web.loop import Later


class Touch:
    """One pointer at a time."""

    def __init__(self, open_game: Callable[[], Game | None], screen: Screen, keyboard: Keyboard) -> None:
        self._open_game, self._screen, self._keyboard = open_game, screen, keyboard
        self._holding = Later(self._held)
        self._gestures = Gestures(())
        boards = by_id("boards")
        listen(boards, "pointerdown", self._down)
        listen(boards, "pointermove", self._move)
        listen(boards, "pointerup", self._up)
        listen(boards, "pointercancel", lambda _event: self._drop())
        listen(window, "resize", lambda _event: self._drop())  # a phone that is turned ends what a finger began

    def open(self, rules: Rules[Any]) -> None:
        """From now on gestures have this game's roles."""
        self._gestures = Gestures(rules.by_role)

    def _down(self, event: Any) -> None:
        game = self._open_game()
        if not (game and event.isPrimary and event.button == 0 and event.target.closest(".board-frame")):
            return
        if game.cursor:
            if not event.target.closest("canvas"):
                return
            cell = self._screen.panels[0].painter.at(float(event.offsetX), float(event.offsetY))
            if cell:
                game.pick(cell)
        else:
            if event.isTrusted:  # what is played again from before the start has no pointer
                event.target.setPointerCapture(event.pointerId)
            self._gestures.down(float(event.clientX), float(event.clientY), float(event.timeStamp))
            self._holding.begin(HOLD)

    def _move(self, event: Any) -> None:
        if event.isPrimary:
            self._do(self._gestures.move(*_place(event), self._cell()))

    def _up(self, event: Any) -> None:
        if event.isPrimary:
            self._do(self._gestures.up(*_place(event), self._cell()))
            self._drop()

    def _held(self) -> None:
        """A finger stayed where it came down: it is held like a key."""
        role = self._gestures.hold()
        if role is not None:
            self._keyboard.hold(role)

    def _drop(self) -> None:
        """No finger is on the board any more, or none that means anything."""
        self._holding.cancel()
        if self._gestures.held is not None:
            self._keyboard.let_go(self._gestures.held)
        self._gestures.cancel()

    def _do(self, roles: list[Role]) -> None:
        game = self._open_game()
        for role in roles:
            if game:
                game.do(role)

    def _cell(self) -> float:
        return self._screen.panels[0].painter.cell if self._screen.panels else 1.0


def _place(event: Any) -> tuple[float, float, float]:
    return float(event.clientX), float(event.clientY), float(event.timeStamp)
