"""Reads learned tables: compressed files next to the modules that use them, written by the commands in tools/train."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from zlib import decompress


class LearnedTables:
    """The files NAME.bin next to a module, given by its `__name__`.

    A module creates this while it is imported: the page keeps the files in its snapshot of Python, which cannot read
    files, and there they are inside an archive that only the module's loader can read.
    """

    def __init__(self, module: str, *names: str) -> None:
        imported: Any = sys.modules[module]
        folder = Path(imported.__file__).parent
        self._stored = {name: imported.__loader__.get_data(str(folder / f"{name}.bin")) for name in names}

    def unpacked(self, name: str) -> bytes:
        """Returns the numbers of a table, little-endian."""
        return decompress(self._stored[name])
