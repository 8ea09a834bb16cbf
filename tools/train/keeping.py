"""Writes learned weights to where the bots read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import compress

import numpy as np
from numpy.typing import NDArray

import game.bots

BOTS = Path(game.bots.__file__).parent


def fixed_point(values: NDArray[Any], scale: int) -> NDArray[np.int16]:
    """Values as integers, `scale` of which are a point, little-endian."""
    return np.clip(np.rint(values * scale), -32768, 32767).astype("<i2")


def keep(name: str, data: bytes) -> None:
    """Writes weights such as lines98/block, compressed."""
    (BOTS / f"{name}.bin").write_bytes(compress(data, 9))
