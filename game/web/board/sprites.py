"""The look of each symbol: drawn once with canvas strokes, cached as a small picture, and copied from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import pi
from typing import Any

from js import Array, document, getComputedStyle

from game.contract import Symbol
from game.geometry import STEPS

INK, PAPER, TRAY, WELL, ACCENT, WRONG = "--ink", "--paper", "--tray", "--well", "--accent", "--wrong"
TOKENS = (INK, PAPER, TRAY, WELL, ACCENT, WRONG, *(f"--tone-{tone}" for tone in range(8)))
LIGHT, SHADOW, PUPIL = "#ffffff", "#000000", "#1b1d21"
"""Colours that are the same in every theme."""
TURN = 2 * pi

SHUT = "shut"


@dataclass(frozen=True, slots=True)
class CellLook:
    """The look of one cell, from back to front."""

    symbol: str = "."
    ghost: str = ""
    coming: str = ""
    marks: frozenset[str] = frozenset()
    """Any of: outside (no well), flash, chosen, cursor, target, hint, stuck."""
    eyes: str = ""
    """A player's eyes: the role of the direction in which they look, SHUT, or empty if they look straight ahead."""


class Sprites:
    """A cache of pictures of one board's symbols at one size."""

    def __init__(self, symbols: Mapping[str, Symbol], size: int, *, shapes: bool, colours: Mapping[str, str]) -> None:
        self._symbols, self._colours = symbols, colours
        self.size = size
        self._shapes = shapes
        self.pictures = Array.new()
        """All pictures requested so far, by number."""
        self._numbers: dict[object, int] = {}

    def cell(self, look: CellLook) -> int:
        """Returns the number of a whole cell's picture, opaque, so that it covers whatever was there."""
        number = self._numbers.get(look)
        return self._keep(look, self.cell_picture(look)) if number is None else number

    def thing(self, symbol: str, eyes: str = "") -> int:
        """Returns the number of a symbol's picture, for moving over the board."""
        number = self._numbers.get((symbol, eyes))
        return self._keep((symbol, eyes), self.thing_picture(symbol, eyes)) if number is None else number

    def cell_picture(self, look: CellLook) -> Any:
        """Draws a cell."""
        picture, pen = self._blank()
        self._draw_cell(pen, look)
        return picture

    def thing_picture(self, symbol: str, eyes: str = "") -> Any:
        """Draws a symbol alone."""
        picture, pen = self._blank()
        self._draw_symbol(pen, symbol, eyes)
        return picture

    def _keep(self, what: object, picture: Any) -> int:
        self.pictures.push(picture)
        self._numbers[what] = len(self._numbers)
        return self._numbers[what]

    def _blank(self) -> tuple[Any, Any]:
        picture = document.createElement("canvas")
        picture.width = picture.height = self.size
        return picture, picture.getContext("2d")

    def _tone(self, symbol: Symbol) -> str:
        return self._colours[ACCENT if symbol.form == "player" else f"--tone-{symbol.tone % 8}"]

    def _draw_cell(self, pen: Any, look: CellLook) -> None:
        size = self.size
        pen.fillStyle = self._colours[TRAY]
        pen.fillRect(0, 0, size, size)
        if "outside" not in look.marks:
            pen.fillStyle = self._colours[WELL]
            _rounded(pen, size * 0.03, size * 0.94, size * 0.12)
            pen.fill()
        if "target" in look.marks:
            pen.fillStyle = self._colours[ACCENT]
            pen.globalAlpha = 0.28
            _disc(pen, size / 2, size / 2, size * 0.1)
            pen.globalAlpha = 1
        hinted, stuck = "hint" in look.marks, "stuck" in look.marks
        if look.ghost and not stuck:
            self._draw_ghost(pen, look.ghost, hinted=hinted)
        if look.coming:
            self._draw_small(pen, look.coming, small_share(self._symbols[look.coming].form))
        self._draw_symbol(pen, look.symbol, look.eyes)
        if look.ghost and stuck:
            self._draw_small(pen, look.ghost, 0.7)
        if "flash" in look.marks:
            pen.fillStyle = self._colours[PAPER]
            pen.globalAlpha = 0.55
            _rounded(pen, size * 0.06, size * 0.88, size * 0.14)
            pen.fill()
            pen.globalAlpha = 1
        for mark, width, colour in (
            ("stuck", 0.08, WRONG), ("hint", 0.1, ACCENT), ("chosen", 0.08, ACCENT), ("cursor", 0.05, INK),
        ):  # fmt: skip
            if mark in look.marks and not (mark == "hint" and look.ghost):
                pen.strokeStyle = self._colours[colour]
                pen.lineWidth = max(2, size * width)
                _rounded(pen, size * 0.04, size * 0.92, size * 0.14)
                pen.stroke()

    def _draw_small(self, pen: Any, letter: str, share: float) -> None:
        """Draws a smaller symbol in the middle of the cell."""
        pen.save()
        pen.translate(self.size * (1 - share) / 2, self.size * (1 - share) / 2)
        pen.scale(share, share)
        self._draw_symbol(pen, letter)
        pen.restore()

    def _draw_ghost(self, pen: Any, letter: str, *, hinted: bool) -> None:
        """Draws an outline; for a hint a bold one, filled with the faint symbol."""
        if hinted:
            pen.globalAlpha = 0.45
            pen.drawImage(self.thing_picture(letter), 0, 0)
            pen.globalAlpha = 1
        pen.strokeStyle = self._tone(self._symbols[letter])
        pen.lineWidth = max(2, self.size * 0.1) if hinted else max(1, self.size * 0.05)
        if self._symbols[letter].form == "ball":
            pen.beginPath()
            pen.arc(self.size / 2, self.size / 2, self.size * 0.36, 0, TURN)
        else:
            _rounded(pen, self.size * 0.12, self.size * 0.76, self.size * 0.14)
        pen.stroke()

    def _draw_symbol(self, pen: Any, letter: str, eyes: str = "") -> None:
        symbol = self._symbols.get(letter, Symbol(letter, "block"))
        draw = FORMS.get(symbol.form)
        if symbol.form in LARGE and not draw:
            from game.web.board.large_forms import draw_large  # few games have them

            draw_large(symbol.form, pen, self.size, self._colours[INK], self._colours[PAPER])
        if draw:
            draw(pen, self.size, self._tone(symbol), self._colours[INK], self._colours[PAPER])
        if symbol.form == "player":
            _draw_eyes(pen, self.size, eyes)
        if self._shapes and symbol.tone and symbol.form in ("block", "ball"):
            pen.strokeStyle = pen.fillStyle = self._colours[PAPER]
            pen.globalAlpha = 0.85
            pen.lineWidth = max(1.5, self.size * 0.07)
            SHAPES[symbol.tone % 8](pen, self.size / 2, self.size * 0.16)
            pen.globalAlpha = 1


