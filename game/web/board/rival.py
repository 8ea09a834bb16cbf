"""A small second board next to the first that shows a rival's game, without animation."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from game.contract import Board, Symbol
from game.geometry import Geometry
from game.web.board.painter import Painter
from game.web.platform.dom import make


class RivalBoard:
    """One small canvas with a name under it."""

    def __init__(self, symbols: Mapping[str, Symbol], name: str, label: str) -> None:
        """`name` is shown; `label` names the board for screen readers."""
        canvas = make("canvas", role="img", aria_label=label)
        self._frame = make("div", canvas, class_="rival-frame")
        self.element = make("div", self._frame, make("span", name, class_="rival-name", dir="auto"), class_="rival")
        self._painter = Painter(canvas, symbols)
        self._board: Board | None = None

    def show(self, board: Board) -> None:
        """Shows this board without its ghost, which is only for its player."""
        self._board = Board(board.rows, hidden=board.hidden)
        self._painter.show(self._board)

    def fit(self, *, shapes: bool) -> None:
        """Makes it as high as its frame."""
        if self._board is None:
            return
        picture = Geometry.of(self._board.rows).within(inf, self._frame.clientHeight)
        self._frame.style.width = f"{picture.width:.2f}px"
        self._painter.shapes = shapes
        self._painter.fit(self._board.rows, picture.width, picture.height)
