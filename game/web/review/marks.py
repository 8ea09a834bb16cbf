"""Marks over a small board: where the played move led, and where the better one leads.

Their signs and lines tell them apart without colour: a cross and dots for the played one, a tick and a solid line for
the better one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import hypot
from typing import Any

from game.contract import Cell
from game.geometry import Geometry, Point
from game.play.partner import Pointed
from game.web.review.chart import element

PLAYED, BETTER = "played", "better"
SIGNS = {PLAYED: "M-.17-.17L.17.17M.17-.17L-.17.17", BETTER: "M-.2 .02L-.05.17L.2-.15"}
"""The sign of each kind, around the middle of its badge."""
RADIUS = 0.36
"""The radius of a badge, in cells."""


def marks(geometry: Geometry, played: Pointed, better: Pointed) -> Any:
    """Returns an SVG to lie over a board of this many rows and columns."""
    svg = over(geometry)
    taken: set[Cell] = set()
    badges = []
    for kind, where in ((BETTER, better), (PLAYED, played)):
        path = arrow(where.arrow) if where.arrow else outline(where.cells, 0.06 if kind == BETTER else 0.16)
        if not path:
            continue
        for name in ("halo", kind):
            svg.append(element("path", {"d": path, "class": f"review-{name}"}))
        cell = badge_cell(where, taken)
        taken.add(cell)
        where_to = (cell[1] + 0.78, cell[0] + 0.22, 0.6) if where.arrow else (cell[1] + 0.5, cell[0] + 0.5, 1.0)
        badges.append(badge(kind, *where_to))  # at the end of an arrow in a corner, because the cell may hold a point
    svg.append(*badges)
    return svg


def difference(rows: Sequence[str], others: Sequence[str]) -> Any:
    """Returns an SVG to lie over a board, around the cells in which it differs from another."""
    geometry = Geometry.of(rows)
    differ = frozenset(
        (r, c) for r, c in product(range(geometry.rows), range(geometry.columns)) if rows[r][c] != others[r][c]
    )
    svg = over(geometry)
    path = outline(differ, 0.06)
    svg.append(*(element("path", {"d": path, "class": f"review-{name}"}) for name in ("halo", "differs") if path))
    return svg


def over(geometry: Geometry) -> Any:
    """Returns an empty SVG to lie over a board of this many rows and columns."""
    svg = element("svg", {"viewBox": f"0 0 {geometry.columns} {geometry.rows}", "aria-hidden": "true"})
    svg.setAttribute("class", "review-marks")
    return svg


def badge_cell(where: Pointed, taken: set[Cell]) -> Cell:
    """Returns the cell for the badge, a free one if it can: the end of an arrow, or the cell nearest to the middle."""
    if where.arrow:
        return where.arrow[-1]
    cells = sorted(where.cells)
    row, column = (sum(cell[i] for cell in cells) / len(cells) for i in (0, 1))
    return min(cells, key=lambda cell: (cell in taken, (cell[0] - row) ** 2 + (cell[1] - column) ** 2))


def badge(kind: str, x: float, y: float, size: float = 1.0) -> Any:
    """Returns a disc with the sign of a kind around a point."""
    group = element("g", {"transform": f"translate({x:g} {y:g}) scale({size:g})", "class": "review-badge"})
    group.append(element("circle", {"r": str(RADIUS)}), element("path", {"d": SIGNS[kind]}))
    return group


def sign(kind: str) -> Any:
    """Returns the badge of a kind as a picture in a line of text."""
    svg = element("svg", {"viewBox": "-.4 -.4 .8 .8", "aria-hidden": "true", "class": "review-sign"})
    svg.append(badge(kind, 0, 0))
    return svg


def outline(cells: frozenset[Cell], inset: float) -> str:
    """Returns the path around cells, a little inside them."""
    parts = []
    for row, column in sorted(cells):
        top, bottom, left, right = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        x0, x1 = (column + inset * (left not in cells), column + 1 - inset * (right not in cells))
        y0, y1 = (row + inset * (top not in cells), row + 1 - inset * (bottom not in cells))
        sides = (
            (top, (x0, y0, x1, y0)),
            (right, (x1, y0, x1, y1)),
            (bottom, (x1, y1, x0, y1)),
            (left, (x0, y1, x0, y0)),
        )
        for neighbour, (xa, ya, xb, yb) in sides:
            if neighbour not in cells:
                parts.append(f"M{xa:g} {ya:g}L{xb:g} {yb:g}")
    return "".join(parts)


def arrow(cells: Sequence[Cell]) -> str:
    """Returns the path through the middles of cells, from next to what moves as far as the badge at its end."""
    points = [(column + 0.5, row + 0.5) for row, column in cells]
    if len(points) > 1:
        first, last = towards(points[0], points[1]), towards(points[-1], points[-2])
        points = [first, *points[1:-1], last]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def towards(here: Point, there: Point) -> Point:
    """Returns the point at the edge of a badge at one point in the direction of another."""
    (x, y), (other_x, other_y) = here, there
    far = hypot(other_x - x, other_y - y) or 1.0
    return x + RADIUS * (other_x - x) / far, y + RADIUS * (other_y - y) / far
