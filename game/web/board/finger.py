"""A finger that moves over a board and shows how a lesson is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from js import document

from game.contract import Board, Cell
from game.input.instructions import Stroke
from game.web.board.panel import BoardPanel
from game.web.platform.dom import as_object, listen, make

FIRST, TOUCH, SLIDE, FLICK, REST = 500, 220, 450, 260, 350
"""Milliseconds before the finger appears, for it to come down or lift, for a slow and for a fast movement, and between
two movements.
"""
TIMES = 3
"""The number of times that it shows the way before it disappears; the first touch hides it earlier."""
SIZE = 30
"""Its diameter in CSS pixels."""


class Finger:
    """One element, put over the board where it is needed."""

    def __init__(self) -> None:
        self._element = make("span", class_="finger", aria_hidden="true")
        self._motion: Any = None
        self._panel: BoardPanel | None = None
        listen(document, "pointerdown", lambda _event: self.hide(), capture=True)

    def show(self, panel: BoardPanel, board: Board, strokes: Sequence[Stroke]) -> None:
        """Shows these movements one after the other, from the piece or the middle of the board."""
        self.hide()
        frames: list[tuple[int, float, float, float, float]] = []
        time, middle = FIRST, _middle(board)
        for stroke in strokes:
            x, y = panel.painter.middle(stroke.at or middle)
            left, top = panel.canvas.offsetLeft + x, panel.canvas.offsetTop + y
            right, below = left + stroke.right * panel.painter.cell, top + stroke.down * panel.painter.cell
            moving = FLICK if stroke.fast else SLIDE if (stroke.right or stroke.down) else 0
            lifted, down = time + TOUCH + moving, time + TOUCH
            frames += [(time, left, top, 0, 1.4), (down, left, top, 1, 1.0), (lifted, right, below, 1, 1.0)]
            frames.append((lifted + TOUCH, right, below, 0, 1.4))
            time = lifted + TOUCH + REST
        if not frames:
            return
        row, column = middle
        reach = next((round(stroke.right) for stroke in strokes if stroke.right and not stroke.fast), 0)
        if reach and not strokes[0].at:
            panel.point([middle, (row, column + reach)])  # how far to drag
        first, last = frames[0], frames[-1]
        frames = [(0, *first[1:]), *frames, (time, *last[1:])]
        self._panel = panel
        panel.frame.append(self._element)
        self._motion = self._element.animate(
            as_object([_keyframe(*frame, whole=time) for frame in frames]),
            as_object({"duration": time, "iterations": TIMES}),
        )

    def hide(self) -> None:
        """Takes it away."""
        if self._motion is not None:
            self._motion.cancel()
            self._motion = None
            self._element.remove()
            if self._panel:
                self._panel.point(())


def _middle(board: Board) -> Cell:
    """Returns the cell in the middle of the piece, or of the board."""
    cells = sorted(board.piece)
    return cells[len(cells) // 2] if cells else (len(board.rows) // 2, len(board.rows[0]) // 2)


def _keyframe(time: int, x: float, y: float, opacity: float, size: float, *, whole: int) -> dict[str, object]:
    where = f"translate({x - SIZE / 2:.1f}px, {y - SIZE / 2:.1f}px) scale({size})"
    return {"offset": time / whole, "transform": where, "opacity": opacity}
