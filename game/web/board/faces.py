"""The faces of the computer's five strengths, drawn from the games' own shapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from js import document

from game.web.board.icons import SVG

Part = tuple[str, Mapping[str, object]]
"""An element of a drawing in a 24 × 24 viewBox: its tag and its attributes."""

INK, LIGHT = "#1b1d21", "#ffffff"


def _body(tag: str, tone: int, **attributes: object) -> Part:
    edge = {"stroke": INK, "stroke-opacity": 0.35, "stroke-width": 0.8}
    return tag, {"fill": f"var(--tone-{tone})", **edge, **attributes}


def _line(path: str, width: float = 1.3, colour: str = INK) -> Part:
    return "path", {"d": path, "fill": "none", "stroke": colour, "stroke-width": width, "stroke-linecap": "round"}


def _eyes(y: float, apart: float = 3.2, size: float = 2.2, look: float = 0.0) -> list[Part]:
    """Returns two eyes at this height, `apart` from the middle."""
    found: list[Part] = []
    for x in (12 - apart, 12 + apart):
        found.append(("circle", {"cx": x, "cy": y, "r": size, "fill": LIGHT}))
        found.append(("circle", {"cx": x + look, "cy": y + 0.3, "r": size * 0.55, "fill": INK}))
    return found


FACES: Mapping[int, list[Part]] = {
    1: [_body("circle", 3, cx=12, cy=14, r=8), *_eyes(12.6, 2.9, 2.3), _line("M9.8 17.2q2.2 1.8 4.4 0")],
    2: [
        _body("circle", 1, cx=12, cy=12, r=10.4),
        _line("M4.6 12a7.4 7.4 0 1 0 14.8 0a7.4 7.4 0 1 0-14.8 0", 1.2, LIGHT),
        *_eyes(10.8),
        ("circle", {"cx": 12, "cy": 16.2, "r": 1.3, "fill": INK}),
    ],
    3: [
        _body("rect", 6, x=2, y=3, width=20, height=18, rx=3.6),
        *_eyes(10.6, 4, 2.4),
        _line("M5 7.2l4 1.2M19 7.2l-4 1.2M8.6 16.6h6.8", 1.5),
    ],
    4: [
        _body("path", 5, d="M12 1.6 22.6 21.4H1.4z", stroke_linejoin="round"),
        *_eyes(13.4, 2.9, 2, 0.5),
        _line("M7.6 18.2l2.2-1.2 2.2 1.2 2.2-1.2 2.2 1.2"),
    ],
    5: [
        _body("path", 4, d="M6.4 2.4h11.2L22.8 9 12 22.4 1.2 9z", stroke_linejoin="round"),
        _line("M1.6 9h20.8M6.4 2.4 9 9M17.6 2.4 15 9", 0.8, LIGHT),
        *_eyes(11, 3.1, 2.1, -0.4),
        _line("M9.6 15.6q3 1.6 4.8-.6"),
    ],
}
"""The heads of the five, each in the form of a tone: a dot, a ring, a block, a wedge and a gem."""


def face(strength: int) -> Any:
    """Returns the face of a strength as an element that screen readers skip."""
    picture = _element("svg", {"viewBox": "0 0 24 24", "class": "face", "aria-hidden": "true"})
    picture.append(*(_element(tag, attributes) for tag, attributes in FACES[strength]))
    return picture


def _element(tag: str, attributes: Mapping[str, object]) -> Any:
    element = document.createElementNS(SVG, tag)
    for name, value in attributes.items():
        element.setAttribute(name if name == "viewBox" else name.replace("_", "-"), str(value))
    return element
