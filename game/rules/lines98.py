"""Lines: move balls over free cells; five in line, a square, or a block of seven vanish.

From the document "Thuật toán của game Lines98", part 3 (checkLines, checkSquares, checkBlocks).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from game import kernel, rng
from game.contract import (
    SCORE,
    SCORE_LABEL,
    Appeared,
    BadInput,
    Board,
    Cause,
    Cell,
    Choice,
    Control,
    Day,
    Ended,
    Event,
    Figure,
    Lesson,
    Marks,
    Played,
    Role,
    Rules,
    Scene,
    Scored,
    Symbol,
    Vanished,
    View,
    Walked,
    bad_word,
    cell_name,
    happens,
    shorten,
)
from game.kernel import Cells, Counts, Mask, frozen
from game.words import N_

LETTERS = ".1234567"
SYMBOLS = {
    ".": Symbol(N_("empty"), "empty"),
    "1": Symbol(N_("cyan"), "ball", 7),
    "2": Symbol(N_("yellow"), "ball", 4),
    "3": Symbol(N_("green"), "ball", 3),
    "4": Symbol(N_("purple"), "ball", 5),
    "5": Symbol(N_("blue"), "ball", 1),
    "6": Symbol(N_("red"), "ball", 6),
    "7": Symbol(N_("orange"), "ball", 2),
}

SIZE = 9
COLOURS = 7
AT_THE_START = 5
COMING = 3
IN_LINE = 5
IN_BLOCK = 7

NAMES = tuple(cell_name(divmod(number, SIZE)) for number in range(SIZE * SIZE))
"""The names of the cells, such as b3."""
NUMBERS = {cell: number for number, cell in enumerate(NAMES)}

SQUARES = np.zeros((8, 8), np.bool_)
"""The document's table eatRect: for each shape, in the document's order, the neighbours that belong to it."""
for _shape, _numbers in enumerate(("12345", "34567", "56701", "70123", "123", "345", "567", "701")):
    SQUARES[_shape, [int(number) for number in _numbers]] = True

Ball = tuple[int, int]
"""The number of a cell, and a colour."""


@dataclass(frozen=True, eq=False)
class State:
    """A position: cells (9, 9) int8, the coming balls in order, and the generator."""

    cells: Cells
    coming: tuple[Ball, ...]
    score: int
    random: rng.Random
    mode: str


# The rule, on boards (..., 9, 9) int8, one or thousands. A cell is a number, row * 9 + column.


def targets(cells: Cells) -> Mask:
    """Returns whether the ball on the first cell can move to the second (..., 81, 81).

    A ball can reach every empty region that touches one of its sides.
    """
    region = kernel.groups((cells == 0).view(np.int8))
    lead = cells.shape[:-2]
    first, second = region.reshape((*lead, -1, 1)), region.reshape((*lead, 1, -1))
    touches = np.zeros((*lead, SIZE * SIZE, SIZE * SIZE), np.bool_)
    for step in kernel.SIDES:
        touches |= kernel.shifted(region, step).reshape(first.shape) == second
    touches &= first == 0
    touches &= second != 0
    return touches


def lines(cells: Cells, at: Counts) -> Mask:
    """Returns the balls of the runs of five or more through the ball on a cell of each board (...); same shape."""
    arms, like = _around(cells, at)
    both_arms = (*like.shape[:-2], 2, 4, SIZE)  # an arm and the one four places further on form one line
    run = np.logical_and.accumulate(like, axis=-1).reshape(both_arms)
    long = np.asarray(run.sum(axis=(-1, -3)) - 1 >= IN_LINE)  # the ball itself is on both arms
    return _marked(arms.reshape(both_arms), run & long[..., None, :, None], cells)


def squares(cells: Cells, at: Counts) -> Mask:
    """Returns the balls of the first square that the ball on a cell of each board (...) completes; same shape."""
    arms, like = _around(cells, at)
    fits = (like[..., None, :, 1] | ~SQUARES).all(axis=-1) & like[..., 0, :1]
    chosen = SQUARES[fits.argmax(axis=-1)] & fits.any(axis=-1, keepdims=True)
    return _marked(arms[..., :2], chosen[..., None] & like[..., :2], cells)


def blocks(cells: Cells, at: Counts) -> Mask:
    """Returns the balls of the group of seven or more around the ball on a cell of each board (...); same shape."""
    here = np.asarray(at)[..., None]
    colour = kernel.look(cells, here)[..., None]
    group = kernel.reach((cells == colour) & (colour != 0), kernel.mark(here, cells))
    group &= group.sum(axis=(-1, -2), keepdims=True) >= IN_BLOCK
    return group


SHAPES = {"line": lines, "square": squares, "block": blocks}


def vanish(cells: Cells, at: Counts, mode: str) -> tuple[Cells, Counts]:
    """Returns boards (n, 9, 9) without the shape that the ball on a cell of each (n,) completes (same shape), and its
    number of balls (n,).
    """
    neighbours = kernel.look(cells, kernel.arms(SIZE, SIZE)[at, :, 1])
    here = kernel.look(cells, at[:, None])
    some = np.flatnonzero((neighbours == here).any(axis=-1) & (here[:, 0] != 0))
    after, balls = cells.copy("K"), np.zeros(len(cells), np.int64)
    if len(some):  # most balls have no neighbour of their colour, so no shape
        shape = SHAPES[mode](cells[some], at[some])
        after[some] = np.where(shape, np.int8(0), cells[some])
        balls[some] = shape.sum(axis=(-1, -2))
    return after, balls


def points(balls: Counts) -> Counts:
    """Returns the points for numbers of balls that vanished together, same shape."""
    return np.where(balls == 4, 8, np.where(balls == 0, 0, 2 * balls * balls - 20 * balls + 60))


def _around(cells: Cells, at: Counts) -> tuple[Counts, Mask]:
    """Returns the eight arms out of each ball's cell (..., 8, 9), and which cells on them have the ball's colour."""
    arms = kernel.arms(SIZE, SIZE)[at]
    seen = kernel.look(cells, arms)
    return arms, (seen == seen[..., :1, :1]) & (seen != 0)


def _marked(arms: Counts, chosen: Mask, cells: Cells) -> Mask:
    """Returns the chosen cells of the arms as a mask of the boards' shape."""
    if not chosen.any():
        return np.zeros(cells.shape, np.bool_)
    return kernel.mark(np.where(chosen, arms, SIZE * SIZE), cells)


