"""Cells of a board, and their names."""

from __future__ import annotations

from game.contract.errors import BadInput, shorten
from game.words import N_

Cell = tuple[int, int]
"""Row from the top, column from the left."""
Marks = tuple[tuple[str, Cell], ...]
"""Symbols with the cells they are on."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLUMNS = (*LETTERS, *(first + second for first in LETTERS for second in LETTERS))
"""The names of columns from the left: a to z, then aa to zz."""


def cell_name(cell: Cell) -> str:
    """Returns the name of a cell: its column's name, and its row's number from the top; b3 for (2, 1)."""
    return f"{COLUMNS[cell[1]]}{cell[0] + 1}"


def cell_of(name: str) -> Cell:
    """Returns the cell with this name, (2, 1) for b3; BadInput if the name is invalid."""
    row = name.lstrip(LETTERS)
    column = name.removesuffix(row)
    if not (column in COLUMNS and row.isascii() and row.isdigit() and row[0] != "0" and len(row) < 4):
        raise BadInput(N_("no such cell: {cell}"), cell=shorten(name))
    return int(row) - 1, COLUMNS.index(column)
