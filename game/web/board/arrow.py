"""An arrow over a board that shows where to move something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from js import document

from game.geometry import Point
from game.web.board.icons import SVG

HEAD = 0.3
"""Length of the arrowhead in cells; its tip is in the middle of the last cell."""


class Arrow:
    """One element, laid over the canvas while there is an arrow to show."""

    def __init__(self) -> None:
        self.element = document.createElementNS(SVG, "svg")
        self.element.setAttribute("class", "arrow")
        self.element.setAttribute("aria-hidden", "true")
        self._line = document.createElementNS(SVG, "path")
        self.element.append(self._line)
        self._shown = False
        self._hide()

    def show(self, points: Sequence[Point], canvas: Any, cell: float) -> None:
        """Draws the arrow along these points of the canvas, or hides it if there are none. `cell` is a cell's side."""
        if len(points) < 2:
            if self._shown:
                self._hide()
            return
        self._shown = True
        style = self.element.style
        style.left, style.top = f"{canvas.offsetLeft}px", f"{canvas.offsetTop}px"
        style.width, style.height = f"{canvas.clientWidth}px", f"{canvas.clientHeight}px"
        self.element.setAttribute("viewBox", f"0 0 {canvas.clientWidth / cell:g} {canvas.clientHeight / cell:g}")
        self._line.setAttribute("d", path([(x / cell, y / cell) for x, y in points]))
        self.element.removeAttribute("hidden")

    def _hide(self) -> None:
        self._shown = False
        self.element.setAttribute("hidden", "")


def path(points: Sequence[Point]) -> str:
    """Returns an SVG path along these points, in units of a cell's side, with an arrowhead at its end."""
    (x, y), (ex, ey) = points[-2], points[-1]
    long = ((ex - x) ** 2 + (ey - y) ** 2) ** 0.5
    dx, dy = (ex - x) / long * HEAD, (ey - y) / long * HEAD
    line = "L".join(f"{x:g} {y:g}" for x, y in points)
    return f"M{line}M{ex - dx - dy:g} {ey - dy + dx:g}L{ex:g} {ey:g}L{ex - dx + dy:g} {ey - dy - dx:g}"
