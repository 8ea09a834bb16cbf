"""Writes learned tables to where game/bots/tables.py reads them."""

from __future__ import annotations

from zlib import compress

from game.bots import tables


def keep(name: str, data: bytes) -> None:
    """Writes one of tables.NAMES, compressed."""
    assert name in tables.NAMES
    (tables.FOLDER / f"{name}.bin").write_bytes(compress(data, 9))
