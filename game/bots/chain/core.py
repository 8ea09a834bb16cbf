"""Chain's boards as bit planes, for bots that search thousands; a test compares them with the rule in game.rules.chain.

A board is three planes, one for each bit of its colours' numbers. In a plane, every column is 16 bits, the lowest row
in the lowest bit. A 64-bit word holds four boards, because in Pyodide only wide words are fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.kernel import IN_A_WORD, Cells, Counts, Mask, in_each
from game.rules.chain import COLUMNS, HIDDEN, LEAST, ROWS, power

Words = NDArray[np.uint64]
"""Columns of boards, (..., columns, n / 4) uint64: four boards in each word."""

PLANES = 3

ONE, TWO, FOUR, EIGHT = (np.uint64(number) for number in (1, 2, 4, 8))
VISIBLE = in_each((1 << (ROWS - HIDDEN)) - 1)
KEEPS = {step: in_each(0xFFFF & (0xFFFF << int(step))) for step in (ONE, TWO, FOUR, EIGHT)}
"""Masks, by the bits of a shift to the left, that remove bits shifted in from the next board."""


class Resolved(NamedTuple):
    """Boards on which the field rules have run to the end, and the length of the chain on each."""

    planes: Words
    links: Counts
    """Includes the empty boards that pad the last word."""
    points: Counts
    """Without the bonuses for several colours, large groups and an empty board."""


def packed(cells: Cells) -> Words:
    """The planes of boards (n, rows, columns), (3, columns, words); the last word is padded with empty boards."""
    count = len(cells)
    planes = np.zeros((PLANES, COLUMNS, -count % IN_A_WORD + count), np.uint16)
    columns = cells.T.astype(np.uint16)
    for plane in range(PLANES):
        for row in range(ROWS):
            bit = columns[:, row] & np.uint16(1 << plane)
            planes[plane, :, :count] |= _moved(bit, ROWS - 1 - row - plane)
    return planes.view(np.uint64)


def _moved(bits: NDArray[np.uint16], left: int) -> NDArray[np.uint16]:
    return bits << np.uint16(left) if left >= 0 else bits >> np.uint16(-left)


def unpacked(planes: Words, count: int) -> Cells:
    """The first `count` boards of planes, (n, rows, columns) int8, the batch axis innermost in memory."""
    columns = planes.view(np.uint16)[..., :count]
    cells = np.empty((COLUMNS, ROWS, count), np.int8)
    for row in range(ROWS):
        bits = (columns >> np.uint16(ROWS - 1 - row)) & np.uint16(1)
        cells[:, row] = bits[0] | (bits[1] << np.uint16(1)) | (bits[2] << np.uint16(2))
    return cells.T


def resolved(planes: Words) -> Resolved:
    """Lets blocks fall and groups vanish until neither changes anything."""
    size = planes.shape[-1] * IN_A_WORD
    links, points = np.zeros(size, np.int64), np.zeros(size, np.int64)
    settled = np.zeros((PLANES, COLUMNS, size), np.uint16)
    which = np.arange(size)
    number = 0
    while True:
        number += 1
        planes = fallen(planes)
        going = vanishing(planes)
        more = np.bitwise_or.reduce(going).view(np.uint16)[: len(which)] != 0
        boards = planes.view(np.uint16)[..., : len(which)]
        if not more.all():
            still = ~more
            settled[..., which[still]] = boards.compress(still, axis=-1)
        which = which.compress(more)
        if not len(which):
            return Resolved(settled.view(np.uint64), links, points)
        links[which] += 1
        blocks = np.bitwise_count((going & ~garbage_of(planes)).view(np.uint16)).sum(axis=0)[: len(more)]
        points[which] += 10 * max(power(number), LEAST) * blocks.compress(more).astype(np.int64)
        planes = _chosen((planes & ~going).view(np.uint16)[..., : len(more)], more)


def _chosen(boards: NDArray[np.uint16], which: Mask) -> Words:
    """Some of the columns of boards (3, columns, n), selected by a mask (n,), as words."""
    if which.all() and not boards.shape[-1] % IN_A_WORD:
        return boards.view(np.uint64)
    count = int(np.count_nonzero(which))
    padded = np.zeros((*boards.shape[:-1], -count % IN_A_WORD + count), np.uint16)
    padded[..., :count] = boards.compress(which, axis=-1)
    return padded.view(np.uint64)


def vanishing(planes: Words) -> Words:
    """The blocks of planes without gaps that are in a group of four or more, and the garbage next to them, (columns,
    words)."""
    seen = planes & VISIBLE
    garbage = garbage_of(seen)
    if not garbage.any():
        return _fours(seen)
    gone = _fours(seen & ~garbage)
    near = (gone << ONE) | (gone >> ONE)
    near[:-1] |= gone[1:]
    near[1:] |= gone[:-1]
    return gone | (garbage & near)


def garbage_of(planes: Words) -> Words:
    """The blocks of garbage (columns, words): their number has both higher bits set, unlike that of any colour."""
    return planes[1] & planes[2]


def _fours(seen: Words) -> Words:
    """The blocks in a group of four or more, given planes of the visible rows without garbage.

    As in `kernel.fours`: such a group has a block with three equal neighbours, or two adjacent blocks with two each.
    Those are its seeds, and every other block of the group is next to a seed.
    """
    filled = seen[0] | seen[1] | seen[2]
    unlike = seen ^ (seen >> ONE)
    above = filled & (filled >> ONE) & ~(unlike[0] | unlike[1] | unlike[2])
    unlike = seen[:, :-1] ^ seen[:, 1:]
    next_to = filled[:-1] & ~(unlike[0] | unlike[1] | unlike[2])
    below = above << ONE
    right, left = np.zeros_like(filled), np.zeros_like(filled)
    right[:-1], left[1:] = next_to, next_to
    both_up, both_across, up, across = above & below, right & left, above | below, right | left
    two = both_up | both_across | (up & across)
    three = (both_up & across) | (both_across & up)
    upright, level = two & (two >> ONE) & above, two[:-1] & two[1:] & next_to
    seed = three | upright | (upright << ONE)
    seed[:-1] |= level
    seed[1:] |= level
    large = seed | (above & (seed >> ONE)) | (below & (seed << ONE))
    large[:-1] |= next_to & seed[1:]
    large[1:] |= next_to & seed[:-1]
    return large


def fallen(planes: Words) -> Words:
    """Closes all gaps in columns, by moving bits by 1, 2, 4 and 8 (Hacker's Delight, 7-4)."""
    filled = planes[0] | planes[1] | planes[2]
    if not (filled & (filled + in_each(1))).any():
        return planes
    planes = planes.copy()
    # For each bit, whether the number of free cells below it is odd; then likewise for half that number, and so on.
    free = (~filled << ONE) & KEEPS[ONE]
    for shift in KEEPS:
        odd = free
        for step, keep in KEEPS.items():
            odd = odd ^ ((odd << step) & keep)
        moving = odd & filled
        if moving.any():
            filled = (filled ^ moving) | (moving >> shift)
            moved = planes & moving
            planes ^= moved
            moved >>= shift
            planes |= moved
        free &= ~odd
    return planes
