"""Chain's boards as bit planes, for its and Duel's bots: placing pairs, running chains, and finding waiting ones.

n boards are three planes, one for each bit of their colours' numbers. In a plane, every column of a board is a number
of 16 bits, its lowest row in the lowest bit. Chains run on four boards in one 64-bit word, because in Pyodide only wide
words are fast. A test compares the planes with the rule in `game.rules.chain`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.bots.search.lanes import in_each, lanes, narrow, wide
from game.kernel import Array, Cells, Counts, Mask
from game.rules.chain import COLUMNS, HIDDEN, LEAST, ROWS, START, power

Planes = Array
"""Boards (3, columns, n) uint16, or some of their cells (columns, n)."""
PlaneWords = Array
"""The same with four boards in each word, uint64."""

PLANES = 3
HIGHEST = ROWS - HIDDEN
"""Blocks that fill the visible part of a column."""
VISIBLE = (1 << HIGHEST) - 1
"""The bits of a column's visible rows."""
ROW_BITS = np.arange(ROWS)[::-1]
"""The bit of each row, from the top."""
STEPS = (1, 2, 4, 8)
INSIDE = {step: in_each(0xFFFF & (0xFFFF << step)) for step in STEPS}
"""Masks, by the bits of a shift to the left, that remove bits shifted in from the next board."""


def packed(cells: Cells) -> Planes:
    """Returns the planes of boards (n, rows, columns)."""
    bits = (cells.T >> np.arange(PLANES).reshape(-1, 1, 1, 1)) & 1
    return (bits << ROW_BITS[:, None]).sum(axis=2, dtype=np.uint16)


def filled(planes: Planes) -> Planes:
    """Returns the cells with a block (columns, n)."""
    return planes[0] | planes[1] | planes[2]


def heights(planes: Planes) -> Counts:
    """Returns how many blocks are in each column (columns, n)."""
    return np.bitwise_count(filled(planes))


def has_ended(planes: Planes) -> Mask:
    """Returns whether the next pair has no room (n,)."""
    row, column = START
    return (filled(planes)[column] >> ROW_BITS[row]) & 1 != 0


def with_garbage(planes: Planes, where: Planes) -> Planes:
    """Returns the boards with garbage on some empty cells (columns, n)."""
    return planes | np.stack([np.zeros_like(where), where, where])


def garbage_of(planes: Planes) -> Planes:
    """Returns the cells with garbage (columns, ...): its number has both higher bits set, unlike that of any colour."""
    return planes[1] & planes[2]


# Running chains.


class ResolvedField(NamedTuple):
    """Boards on which the field rules have run to the end, and the chain on each (n,)."""

    planes: Planes
    links: Counts
    points: Counts
    """Without the bonuses for several colours, large groups and an empty board."""


def resolved(planes: Planes) -> ResolvedField:
    """Lets blocks fall and groups vanish until neither changes anything."""
    count = planes.shape[-1]
    links, points = np.zeros(count, np.int64), np.zeros(count, np.int64)
    settled, which, words, number = np.zeros_like(planes), np.arange(count), _words(planes), 0
    while True:
        number += 1
        words = fallen(words)
        going = vanishing(words)
        more = narrow(np.bitwise_or.reduce(going), len(which)) != 0
        if not more.all():
            settled[..., which[~more]] = narrow(words, len(which)).compress(~more, axis=-1)
        which = which.compress(more)
        if not len(which):
            return ResolvedField(settled, links, points)
        links[which] += 1
        vanished: PlaneWords = going & ~garbage_of(words)
        left: PlaneWords = words & ~going
        blocks = np.bitwise_count(narrow(vanished, len(more))).sum(axis=0, dtype=np.int64)
        points[which] += 10 * max(power(number), LEAST) * blocks.compress(more)
        words = _words(narrow(left, len(more)).compress(more, axis=-1))


