"""One side's end of a link: what has been sent and received over it."""

from __future__ import annotations

from collections.abc import Callable

from game.session.live.log import Log
from game.session.live.messages import MOST_ENTRIES, At, Entries, LiveMessage, write
from game.session.live.rate import TokenBucket

RATE, BURST = 200.0, 2000.0
"""Messages and entries that are read per second, and at once. More are ignored, as if lost."""


class LinkEnd:
    """Sends the entries that the other side lacks, and each only once unless it may have been lost."""

    def __init__(self, id: str, send: Callable[[str], None] = lambda _text: None, now: float = 0.0) -> None:
        self._id, self._send = id, send
        self.tokens = TokenBucket(RATE, BURST, now)
        self.theirs = 0
        """The number of entries that the other side has."""
        self.sent = 0
        """The number of the last entry that was sent, counted from 1."""
        self.last_received = self.announced = now
        """When something was last received, and when this side's position was last sent."""

    def send(self, message: LiveMessage) -> None:
        """Sends a message."""
        self._send(write(message))

    def close(self) -> None:
        """Sends nothing from now on."""
        self._send = lambda _text: None

    def announce(self, log: Log, now: float) -> None:
        """Sends this side's position."""
        self.announced = now
        self.send(At(self._id, log.count, log.hash))

    def send_entries(self, log: Log, number: int) -> None:
        """Sends entries from a number on, as many as fit into one message."""
        first, entries = log.entries_from(number)
        if entries:
            self.sent = first + len(entries)
            self.send(Entries(self._id, first, entries))

    def send_missing(self, log: Log) -> None:
        """Sends the entries that the other side lacks, unless they are already on their way."""
        if self.sent <= self.theirs < log.count:
            self.send_entries(log, self.theirs)

    def send_new(self, log: Log) -> None:
        """Sends the last entry, unless the other side lacks earlier ones or too many are on their way."""
        if self.sent == log.count - 1 and log.count - self.theirs <= MOST_ENTRIES:
            self.send_entries(log, log.count - 1)

    def arrived(self, count: int) -> None:
        """Notes that the other side has sent entries up to this number, so that it has them."""
        self.theirs, self.sent = max(self.theirs, count), max(self.sent, count)
