"""Push and Clear: push whole rows of boxes to the wall; a full line turns into points.

From the document "Final Project - Push and Clear" by its two authors, 2022 (Random.jack, Game.jack, Main.jack).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from math import isqrt
from typing import Any

import numpy as np

from game import rng
from game.contract import (
    SCORE_LABEL,
    Appeared,
    Board,
    Cause,
    Cell,
    Changed,
    Completed,
    Control,
    Day,
    Ended,
    Event,
    Lesson,
    Marks,
    Moved,
    Number,
    Played,
    Role,
    Rules,
    Scene,
    Scored,
    Symbol,
    Vanished,
    View,
    bad_word,
    happens,
)
from game.kernel import SIDES, Cells, Counts, Mask, facing, frozen, full_lines
from game.words import N_

DIRECTIONS = ("left", "up", "right", "down")
"""In the order of the kernel's direction numbers."""
EMPTY, PLAYER, POINT, BOX, FIXED = range(5)
LETTERS = ".@*#X"
SYMBOLS = {
    ".": Symbol(N_("empty"), "empty"),
    "@": Symbol(N_("you"), "player", 1),
    "*": Symbol(N_("point"), "dot", 4),
    "#": Symbol(N_("box"), "box", 2),
    "X": Symbol(N_("fixed box"), "fixed", 0),
}

TRIES = 3
PATIENCE = 1000
"""Consecutive failed draws after which the first suitable cell is used."""


@dataclass(frozen=True, eq=False)
class State:
    """A position: cells (size, size) int8, and the random number generator."""

    cells: Cells
    score: int
    steps: int
    random: rng.Random


# The rule, on boards (..., size, size) int8, one or thousands.


def push(cells: Cells, direction: str) -> tuple[Cells, Counts, Mask]:
    """Pushes on boards: boards after it (same shape), points collected (...), whether it was possible (...).

    A board without a player, or where the push is impossible, is returned unchanged.
    """
    side = DIRECTIONS.index(direction)
    seen = facing(cells, side)
    line, row, at, wall, boxes = look(seen)
    column = _columns(row)
    passed = (column > wall) & (column <= at)
    points = (passed & (row == POINT)).sum(axis=-1)
    possible = at - wall - 1 > boxes
    stand = wall + boxes + 1
    packed = (column < stand) * np.int8(BOX) + (column == stand) * np.int8(PLAYER)
    pushed = np.where(passed, packed, row)
    after = np.where(line & possible[..., None], pushed[..., None, :], seen)
    possible = possible[..., 0]
    return facing(after, side), points * possible, possible


def look(seen: Cells) -> tuple[Mask, Cells, Cells, Cells, Cells]:
    """Returns the row of a player who faces left, as a mask (..., rows, 1), and its cells (..., columns), the player's
    column, the column of the fixed box ahead (-1 for the wall), and how many boxes are between: (..., 1).
    """
    line = (seen == PLAYER).any(axis=-1, keepdims=True)
    row = (seen * line).max(axis=-2)
    column = _columns(row)
    at = np.where(row == PLAYER, column, np.int8(-1)).max(axis=-1, keepdims=True)
    before = column < at
    wall = np.where(before & (row == FIXED), column, np.int8(-1)).max(axis=-1, keepdims=True)
    boxes = (before & (column > wall) & (row == BOX)).sum(axis=-1, keepdims=True, dtype=np.int8)
    return line, row, at, wall, boxes


def _columns(row: Cells) -> Cells:
    """Returns the column indices (columns,) of rows (..., columns)."""
    return np.arange(row.shape[-1], dtype=np.int8)


def clear(cells: Cells) -> tuple[Cells, Mask]:
    """Turns every cell of a full line into a point; also returns a mask of these cells (same shape)."""
    full = full_lines(cells >= BOX)
    return np.where(full, np.int8(POINT), cells), full


def movable(cells: Cells) -> Mask:
    """Returns whether each of left, up, right, down is possible on boards (4, ...)."""
    seen = np.stack([facing(cells, side).T for side in range(len(DIRECTIONS))], axis=2).T  # keeps a batch innermost
    _line, _row, at, wall, boxes = look(seen)
    return np.moveaxis((at - wall - 1 > boxes)[..., 0], -1, 0)


def takes_box(cells: Cells) -> Mask:
    """Returns the cells where a new box can appear; same shape."""
    return (cells == EMPTY) | (cells == POINT)


def completes(cells: Cells, row: Counts, column: Counts) -> Mask:
    """Returns whether a new box on a cell of each board (n, size, size) completes a line (n,)."""
    after = cells.copy("K")
    after[np.arange(len(cells)), row, column] = BOX
    return np.asarray(full_lines(after >= BOX).any(axis=(-1, -2)))