def _words(planes: Planes) -> PlaneWords:
    """Returns the boards as words, the last of them padded with empty boards."""
    padded = lanes(planes.shape)
    padded[..., : planes.shape[-1]] = planes
    return wide(padded)


def vanishing(planes: PlaneWords) -> PlaneWords:
    """Returns the blocks of boards without gaps that are in a group of four or more, and the garbage next to them,
    (columns, words).
    """
    seen = planes & in_each(VISIBLE)
    garbage = garbage_of(seen)
    if not garbage.any():
        return _fours(seen)
    gone = _fours(seen & ~garbage)
    near = (gone << 1) | (gone >> 1)
    near[:-1] |= gone[1:]
    near[1:] |= gone[:-1]
    return gone | (garbage & near)


def _alike(seen: Planes) -> tuple[Planes, Planes]:
    """Returns the visible blocks with the colour of the one above them (columns, ...), and the visible blocks with the
    colour of the one on their right (columns - 1, ...).
    """
    block = filled(seen)
    unlike_above, unlike_right = filled(seen ^ (seen >> 1)), filled(seen[:, :-1] ^ seen[:, 1:])
    return block & (block >> 1) & ~unlike_above, block[:-1] & ~unlike_right


def _fours(seen: PlaneWords) -> PlaneWords:
    """Returns the blocks in a group of four or more, given the visible rows without garbage.

    As in `kernel.fours`: such a group has a block with three equal neighbours, or two adjacent blocks with two each.
    These are its seeds, and every other block of the group is next to a seed.
    """
    above, next_to = _alike(seen)
    below = above << 1
    right, left = np.zeros_like(above), np.zeros_like(above)
    right[:-1], left[1:] = next_to, next_to
    both_up, both_across, up, across = above & below, right & left, above | below, right | left
    two = both_up | both_across | (up & across)
    three = (both_up & across) | (both_across & up)
    upright, level = two & (two >> 1) & above, two[:-1] & two[1:] & next_to
    seed = three | upright | (upright << 1)
    seed[:-1] |= level
    seed[1:] |= level
    large = seed | (above & (seed >> 1)) | (below & (seed << 1))
    large[:-1] |= next_to & seed[1:]
    large[1:] |= next_to & seed[:-1]
    return large


def fallen(planes: PlaneWords) -> PlaneWords:
    """Closes all gaps in columns, by moving bits by 1, 2, 4 and 8 (Hacker's Delight, 7-4)."""
    block = filled(planes)
    if not (block & (block + in_each(1))).any():
        return planes
    planes = planes.copy()
    # For each bit, whether the number of free cells below it is odd; then likewise for half that number, and so on.
    free = (~block << 1) & INSIDE[1]
    for shift in STEPS:
        odd = free
        for step in STEPS:
            odd = odd ^ ((odd << step) & INSIDE[step])
        moving = odd & block
        if moving.any():
            block = (block ^ moving) | (moving >> shift)
            moved = planes & moving
            planes ^= moved
            moved >>= shift
            planes |= moved
        free &= ~odd
    return planes


# Placing blocks on settled boards.


PLACEMENTS = (
    *((axis, satellite, False) for axis in range(COLUMNS) for satellite in range(COLUMNS) if abs(axis - satellite) < 2),
    *((column, column, True) for column in range(COLUMNS)),
)
"""Placements of a pair: the columns of its axis and its satellite, and whether the axis is on top."""
AXIS, SATELLITE, ON_TOP = (np.array(each) for each in zip(*PLACEMENTS, strict=True))


class UnsettledBoards(NamedTuple):
    """Unsettled boards (m) with two more blocks placed on them."""

    planes: Planes
    source: Counts
    """The index of the board that each came from (m,)."""


def open_columns(height: Counts) -> Mask:
    """Returns which columns a pair can be brought to, given the blocks in each, (columns, n) both.

    A column filled to the top of the visible field is a wall; rotations that could pass above it are ignored.
    """
    free = height < HIGHEST
    start = START[1]
    free[: start + 1] = np.logical_and.accumulate(free[start::-1])[::-1]
    free[start:] = np.logical_and.accumulate(free[start:])
    return free