# The game.


def start(options: Mapping[str, Any], seed: int | None) -> State:
    random = rng.standard(seed or 0)
    cells = np.zeros((SIZE, SIZE), np.int8)
    balls, random = _draw_balls(cells, AT_THE_START, random)
    for place, colour in balls:
        cells.flat[place] = colour
    coming, random = _draw_balls(cells, COMING, random)
    return State(frozen(cells), coming, 0, random, options["mode"])


def play(state: State, word: str) -> Played[State]:
    first, last = _read(word)
    path = _path(state.cells, first, last)
    if not path:
        return state, ()
    cells = state.cells.copy()
    cells.flat[first], cells.flat[last] = 0, cells.flat[first]
    walked = Walked(LETTERS[cells.flat[last]], path)
    cells, earned, gone = _vanish(cells, last, state.mode)
    moved = replace(state, cells=frozen(cells), score=state.score + earned)
    if gone:
        return moved, (walked, *gone)
    after, appeared = _grow(moved)
    return after, (walked, *appeared)


def moves(state: State) -> tuple[str, ...]:
    return tuple(f"move {NAMES[first]} {NAMES[last]}" for first, last in np.argwhere(targets(state.cells)).tolist())


def over(state: State) -> bool:
    return bool(state.cells.all())


def score(state: State) -> int:
    return state.score


def view(state: State) -> View:
    rows = tuple("".join(LETTERS[cell] for cell in row) for row in state.cells.tolist())
    coming = tuple((LETTERS[colour], divmod(place, SIZE)) for place, colour in state.coming)
    named = [[NAMES[place], LETTERS[colour]] for place, colour in state.coming]
    ended = over(state)
    figures, cause = ((SCORE_LABEL, state.score),), Cause.FULL if ended else None
    board = Board(rows, figures=figures, coming=coming, coming_label=N_("Next balls"), cause=cause)
    fields = {"score": state.score, "over": ended, "coming": named}
    return View((board,), ended, fields, scores=(state.score,))


