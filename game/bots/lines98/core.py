"""Lines for a search: turns on thousands of boards at once, and coming balls drawn for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from zlib import crc32

import numpy as np

from game import rng
from game.kernel import SIDES, Array, Cells, group_sizes, groups, shifted
from game.rules.lines98 import COLOURS, COMING, IN_BLOCK, SIZE, Ball, vanish

AREA = SIZE * SIZE


@dataclass(frozen=True)
class Turns:
    """The results of moves, one on each of many boards."""

    cells: Cells
    """Boards (n, 9, 9) after the move, and after the coming balls if it made nothing vanish."""
    by_move: Array
    """How many balls the move itself makes vanish (n,)."""
    by_coming: Array
    """How many balls vanish as the coming balls appear (n,)."""
    displaced: Array
    """The colour of a coming ball that will appear on an unknown cell because its own was taken; 0 for none (n,)."""

    def only(self, which: Array) -> Turns:
        """Returns some of the turns."""
        return Turns(self.cells[which], self.by_move[which], self.by_coming[which], self.displaced[which])


def turns(cells: Cells, coming: Array, mode: str, first: Array, last: Array) -> Turns:
    """Plays a move on each of many boards (n, 9, 9), given their coming balls (n, 3, 2) and the cells that it goes from
    and to (n,)."""
    number = np.arange(len(cells))
    flat = cells.reshape(-1, AREA).copy()
    colour = flat[number, first]
    flat[number, first] = 0
    by_move = appear(flat, number, last, colour, mode)
    by_coming, displaced = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
    for place, colour in coming.transpose(1, 2, 0):
        due = (by_move == 0) & (colour > 0)
        free = flat[number, place] == 0
        displaced[due & ~free] = colour[due & ~free]
        which = np.flatnonzero(due & free)
        by_coming[which] += appear(flat, which, place[which], colour[which], mode)
    return Turns(flat.reshape(-1, SIZE, SIZE), by_move, by_coming, displaced)


def appear(flat: Array, which: Array, place: Array, colour: Array, mode: str) -> Array:
    """Puts a ball on some boards (n, 81), in place, and returns how many balls vanish on each (which,)."""
    if not len(which):
        return np.zeros(0, np.int64)
    flat[which, place] = colour
    boards, gone = vanish(flat[which].reshape(-1, SIZE, SIZE), place, mode)
    flat[which] = boards.reshape(-1, AREA)
    return gone


def completes_block(cells: Cells) -> Array:
    """Returns whether a ball that moves from the first cell to the second completes a block (n, 81, 81), on boards (n,
    9, 9); wrong if only that ball connects a group.
    """
    label = groups(cells)
    next_group, next_size, next_colour = (
        [shifted(board, side).reshape(-1, AREA) for side in SIDES] for board in (label, group_sizes(label), cells)
    )
    # For each cell and colour, the balls in the groups next to it; a group on two sides counts once.
    balls = np.zeros((len(cells), AREA, COLOURS + 1), np.int64)
    for side, (group, size, colour) in enumerate(zip(next_group, next_size, next_colour, strict=True)):
        counted = np.zeros(group.shape, np.bool_)
        for before in next_group[:side]:
            counted |= group == before
        for number in range(1, COLOURS + 1):
            balls[..., number] += np.where((colour == number) & ~counted, size, 0)
    own_colour = cells.reshape(-1, AREA, 1).astype(np.intp)
    joined = np.take_along_axis(balls.swapaxes(1, 2), own_colour, axis=1)
    own_group = label.reshape(-1, AREA, 1)
    leaves = np.any([group[:, None, :] == own_group for group in next_group], axis=0)
    return (joined - leaves + 1 >= IN_BLOCK) & (own_group > 0)


# The coming balls.


def coming_balls(coming: tuple[Ball, ...]) -> Array:
    """Returns the coming balls as cells and colours (3, 2), with colour 0 if there are fewer."""
    balls = np.zeros((COMING, 2), np.int64)
    balls[: len(coming)] = np.array(coming, np.int64).reshape(-1, 2)
    return balls


class Deals(NamedTuple):
    """Several random draws for each of many boards."""

    order: Array
    """All cells in random order (n, draws, 81)."""
    colours: Array
    """The colours of three balls (n, draws, 3)."""


def dealt(cells: Cells, seeds: Sequence[int], draws: int) -> Deals:
    """Makes several draws for each board (n, 9, 9), from a generator that depends on the board and its seed."""
    starts = [rng.standard(seed + crc32(board.tobytes())).k for board, seed in zip(cells, seeds, strict=True)]
    keys = np.array(starts, np.int64)[:, None] * _powers(draws * (AREA + COMING)) % rng.MODULUS
    keys = keys.reshape(len(cells), draws, AREA + COMING)
    return Deals(np.argsort(keys[..., :AREA], axis=-1, kind="stable"), 1 + keys[..., AREA:] % COLOURS)


@cache
def _powers(count: int) -> Array:
    """Returns the powers of the generator's multiplier from the first, which give its next numbers at once (count,)."""
    powers = [rng.MULTIPLIER]
    while len(powers) < count:
        powers.append(powers[-1] * rng.MULTIPLIER % rng.MODULUS)
    return np.array(powers, np.int64)


def drawn(cells: Cells, order: Array, colours: Array) -> Array:
    """Returns three coming balls of these colours (n, 3) for each board (n, 9, 9), on its first empty cells in this
    order of all cells (n, 81), so that similar boards get the same balls (n, 3, 2).
    """
    empty = np.take_along_axis(cells.reshape(-1, AREA) == 0, order, axis=1)
    place = np.argsort(~empty, axis=1, kind="stable")[:, :COMING]
    colour = np.where(np.take_along_axis(empty, place, axis=1), colours, 0)
    return np.stack([np.take_along_axis(order, place, axis=1), colour], axis=-1)
