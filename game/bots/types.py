"""Types that all bots share."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Found = TypeVar("Found")

Words = tuple[str, ...]
"""The words of a turn, in order."""
Values = NDArray[np.float64]
"""Evaluations of positions, in the unit of their bot or judge."""
Sliced = Generator[None, None, Found]
"""Work in slices of a few milliseconds, which pauses after each and returns the result."""
