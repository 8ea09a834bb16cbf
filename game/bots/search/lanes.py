"""Batches of boards with the batch axis innermost, and 16-bit numbers packed into 64-bit words, for the bots' cores.

In Pyodide, an operation takes as long for 16 bits as for 64.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.kernel import Array, Counts, Mask

IN_A_WORD = 4
"""How many 16-bit numbers fit into a 64-bit word."""


def in_each(bits: int) -> np.uint64:
    """Returns a 64-bit word with these 16 bits in each of its numbers."""
    return np.uint64(bits * 0x0001_0001_0001_0001)


def lanes(shape: tuple[int, ...]) -> NDArray[np.uint16]:
    """Returns zeros (..., at least n) uint16, padded so that `wide` can view them as words and `ones` can count their
    bits.
    """
    return np.zeros((*shape[:-1], shape[-1] + -shape[-1] % (2 * IN_A_WORD)), np.uint16)


def wide(numbers: NDArray[np.uint16]) -> NDArray[np.uint64]:
    """Views numbers from `lanes` as words; mask the bits that a shift moves into the next number."""
    return numbers.view(np.uint64)


def narrow(words: NDArray[np.uint64], count: int) -> NDArray[np.uint16]:
    """Views words as `count` numbers."""
    return words.view(np.uint16)[..., :count]


def ones(words: NDArray[np.uint64], count: int) -> NDArray[np.uint8]:
    """Counts the 1 bits of each number in words (lines, ...), summed over all lines: (..., count), below 256."""
    bits = np.bitwise_count(words.view(np.uint16))
    return bits.view(np.uint64).sum(axis=0).view(np.uint8)[..., :count]


def chosen(boards: Array, which: Mask) -> Array:
    """Selects boards (n, rows, columns) by a mask (n,); the batch axis stays innermost in memory."""
    return boards.T.compress(which, axis=-1).T


def taken(boards: Array, which: Counts) -> Array:
    """Returns some boards of (n, rows, columns), in this order; the batch axis is innermost in memory."""
    return boards.T.take(which, axis=-1).T


def together(parts: Sequence[Array]) -> Array:
    """Joins batches of boards (n, rows, columns); the batch axis is innermost in memory."""
    return np.concatenate([boards.T for boards in parts], axis=-1).T
