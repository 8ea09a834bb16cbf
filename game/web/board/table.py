"""The board for screen readers: a table with headings that mirrors the canvas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.contract import COLUMNS, Board, Symbol
from game.web.platform.dom import Text, make, put
from game.words import Translator


class CellTable:
    """One board's table; only cells that changed are written."""

    def __init__(self, place: Any, caption: str, symbols: Mapping[str, Symbol], translator: Translator) -> None:
        self._place = place
        self._caption = caption
        self._names = {letter: translator(symbol.name) for letter, symbol in symbols.items()}
        self._cells: list[list[Text]] = []
        self._rows: tuple[str, ...] = ()

    def show(self, board: Board) -> None:
        """Updates the table to this board."""
        rows = board.rows
        if [len(row) for row in rows] != [len(row) for row in self._rows]:
            self._build(rows)
        for r, (row, old) in enumerate(zip(rows, self._rows, strict=True)):
            if row != old:
                for c, letter in enumerate(row):
                    if letter != old[c]:
                        self._cells[r][c].set(self._names.get(letter, letter))
        self._rows = rows

    def _build(self, rows: tuple[str, ...]) -> None:
        letters = (make("th", name, scope="col") for name in COLUMNS[: len(rows[0])])
        head = make("tr", make("td"), *letters)
        lines, self._cells = [head], []
        for r, row in enumerate(rows):
            cells = [Text(make("td")) for _letter in row]
            lines.append(make("tr", make("th", str(r + 1), scope="row"), *(cell.element for cell in cells)))
            self._cells.append(cells)
        put(self._place, make("table", make("caption", self._caption), *lines))
        self._rows = tuple("\0" * len(row) for row in rows)
