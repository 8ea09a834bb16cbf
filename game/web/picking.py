"""Choosing a thing and then a place: for games whose word names two cells. By pointer or by arrows; knows no page."""

from __future__ import annotations

from collections.abc import Iterable

from game.contract import Cell, cell_name

VERB = "move"
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


class Picker:
    """What is chosen on one board, and where the cursor is; it makes the words."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._cells = {cell_name((r, c)): (r, c) for r in range(rows) for c in range(columns)}
        self._ways: dict[Cell, frozenset[Cell]] = {}
        self._moves: Iterable[str] | None = None
        self.chosen: Cell | None = None
        self.cursor: Cell | None = None

    def look(self, moves: Iterable[str]) -> None:
        """These are the moves of the position; the very same ones as before change nothing."""
        if moves is self._moves:
            return
        self._moves = moves
        ways: dict[Cell, set[Cell]] = {}
        for word in moves:
            _verb, first, last = word.split(" ")
            ways.setdefault(self._cells[first], set()).add(self._cells[last])
        self._ways = {first: frozenset(lasts) for first, lasts in ways.items()}
        if self.chosen not in self._ways:
            self.chosen = None

    def pick(self, cell: Cell) -> str | None:
        """A cell was pointed at → the word to play, if that makes one; else the choice has changed."""
        if self.chosen is not None and cell in self._ways.get(self.chosen, ()):
            word = f"{VERB} {cell_name(self.chosen)} {cell_name(cell)}"
            self.chosen = None
            return word
        self.chosen = cell if cell in self._ways and cell != self.chosen else None
        return None

    def move_cursor(self, direction: str) -> Cell:
        """The cursor one cell on, at the edge where it is; it begins in the middle → where it is."""
        if self.cursor is None:
            self.cursor = (self._rows // 2, self._columns // 2)
        else:
            rows, columns = STEPS[direction]
            self.cursor = (
                min(max(self.cursor[0] + rows, 0), self._rows - 1),
                min(max(self.cursor[1] + columns, 0), self._columns - 1),
            )
        return self.cursor

    @property
    def marks(self) -> dict[Cell, frozenset[str]]:
        """What is to be marked on which cell."""
        marks: dict[Cell, set[str]] = {}
        if self.chosen is not None:
            marks.setdefault(self.chosen, set()).add("chosen")
            for cell in self._ways.get(self.chosen, ()):
                marks.setdefault(cell, set()).add("way")
        if self.cursor is not None:
            marks.setdefault(self.cursor, set()).add("cursor")
        return {cell: frozenset(names) for cell, names in marks.items()}
