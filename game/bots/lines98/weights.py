"""The learned weights of Lines' modes, written by `python -m tools.train lines98`."""

from zlib import decompress

from game.bots.search.tables import stored

_stored = {mode: stored(__name__, f"{mode}.bin") for mode in ("line", "square", "block")}


def unpacked(mode: str) -> bytes:
    """A mode's weights as bytes, little-endian."""
    return decompress(_stored[mode])
