"""What happened, as pictures in time: events become phases of moving things over a still board. Knows no page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from game.contract import (
    Appeared,
    Cell,
    Changed,
    Completed,
    Event,
    Fell,
    Locked,
    Moved,
    Vanished,
    Walked,
)

SLIDE, FADE, FLASH, POP = 120, 160, 180, 100
STEP = 35
FALL = 90
LONGEST = 390
"""Milliseconds that a move, or one link of a chain, may take from its first picture to its last."""

EMPTY = "."


@dataclass(frozen=True)
class Sprite:
    """One thing on its way along cells; its size and its strength at the start and at the end."""

    symbol: str
    path: tuple[Cell, ...]
    scale: tuple[float, float] = (1, 1)
    alpha: tuple[float, float] = (1, 1)
    accelerates: bool = False

    def at(self, share: float) -> tuple[float, float, float, float]:
        """A share of the time from 0 to 1 → row, column, scale, alpha."""
        eased = share * share if self.accelerates else 1 - (1 - share) * (1 - share)
        along = eased * (len(self.path) - 1)
        i = min(int(along), len(self.path) - 2) if len(self.path) > 1 else 0
        here, there = self.path[i], self.path[min(i + 1, len(self.path) - 1)]
        part = along - i
        return (
            here[0] + (there[0] - here[0]) * part,
            here[1] + (there[1] - here[1]) * part,
            self.scale[0] + (self.scale[1] - self.scale[0]) * eased,
            self.alpha[0] + (self.alpha[1] - self.alpha[0]) * eased,
        )


@dataclass(frozen=True)
class Phase:
    """A stretch of time with one still board and things moving over it."""

    milliseconds: float
    rows: tuple[str, ...]
    sprites: tuple[Sprite, ...] = ()
    flash: frozenset[Cell] = field(default_factory=frozenset)


def phases(rows: Sequence[str], events: Sequence[Event], board: int = 0, glide: bool = True) -> list[Phase]:
    """The board before, and what happened → phases in order. Without `glide`, moves are jumps (games with a clock)."""
    grid = [list(row) for row in rows]
    found: list[Phase] = []
    start = 0
    for event in events:
        if getattr(event, "board", 0) != board:
            continue
        if isinstance(event, Vanished):
            _shorten(found, start)
            start = len(found)
        phase = _phase(grid, event, glide)
        if phase is None:
            continue
        if found and len(found) > start and _together(found[-1], phase):
            phase = replace(phase, sprites=found.pop().sprites + phase.sprites)
        found.append(phase)
    _shorten(found, start)
    return found


def _phase(grid: list[list[str]], event: Event, glide: bool) -> Phase | None:
    """The picture of one event; the grid becomes what it is after it."""
    if isinstance(event, Moved | Fell):
        steps = [step for step in event.steps if step[1] != step[2]]
        falls = isinstance(event, Fell)
        sprites = tuple(Sprite(symbol, (here, there), accelerates=falls) for symbol, here, there in steps)
        _put(grid, ((EMPTY, here) for _symbol, here, _there in event.steps))
        before = _rows(grid)
        _put(grid, ((symbol, there) for symbol, _here, there in event.steps))
        if isinstance(event, Moved):
            return Phase(SLIDE, before, sprites) if glide and sprites else None
        far = max((abs(there[0] - here[0]) for _symbol, here, there in steps), default=0)
        return Phase(FALL * far**0.5, before, sprites) if far else None
    if isinstance(event, Walked):
        _put(grid, ((EMPTY, event.path[0]),))
        before = _rows(grid)
        _put(grid, ((event.symbol, event.path[-1]),))
        return Phase(STEP * len(event.path), before, (Sprite(event.symbol, event.path),))
    if isinstance(event, Appeared):
        before = _rows(grid)
        _put(grid, event.cells)
        if not glide:
            return None
        return Phase(POP, before, tuple(Sprite(symbol, (cell,), scale=(0.2, 1)) for symbol, cell in event.cells))
    if isinstance(event, Vanished):
        going = tuple(mark for mark in event.cells if grid[mark[1][0]][mark[1][1]] == mark[0])
        _put(grid, ((EMPTY, cell) for _symbol, cell in going))
        sprites = tuple(Sprite(symbol, (cell,), scale=(1, 1.3), alpha=(1, 0)) for symbol, cell in going)
        return Phase(FADE, _rows(grid), sprites) if going else None
    if isinstance(event, Completed):
        return Phase(FLASH, _rows(grid), flash=frozenset(event.cells))
    if isinstance(event, Changed | Locked):
        _put(grid, event.cells)
    return None


def _together(last: Phase, next_: Phase) -> bool:
    """Whether two things that appear one after the other may as well appear at once."""
    return all(s.scale == (0.2, 1) for s in (*last.sprites, *next_.sprites)) and bool(last.sprites and next_.sprites)


def _shorten(found: list[Phase], start: int) -> None:
    """Makes the phases from `start` on quick enough to be one animation."""
    total = sum(phase.milliseconds for phase in found[start:])
    if total > LONGEST:
        found[start:] = [replace(p, milliseconds=p.milliseconds * LONGEST / total) for p in found[start:]]


def _put(grid: list[list[str]], marks: Iterable[tuple[str, Cell]]) -> None:
    for symbol, (row, column) in marks:
        grid[row][column] = symbol


def _rows(grid: list[list[str]]) -> tuple[str, ...]:
    return tuple("".join(row) for row in grid)
