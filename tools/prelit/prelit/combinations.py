"""Which combinations of tricks the tests try: all 1,024 of them would take half a day for one example.

Both plans are orthogonal arrays, as in the design of experiments: a fault that depends on a few tricks, whatever the
others are, shows in one of their rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from prelit.app import TRICKS

PYTHON = ("bytecode", "prune", "patches", "trim", "split", "snapshot")
"""Tricks that decide what Python starts from."""
PAGE = ("preload", "progress", "early", "offline")
"""Tricks of the page around it."""
PARITY = ("011101", "101101", "110110", "111010")
"""For each trick of PAGE, those of PYTHON of which an odd number is switched off together with it."""
FIRST_ROW = "11011100010"
"""The first row of Plackett and Burman's plan of 12 runs (Biometrika 33, 1946); the others are its rotations."""

Row = tuple[bool, ...]
"""Whether each trick is switched off, in the order of `TRICKS`."""


def of_three() -> Iterator[Row]:
    """Yields 64 rows: all combinations of the tricks of PYTHON, and every combination of any three of the ten."""
    for python in product((False, True), repeat=len(PYTHON)):
        page = [sum(off for off, counts in zip(python, mask, strict=True) if counts == "1") % 2 == 1 for mask in PARITY]
        off = dict(zip((*PYTHON, *PAGE), (*python, *page), strict=True))
        yield tuple(off[name] for name in TRICKS)


def of_two() -> Iterator[Row]:
    """Yields 13 rows: every combination of any two tricks, with none switched off first and all of them last."""
    yield (False,) * len(TRICKS)
    for turn in range(len(FIRST_ROW)):
        row = FIRST_ROW[turn:] + FIRST_ROW[:turn]
        yield tuple(digit == "1" for digit in row[: len(TRICKS)])
    yield (True,) * len(TRICKS)


def without(row: Row) -> str:
    """A row as `prelit build --without` takes it."""
    return ",".join(name for name, off in zip(TRICKS, row, strict=True) if off)
