"""Nineteen's shapes as tables for its bot, from the placements of the rules; a test compares the outcomes with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from game.bots.search import rows as row_core
from game.bots.search.rows import Outcomes, RowBits, ShapePlacements, has_room, packed
from game.contract import Cell
from game.kernel import Counts, Mask
from game.pieces import NINETEEN
from game.rules.nineteen import COLUMNS, ROWS, Piece, placements, spawned, step, words_to

TOP = 4
"""The rows in which pieces appear and move sideways."""
SHAPES = range(1, 1 + len(NINETEEN))


@cache
def shape_of(number: int) -> ShapePlacements:
    """Returns the placements of a shape that has just appeared, if nothing is above them or on the way to them."""
    every = placements(number)
    return ShapePlacements.of([placement.cells for placement in every], [_path(placement) for placement in every])


def preparing() -> Iterator[None]:
    """Builds the tables, a shape per slice."""
    for number in SHAPES:
        shape_of(number)
        yield


def _path(placement: Piece) -> list[Cell]:
    """Returns every cell that must be free for a placement."""
    empty, at = np.zeros((ROWS, COLUMNS), np.bool_), spawned(placement.shape)
    passed = [*at.cells, *((above, column) for row, column in placement.cells for above in range(row))]
    for word in words_to(placement)[:-1]:
        if word == "rotate":
            passed += at.swept
        after, _room = step(empty, at, word)
        assert after is not None, "a shape of one form has nothing to turn to"
        at = after
        passed += at.cells
    return passed


def outcomes(rows: RowBits, shapes: Counts) -> Outcomes:
    """Returns the outcomes of boards (rows, n) without full rows, given the shape, 1 to 7, on each (n,)."""
    return row_core.outcomes(rows, shapes, {number: shape_of(number) for number in SHAPES}, COLUMNS)


def spawnable(rows: RowBits, shapes: Counts) -> Mask:
    """Returns whether the shape that appears on each board has room (n,)."""
    return has_room(rows, _appearing()[:, shapes])


@cache
def _appearing() -> RowBits:
    """Returns every shape on the rows where it appears (TOP, 1 + shapes)."""
    cells = np.zeros((1 + len(SHAPES), TOP, COLUMNS), np.int8)
    for number in SHAPES:
        for row, column in spawned(number).cells:
            cells[number, row, column] = number
    return packed(cells)
