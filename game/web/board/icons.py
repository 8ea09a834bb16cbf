"""Icons on buttons, as SVG paths in a 24 × 24 viewBox."""

from __future__ import annotations

from typing import Any

from js import document

from game.contract import Role

SVG = "http://www.w3.org/2000/svg"

CLOCKWISE = "M19 12a7 7 0 1 1-2.5-5.4M17 2v5h-5"
OF_ROLES = {
    Role.LEFT: "M15 5l-7 7 7 7",
    Role.RIGHT: "M9 5l7 7-7 7",
    Role.UP: "M5 15l7-7 7 7",
    Role.DOWN: "M5 9l7 7 7-7",
    Role.SOFT_DROP: "M5 9l7 7 7-7",
    Role.DROP: "M6 5l6 6 6-6M6 12l6 6 6-6",
    Role.HOLD: "M4 14v5h16v-5M12 4v10M8 10l4 4 4-4",
    Role.ROTATE: CLOCKWISE,
    Role.ROTATE_BACK: "M5 12a7 7 0 1 0 2.5-5.4M7 2v5h5",
    Role.LEVEL_UP: "M4 19h4v-5h4v-5h4M18 9V3M15 6h6",
    Role.LEVEL_DOWN: "M4 19h4v-5h4v-5h4M15 5h6",
}
PAUSE, RUN, STEP = "M8 5v14M16 5v14", "M8 5l9 7-9 7z", "M6 5l8 7-8 7zM18 5v14"


def icon(path: str) -> Any:
    """Returns an icon with this path as an element that screen readers skip."""
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", "0 0 24 24")
    svg.setAttribute("aria-hidden", "true")
    line = document.createElementNS(SVG, "path")
    line.setAttribute("d", path)
    svg.append(line)
    return svg


def role_icon(role: Role) -> Any:
    """Returns the icon of a role."""
    return icon(OF_ROLES[role])
