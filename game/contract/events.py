"""What happened, in order, with cells, so that a front can animate, sound and speak without knowing the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from game.contract.cells import Cell, Marks


@dataclass(frozen=True)
class Noted:
    """Something that only words can convey: a translatable message and its values."""

    message: str
    values: Mapping[str, object] = field(default_factory=dict)
    board: int = 0
    word: str = ""
    """A translatable word to show over the board too, if it should not be missed."""


@dataclass(frozen=True)
class Moved:
    """Things slid from cell to cell."""

    steps: tuple[tuple[str, Cell, Cell], ...]
    board: int = 0


@dataclass(frozen=True)
class Fell:
    """Things fell from cell to cell."""

    steps: tuple[tuple[str, Cell, Cell], ...]
    board: int = 0


@dataclass(frozen=True)
class Walked:
    """One thing moved along a path, which includes its first cell."""

    symbol: str
    path: tuple[Cell, ...]
    board: int = 0


@dataclass(frozen=True)
class Appeared:
    """New things appeared on the board."""

    cells: Marks
    board: int = 0


@dataclass(frozen=True)
class Changed:
    """Cells turned into something else; the symbols are the new ones."""

    cells: Marks
    board: int = 0


@dataclass(frozen=True)
class Locked:
    """A piece came to rest."""

    cells: Marks
    board: int = 0


@dataclass(frozen=True)
class Completed:
    """Rows or columns are full; everything on them is about to vanish."""

    cells: tuple[Cell, ...]
    lines: int
    board: int = 0


@dataclass(frozen=True)
class Vanished:
    """Things left the board; `link` counts from 1 in a chain."""

    cells: Marks
    link: int = 1
    board: int = 0


@dataclass(frozen=True)
class Scored:
    """Points were scored, at a cell if there is one; `sum` shows the arithmetic, if there is any."""

    points: int
    at: Cell | None = None
    sum: str = ""
    board: int = 0


@dataclass(frozen=True)
class Ended:
    """The game is over; `winner` is the number of the player who won, or 0; `board` shows why."""

    winner: int = 0
    board: int = 0


Event = Moved | Fell | Walked | Appeared | Changed | Locked | Completed | Vanished | Scored | Noted | Ended


def happens(*kinds: type[Event], **least: int) -> Callable[[Event], bool]:
    """Returns a test for events of these kinds whose numbers are at least these."""

    def is_one(event: Event) -> bool:
        return isinstance(event, kinds) and all(getattr(event, name) >= number for name, number in least.items())

    return is_one