def placed(planes: Planes, axis: Counts, satellite: Counts) -> UnsettledBoards:
    """Returns every placement of a pair on settled boards, given its colours on each (n,)."""
    height = heights(planes)
    free = open_columns(height)
    can = (free[AXIS] & free[SATELLITE]).T
    # Two blocks of one colour are interchangeable.
    can &= ~((axis == satellite)[:, None] & (ON_TOP | (AXIS > SATELLITE)))
    source, placement = np.nonzero(can)
    after = planes.take(source, axis=-1)
    first, second, on_top = AXIS[placement], SATELLITE[placement], ON_TOP[placement]
    same = first == second
    _put(after, first, height[first, source] + (same & on_top), axis[source])
    _put(after, second, height[second, source] + (same & ~on_top), satellite[source])
    return UnsettledBoards(after, source)


def _put(planes: Planes, column: Counts, height: Counts, colour: Counts) -> None:
    """Puts a block on each board, in place, given its column, the rows below it, and its colour (n,)."""
    bits = (colour >> np.arange(PLANES)[:, None]) & 1
    planes[:, column, np.arange(len(column))] |= (bits << height).astype(np.uint16)


def triggers(planes: Planes, colours: int) -> UnsettledBoards:
    """Returns settled boards with two blocks of one colour dropped into a column, wherever they complete a group of
    four.
    """
    height, seen = heights(planes), planes & VISIBLE
    lower = np.where(open_columns(height), filled(planes) + 1, 0).astype(np.uint16)  # the lowest free cell
    both = lower | lower << 1
    # The cells of each colour, with a border column on both sides.
    same = np.zeros((colours, COLUMNS + 2, planes.shape[-1]), np.uint16)
    for colour in range(1, colours + 1):
        same[colour - 1, 1:-1] = np.bitwise_and.reduce(
            [plane if colour >> bit & 1 else ~plane for bit, plane in enumerate(seen)]
        )
    in_pairs = same & (same << 1 | same >> 1)
    across = same[:, 1:] & same[:, :-1]
    in_pairs[:, 1:] |= across
    in_pairs[:, :-1] |= across

    def near(cells: Planes) -> tuple[Planes, Planes, Planes]:
        """Returns the cells next to the two blocks: below them, on their left and on their right."""
        return cells[:, 1:-1] & lower >> 1, cells[:, :-2] & both, cells[:, 2:] & both

    # The two blocks need two more: two neighbours, or one with a neighbour of its own colour.
    neighbours = sum(np.bitwise_count(cells) for cells in near(same))
    below, left, right = near(in_pairs)
    number, column, source = np.nonzero((neighbours >= 2) | (below | left | right != 0))
    after, rows = planes.take(source, axis=-1), height[column, source]
    for row in (rows, rows + 1):
        _put(after, column, row, 1 + number)
    return UnsettledBoards(after, source)


def adjacent(planes: Planes) -> Counts:
    """Returns how many pairs of adjacent visible blocks have the same colour (n,)."""
    seen = planes & VISIBLE
    above, right = _alike(seen & ~garbage_of(seen))
    return np.bitwise_count(np.concatenate([above, right])).sum(axis=0, dtype=np.int64)


def unique(planes: Planes, key: Counts) -> Counts:
    """Returns the index of the first of each set of equal boards with equal numbers (n,), in order."""
    # Boards are compared by a sum, modulo 2^64, of their columns times a fixed random factor for each.
    factors = (np.arange(1, PLANES * COLUMNS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)
    factors ^= factors >> np.uint64(29)
    hashed = factors @ planes.reshape(PLANES * COLUMNS, -1).astype(np.uint64)
    hashed += key.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    return np.sort(np.unique(hashed, return_index=True)[1])
