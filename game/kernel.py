"""Array functions for block games, over boards (..., rows, columns); they know no game.

Every function takes one board or many: leading axes are a batch. A batch axis innermost in memory (see `batch`) makes
them two to six times as fast and changes no index. Empty cells are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import EllipsisType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
"""Cells of any kind."""
Mask = NDArray[np.bool_]
"""Truth values."""
Cells = NDArray[np.int8]
"""What is on each cell; 0 where empty."""
Counts = NDArray[np.integer[Any]]
"""Whole numbers, one per cell or per board."""

Kind = TypeVar("Kind", bound=np.generic)
Index = tuple[EllipsisType, slice, slice]

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Above, right, below, left: (row, column) steps."""

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight neighbours, clockwise from the upper left."""

AXES = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row, column, and the two diagonals."""


# Boards.


def batch(boards: Array) -> Array:
    """Returns boards (n, rows, columns), any dtype, with the batch axis innermost in memory."""
    return np.asfortranarray(boards)


def frozen(board: NDArray[Kind]) -> NDArray[Kind]:
    """Makes an array read-only, as those of states must be, and returns it."""
    board.flags.writeable = False
    return board


LEFT, UP, RIGHT, DOWN = range(4)
"""Directions, clockwise."""


def facing(boards: Array, direction: int) -> Array:
    """Returns boards flipped so that the direction points left: a view, so writes go through.

    Flipping twice with the same direction restores the boards.
    """
    if direction == LEFT:
        return boards
    if direction == UP:
        return boards.swapaxes(-1, -2)
    if direction == RIGHT:
        return boards[..., ::-1]
    if direction == DOWN:
        return boards[..., ::-1, ::-1].swapaxes(-1, -2)
    raise ValueError(f"no such direction: {direction}")


def shifted(boards: Array, step: tuple[int, int], outside: int = 0) -> Array:
    """Returns each cell's neighbour one `step` (rows, columns) away, `outside` beyond the edge; same shape."""
    away = np.full_like(boards, outside)
    here, there = _overlap(step, boards.shape[-2:])
    away[here] = boards[there]
    return away


def _neighbours(boards: NDArray[Kind], step: tuple[int, int]) -> tuple[NDArray[Kind], NDArray[Kind]]:
    """Returns the cells that have a neighbour one `step` away, and those neighbours: two views of equal shape."""
    here, there = _overlap(step, boards.shape[-2:])
    return boards[here], boards[there]


@cache
def _overlap(step: tuple[int, int], shape: tuple[int, int]) -> tuple[Index, Index]:
    """Returns the indices of the cells that have a neighbour one `step` away, and of those neighbours."""
    (rows, columns), (height, width) = step, shape
    here = (..., _span(rows, height), _span(columns, width))
    return here, (..., _span(-rows, height), _span(-columns, width))


def _span(step: int, size: int) -> slice:
    """Returns the cells that have a neighbour `step` further on, along an axis of `size` cells."""
    return slice(max(0, -step), max(0, size - max(0, step)))


# Full rows and columns (Push and Clear, Nineteen, Biquadris).


def full_rows(filled: Mask) -> Mask:
    """Returns which rows have only filled cells: (..., rows, columns) → (..., rows)."""
    return np.logical_and.reduce(filled, axis=-1)


def full_lines(filled: Mask) -> Mask:
    """Returns the cells of every full row and every full column, same shape."""
    across, down = (np.logical_and.reduce(filled, axis=axis, keepdims=True) for axis in (-1, -2))
    return across | down


def clear_rows(cells: Array) -> tuple[Array, Counts]:
    """Removes full rows and moves those above them down, at most 127 rows; also returns how many were full (...)."""
    full = full_rows(cells != 0)
    below = full[..., ::-1].cumsum(axis=-1, dtype=np.int8)[..., ::-1]
    kept = np.where(full[..., None], cells.dtype.type(0), cells)
    return _moved_down(kept, below[..., None]), full.sum(axis=-1)


# Gravity (Chain), and how far a piece can fall (Nineteen, Biquadris).


def drops(cells: Array) -> Counts:
    """Returns how far each block falls when columns close their gaps, 0 where empty; same shape, at most 127 rows."""
    filled = cells != 0
    below = (~filled).view(np.int8)
    step = 1
    # Sums by doubling, because `cumsum` goes cell by cell if the batch axis is innermost.
    while step < cells.shape[-2]:
        below[..., :-step, :] += below[..., step:, :]
        step *= 2
    return below * filled


def fall(cells: Array) -> Array:
    """Closes the gaps in every column, of at most 127 rows; the order stays the same.

    >>> fall(np.array([[1, 0], [0, 2], [3, 0]])).tolist()
    [[0, 0], [1, 0], [3, 2]]
    """
    return _moved_down(cells, drops(cells))


