"""A problem as data: everything that is known before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LINKS, CLEAR, ROWS, POINTS, GARBAGE = "links", "clear", "rows", "points", "garbage"
MOST_TURNS = 50
"""The limit for a problem that somebody composed; what can be proven is less."""
MOST_PIECES = 50
MOST_LEAST = 9_999


@dataclass(frozen=True)
class Problem:
    """Everything that is known before the first turn. `least` is 0 for the goal `clear`."""

    game: str
    options: Mapping[str, Any]
    rows: tuple[str, ...]
    pieces: tuple[str, ...]
    goal: str
    least: int
    turns: int

    def fields(self, name: str) -> dict[str, Any]:
        """Returns the first fields of the object that the terminal prints, with this id."""
        return {
            "game": self.game,
            "id": name,
            "options": dict(self.options),
            "rows": list(self.rows),
            "pieces": list(self.pieces),
            "goal": self.goal,
            "least": self.least,
            "turns": self.turns,
        }
