"""Reads learned tables: compressed files next to the modules that use them, written by the commands in tools/train."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def stored(module: str, name: str) -> bytes:
    """Returns a file next to a module, given by its `__name__`, as it is.

    A module reads its files while it is imported: the page keeps them in its snapshot of Python, which cannot read
    files, and there they are inside an archive that only the module's loader can read.
    """
    imported: Any = sys.modules[module]
    data: bytes = imported.__loader__.get_data(str(Path(imported.__file__).parent / name))
    return data
