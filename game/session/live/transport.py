"""The link that carries the texts of a live game from one side to the other."""

from __future__ import annotations

from typing import Protocol


class Transport(Protocol):
    """A link to the other side. It may lose, repeat, delay and reorder texts; a match copes with each of these.

    An implementation also takes a callback, which it calls with each text that arrives.
    """

    def send(self, text: str) -> None:
        """Sends a text; does nothing if the link is closed."""

    def close(self) -> None:
        """Closes the link for good."""
