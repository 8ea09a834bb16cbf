"""Formats a table as text: the first column left-aligned, the others right-aligned, by display width."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

GAP = "  "


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of equally many cells → a line for each."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [GAP.join(_padded(row, widths)).rstrip() for row in rows]


def width(text: str) -> int:
    """The width of a text in terminal columns."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    blanks = [" " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)]
    return [row[0] + blanks[0], *(blank + cell for blank, cell in zip(blanks[1:], row[1:], strict=True))]
