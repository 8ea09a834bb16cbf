"""The random number generator of all games: multiplicative congruential, with rejection.

From the Push and Clear document (Random.jack), with its constants as parameters.
"""

from __future__ import annotations

from dataclasses import dataclass

MODULUS = 2**31 - 1
MULTIPLIER = 48271
WARM_UP = 8


@dataclass(frozen=True, slots=True)
class Random:
    """The whole state of a generator, immutable: drawing returns the next one, so old states can be kept and reused."""

    k: int
    multiplier: int = MULTIPLIER
    modulus: int = MODULUS

    def next(self, n: int) -> tuple[int, Random]:
        """Returns a uniform number from 0 to n - 1, and the next generator; ValueError for an n out of range."""
        if not 1 <= n <= self.modulus:
            raise ValueError(f"cannot draw one of {n} numbers")
        limit = self.modulus // n * n
        k = self.k * self.multiplier % self.modulus
        while k >= limit:
            k = k * self.multiplier % self.modulus
        return k % n, Random(k, self.multiplier, self.modulus)


CLASSIC = Random(k=49, multiplier=31, modulus=173)


def standard(seed: int) -> Random:
    """Returns Park and Miller's revised minimal standard, started from any non-negative seed."""
    if seed < 0:
        raise ValueError("a seed is a non-negative integer")
    k = 1 + seed % (MODULUS - 1)
    for _ in range(WARM_UP):
        k = k * MULTIPLIER % MODULUS
    return Random(k)
