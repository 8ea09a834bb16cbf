"""The common part of all trainings: their declaration, least squares, a cross-entropy search, writing the weights."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from zlib import compress

import numpy as np

import game.bots
from game.kernel import Array

BOTS = Path(game.bots.__file__).parent

Learn = Callable[[bool, bool, int], None]
"""Learns and writes; called with whether to be quick, whether to begin again, and the seed."""


@dataclass(frozen=True)
class Training:
    """What a bot learns, by which learner, and the function that does it."""

    learns: str
    learner: str
    learn: Learn


def report(text: str) -> None:
    print(f"  {text}", flush=True)


# Learners.


class LeastSquares:
    """Solves for the values of positions under a policy, from the features before and after each turn.

    Least-squares temporal differences (Lagoudakis and Parr, Least-squares policy iteration, 2003).
    """

    def __init__(self, weights: int, discount: float, ridge: float) -> None:
        self._left, self._right = np.zeros((weights, weights), np.float32), np.zeros(weights, np.float32)
        self._discount, self._ridge = discount, ridge

    def observe(self, before: Array, after: Array, gain: Array) -> None:
        """Adds turns: the features before and after them (n, weights), 0 after the end, and what they gained (n,)."""
        self._left += before.T @ (before - np.float32(self._discount) * after)
        self._right += before.T @ gain.astype(np.float32)

    def forget(self, share: float) -> None:
        """Makes all turns so far count less, because an older policy played them."""
        self._left *= 1 - share
        self._right *= 1 - share

    def weights(self) -> Array:
        """Solves the least squares for the weights."""
        ridge = self._ridge * np.eye(len(self._right))
        return np.linalg.solve(self._left.astype(np.float64) + ridge, self._right)


def cross_entropy(
    fitness: Callable[[Array, int], Array], mean: Array, spread: Array, seed: int, players: int = 32, best: int = 8
) -> Iterator[Array]:
    """Yields better and better vectors, each near the best of many players that are drawn around the last one.

    `fitness` gets players (players, dimensions) and the number of the generation, and returns a number for each; all
    players of a generation should play the same games. The spread shrinks slowly (Szita and Lőrincz, Learning Tetris
    using the noisy cross-entropy method, 2006).
    """
    random, first, generation = np.random.default_rng(seed), spread, 0
    share = np.log(best + 0.5) - np.log(np.arange(1, best + 1))
    share /= share.sum()
    while True:
        half = random.normal(size=(players // 2, len(mean)))
        drawn = mean + spread * np.concatenate([half, -half])
        chosen = drawn[np.argsort(-fitness(drawn, generation))[:best]]
        wide = np.sqrt(share @ (chosen - mean) ** 2)
        mean, spread = share @ chosen, np.maximum(0.75 * spread + 0.25 * wide, 0.05 * first)
        generation += 1
        yield mean


# Writing.


def fixed_point(values: Array, scale: int) -> Array:
    """Returns values as little-endian integers; `scale` of them make a point."""
    return np.clip(np.rint(values * scale), -32768, 32767).astype("<i2")


def write(name: str, data: bytes) -> None:
    """Writes weights such as lines98/block, compressed, where the bot reads them."""
    path = BOTS / f"{name}.bin"
    path.write_bytes(compress(data, 9))
    report(f"written: {name}.bin, {path.stat().st_size:,} bytes")


def rewrite(path: Path, replacements: Mapping[str, str]) -> None:
    """Replaces the one place in a source that each of these regular expressions finds."""
    text = path.read_text(encoding="utf-8")
    for pattern, replacement in replacements.items():
        text, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
        assert count == 1, f"{path} has {count} places for {pattern}"
    path.write_text(text, encoding="utf-8")
    report(f"written: {path.parent.name}/{path.name}")
