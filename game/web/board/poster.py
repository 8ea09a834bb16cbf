"""A picture of a game's boards with its title, score and date, drawn on a separate canvas for sharing."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from js import Int16Array, document, getComputedStyle, window

from game.contract import Board, Rules
from game.geometry import Geometry, boards_in_row
from game.web.board.painter import look_at, overlays
from game.web.board.sprites import ACCENT, INK, PAPER, TRAY, Sprites, colours, sprites_of

SOFT, LINE = "--soft", "--line"
WIDTH, HEIGHT = 1080, 1350
"""Size of every picture in its own units, of `scale` pixels each."""
EDGE, TOP, BOTTOM, GAP = 64, 232, 128, 40
"""Margins at the sides, above and below the boards, and between two boards."""
RIM = 16
"""How far a tray extends beyond its board, on each side."""
TITLE, SCORE, SMALL = 84, 92, 36
"""Font sizes."""
CHARACTER = 56
"""Width of a character of the score, fixed so that every score has the same layout."""
LARGEST_CELL = 150


@dataclass(frozen=True)
class Caption:
    """The texts on a picture, translated."""

    title: str
    score: str
    line: str
    """The date and other details."""
    players: tuple[str, ...] = ()
    """The label above each board, if there are two."""
    address: str = ""

    @property
    def text(self) -> str:
        """All texts in one line, as the picture's alternative text and the message that goes with it."""
        return " · ".join(part for part in ("Kesu", self.title, self.score, *self.players, self.line) if part)


