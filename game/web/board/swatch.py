"""The pictures of symbols on the buttons that paint with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from js import window

from game.contract import Symbol
from game.web.board.sprites import CellLook, sprites_of

LARGEST_CELL = 40
"""The side of a cell of a board that players paint, in CSS pixels."""
SWATCH = 34
"""The side of a brush's picture in CSS pixels."""


def swatch(symbols: Mapping[str, Symbol], letter: str, place: Any, *, shapes: bool = True) -> Any:
    """Returns a picture of a cell with this letter, drawn like those of the canvas `place`."""
    size = round(SWATCH * float(window.devicePixelRatio or 1))
    return sprites_of(symbols, size, place, shapes=shapes).cell_picture(CellLook(letter))
