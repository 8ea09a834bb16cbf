"""A box next to a board with pieces that are not on it: those that come next, or the one that was put aside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from game.contract import Board, Symbol
from game.geometry import PIECE_SHARE, SMALLEST_PIECE_CELL, Geometry
from game.web.board.painter import Painter
from game.web.platform.dom import make, put
from game.words import Translator

SmallBoard = tuple[str, ...]
"""A piece as a small board; without rows for an empty place."""


class PieceBox:
    """A labelled box whose size never changes while the number of its places stays the same."""

    def __init__(
        self, label: str, spoken: str, symbols: Mapping[str, Symbol], room: Geometry, translator: Translator
    ) -> None:
        """`spoken` is the message for screen readers, with {piece}; `room` is kept even for smaller pieces."""
        self._label, self._spoken, self._symbols, self._translator = label, spoken, symbols, translator
        self.element = make("div", class_="next")
        self._place = make("div", class_="next-pieces")
        self._slots: list[Any] = []
        self._room = room
        self._height: float | None = None
        """The width and height of the place in CSS pixels. None until it is read, because reading it makes the browser
        lay out the page.
        """
        self._sized: Geometry | None = None
        """The size that the slots have been given."""
        self._shown: tuple[SmallBoard, ...] = ()
        self.painters: list[Painter] = []

    def show(self, pieces: tuple[SmallBoard, ...], cell: float, *, shapes: bool) -> None:
        """Shows the pieces if they changed, on a board with cells of this size in pixels; no box if there are none."""
        if pieces == self._shown:
            return
        if len(pieces) != len(self._slots):
            self._make_slots(len(pieces))
        sizes = [self._room, *(Geometry.of(piece) for piece in pieces if piece)]
        self._room = Geometry(max(size.rows for size in sizes), max(size.columns for size in sizes))
        if self._height is None:
            self._height = float(self._place.clientHeight)
        room = self._room.within(inf, self._height, max(cell * PIECE_SHARE, SMALLEST_PIECE_CELL))
        if room != self._sized:
            self._size_slots(room)
        for painter, piece in zip(self.painters, pieces, strict=True):
            painter.canvas.hidden = not piece
            if piece:
                self._draw(painter, piece, room.side, shapes=shapes)
        self._shown = pieces

    def forget(self) -> None:
        """Draws the same pieces again at the next `show`, because their size or look may have changed."""
        self._shown, self._height = (), None

    def _size_slots(self, room: Geometry) -> None:
        """Gives all slots the size of the largest piece."""
        self._sized = room
        for slot in self._slots:
            slot.dataset.rows, slot.dataset.columns = str(room.rows), str(room.columns)
            slot.style.width, slot.style.height = f"{room.width:.2f}px", f"{room.height:.2f}px"

    def _draw(self, painter: Painter, piece: SmallBoard, side: float, *, shapes: bool) -> None:
        picture = replace(Geometry.of(piece), side=side)
        painter.shapes = shapes
        painter.fit(piece, picture.width, picture.height)
        painter.show(Board(piece, hidden=len(piece)))
        letters, translator = dict.fromkeys("".join(piece)), self._translator  # from the top
        names = translator.listed(
            translator(self._symbols[letter].name) if letter in self._symbols else letter
            for letter in letters
            if letter not in ". "
        )
        painter.canvas.setAttribute("aria-label", translator(self._spoken, piece=names))

    def _make_slots(self, count: int) -> None:
        """Creates the places for the pieces."""
        canvases = [make("canvas", role="img") for _piece in range(count)]
        self._slots = [make("span", canvas, class_="slot") for canvas in canvases]
        self.painters = [Painter(canvas, self._symbols) for canvas in canvases]
        self._sized = None
        put(self._place, *self._slots)
        name = make("span", self._translator(self._label), class_="next-name", aria_hidden="true")
        put(self.element, *((name, self._place) if count else ()))