def _read(word: str) -> tuple[int, int]:
    """Returns the numbers of the two cells of a word as typed, or BadInput."""
    verb, *cells = word.split(" ")
    if verb != "move":
        raise bad_word(word)
    if len(cells) != 2:
        raise BadInput(N_("move needs two cells, such as move b3 f7"))
    first, last = (_number(cell) for cell in cells)
    return first, last


def _number(text: str) -> int:
    """Returns the number of the cell with this name, or BadInput."""
    if text not in NUMBERS:
        raise BadInput(
            N_("no such cell: {cell} (use a letter from a to i and a digit from 1 to 9)"), cell=shorten(text)
        )
    return NUMBERS[text]


def _path(cells: Cells, first: int, last: int) -> tuple[Cell, ...]:
    """Returns a shortest path for the ball from the first cell to the last, both included, or () if there is none.

    Ties are broken in the order above, right, below, left.
    """
    if not cells.flat[first] or cells.flat[last]:
        return ()
    here, there = (kernel.mark(np.array([place]), cells) for place in (first, last))
    steps = kernel.distances((cells == 0) | here, there, here).tolist()
    row, column = divmod(first, SIZE)
    path = [(row, column)]
    for left in range(steps[row][column] - 1, -1, -1):
        neighbours = [(row + down, column + right) for down, right in kernel.SIDES]
        on_board = [(r, c) for r, c in neighbours if 0 <= r < SIZE and 0 <= c < SIZE]
        row, column = next((r, c) for r, c in on_board if steps[r][c] == left)
        path.append((row, column))
    return tuple(path) if len(path) > 1 else ()


def _grow(state: State) -> Played[State]:
    """Places the coming balls one by one, checking each for a shape; then draws new ones."""
    cells, total, random = state.cells.copy(), state.score, state.random
    events: list[Event] = []
    for shown, colour in state.coming:
        place = shown
        if cells.flat[shown]:
            empty = np.flatnonzero(cells == 0)
            index, random = random.next(len(empty))
            place = int(empty[index])
        cells.flat[place] = colour
        events.append(Appeared(((LETTERS[colour], divmod(place, SIZE)),)))
        cells, earned, gone = _vanish(cells, place, state.mode)
        total += earned
        events += gone
        if cells.all():  # nothing vanished, or there would be room
            return replace(state, cells=frozen(cells), coming=(), random=random), (*events, Ended())
    coming, random = _draw_balls(cells, COMING, random)
    return replace(state, cells=frozen(cells), coming=coming, score=total, random=random), tuple(events)


def _vanish(cells: Cells, place: int, mode: str) -> tuple[Cells, int, tuple[Event, ...]]:
    """Removes the shape that the ball on this cell completes; returns the cells, its points and the events."""
    neighbours = kernel.look(cells, kernel.arms(SIZE, SIZE)[place, :, 1])
    if not (neighbours == cells.flat[place]).any():  # most balls have no neighbour of their colour, so no shape
        return cells, 0, ()
    shape = SHAPES[mode](cells, np.array(place))
    if not shape.any():
        return cells, 0, ()
    symbol = LETTERS[cells.flat[place]]
    balls: Marks = tuple((symbol, divmod(at, SIZE)) for at in np.flatnonzero(shape).tolist())
    n = len(balls)
    earned = int(points(np.array(n)))
    arithmetic = "" if n == 4 else f"2 × {n}² − 20 × {n} + 60"
    happened = (Vanished(balls), Scored(earned, divmod(place, SIZE), arithmetic))
    return np.where(shape, np.int8(0), cells), earned, happened


