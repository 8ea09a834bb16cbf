"""Files that players name: looked up in the current folder, then among those shipped in static/."""

from __future__ import annotations

from pathlib import Path

from game.contract import BadInput, shorten
from game.words import N_

GAME = Path(__file__).resolve().parent
SHIPPED = GAME / "static" if (GAME / "static").is_dir() else GAME.parent / "static"
"""An installed package has it inside; a checkout and the page beside."""
LARGEST = 1_000_000
"""Bytes."""


def read(name: str) -> str:
    """A file's text; BadInput if there is no such file, it is too large or cannot be read."""
    for path in (Path(name), SHIPPED / name):
        try:
            if not path.exists() or path.is_dir():
                continue
            with path.open("rb") as file:
                text = file.read(LARGEST + 1)  # of a pipe nobody knows the size before
            if len(text) > LARGEST:
                raise BadInput(N_("the file {name} is too large"), name=shorten(name))
            return text.decode("utf-8-sig")
        except (OSError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(N_("the file {name} cannot be read"), name=shorten(name)) from None
    raise BadInput(N_("no such file: {name}"), name=shorten(name))
