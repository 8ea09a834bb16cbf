"""What the bots have learned: compressed files beside this module, as the commands in tools/train wrote them.

All of them are read when the first is wanted: the page keeps them in its snapshot of Python, where no file can be read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import decompress

NAMES = ("lines98_block", "lines98_line", "lines98_square", "push_clear", "push_clear_classic")
FOLDER = Path(__file__).parent
"""In the page this is inside an archive, out of which the module's loader reads."""

_loader: Any = __loader__  # type: ignore[name-defined]
_packed: dict[str, bytes] = {name: _loader.get_data(str(FOLDER / f"{name}.bin")) for name in NAMES}


def unpacked(name: str) -> bytes:
    """One of NAMES → its numbers as they lie in memory, little end first."""
    return decompress(_packed[name])
