"""Pictures on buttons, as ways of a 24 × 24 drawing."""

from __future__ import annotations

from typing import Any

from js import document

SVG = "http://www.w3.org/2000/svg"

WAYS = {
    "left": "M15 5l-7 7 7 7",
    "right": "M9 5l7 7-7 7",
    "up": "M5 15l7-7 7 7",
    "down": "M5 9l7 7 7-7",
    "drop": "M6 5l6 6 6-6M6 12l6 6 6-6",
    "rotate": "M19 12a7 7 0 1 1-2.5-5.4M17 2v5h-5",
    "cw": "M19 12a7 7 0 1 1-2.5-5.4M17 2v5h-5",
    "clockwise": "M19 12a7 7 0 1 1-2.5-5.4M17 2v5h-5",
    "ccw": "M5 12a7 7 0 1 0 2.5-5.4M7 2v5h5",
    "counterclockwise": "M5 12a7 7 0 1 0 2.5-5.4M7 2v5h5",
    "pause": "M8 5v14M16 5v14",
    "run": "M8 5l9 7-9 7z",
    "step": "M6 5l8 7-8 7zM18 5v14",
}


def icon(name: str) -> Any:
    """The picture of that name as an element that says nothing to a screen reader."""
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", "0 0 24 24")
    svg.setAttribute("aria-hidden", "true")
    way = document.createElementNS(SVG, "path")
    way.setAttribute("d", WAYS[name])
    svg.append(way)
    return svg
