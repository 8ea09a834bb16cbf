"""Chooses one cell and then another by pointer or arrow keys, for games whose moves go from cell to cell."""

from __future__ import annotations

from collections.abc import Iterable

from game.contract import Cell, Role, cell_name
from game.geometry import Geometry


class Picker:
    """The chosen cell and the cursor on one board; builds the words, `verb` and two cells."""

    def __init__(self, verb: str, board: Geometry) -> None:
        self._verb, self._board = verb, board
        self._cells = {cell_name(cell): cell for cell in board}
        self._targets: dict[Cell, frozenset[Cell]] = {}
        self._moves: Iterable[str] | None = None
        self.chosen: Cell | None = None
        self.cursor: Cell | None = None

    def look(self, moves: Iterable[str]) -> None:
        """Takes the moves of the position; does nothing if they are the same object as before."""
        if moves is self._moves:
            return
        self._moves = moves
        targets: dict[Cell, set[Cell]] = {}
        for word in moves:
            _verb, first, last = word.split(" ")
            targets.setdefault(self._cells[first], set()).add(self._cells[last])
        self._targets = {first: frozenset(lasts) for first, lasts in targets.items()}
        if self.chosen not in self._targets:
            self.chosen = None

    def pick(self, cell: Cell) -> str | None:
        """Handles a cell that was pointed at; returns the word to play, or None if only the choice has changed."""
        word = self.word(cell)
        if word:
            self.chosen = None
            return word
        self.chosen = cell if cell in self._targets and cell != self.chosen else None
        return None

    @property
    def movable(self) -> tuple[Cell, ...]:
        """The cells from which something can be moved."""
        return tuple(sorted(self._targets))

    def holds(self, cell: Cell) -> bool:
        """Returns whether something on this cell can move."""
        return cell in self._targets

    def word(self, cell: Cell) -> str | None:
        """Returns the word that moves from the chosen cell to this one, if it can go there."""
        if self.chosen is None or cell not in self._targets.get(self.chosen, ()):
            return None
        return f"{self._verb} {cell_name(self.chosen)} {cell_name(cell)}"

    def move_cursor(self, direction: Role) -> Cell:
        """Moves the cursor by a cell within the board, or puts it in the middle at first; returns where it is."""
        if self.cursor is None:
            self.cursor = (self._board.rows // 2, self._board.columns // 2)
        else:
            self.cursor = self._board.neighbour(self.cursor, direction)
        return self.cursor

    @property
    def marks(self) -> dict[Cell, frozenset[str]]:
        """The marks on each cell."""
        marks: dict[Cell, set[str]] = {}
        if self.chosen is not None:
            marks.setdefault(self.chosen, set()).add("chosen")
            for cell in self._targets.get(self.chosen, ()):
                marks.setdefault(cell, set()).add("target")
        if self.cursor is not None:
            marks.setdefault(self.cursor, set()).add("cursor")
        return {cell: frozenset(names) for cell, names in marks.items()}