MOST_CACHED = 16
"""Maximum sets in the cache: boards, next pieces and scenes of a game, and some of the previous game."""
_cache: dict[object, Sprites] = {}
_themes: dict[str, dict[str, str]] = {}
"""The colours of each game that is on the page, for each has its own accent: home and dialogs show several."""


def sprites_of(symbols: Mapping[str, Symbol], size: int, element: Any, *, shapes: bool = True) -> Sprites:
    """Returns the pictures of these symbols at this size, cached while the colours around the element stay the same."""
    here = element if element.isConnected else document.body.firstElementChild
    place = here.closest("[data-game]")
    game = str(place.dataset.game) if place else ""
    if game not in _themes:
        _themes[game] = colours(here, TOKENS)
    theme = _themes[game]
    key = id(symbols), size, shapes, *theme.values()
    found = _cache.pop(key, None) or Sprites(symbols, size, shapes=shapes, colours=theme)
    _cache[key] = found  # most recently used last
    while len(_cache) > MOST_CACHED:
        del _cache[next(iter(_cache))]
    return found


def recolour() -> None:
    """Forgets the style sheet's colours, because they may have changed."""
    _themes.clear()


def colours(element: Any, tokens: Iterable[str]) -> dict[str, str]:
    """Returns the style sheet's tokens as computed at an element: some, like light-dark(), resolve only as colours."""
    probe = document.createElement("i")
    probe.style.forcedColorAdjust = "none"  # else, in forced-colours mode, all tokens are the same
    element.parentElement.append(probe)
    style = getComputedStyle(probe)
    found = {}
    for token in tokens:
        probe.style.color = f"var({token})"
        found[token] = str(style.color)
    probe.remove()
    return found