def _draw_balls(cells: Cells, count: int, random: rng.Random) -> tuple[tuple[Ball, ...], rng.Random]:
    """Draws balls on different empty cells, as many as there is room for."""
    empty = np.flatnonzero(cells == 0).tolist()
    balls: list[Ball] = []
    for _ in range(min(count, len(empty))):
        index, random = random.next(len(empty))
        colour, random = random.next(COLOURS)
        balls.append((empty.pop(index), 1 + colour))
    return tuple(balls), random


def _balls(event: Event) -> int:
    return len(event.cells) if isinstance(event, Vanished) else 0


def _public(event: Event) -> int:
    balls = _balls(event)
    return balls * (balls - 4)


GAME = Rules(
    name="lines98",
    title=N_("Lines"),
    summary=N_("Move balls to line up five of one colour, and they vanish."),
    how=(
        N_(
            "Pick a ball, then an empty cell: the ball moves there if a path of empty cells leads to it (no diagonal "
            "steps)."
        ),
        N_(
            "Five or more balls of one colour in a row, column or diagonal vanish, and no new balls appear that "
            "turn. (Other modes: squares, or groups of seven.)"
        ),
        N_("If nothing vanishes, three new balls appear. Small balls show where and in which colours."),
        N_("The game ends when the board is full."),
    ),
    scenes=(
        Scene(
            N_("A ball moves to an empty cell if a path leads there; then three new balls appear."),
            "move f3 a5, move i1 a6",
            seed=1,
        ),
        Scene(
            N_("Five in a line vanish, and no new balls appear."),
            "move d9 e1, move f4 a3",
            before="move f3 a5, move i1 a6, move g2 a7",
            seed=1,
        ),
    ),
    lessons=(
        Lesson(
            N_("Choose a ball, then an empty cell. The ball rolls there if empty cells lead to it."),
            "move f3 a5",
            seed=1,
            reached=happens(Walked),
            praise=N_(
                "Three new balls appear after each move. The small ones show where, unless you take their place."
            ),
        ),
        Lesson(
            N_("Four balls of one colour stand at the left. Add a fifth to the line."),
            "move f4 a3",
            before="move f3 a5, move i1 a6, move g2 a7, move d9 e1",
            seed=1,
            reached=happens(Vanished),
            praise=N_("Five in a line vanish, and no new balls appear that turn."),
            missed=N_("Five balls of one colour must be next to each other in a line."),
            turn_ends=happens(Walked),
        ),
        Lesson(
            N_("Diagonals count too. Complete the diagonal."),
            "move e5 f5",
            before="move c2 e6, move d1 h9, move b6 g4, move g9 c8, move h9 i7",
            seed=9,
            reached=happens(Vanished),
            praise=N_("A line can run in any of the eight directions. The more balls in it, the more it scores."),
            missed=N_("Five balls of one colour must be next to each other in a line."),
            turn_ends=happens(Walked),
        ),
    ),
    options={
        "mode": Choice(
            "line",
            (N_("line"), N_("square"), "block"),
            N_("shape to make"),
            {"block": N_("group of seven")},
            notes={
                "line": N_("Five or more in a row, a column or a diagonal."),
                "square": N_("Squares of four, or rectangles of six."),
                "block": N_("Seven or more that touch at their sides."),
            },
            pictures={
                "line": (
                    (".....", ".....", "33333", ".....", "....."),
                    ("6....", ".6...", "..6..", "...6.", "....6"),
                ),
                "square": (
                    (".....", ".55..", ".55..", ".....", "....."),
                    (".....", ".44..", ".44..", ".44..", "....."),
                ),
                "block": (
                    (".....", "..1..", ".111.", "..11.", "..1.."),
                    (".....", ".2...", ".2.2.", ".2222", "....."),
                ),
            },
        )
    },
    controls={"move": Control(Role.MOVE, arguments=2)},
    emblem=("1..", ".1.", "..1"),
    day=Day(turns=40, par=2),
    symbols=SYMBOLS,
    figures=(Figure(N_("balls"), _balls), SCORE, Figure("n(n-4)", _public)),  # the last is how public bots keep score
    start=start,
    play=play,
    moves=moves,
    over=over,
    score=score,
    view=view,
    proposed_change=("IN_LINE = 5", "IN_LINE = 4"),
)
