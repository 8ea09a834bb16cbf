"""The learned weights of Push and Clear, written by `python -m tools.train push-clear`."""

from zlib import decompress

from game.bots.search.tables import stored

_stored = {name: stored(__name__, f"{name}.bin") for name in ("any_size", "classic")}


def unpacked(name: str) -> bytes:
    """The weights for boards of the classic size or of any size, as bytes, little-endian."""
    return decompress(_stored[name])
