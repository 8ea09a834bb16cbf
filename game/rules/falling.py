"""Events shared by games with falling pieces and full rows: a piece moves, rows are cleared."""

from __future__ import annotations

from game.contract import Cell, Completed, Event, Fell, Moved, Scored, Vanished
from game.kernel import Cells, full_rows


def moved(letter: str, before: tuple[Cell, ...], after: tuple[Cell, ...], board: int = 0) -> Moved:
    """Returns the event of a piece that moves from these cells to those, in the same order."""
    return Moved(tuple((letter, start, end) for start, end in zip(before, after, strict=True)), board)


def cleared(locked: Cells, letters: str, points: int, arithmetic: str, board: int = 0) -> tuple[Event, ...]:
    """Returns the events of clearing the full rows of a board (rows, columns), at least one, whose numbers index
    `letters`.
    """
    full, cells = full_rows(locked != 0).tolist(), locked.tolist()
    rows, columns = range(len(full)), range(locked.shape[1])
    gone = [row for row in rows if full[row]]
    where = tuple((row, column) for row in gone for column in columns)
    # The lowest rows fall first, so that no step leads onto a block that has not fallen yet.
    steps = tuple(
        (letters[cells[row][column]], (row, column), (row + sum(full[row:]), column))
        for row in range(gone[-1] - 1, -1, -1)
        for column in columns
        if cells[row][column] and not full[row]
    )
    events: tuple[Event, ...] = (
        Completed(where, len(gone), board),
        Vanished(tuple((letters[cells[row][column]], (row, column)) for row, column in where), board=board),
        Scored(points, (gone[0], len(columns) // 2), arithmetic, board),
    )
    return (*events, Fell(steps, board)) if steps else events
