"""States kept for going back: the latest ones, and earlier ones at intervals."""

from __future__ import annotations

from typing import Any

SPACING = 64
"""Inputs between long-term states; doubled in a long game."""
MOST_KEPT = 2000
"""States kept before every other long-term one is dropped."""


class States:
    """A sparse cache of the states along the main line, by position."""

    def __init__(self, start: Any) -> None:
        self._kept: dict[int, Any] = {0: start}
        self._spacing = SPACING

    def copy(self) -> States:
        """Returns an independent copy."""
        other = States(None)
        other._kept, other._spacing = dict(self._kept), self._spacing
        return other

    def before(self, position: int) -> tuple[int, Any]:
        """Returns the last kept state at or before this position, after its position."""
        near = max(at for at in self._kept if at <= position)
        return near, self._kept[near]

    def keep(self, position: int, state: Any) -> None:
        """Keeps this state; drops the one SPACING inputs back unless it is a long-term one."""
        kept = self._kept
        kept[position] = state
        old = position - SPACING
        if old > 0 and old % self._spacing:
            kept.pop(old, None)
        if len(kept) > MOST_KEPT:
            self._spacing *= 2
            spacing = self._spacing
            self._kept = {at: state for at, state in kept.items() if at % spacing == 0 or old < at <= position}

    def keep_long_term(self, position: int, state: Any) -> None:
        """Keeps this state if it is a long-term one."""
        if position % self._spacing == 0:
            self._kept[position] = state

    def move_to(self, position: int, state: Any) -> None:
        """Moves here; of the states beyond, keeps only the long-term ones."""
        spacing = self._spacing
        self._kept = {at: kept for at, kept in self._kept.items() if at <= position or at % spacing == 0}
        self.keep(position, state)

    def cut(self, position: int) -> None:
        """Drops all states beyond this position, where the main line has changed."""
        self._kept = {at: state for at, state in self._kept.items() if at <= position}

    def __len__(self) -> int:
        return len(self._kept)
