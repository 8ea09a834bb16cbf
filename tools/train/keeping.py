"""Writes learned tables to where game/bots/tables.py reads them."""

from __future__ import annotations

from typing import Any
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from game.bots import tables


def fixed_point(values: NDArray[Any], scale: int) -> NDArray[np.int16]:
    """Values as integers, `scale` of which are a point, little-endian."""
    return np.clip(np.rint(values * scale), -32768, 32767).astype("<i2")


def keep(name: str, data: bytes) -> None:
    """Writes one of tables.NAMES, compressed."""
    assert name in tables.NAMES
    (tables.FOLDER / f"{name}.bin").write_bytes(compress(data, 9))
