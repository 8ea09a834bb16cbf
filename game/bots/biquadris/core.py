"""The results of many drops on many Biquadris boards, for its bot; a test compares them with the rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.contract import Cell
from game.kernel import Cells, Counts, Kind, full_rows, room
from game.rules.biquadris_player import LETTERS, Numbers, clear


def outcomes(
    cells: Cells, numbers: Numbers, places: Sequence[tuple[Cell, ...]], letter: str
) -> tuple[Cells, Numbers, Counts, Counts]:
    """Boards (n, rows, columns) with room for a block on each of these places → the results of dropping it from there,
    in the form of `clear`, the axis of the places first."""
    row, column = np.array(places).transpose(2, 0, 1)
    fall = room(cells != 0)[:, row, column].min(axis=-1)
    after, after_numbers = _on_each(cells, len(places)), _on_each(numbers, len(places))
    place, board = np.ogrid[: len(places), : len(cells)]
    for cell in range(row.shape[1]):
        there = place, board, row[:, cell, None] + fall.T, column[:, cell, None]
        after[there] = LETTERS.index(letter)
        after_numbers[there] = numbers.max(axis=(-1, -2)) + 1
    rows, blocks = (np.zeros(after.shape[:-2], np.int64) for _ in range(2))
    # Few places complete a row; only those boards need clearing.
    full = full_rows(after != 0).any(axis=-1)
    after[full], after_numbers[full], rows[full], blocks[full] = clear(after[full], after_numbers[full])
    return after, after_numbers, rows, blocks


def _on_each(boards: NDArray[Kind], places: int) -> NDArray[Kind]:
    """Boards (n, rows, columns) → a copy for each place (places, n, rows, columns), rows and columns outermost in
    memory."""
    return np.repeat(boards.T[..., None], places, axis=-1).T
