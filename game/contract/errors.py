"""What can be wrong with what a person enters, and names and texts made safe to show."""

from __future__ import annotations

import copyreg
from typing import Any

from game.words import N_


class BadInput(ValueError):
    """Invalid input from a person: a translatable message of one line, with the values that fill it."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message.format(**values))
        self.message = message
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        # Rebuilt without `__init__`, which would take the text, already filled, for the message.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class NeedsFile(Exception):
    """A word names a file that its game does not have; the session attaches the file (`attach`) and retries."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def shorten(text: str, most: int = 40) -> str:
    """Makes untrusted text safe to show on one line: truncated, without control characters."""
    clean = "".join(c if c.isprintable() else "?" for c in text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def bad_word(word: str) -> BadInput:
    """Returns the error for an unknown word."""
    return BadInput(N_("unknown command: {word}"), word=shorten(word))