def with_box(cells: Cells, row: Counts, column: Counts, fixed: Mask) -> Cells:
    """Returns boards (n, size, size) with a new box on a cell of each: a fixed one where a mask says so (n,) and the
    player can still move.
    """
    board, after = np.arange(len(cells)), cells.copy("K")
    after[board, row, column] = BOX
    if fixed.any():
        after[board[fixed], row[fixed], column[fixed]] = FIXED
        stuck = fixed & ~movable(after).any(axis=0)
        after[board[stuck], row[stuck], column[stuck]] = BOX
    return after


def fixed_percent(steps: int) -> int:
    """Returns the percentage of new boxes that are fixed after that many steps."""
    return isqrt(100 * steps) // 3


# The game.


def start(options: Mapping[str, Any], seed: int | None) -> State:
    size = options["size"]
    classic = seed is None and size == 6
    random = rng.CLASSIC if classic else rng.standard(seed or 0)
    state = State(frozen(np.zeros((size, size), np.int8)), 0, 0, random)
    for _ in range(size):
        state, _events = _new_box(state)
    index, random = _draw_cell(state.cells, state.random, lambda cell: cell == EMPTY)
    cells = state.cells.copy()
    cells.T.flat[index] = PLAYER
    return replace(state, cells=frozen(cells), random=random)


def play(state: State, word: str) -> Played[State]:
    moved, events = step(state, word)
    if moved is state:
        return state, ()
    after, box_events = _new_box(moved)
    events += box_events
    if over(after):
        events += (Ended(),)
    return after, events


def step(state: State, word: str) -> Played[State]:
    """Returns a move without the new box that follows it."""
    if word not in DIRECTIONS:
        raise bad_word(word)
    pushed, points, possible = push(state.cells, word)
    if not possible:
        return state, ()
    cells, full = clear(pushed)
    events = _push_events(state.cells, pushed, word) + _clear_events(full)
    return replace(state, cells=frozen(cells), score=state.score + int(points), steps=state.steps + 1), events


def moves(state: State) -> tuple[str, ...]:
    return tuple(compress(DIRECTIONS, movable(state.cells)))


def over(state: State) -> bool:
    return not movable(state.cells).any()


def score(state: State) -> int:
    return state.score


def view(state: State) -> View:
    rows = tuple("".join(LETTERS[cell] for cell in row) for row in state.cells.tolist())
    figures = ((SCORE_LABEL, state.score), (N_("Moves"), state.steps))
    ended = over(state)
    fields = {"score": state.score, "over": ended, "steps": state.steps}
    board = Board(rows, figures)
    if ended:
        board = replace(board, stuck=_around_player(rows), cause=Cause.NO_MOVE)
    return View((board,), ended, fields, scores=(state.score,))


def _around_player(rows: tuple[str, ...]) -> Marks:
    """Returns the boxes on the player's four sides."""
    size = len(rows)
    player = ((r, c) for r in range(size) for c in range(size) if rows[r][c] == LETTERS[PLAYER])
    sides = ((row + down, column + right) for row, column in player for down, right in SIDES)
    return tuple((rows[r][c], (r, c)) for r, c in sides if 0 <= r < size and 0 <= c < size)


def _new_box(state: State) -> tuple[State, tuple[Event, ...]]:
    """Adds a box: up to three tries for a cell that completes no line, then plain or fixed, then lines clear."""
    board, random = state.cells[None], state.random
    for _ in range(TRIES):
        index, random = _draw_cell(state.cells, random, lambda cell: cell in (EMPTY, POINT))
        column, row = divmod(index, len(state.cells))
        where = np.array([row]), np.array([column])
        if not completes(board, *where):
            break
    percent, random = random.next(100)
    cells = with_box(board, *where, np.array([percent < fixed_percent(state.steps)]))[0]
    events: tuple[Event, ...] = (Appeared(((LETTERS[cells[row, column]], (row, column)),)),)
    cells, full = clear(cells)
    return replace(state, cells=frozen(cells), random=random), events + _clear_events(full)


def _draw_cell(cells: Cells, random: rng.Random, fits: Callable[[int], bool]) -> tuple[int, rng.Random]:
    """Draws until a cell fits: its index, counted down the columns as in the document, and the generator."""
    flat = cells.T.ravel().tolist()
    for _ in range(PATIENCE):
        index, random = random.next(len(flat))
        if fits(flat[index]):
            return index, random
    return next(index for index, cell in enumerate(flat) if fits(cell)), random


