"""What carries the texts of a live game from one side to the other."""

from __future__ import annotations

from typing import Protocol


class Transport(Protocol):
    """One link to the other side. It may lose, repeat, delay and reorder texts: a match stands all of that.

    Whoever makes it gives it a function that takes each text that arrives.
    """

    def send(self, text: str) -> None:
        """Hands a text to the link; one that is closed swallows it."""

    def close(self) -> None:
        """Ends the link for good."""