def _moved_down(cells: Array, distance: Counts) -> Array:
    """Moves every block down by its distance: by 1, 2, 4, …, lowest bit first, so that blocks never collide."""
    cells, distance = cells.copy("K"), distance * (cells != 0)
    bit = 1
    while bit < cells.shape[-2]:
        going = (distance & bit) != 0
        if going.any():
            _lower(cells, going, bit)
            _lower(distance, going, bit)
        bit *= 2
    return cells


def _lower(array: Array, going: Mask, rows: int) -> None:
    """Moves the `going` cells down by this many rows, in place."""
    moved = array * going
    array ^= moved
    array[..., rows:, :] |= moved[..., :-rows, :]


def free(cells: Array, where: Sequence[tuple[int, int]]) -> Mask:
    """Returns whether all these cells are on the boards and empty (...)."""
    rows, columns = cells.shape[-2:]
    if not all(0 <= row < rows and 0 <= column < columns for row, column in where):
        return np.zeros(cells.shape[:-2], np.bool_)
    row_numbers, column_numbers = zip(*where, strict=True)
    return np.logical_and.reduce(cells[..., row_numbers, column_numbers] == 0, axis=-1)


def room(filled: Mask) -> Counts:
    """Returns the number of free cells directly below each cell, up to a filled one or the floor; same shape."""
    rows = filled.shape[-2]
    row = np.arange(rows, dtype=np.int8)[:, None]
    at_or_below = np.minimum.accumulate(np.where(filled, row, np.int8(rows))[..., ::-1, :], axis=-2)[..., ::-1, :]
    return shifted(at_or_below, (1, 0), rows) - row - 1


def rest(filled: Mask, piece: tuple[tuple[int, int], ...]) -> Counts:
    """Returns how many rows a piece on these cells can fall (...); the piece itself is not on the boards."""
    below = room(filled)
    return np.stack([below[..., row, column] for row, column in piece]).min(axis=0)


# Groups of one colour (Chain, Lines).

MANY = 2**15
"""From this many cells in a batch on, sweeping line by line is faster than propagating all cells one step at a time."""


def groups(cells: Array) -> NDArray[np.int16]:
    """Numbers the blocks: equal for blocks of one colour connected through their sides, 0 where empty; same shape.

    >>> groups(np.array([[1, 1, 0], [2, 1, 2]])).tolist()
    [[5, 5, 0], [4, 5, 6]]
    """
    size = cells.shape[-2] * cells.shape[-1]
    numbers = np.arange(1, size + 1, dtype=np.int16).reshape(cells.shape[-2:])
    label = (cells != 0).astype(np.int16)
    label *= numbers
    steps = []
    for step, axis in zip(SIDES[1:3], (-1, -2), strict=True):
        here, there = _neighbours(cells, step)
        same = -((here == there) & (here != 0)).astype(np.int16)
        if cells.size < MANY:
            here, there = _neighbours(label, step)
            steps += [(here, there, same), (there, here, same)]
        else:
            steps += _along(list(np.moveaxis(label, axis, 0)), list(np.moveaxis(same, axis, 0)))
    while True:
        before = label.copy("K")
        for here, next_, same in steps:
            np.maximum(here, next_ & same, out=here)
        if np.array_equal(label, before):
            return label


def _along(lines: list[Array], between: list[Array]) -> list[tuple[Array, Array, Array]]:
    """Returns the steps (line, the one before, the link between) that propagate from the first line to the last and
    back in one sweep.
    """
    forth = list(zip(lines[1:], lines[:-1], between, strict=True))
    back = list(zip(lines[:-1], lines[1:], between, strict=True))
    return forth + back[::-1]


def group_sizes(label: NDArray[np.int16]) -> Counts:
    """Returns the size of each cell's group, from the numbers that `groups` gives; 0 where empty, same shape."""
    size = label.shape[-2] * label.shape[-1]
    flat = label.reshape(-1, size).astype(np.int64)
    offset = np.arange(len(flat))[:, None] * (size + 1)
    counts = np.bincount((flat + offset).ravel(), minlength=len(flat) * (size + 1)).reshape(-1, size + 1)
    counts[:, 0] = 0
    return np.take_along_axis(counts, flat, axis=1).reshape(label.shape)


def large_groups(cells: Array, least: int) -> Mask:
    """Returns the cells in a group of `least` or more equal ones; same shape. Fastest for four."""
    return fours(cells) if least == 4 else group_sizes(groups(cells)) >= least


def fours(cells: Array) -> Mask:
    """Returns the blocks in a group of four or more of one colour, found without numbering the groups; same shape.

    A group has four cells or more if and only if one of its cells has three equal neighbours, or two adjacent cells
    have two each. These are its seeds, and every other cell of the group is next to a seed.
    """
    filled = cells != 0
    same = [filled & (shifted(cells, step) == cells) for step in SIDES]
    neighbours = sum(side.view(np.int8) for side in same)
    two = neighbours >= 2
    seed = neighbours >= 3
    for side, step in zip(same, SIDES, strict=True):
        seed |= two & side & shifted(two, step)
    large = seed.copy("K")
    for side, step in zip(same, SIDES, strict=True):
        large |= side & shifted(seed, step)
    return large


