"""What waits above a board to fall on it: where it is shown, and what a chain has sent or cancelled. It does not know
the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from game.contract import EMPTY, Board, Cell, Event, Marks, Vanished


def hung(board: Board) -> Board:
    """Returns the board with what waits above it as coming marks, on the free cells of its top row from the left."""
    if not board.waiting:
        return board
    free = ((0, column) for column, letter in enumerate(board.rows[0]) if letter == EMPTY)
    return replace(board, coming=tuple(zip(board.waiting, free, strict=False)))


def newly(before: Marks, after: Marks) -> Marks:
    """Returns the marks after a move whose symbols were not there before, wherever they were."""
    left, new = Counter(symbol for symbol, _cell in before), []
    for symbol, cell in after:
        left[symbol] -= 1
        if left[symbol] < 0:
            new.append((symbol, cell))
    return tuple(new)


def source(events: Sequence[Event]) -> tuple[int, str, Cell] | None:
    """Returns where the last link of a chain vanished: the board, one of its symbols and the cell in its middle."""
    last = next((event for event in reversed(events) if isinstance(event, Vanished) and event.cells), None)
    if last is None:
        return None
    symbol, cell = last.cells[len(last.cells) // 2]
    return last.board, symbol, cell