def _rounded(pen: Any, corner: float, side: float, radius: float) -> None:
    """Traces a rounded square."""
    pen.beginPath()
    pen.roundRect(corner, corner, side, side, radius)


def _disc(pen: Any, x: float, y: float, radius: float) -> None:
    pen.beginPath()
    pen.arc(x, y, radius, 0, TURN)
    pen.fill()


def edge(pen: Any, size: int, ink: str) -> None:
    """Strokes a thin darker edge along the current path."""
    pen.strokeStyle = ink
    pen.globalAlpha = 0.35
    pen.lineWidth = max(1, size * 0.035)
    pen.stroke()
    pen.globalAlpha = 1


def _block(pen: Any, size: int, tone: str, ink: str, paper: str) -> None:
    lit(pen, size, tone, lambda drop, shorter: _tile(pen, size, drop, shorter))
    _tile(pen, size)
    edge(pen, size, ink)


def _tile(pen: Any, size: int, drop: float = 0, shorter: float = 0) -> None:
    """Traces a block, moved down by `drop` and made shorter, in shares of the cell."""
    pen.beginPath()
    pen.roundRect(size * 0.07, size * (0.07 + drop), size * 0.86, size * (0.86 - shorter), size * 0.16)


def lit(pen: Any, size: int, tone: str, draw: Callable[[float, float], None]) -> None:
    """Draws a piece with a soft shadow below and a soft highlight at its top, from a few flat copies of its outline."""
    for colour, strength, drop, shorter in (
        (SHADOW, 0.12, 0.035, 0),
        (SHADOW, 0.10, 0.02, 0),
        (tone, 1, 0, 0),
        (LIGHT, 0.26, 0, 0),
        (tone, 0.55, 0.03, 0.03),
        (tone, 1, 0.055, 0.055),
    ):
        pen.fillStyle = colour
        pen.globalAlpha = strength
        draw(drop, shorter)
        pen.fill()
    pen.globalAlpha = 1


def _box(pen: Any, size: int, tone: str, ink: str, paper: str) -> None:
    _block(pen, size, tone, ink, paper)
    pen.strokeStyle = paper
    pen.globalAlpha = 0.55
    pen.lineWidth = max(1, size * 0.04)
    _rounded(pen, size * 0.2, size * 0.6, size * 0.08)
    pen.stroke()
    pen.globalAlpha = 1


def _fixed(pen: Any, size: int, tone: str, ink: str, paper: str) -> None:
    """Draws a plate with a rivet at each corner."""
    _block(pen, size, ink, ink, paper)
    pen.strokeStyle = pen.fillStyle = paper
    pen.globalAlpha = 0.35
    pen.lineWidth = max(1, size * 0.04)
    _rounded(pen, size * 0.36, size * 0.28, size * 0.06)
    pen.stroke()
    pen.globalAlpha = 0.9
    for x in (0.24, 0.76):
        for y in (0.24, 0.76):
            _disc(pen, size * x, size * y, size * 0.06)
    pen.globalAlpha = 1


def _dot(pen: Any, size: int, tone: str, ink: str, paper: str) -> None:
    pen.fillStyle = tone
    _disc(pen, size / 2, size / 2, size * 0.14)
    edge(pen, size, ink)