class Poster:
    """Boards of one shape with what surrounds them."""

    def __init__(
        self, rules: Rules[Any], boards: Sequence[Board], element: Any, *, shapes: bool, scale: float = 1
    ) -> None:
        """`element` is one on the page that has the game's colours."""
        self.scale = scale
        self._colours = colours(element, (INK, PAPER, TRAY, ACCENT, SOFT, LINE))
        style = getComputedStyle(document.documentElement)
        self._font, self._figures = (str(style.getPropertyValue(name)) for name in ("--display", "--figures"))
        wide = (WIDTH - 2 * EDGE - (len(boards) - 1) * GAP) / len(boards) - 2 * RIM
        shape = Geometry.of(boards[0].rows).within(wide, HEIGHT - TOP - BOTTOM - 2 * RIM, LARGEST_CELL)
        self.cell = max(int(shape.side * scale), 1)
        area = 0, TOP * scale, WIDTH * scale, (HEIGHT - TOP - BOTTOM) * scale
        places = boards_in_row(replace(shape, side=self.cell), len(boards), (2 * RIM + GAP) * scale, area)
        self.places = [replace(place, left=round(place.left), top=round(place.top)) for place in places]
        """Where each board is, in pixels."""
        self.sprites: Sprites = sprites_of(rules.symbols, self.cell, element, shapes=shapes)
        self.canvas = document.createElement("canvas")
        self.canvas.width, self.canvas.height = round(WIDTH * scale), round(HEIGHT * scale)
        self.pen = self.canvas.getContext("2d", alpha=False)

    @property
    def score_place(self) -> tuple[int, int, int, int]:
        """The box of the score's last character: x, y, width and height in pixels."""
        width, height = round(CHARACTER * self.scale), round(SCORE * 1.2 * self.scale)
        return round((WIDTH - EDGE) * self.scale) - width, round(44 * self.scale), width, height

    def draw_frame(self, caption: Caption) -> None:
        """Draws everything except the score and the cells of the boards."""
        pen, look, scale = self.pen, self._colours, self.scale
        pen.fillStyle = look[PAPER]
        pen.fillRect(0, 0, self.canvas.width, self.canvas.height)
        pen.save()
        pen.scale(scale, scale)
        room = WIDTH - 2 * EDGE - (len(caption.score) + 1) * CHARACTER
        self._write(caption.title, EDGE, 128, TITLE, ACCENT, room)
        self._write(caption.line, EDGE, 188, SMALL, SOFT, WIDTH - 2 * EDGE)
        self._draw_logo(EDGE, HEIGHT - 92)
        self._write("Kesu", EDGE + 68, HEIGHT - 52, 48, INK, 300, self._figures)
        pen.textAlign = "end"
        self._write(caption.address, WIDTH - EDGE, HEIGHT - 54, SMALL, SOFT, WIDTH - 2 * EDGE - 300)
        pen.restore()
        for place in self.places:
            self._draw_tray(place)
        pen.save()
        pen.scale(scale, scale)
        pen.textAlign = "center"
        for place, player in zip(self.places, caption.players, strict=False):
            middle = (place.left + place.width / 2) / scale
            self._write(player, middle, place.top / scale - RIM - 22, SMALL, INK, place.width)
        pen.restore()

    def draw_score(self, score: str) -> None:
        """Draws the score character by character, aligned to the right."""
        x, y, width, _height = self.score_place
        for place, character in enumerate(reversed(score)):
            self.draw_character(self.pen, character, x - place * width, y)

    def draw_character(self, pen: Any, character: str, x: float, y: float) -> None:
        """Draws a character of the score with its top left corner here."""
        _x, _y, width, height = self.score_place
        pen.fillStyle = self._colours[PAPER]
        pen.fillRect(x, y, width, height)
        pen.fillStyle = self._colours[INK]
        pen.font = f"700 {SCORE * self.scale}px {self._figures}"
        pen.textAlign, pen.textBaseline = "center", "alphabetic"
        pen.fillText(character, x + width / 2, y + height * 0.78)

    def draw_board(self, index: int, board: Board) -> None:
        """Draws the cells of a board."""
        pen, sprites = self.pen, self.sprites
        place = self.places[index]
        copier = window.kesuCopier.new(pen)
        cells = array("h")
        around = overlays(board, {})
        for cell in place:
            cells.extend((place.index(cell), sprites.cell(look_at(board, board.rows, around, cell))))
        copier.fit(place.side, place.columns, sprites.pictures)
        pen.save()
        pen.translate(place.left, place.top)
        numbers = Int16Array.new(len(cells))
        numbers.assign(cells)
        copier.cells(numbers, len(cells) // 2)
        pen.restore()

    def _draw_tray(self, place: Geometry) -> None:
        pen, rim = self.pen, RIM * self.scale
        pen.beginPath()
        pen.roundRect(place.left - rim, place.top - rim, place.width + 2 * rim, place.height + 2 * rim, 24 * self.scale)
        pen.fillStyle, pen.strokeStyle, pen.lineWidth = self._colours[TRAY], self._colours[LINE], 2 * self.scale
        pen.fill()
        pen.stroke()

    def _write(
        self, text: str, x: float, y: float, size: float, colour: str, room: float, face: str | None = None
    ) -> None:
        """Writes a text on one line, in smaller letters if it is wider than its `room`."""
        pen, face = self.pen, face or self._font
        pen.fillStyle, pen.font = self._colours[colour], f"700 {size}px {face}"
        long = float(pen.measureText(text).width)
        if long > room:
            pen.font = f"700 {size * room / long}px {face}"
        pen.fillText(text, x, y)

    def _draw_logo(self, x: float, y: float) -> None:
        """Draws the logo, 52 units wide."""
        pen = self.pen
        pen.fillStyle = self._colours[ACCENT]
        for across, down in ((0, 0), (1, 0), (0, 1)):
            pen.beginPath()
            pen.roundRect(x + 28 * across, y + 28 * down, 24, 24, 5)
            pen.fill()
        pen.beginPath()
        pen.arc(x + 40, y + 40, 6.5, 0, 6.2832)
        pen.fill()


def drawn(poster: Poster, caption: Caption, boards: Sequence[Board]) -> Any:
    """Draws a whole game and returns the canvas."""
    poster.draw_frame(caption)
    poster.draw_score(caption.score)
    for number, board in enumerate(boards):
        poster.draw_board(number, board)
    return poster.canvas
