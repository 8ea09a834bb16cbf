"""Turns events into an animation: phases of sprites that move over a still board. It does not know the page.

A phase names the events that it shows, so that sounds, numbers and messages come at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

from game.contract import (
    EMPTY,
    Appeared,
    Cell,
    Changed,
    Completed,
    Ended,
    Event,
    Fell,
    Locked,
    Marks,
    Moved,
    Scored,
    Symbol,
    Vanished,
    Walked,
)

SLIDE, FADE, FLASH, POP = 120, 160, 180, 100
PALE = 0.45
"""Opacity of a flashing cell; if it vanishes then, it fades from here."""
POPS = 200
"""Milliseconds in which the remains of a full row or column pop up, one after the other."""
STEP = 35
FALL = 90
TRAIL = 80
LONGEST = 390
"""Maximum milliseconds for a move, or for one link of a chain."""

BLOCKED, BLOCKINGS = 130, 5
"""Milliseconds for each half of a flash of what ended the game, and the number of halves."""

TRAIL_ROWS = 2
"""Rows that a piece must drop at once to leave a trail."""
PARTICLES = 16
"""Maximum particles in one phase, to keep frames cheap."""
SPARKS = ((-1.3, -0.7), (-0.9, 1.05), (0.7, -1.2), (0.5, 1.25))
"""Where the particles of a cell fly, in cells. They start under its symbol, which hides them at first."""


class Motion(Enum):
    """How a move is shown."""

    NONE = auto()
    """The new board is shown at once."""
    JUMPS = auto()
    """Things jump to where they go, as in a game with a clock; only what falls, walks or vanishes moves visibly."""
    GLIDES = auto()


class Sprite(NamedTuple):
    """A symbol moving along a path of cells, with its scale and opacity at the start and at the end."""

    symbol: str
    path: tuple[tuple[float, float], ...]
    scale: tuple[float, float] = (1, 1)
    alpha: tuple[float, float] = (1, 1)
    accelerates: bool = False


@dataclass(frozen=True)
class Phase:
    """A stretch of time with one still board and sprites moving over it."""

    milliseconds: float
    rows: tuple[str, ...]
    sprites: tuple[Sprite, ...] = ()
    flash: frozenset[Cell] = frozenset()
    cues: tuple[Event, ...] = ()
    """The events shown when it begins."""


def phases(
    rows: Sequence[str],
    events: Sequence[Event],
    board: int = 0,
    *,
    glide: bool = True,
    particles: bool = False,
    stuck: Marks = (),
    covered: Marks = (),
) -> list[Phase]:
    """Returns the phases that lead from the board before through these events; empty if nothing moves.

    Without `glide`, moves are jumps (games with a clock). Every event of the board is a cue of one phase; events after
    the last motion are the cues of a phase of no duration. The cells of `stuck` flash before the end of the game, to
    show why it ended. The cells of `covered` stay covered, and nothing is seen to move behind them.
    """
    grid = [list(row) for row in rows]
    found: list[Phase] = []
    waiting: tuple[Event, ...] = ()
    start = 0
    for event in events:
        if event.board != board:
            continue
        if isinstance(event, Vanished):
            _shorten(found, start)
            start = len(found)
        if isinstance(event, Ended) and stuck:
            _shorten(found, start)
            found += _flash_stuck(grid, stuck)
            start = len(found)
        phase = _phase(grid, event, glide=glide, particles=particles, cleared=bool(found and found[-1].flash))
        if phase is not None:
            phase = replace(phase, cues=(*waiting, event))
            waiting = ()
            if len(found) > start and _both_pop_up(found[-1], phase):
                last = found.pop()
                phase = replace(last, sprites=last.sprites + phase.sprites, cues=last.cues + phase.cues)
            found.append(phase)
        elif isinstance(event, Scored) and found and not waiting and _is_clearing(found[-1]):
            found[-1] = replace(found[-1], cues=(*found[-1].cues, event))
        else:
            waiting = (*waiting, event)
    _shorten(found, start)
    if found and waiting:
        found.append(Phase(0, _rows(grid), cues=waiting))
    return [_behind(phase, covered) for phase in found] if covered else found


def covers(rows: Sequence[str], symbols: Mapping[str, Symbol]) -> Marks:
    """Returns what hides part of a board from the players, which motion would give away."""
    letters = {letter for letter, symbol in symbols.items() if symbol.form == "cover"}
    return tuple((letter, (r, c)) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter in letters)


def _behind(phase: Phase, covered: Marks) -> Phase:
    """Returns a phase as it is seen with these covers over it."""
    grid, cells = [list(row) for row in phase.rows], {cell for _symbol, cell in covered}
    _put(grid, covered)
    seen = tuple(sprite for sprite in phase.sprites if cells.isdisjoint((sprite.path[0], sprite.path[-1])))
    return replace(phase, rows=_rows(grid), sprites=seen, flash=phase.flash - cells)


def _flash_stuck(grid: list[list[str]], stuck: Marks) -> list[Phase]:
    """Flashes what ended the game; symbols that are not on the board are drawn over it."""
    rows = _rows(grid)
    over = tuple(Sprite(symbol, ((r, c),), alpha=(0.9, 0.9)) for symbol, (r, c) in stuck if grid[r][c] != symbol)
    lit = Phase(BLOCKED, rows, over, frozenset(cell for _symbol, cell in stuck))
    return [lit if number % 2 == 0 else Phase(BLOCKED, rows) for number in range(BLOCKINGS)]


def _is_clearing(phase: Phase) -> bool:
    """Returns whether something vanishes in a phase, which then scored the points that follow."""
    return any(isinstance(cue, Vanished | Completed) for cue in phase.cues)


def _phase(grid: list[list[str]], event: Event, *, glide: bool, particles: bool, cleared: bool) -> Phase | None:
    """Returns the phase of one event, if any, and updates the grid. A row or column may just have been `cleared`."""
    if isinstance(event, Moved | Fell):
        steps = [step for step in event.steps if step[1] != step[2]]
        falls = isinstance(event, Fell)
        sprites = tuple(Sprite(symbol, (here, there), accelerates=falls) for symbol, here, there in steps)
        _put(grid, ((EMPTY, here) for _symbol, here, _there in event.steps))
        before = _rows(grid)
        _put(grid, ((symbol, there) for symbol, _here, there in event.steps))
        if isinstance(event, Moved):
            if glide:
                return Phase(SLIDE, before, sprites) if sprites else None
            return _trail(grid, steps)
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
        strength = PALE if cleared else 1
        sprites = tuple(Sprite(symbol, (cell,), scale=(1, 1.2), alpha=(strength, 0)) for symbol, cell in going)
        if particles:
            sprites += _particles(going)
        return Phase(FADE, _rows(grid), sprites) if going else None
    if isinstance(event, Completed):
        return Phase(FLASH, _rows(grid), flash=frozenset(event.cells))
    if isinstance(event, Changed) and cleared:
        _put(grid, ((EMPTY, cell) for _symbol, cell in event.cells))
        before = _rows(grid)
        _put(grid, event.cells)
        return Phase(POPS, before, tuple(_one_by_one(event.cells))) if glide else None
    if isinstance(event, Changed | Locked):
        _put(grid, event.cells)
    return None


def _one_by_one(cells: Marks) -> Iterator[Sprite]:
    """Pops up the remains of a full row or column one by one; a sprite is invisible while its scale is negative."""
    for number, (symbol, cell) in enumerate(cells):
        yield Sprite(symbol, (cell,), scale=(-2 * number / len(cells), 1))


def _trail(grid: list[list[str]], steps: Sequence[tuple[str, Cell, Cell]]) -> Phase | None:
    """Returns the fading trail of a piece that was dropped and is already in place, if it is long enough."""
    if not steps or steps[0][2][0] - steps[0][1][0] < TRAIL_ROWS:
        return None
    tops: dict[int, tuple[str, int, int]] = {}
    for symbol, (top, column), (bottom, _column) in steps:
        known = tops.get(column)
        if known is None or top < known[1]:
            tops[column] = (symbol, top, bottom)
    sprites = tuple(
        Sprite(symbol, ((row, column),), alpha=(0.3 * (row - top + 1) / (bottom - top), 0))
        for column, (symbol, top, bottom) in tops.items()
        for row in range(max(top, 0), bottom)
        if grid[row][column] == EMPTY
    )
    return Phase(TRAIL, _rows(grid), sprites) if sprites else None


def _particles(going: Sequence[tuple[str, Cell]]) -> tuple[Sprite, ...]:
    """Returns a few particles in the colours of what vanishes, flying apart."""
    each = max(1, min(len(SPARKS), PARTICLES // len(going))) if going else 0
    return tuple(
        Sprite(symbol, ((row, column), (row + up, column + across)), scale=(0.4, 0.14), alpha=(1, 0.1))
        for number, (symbol, (row, column)) in enumerate(going[:PARTICLES])
        for up, across in (SPARKS[(number + spark) % len(SPARKS)] for spark in range(each))
    )


def announced(phase: Phase, coming: Marks) -> tuple[Marks, Marks]:
    """Splits the coming marks into the marks that appear in this phase and the others, which are still to come.

    A mark that appears on another cell replaces a coming one of the same symbol, first one whose cell is occupied. A
    mark that appears on the cell of a larger one, which stands for many, replaces the larger one.
    """
    comes = [mark for event in phase.cues if isinstance(event, Appeared) for mark in event.cells]
    taken = {cell for _symbol, cell in comes}
    left = [mark for mark in coming if mark[1] not in taken]
    left.sort(key=lambda mark: phase.rows[mark[1][0]][mark[1][1]] == EMPTY)
    for mark in comes:
        same = [other for other in left if other[0] == mark[0] and mark not in coming]
        if same:
            left.remove(same[0])
    return tuple(mark for mark in coming if mark in comes), tuple(left)


def _both_pop_up(last: Phase, next_: Phase) -> bool:
    """Returns whether two phases both pop up symbols, so that they can be one."""
    return all(s.scale == (0.2, 1) for s in (*last.sprites, *next_.sprites)) and bool(last.sprites and next_.sprites)


def _shorten(found: list[Phase], start: int) -> None:
    """Shortens the phases from `start` on to at most LONGEST in all."""
    total = sum(phase.milliseconds for phase in found[start:])
    if total > LONGEST:
        found[start:] = [replace(p, milliseconds=p.milliseconds * LONGEST / total) for p in found[start:]]


def _put(grid: list[list[str]], marks: Iterable[tuple[str, Cell]]) -> None:
    for symbol, (row, column) in marks:
        grid[row][column] = symbol


def _rows(grid: list[list[str]]) -> tuple[str, ...]:
    return tuple("".join(row) for row in grid)
