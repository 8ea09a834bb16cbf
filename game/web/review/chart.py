"""The curve of a game as a small chart: a line for each player, numbers on both axes, and a mark at each mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from js import document

from game.review.analysis import Analysis
from game.review.curve import Fall, apart, stretches, ticks
from game.web.board.icons import SVG
from game.words import C_, Translator

WIDTH, HEIGHT, RADIUS = 340, 176, 9
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 14, 40
"""The size of the chart, of a mistake's mark, and of the margins around the curve, in units of the SVG."""
APART = 2 * RADIUS + 4
"""The least distance between the centres of two marks."""
DASHES = ("none", "5 4")
"""Dash patterns that distinguish the players' lines."""


class Scale:
    """Where a move and a value are on the chart."""

    def __init__(self, first: int, last: int, low: float, high: float) -> None:
        """`first` and `last` are the numbers of inputs before the game and at its end, `low` and `high` the values at
        the bottom and the top.
        """
        self._across, self._first, self._low = (WIDTH - LEFT - RIGHT) / max(last - first, 1), first, low
        self._down = (HEIGHT - TOP - BOTTOM) / ((high - low) or 1.0)

    def x(self, at: float) -> float:
        """Returns the place of the move after this many inputs."""
        return LEFT + self._across * (at - self._first)

    def y(self, value: float) -> float:
        """Returns where a value is."""
        return HEIGHT - BOTTOM - self._down * (value - self._low)


def chart(analysis: Analysis, falls: Sequence[Fall], translator: Translator) -> Any:
    """Returns the chart as SVG, hidden from screen readers, which have a table instead."""
    curve, mistakes, judge = analysis.curve, analysis.mistakes, analysis.judge
    first, last = analysis.first, analysis.last
    svg = element("svg", {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "aria-hidden": "true", "class": "review-chart"})
    if not curve:
        return svg
    values = [*judge.RANGE, *(point.value for point in curve)]
    numbers = ticks(min(values), max(values), 0.0 if "%" in judge.FORM else 1.0)
    scale = Scale(first, last, numbers[0], numbers[-1])
    for fall in falls:
        left, right = scale.x(fall.first.at), scale.x(fall.last.at)
        shade = f"M{left:.1f} {TOP}H{right:.1f}V{HEIGHT - BOTTOM}H{left:.1f}Z"
        svg.append(element("path", {"d": shade, "class": "review-fall"}))
    for number in numbers:
        y = scale.y(number)
        svg.append(element("path", {"d": f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", "class": "review-ground"}))
        svg.append(_text(LEFT - RADIUS - 4, y + 4, translator.number(number, judge.FORM), "end"))
    turns = max(analysis.numbers.values())
    for at, where, number in ((first, "start", 1), (last, "end", turns)):  # before the first move, after the last
        if where == "start" or turns > 1:
            svg.append(_text(scale.x(at), HEIGHT - BOTTOM + 21, translator.number(number), where))
    middle = (LEFT + WIDTH - RIGHT) / 2
    svg.append(_text(middle, HEIGHT - BOTTOM + 36, translator(C_("column", "Move")), "middle"))
    for seat in sorted({point.seat for point in curve}):
        for part in stretches([point for point in curve if point.seat == seat]):
            path = "M" + "L".join(f"{scale.x(point.at):.1f} {scale.y(point.value):.1f}" for point in part)
            path += "h0" if len(part) == 1 else ""  # a line of no length is a dot
            svg.append(element("path", {"d": path, "class": "review-line", "stroke-dasharray": DASHES[seat % 2]}))
    values_at = {(point.at, point.seat): point.value for point in curve}
    own = [(mistake.turn.at, mistake.turn.seat) for mistake in mistakes]
    places = [(scale.x(at), scale.y(values_at[at, seat])) for at, seat in own]
    moved = apart(places, APART, TOP, HEIGHT - BOTTOM)
    for (x, y), (_x, there) in zip(places, moved, strict=True):
        if there != y:
            svg.append(element("path", {"d": f"M{x:.1f} {y:.1f}V{there:.1f}", "class": "review-stem"}))
    for number, (x, y) in enumerate(moved, 1):
        svg.append(element("circle", {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": f"{RADIUS}", "class": "review-mark"}))
        svg.append(_text(x, y + 4, str(number), "middle", "review-number"))
    return svg


def _text(x: float, y: float, text: str, anchor: str, name: str = "review-axis") -> Any:
    found = element("text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor, "class": name})
    found.textContent = text
    return found


def element(tag: str, attributes: Mapping[str, str]) -> Any:
    """Returns a new element of an SVG."""
    found = document.createElementNS(SVG, tag)
    for name, value in attributes.items():
        found.setAttribute(name, value)
    return found
