"""The forms of symbols that stand for many: a slab for a row, a rock for more. Loaded only for games that have them."""

from __future__ import annotations

from typing import Any

from game.web.board.sprites import edge, lit


def draw_large(form: str, pen: Any, size: int, ink: str, paper: str) -> None:
    """Draws a symbol of one of these forms on a cell of this size."""
    {"slab": _slab, "rock": _rock}[form](pen, size, ink, paper)


def _slab(pen: Any, size: int, ink: str, paper: str) -> None:
    """Draws a low and wide plate of three parts, which stands for a row."""

    def outline(drop: float, shorter: float) -> None:
        pen.beginPath()
        pen.roundRect(size * 0.02, size * (0.3 + drop), size * 0.96, size * (0.44 - shorter), size * 0.12)

    lit(pen, size, ink, outline)
    outline(0, 0)
    edge(pen, size, ink)
    pen.strokeStyle = paper
    pen.globalAlpha = 0.6
    pen.lineWidth = max(1.5, size * 0.05)
    for x in (0.34, 0.66):
        pen.beginPath()
        pen.moveTo(size * x, size * 0.38)
        pen.lineTo(size * x, size * 0.68)
        pen.stroke()
    pen.globalAlpha = 1


def _rock(pen: Any, size: int, ink: str, paper: str) -> None:
    """Draws a boulder with a crack, larger than everything else."""

    def outline(drop: float, shorter: float) -> None:
        pen.beginPath()
        for i, (x, y) in enumerate(BOULDER):
            (pen.lineTo if i else pen.moveTo)(size * x, size * (y * (1 - shorter) + drop))
        pen.closePath()

    lit(pen, size, ink, outline)
    outline(0, 0)
    edge(pen, size, ink)
    pen.strokeStyle = paper
    pen.globalAlpha = 0.7
    pen.lineWidth = max(1.5, size * 0.06)
    pen.lineJoin = "round"
    pen.beginPath()
    for i, (x, y) in enumerate(CRACK):
        (pen.lineTo if i else pen.moveTo)(size * x, size * y)
    pen.stroke()
    pen.globalAlpha = 1


BOULDER = ((0.28, 0.06), (0.68, 0.03), (0.95, 0.32), (0.98, 0.68), (0.76, 0.94), (0.3, 0.96), (0.03, 0.72), (0.04, 0.3))
CRACK = ((0.3, 0.26), (0.52, 0.4), (0.42, 0.58), (0.68, 0.76))
"""The corners of a boulder and of the crack in it, in shares of a cell."""
