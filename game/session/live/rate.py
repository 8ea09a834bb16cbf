"""Limits how much the other side can make this one do."""

from __future__ import annotations

FLOOD_RATE, FLOOD_BURST = 500.0, 10_000.0
"""Texts per second, and at once, beyond which a link is closed: even those that are not read hold up the page."""

SIZE = 1000
"""Every 1,000 characters of a text cost one more token."""


class TokenBucket:
    """A token bucket: `rate` tokens a second, at most `burst` at once."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Starts with a full bucket; `now` is in seconds."""
        self._rate, self._burst = rate, burst
        self._tokens, self._refilled = burst, now

    def take(self, cost: int, now: float) -> bool:
        """Takes tokens, if there are enough; returns whether there were."""
        self._tokens = min(self._burst, self._tokens + self._rate * max(0.0, now - self._refilled))
        self._refilled = max(now, self._refilled)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True
