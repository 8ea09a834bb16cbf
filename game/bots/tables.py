"""The bots' learned tables: compressed files next to this module, written by the commands in tools/train.

All are read when the first is needed, because the page keeps them in its snapshot of Python, which cannot read files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import decompress

NAMES = ("lines98_block", "lines98_line", "lines98_square", "push_clear", "push_clear_classic")
FOLDER = Path(__file__).parent
"""In the page, this is inside an archive that only the module's loader can read."""

_loader: Any = __loader__  # type: ignore[name-defined]
_packed: dict[str, bytes] = {name: _loader.get_data(str(FOLDER / f"{name}.bin")) for name in NAMES}


def unpacked(name: str) -> bytes:
    """One of NAMES → its numbers as bytes, little-endian."""
    return decompress(_packed[name])
