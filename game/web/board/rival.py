"""A small second board next to the first that shows a rival's game, without animation."""

from __future__ import annotations

from collections.abc import Mapping

from game.contract import Board, Symbol
from game.web.board.painter import Painter
from game.web.platform.dom import make, put


class RivalBoard:
    """One small canvas with a name under it."""

    def __init__(self, symbols: Mapping[str, Symbol], name: str, label: str) -> None:
        """`name` is shown; `label` names the board for screen readers."""
        canvas = make("canvas", role="img", aria_label=label)
        self._frame = put(make("div", class_="rival-frame"), canvas)
        self.element = put(
            make("div", class_="rival"), self._frame, make("span", name, class_="rival-name", dir="auto")
        )
        self._painter = Painter(canvas, symbols)
        self._board: Board | None = None

    def show(self, board: Board) -> None:
        """Shows this board without its ghost, which is only for its player."""
        self._board = Board(board.rows, hidden=board.hidden)
        self._painter.show(self._board)

    def fit(self, ratio: float, shapes: bool) -> None:
        """Makes it as high as its frame; `ratio` is device pixels per CSS pixel."""
        if self._board is None:
            return
        rows, columns, height = len(self._board.rows), len(self._board.rows[0]), self._frame.clientHeight
        width = height * columns / rows
        self._frame.style.width = f"{width:.2f}px"
        self._painter.shapes = shapes
        self._painter.fit(width, height, ratio, rows, columns)
