"""A small second board next to the first: where somebody else stood. Nothing moves on it; it only changes."""

from __future__ import annotations

from collections.abc import Mapping

from game.contract import Board, Symbol
from game.web.board.painter import Painter
from game.web.dom import make, put


class RivalBoard:
    """One small canvas with a name under it."""

    def __init__(self, symbols: Mapping[str, Symbol], name: str, label: str) -> None:
        """`name` is shown, `label` is what a screen reader calls the board."""
        canvas = make("canvas", role="img", aria_label=label)
        self._frame = put(make("div", class_="rival-frame"), canvas)
        self.element = put(
            make("div", class_="rival"), self._frame, make("span", name, class_="rival-name", dir="auto")
        )
        self._painter = Painter(canvas, symbols)
        self._board: Board | None = None

    def show(self, board: Board) -> None:
        """Shows this board, without what is only its player's: the outline of where a piece would land."""
        self._board = Board(board.rows, hidden=board.hidden)
        self._painter.show(self._board)

    def fit(self, ratio: float, shapes: bool) -> None:
        """As high as its frame, at so many device pixels per CSS pixel."""
        if self._board is None:
            return
        rows, columns, height = len(self._board.rows), len(self._board.rows[0]), self._frame.clientHeight
        width = height * columns / rows
        self._frame.style.width = f"{width:.2f}px"
        self._painter.shapes = shapes
        self._painter.fit(width, height, ratio, rows, columns)