def _ball(pen: Any, size: int, tone: str, ink: str, paper: str) -> None:
    """Draws a ball, or a player without eyes."""

    def outline(drop: float, shorter: float) -> None:
        pen.beginPath()
        pen.arc(size / 2, size * (0.5 + drop - shorter / 2), size * 0.39 - size * shorter / 2, 0, TURN)

    lit(pen, size, tone, outline)
    outline(0, 0)
    edge(pen, size, ink)


def _draw_eyes(pen: Any, size: int, eyes: str) -> None:
    """Draws two eyes that look in a direction, or are shut."""
    down, right = STEPS.get(eyes, (0, 0))
    pen.strokeStyle = PUPIL
    pen.lineWidth = max(1.5, size * 0.045)
    pen.lineCap = "round"
    for eye in (0.37, 0.63):
        if eyes == SHUT:
            pen.beginPath()
            pen.arc(size * eye, size * 0.43, size * 0.09, pi * 0.15, pi * 0.85)
            pen.stroke()
            continue
        x, y = eye + 0.05 * right, 0.46 + 0.06 * down
        pen.fillStyle = LIGHT
        _disc(pen, size * x, size * y, size * 0.095)
        pen.fillStyle = PUPIL
        _disc(pen, size * (x + 0.035 * right), size * (y + (0.035 * down or 0.01)), size * 0.052)


def _cover(pen: Any, size: int, tone: str, ink: str, paper: str) -> None:
    pen.fillStyle = ink
    pen.globalAlpha = 0.75
    _rounded(pen, size * 0.04, size * 0.92, size * 0.1)
    pen.fill()
    pen.globalAlpha = 1
    pen.fillStyle = paper
    pen.font = f"600 {int(size * 0.6)}px system-ui, sans-serif"
    pen.textAlign = "center"
    pen.textBaseline = "middle"
    pen.fillText("?", size / 2, size * 0.54)


FORMS = {"box": _box, "block": _block, "fixed": _fixed, "ball": _ball, "dot": _dot, "player": _ball, "cover": _cover}
SMALL, LARGE = 0.38, {"fixed": 0.5, "slab": 0.8, "rock": 0.94}
"""The share of a cell that a small symbol fills, and those forms that fill more because they stand for many."""


def small_share(form: str) -> float:
    """Returns the share of a cell that a small symbol of this form fills."""
    return LARGE.get(form, SMALL)


def _nothing(pen: Any, middle: float, radius: float) -> None:
    """Draws nothing: tone 0 has no inner shape."""


def _point(pen: Any, middle: float, radius: float) -> None:
    _disc(pen, middle, middle, radius * 0.7)


def _ring(pen: Any, middle: float, radius: float) -> None:
    pen.beginPath()
    pen.arc(middle, middle, radius, 0, TURN)
    pen.stroke()


def _polyline(*points: tuple[float, float], close: bool = False) -> Any:
    """Returns a shape drawn along these points, in radii from the middle."""

    def draw(pen: Any, middle: float, radius: float) -> None:
        pen.beginPath()
        for i, (x, y) in enumerate(points):
            (pen.lineTo if i else pen.moveTo)(middle + x * radius, middle + y * radius)
        if close:
            pen.closePath()
        pen.stroke()

    return draw


def _cross(pen: Any, middle: float, radius: float) -> None:
    _polyline((-1, 0), (1, 0))(pen, middle, radius)
    _polyline((0, -1), (0, 1))(pen, middle, radius)


SHAPES = (
    _nothing,
    _point,
    _ring,
    _polyline((-1.1, 0), (1.1, 0)),
    _cross,
    _polyline((-1, 0.8), (0, -0.9), (1, 0.8), close=True),
    _polyline((-1.1, 0), (0, -1.1), (1.1, 0), (0, 1.1), close=True),
    _polyline((-1.2, 0.4), (-0.6, -0.4), (0, 0.4), (0.6, -0.4), (1.2, 0.4)),
)
"""The inner shape of each tone, to distinguish tones without colour: dot, ring, bar, cross, wedge, diamond, wave."""
