"""Files that players name: searched for in the current folder, then among those shipped in static/."""

from __future__ import annotations

from pathlib import Path

from game.contract import BadInput, shorten
from game.words import N_

GAME = Path(__file__).resolve().parent
SHIPPED = GAME / "static" if (GAME / "static").is_dir() else GAME.parent / "static"
"""Inside `game` in an installed package; next to it in a checkout and on the page."""
LARGEST = 1_000_000
"""In bytes."""
TOO_LARGE = N_("the file {name} is too large")


def read(name: str, largest: int = LARGEST, *, regular: bool = False) -> str:
    """Returns a file's text; BadInput if the file does not exist, is too large or cannot be read.

    If it must be `regular`, a pipe or a device counts as no file.
    """
    for path in (Path(name), SHIPPED / name):
        try:
            if not path.exists() or path.is_dir() or (regular and not path.is_file()):
                continue
            with path.open("rb") as file:
                data = file.read(largest + 1)  # the size of a pipe is not known beforehand
            if len(data) > largest:
                raise BadInput(TOO_LARGE, name=shorten(name))
            return data.decode("utf-8-sig")
        except (OSError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(N_("the file {name} cannot be read"), name=shorten(name)) from None
    raise BadInput(N_("no such file: {name}"), name=shorten(name))


def read_regular(name: str) -> str:
    """Reads a file named by a game's word, save or link; waiting at a pipe could stop the program for ever."""
    return read(name, regular=True)
