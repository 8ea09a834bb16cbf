"""The common part of the oracles: the generators of docs/rules.md, section 1, and the loop over commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Generator:
    """`K = A*K mod M`, with rejection. Without a seed it is the one of Push and Clear's document."""

    def __init__(self, seed: int | None) -> None:
        if seed is None:
            self.modulus, self.factor, self.k = 173, 31, 49
            return
        self.modulus, self.factor = 2**31 - 1, 48271
        self.k = 1 + seed % (self.modulus - 1)
        for _ in range(8):
            self.step()

    def step(self) -> None:
        self.k = self.factor * self.k % self.modulus

    def next(self, limit: int) -> int:
        up = self.modulus // limit * limit
        self.step()
        while self.k >= up:
            self.step()
        return self.k % limit


def printed(begin: Callable[[], Any], words: list[str]) -> list[dict[str, Any]]:
    """Returns the output of `-json`: the state at the start, then a dict per command.

    `begin` returns a game; its `play` returns whether the game has the word, its `state` what is printed.
    """
    game = begin()
    lines = [game.state()]
    for word in words:
        if word == "restart":
            game = begin()
        elif not game.play(word):
            lines.append({"error": True})
            continue
        lines.append(game.state())
    return lines
