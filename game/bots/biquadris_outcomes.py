"""What many drops on many boards of Biquadris lead to, for its bot; a test compares it with the rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.contract import Cell
from game.kernel import Cells, Counts, batch, full_rows
from game.rules.biquadris_player import Numbers, clear, land


def outcomes(
    cells: Cells, numbers: Numbers, places: Sequence[tuple[Cell, ...]], letter: str
) -> tuple[Cells, Numbers, Counts, Counts]:
    """Boards with room for a block on each of these places → the results of dropping it from there, as from `clear`,
    with the axis of the places first."""
    landed = [land(cells, numbers, where, letter) for where in places]
    after, after_numbers = (batch(np.stack(boards)) for boards in list(zip(*landed, strict=True))[:2])
    rows, blocks = (np.zeros(after.shape[:-2], np.int64) for _ in range(2))
    # Few places fill a row, and only those boards need clearing.
    full = full_rows(after != 0).any(axis=-1)
    after[full], after_numbers[full], rows[full], blocks[full] = clear(after[full], after_numbers[full])
    return after, after_numbers, rows, blocks
