"""The curve of a game as a small chart: a line for each player, and a numbered mark at each mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from js import document

from game.review.analysis import Mistake, Point
from game.web.board.icons import SVG

WIDTH, HEIGHT, EDGE = 320, 110, 12
"""The size of the chart and the margin around the curve, in units of the SVG."""
DASHES = ("none", "5 4")
"""Dash patterns that distinguish the players' lines."""


def places(points: Sequence[Point], last: int, low: float, high: float) -> list[tuple[float, float]]:
    """Returns the coordinates of each point, given the game's last input and the values at the bottom and the top."""
    across, down = (WIDTH - 2 * EDGE) / max(last, 1), (HEIGHT - 2 * EDGE) / ((high - low) or 1.0)
    return [(EDGE + across * point.at, HEIGHT - EDGE - down * (point.value - low)) for point in points]


def chart(curve: Sequence[Point], mistakes: Sequence[Mistake], last: int) -> Any:
    """Returns the chart as SVG, hidden from screen readers, which have a table instead."""
    svg = _element("svg", {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "aria-hidden": "true", "class": "review-chart"})
    svg.append(_element("path", {"d": f"M{EDGE} {HEIGHT - EDGE}H{WIDTH - EDGE}", "class": "review-ground"}))
    if not curve:
        return svg
    values = [point.value for point in curve]
    low, high = min(values), max(values)
    at: dict[tuple[int, int], tuple[float, float]] = {}
    for seat in sorted({point.seat for point in curve}):
        points = [point for point in curve if point.seat == seat]
        drawn = places(points, last, low, high)
        at.update(zip(((point.at, seat) for point in points), drawn, strict=True))
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in drawn)
        svg.append(_element("path", {"d": path, "class": "review-line", "stroke-dasharray": DASHES[seat % 2]}))
    for number, mistake in enumerate(mistakes, 1):
        x, y = at[mistake.turn.at, mistake.turn.seat]
        svg.append(_element("circle", {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": "9", "class": "review-mark"}))
        text = _element("text", {"x": f"{x:.1f}", "y": f"{y + 4:.1f}", "class": "review-number"})
        text.textContent = str(number)
        svg.append(text)
    return svg


def _element(tag: str, attributes: Mapping[str, str]) -> Any:
    element = document.createElementNS(SVG, tag)
    for name, value in attributes.items():
        element.setAttribute(name, value)
    return element
