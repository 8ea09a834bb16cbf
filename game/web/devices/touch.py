"""A finger or the mouse on the boards: it picks and drags in games of cells, and makes gestures in all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from js import window

from game.contract import Cell, Role, Rules
from game.input.gestures import HOLD, TAP, Gestures
from game.web.board.screen import Screen
from game.web.devices.keyboard import Keyboard
from game.web.platform.dom import by_id, listen
from game.web.platform.loop import DelayedCall

if TYPE_CHECKING:
    from game.play.open_game import OpenGame


class Drag:
    """A pointer that came down on something draggable: where, in CSS pixels of the canvas, and on what."""

    def __init__(self, symbol: str, cell: Cell, x: float, y: float) -> None:
        self.symbol, self.cell = symbol, cell
        self._x, self._y = x, y
        self.over: Cell | None = cell
        self.moved = False

    def move_to(self, x: float, y: float) -> bool:
        """Takes the pointer's position; returns whether it has ever been far enough away to drag."""
        self.moved = self.moved or max(abs(x - self._x), abs(y - self._y)) > TAP
        return self.moved


class Touch:
    """Follows one pointer at a time."""

    def __init__(
        self,
        open_game: Callable[[], OpenGame | None],
        screen: Screen,
        keyboard: Keyboard,
        gestured: Callable[[], object],
        nearly_flicked: Callable[[], object],
    ) -> None:
        """`gestured` is called for each move by a finger's gesture, `nearly_flicked` after one too slow for a flick."""
        self._open_game, self._screen, self._keyboard = open_game, screen, keyboard
        self._gestured, self._nearly_flicked = gestured, nearly_flicked
        self._holding = DelayedCall(self._held)
        self._gestures = Gestures(())
        self._landings = 0
        self._drag: Drag | None = None
        boards = by_id("boards")
        listen(boards, "pointerdown", self._down)
        listen(boards, "pointermove", self._move)
        listen(boards, "pointerup", self._up)
        listen(boards, "pointercancel", lambda _event: self._cancel())
        listen(window, "resize", lambda _event: self._cancel())  # rotating a phone ends the gesture

    def open(self, rules: Rules[Any]) -> None:
        """Gives gestures this game's roles."""
        self._gestures = Gestures(rules.by_role)

    def _down(self, event: Any) -> None:
        game = self._open_game()
        if not (game and event.isPrimary and event.button == 0 and event.target.closest(".board-frame")):
            return
        if game.cursor:
            if not event.target.closest("canvas"):
                return
            x, y = float(event.offsetX), float(event.offsetY)
            cell = self._screen.panels[0].painter.at(x, y)
            symbol = game.cursor.grab(cell) if cell else ""
            if cell and symbol:
                self._drag = Drag(symbol, cell, x, y)
                if event.isTrusted:
                    event.target.setPointerCapture(event.pointerId)
        else:
            if event.isTrusted:  # early input that is replayed has no pointer
                event.target.setPointerCapture(event.pointerId)
            self._landings = game.landings
            self._gestures.down(float(event.clientX), float(event.clientY), float(event.timeStamp))
            self._holding.begin(HOLD)

    def _move(self, event: Any) -> None:
        self._end_drag_if_landed()
        if event.isPrimary and self._drag:
            self._carry(self._drag, float(event.offsetX), float(event.offsetY))
        elif event.isPrimary:
            self._do(self._gestures.move(*_position(event), self._cell()))

    def _end_drag_if_landed(self) -> None:
        """Ends the drag of a piece that has landed, so that the next one is not dragged; a tap may be for either."""
        game = self._open_game()
        if game and game.landings != self._landings:
            self._landings = game.landings
            self._gestures.land()

    def _carry(self, drag: Drag, x: float, y: float) -> None:
        """Moves what is dragged with the pointer, and shows on the board where it would go."""
        game, panel = self._open_game(), self._screen.panels[0]
        if not (game and game.cursor and drag.move_to(x, y)):
            return
        panel.carry(drag.symbol, x, y)
        over = panel.painter.at(x, y)
        if over != drag.over:
            drag.over = over
            game.cursor.carry(over)

    def _let_go(self, drag: Drag, *, on_board: bool) -> None:
        """Drops what was dragged where it is, or back where it came from unless `on_board`."""
        self._drag = None
        self._screen.panels[0].drop_carried()
        game = self._open_game()
        if game and game.cursor:
            if drag.moved or not on_board:
                game.cursor.drop(drag.over if on_board else None)
            else:
                game.cursor.tap(drag.cell)

    def _up(self, event: Any) -> None:
        self._end_drag_if_landed()
        if event.isPrimary and self._drag:
            self._let_go(self._drag, on_board=True)
        elif event.isPrimary:
            self._do(self._gestures.up(*_position(event), self._cell()))
            if self._gestures.nearly_flicked:
                self._nearly_flicked()
            self._cancel()

    def _held(self) -> None:
        """Holds, like a key, a finger that has not moved."""
        role = self._gestures.hold()
        if role is not None:
            self._keyboard.hold(role)

    def _cancel(self) -> None:
        """Ends the gesture: the pointer has gone, or no longer means anything."""
        if self._drag:
            self._let_go(self._drag, on_board=False)
        self._holding.cancel()
        if self._gestures.held is not None:
            self._keyboard.let_go(self._gestures.held)
        self._gestures.cancel()

    def _do(self, roles: list[Role]) -> None:
        game = self._open_game()
        for role in roles:
            if game and game.landings == self._landings:
                game.do(role)
                self._gestured()

    def _cell(self) -> float:
        return self._screen.panels[0].painter.cell if self._screen.panels else 1.0


def _position(event: Any) -> tuple[float, float, float]:
    return float(event.clientX), float(event.clientY), float(event.timeStamp)