def _push_events(before: Cells, after: Cells, direction: str) -> tuple[Event, ...]:
    """Returns the events of a push: what slid where, and the points collected on the way."""
    size, side = len(before), DIRECTIONS.index(direction)
    numbers = facing(np.arange(size * size).reshape(size, size), side)
    old, new = facing(before, side), facing(after, side)
    row, at = (int(n) for n in np.argwhere(old == PLAYER)[0])
    stand = int(np.flatnonzero(new[row] == PLAYER)[0])
    wall = max((c for c in range(at) if old[row, c] == FIXED), default=-1)

    def cell(column: int) -> Cell:
        return divmod(int(numbers[row, column]), size)

    boxes = [c for c in range(wall + 1, at) if old[row, c] == BOX]
    steps = [("#", cell(c), cell(wall + 1 + i)) for i, c in enumerate(boxes) if c != wall + 1 + i]
    steps.append(("@", cell(at), cell(stand)))
    events: tuple[Event, ...] = (Moved(tuple(steps)),)
    points: Marks = tuple(("*", cell(c)) for c in range(wall + 1, at) if old[row, c] == POINT)
    if points:
        events += (Vanished(points), Scored(len(points), points[0][1]))
    return events


def _clear_events(full: Mask) -> tuple[Event, ...]:
    if not full.any():
        return ()
    where = tuple((int(row), int(column)) for row, column in np.argwhere(full))
    lines = int(full.all(axis=1).sum() + full.all(axis=0).sum())
    return Completed(where, lines), Changed(tuple(("*", cell) for cell in where))


def _slides_to(row: int, column: int) -> Callable[[Event], bool]:
    """Returns a test for the event of a push that ends with the player on this cell."""
    return lambda event: isinstance(event, Moved) and event.steps[-1][2] == (row, column)


GAME = Rules(
    name="push-clear",
    title=N_("Push and Clear"),
    summary=N_("Push boxes to the wall; fill a line to clear it and score."),
    how=(
        N_(
            "Move in any of the four directions: you slide, pushing every box ahead of you against the wall or a "
            "fixed box, and stop behind them."
        ),
        N_(
            "A full row or column of boxes is cleared and leaves points behind. Move over the points, or push "
            "boxes over them, to collect them."
        ),
        N_(
            "A new box appears after every move. More and more of them are fixed: they cannot be pushed, but a "
            "full line still clears them."
        ),
        N_("The game ends when you cannot move."),
    ),
    scenes=(
        Scene(N_("You push every box in your way to the wall and stop behind them."), "left, up, right, down", seed=7),
        Scene(
            N_("A full row or column is cleared and leaves points. Move over them to collect them."),
            "down, left, left, up",
            before="down, up, down, right, up",
            seed=81,
            options={"size": "5"},
        ),
    ),
    lessons=(
        Lesson(
            N_("Push in any direction. You slide until the boxes ahead of you are packed against the wall."),
            "left",
            seed=5503,
            reached=happens(Moved),
            praise=N_("You pushed every box in your way against the wall. A new box comes after every push."),
        ),
        Lesson(
            N_("Now fill a whole row or column with boxes. The column at the right needs just one more."),
            "right",
            seed=261,
            options={"size": "5"},
            reached=happens(Completed),
            praise=N_("A full line turns into points."),
            missed=N_("The column at the right is not full yet."),
            turn_ends=happens(Moved),
        ),
        Lesson(
            N_("Collect the points: slide over them, or push boxes over them."),
            "right",
            before="right",
            seed=261,
            options={"size": "5"},
            reached=happens(Scored),
            praise=N_("Each adds a point to your score and stays until you collect it or a new box lands on it."),
            missed=N_("You did not pass over a point."),
            turn_ends=happens(Moved),
        ),
        Lesson(
            N_("The box with rivets is fixed. Push the box below you against it."),
            "down",
            before="up, left",
            seed=370,
            options={"size": "5"},
            reached=_slides_to(2, 0),
            praise=N_("A fixed box stops you like a wall. Only a full line removes it."),
            missed=N_("You did not push against the box with rivets."),
            turn_ends=happens(Moved),
        ),
    ),
    classic=True,
    options={
        "size": Number(
            6,
            4,
            10,
            N_("board size (rows and columns)"),
            N_("{value} × {value}"),
            N_("Board size"),
            {size: f"{size}×{size}" for size in range(4, 11)},
        )
    },
    controls={
        "left": Control(Role.LEFT),
        "up": Control(Role.UP),
        "right": Control(Role.RIGHT),
        "down": Control(Role.DOWN),
    },
    emblem=("@#",),
    day=Day(turns=100, par=1),
    symbols=SYMBOLS,
    start=start,
    play=play,
    moves=moves,
    over=over,
    score=score,
    view=view,
    proposed_change=("    return isqrt(100 * steps) // 3", "    return 25  # of a hundred, from the start"),
)