# Shapes of one colour (Lines).


def runs(cells: Array, n: int) -> Mask:
    """Returns the cells in a run of n or more equal ones, n ≥ 2, in the order of AXES: (4, ..., rows, columns)."""
    return np.stack([_in_line(cells, n, rows, columns) for rows, columns in AXES])


def _in_line(cells: Array, n: int, rows: int, columns: int) -> Mask:
    """Returns the cells in a run of n or more equal ones along one axis (..., rows, columns): finds n - 1 consecutive
    equal pairs, by joining single pairs to twos, those to fours, and so on.
    """
    if columns < 0:
        return _in_line(cells[..., ::-1], n, rows, -columns)[..., ::-1]

    def without(boards: NDArray[Kind], first: int, last: int) -> NDArray[Kind]:
        height, width = boards.shape[-2:]
        bottom, right = max(0, height - rows * last), max(0, width - columns * last)
        return boards[..., rows * first : bottom, columns * first : right]

    run = (without(cells, 0, 1) == without(cells, 1, 0)) & (without(cells, 0, 1) != 0)
    pairs = 1
    while pairs < n - 1:
        more = min(pairs, n - 1 - pairs)
        run = without(run, 0, more) & without(run, more, 0)
        pairs += more
    line = np.zeros_like(cells, dtype=np.bool_)
    for k in range(n):
        without(line, k, n - 1 - k)[...] |= run
    return line


# Paths (Lines).


def reach(free: Mask, start: Mask) -> Mask:
    """Returns every cell reachable from the start through the sides of free cells, the start included; same shape."""
    reached = _in_order_of(free, start)
    links = [(*_neighbours(reached, step), _neighbours(free, step)[0]) for step in SIDES]
    while True:
        before = reached.copy("K")
        for here, there, open_ in links:
            np.logical_or(here, there & open_, out=here)
        if np.array_equal(reached, before):
            return reached


def distances(free: Mask, start: Mask, goal: Mask | None = None) -> NDArray[np.int16]:
    """Returns the length of the shortest path from the start to each cell through free cells, -1 if there is none.

    With a goal, the search stops once all of its cells are reached; cells further away then have -1 too.
    """
    reached, around = _in_order_of(free, start), np.zeros_like(free)
    steps = reached.astype(np.int16) - np.int16(1)
    links = [(_neighbours(around, step)[0], _neighbours(reached, step)[1]) for step in SIDES]
    length = 0
    while True:
        length += 1
        for here, there in links:
            np.logical_or(here, there, out=here)
        around &= free
        new = around > reached
        if not np.count_nonzero(new):
            return steps
        np.copyto(steps, np.int16(length), where=new)
        reached |= new
        if goal is not None and not np.count_nonzero(goal > reached):
            return steps


def _in_order_of(like: Mask, mask: Mask) -> Mask:
    """Copies a mask into the memory order of another array, because mixing orders is slow."""
    copy = np.empty_like(like)
    copy[...] = mask
    return copy


# Around one cell (Lines). Here a cell is a number, row * columns + column; rows * columns means no cell.


@cache
def arms(rows: int, columns: int) -> NDArray[np.intp]:
    """Returns the cells on the eight rays from each cell, in RING order, each outwards from the cell itself.

    (rows * columns, 8, the longer side); no cell where a ray has left the board.
    """
    outwards = np.array(RING)[:, None, :] * np.arange(max(rows, columns))[:, None]
    cells = np.argwhere(np.ones((rows, columns), np.bool_))[:, None, None, :] + outwards
    inside = ((cells >= 0) & (cells < (rows, columns))).all(axis=-1)
    numbers = np.where(inside, cells[..., 0] * columns + cells[..., 1], rows * columns)
    numbers.flags.writeable = False
    return numbers


def look(cells: NDArray[Kind], places: Counts) -> NDArray[Kind]:
    """Returns the values of boards (..., rows, columns) at cell numbers (..., any shape), 0 for no cell."""
    padded = np.zeros((*cells.shape[:-2], cells.shape[-2] * cells.shape[-1] + 1), cells.dtype)
    padded[..., :-1] = cells.reshape((*cells.shape[:-2], -1))
    return padded.reshape(-1)[_in_batch(padded, places)]


def mark(places: Counts, like: Array) -> Mask:
    """Returns a mask of the cells with these numbers (..., any shape), in the shape of the boards `like`."""
    padded = np.zeros((*like.shape[:-2], like.shape[-2] * like.shape[-1] + 1), np.bool_)
    padded.reshape(-1)[_in_batch(padded, places)] = True
    return padded[..., :-1].reshape(like.shape)


def _in_batch(flat: Array, places: Counts) -> Counts:
    """Returns the indices of the cells with these numbers (..., any shape) into all boards (..., cells), flattened."""
    if flat.ndim == 1:
        return places
    first = np.arange(0, flat.size, flat.shape[-1])
    return places + first.reshape(flat.shape[:-1] + (1,) * (places.ndim - flat.ndim + 1))
