"""Nineteen: falling pieces on 9 × 15 cells, with their 19 forms enumerated.

From the document "Designing Russian Grid Game by Using Enumerative Algorithm" by Qiu Ju and others (2009):
its board, its shapes 1 to 7, where they appear, and what a rotating piece must not touch.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from game import rng
from game.contract import (
    LEVEL_LABEL,
    SCORE,
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
    Figure,
    Flag,
    Lesson,
    Locked,
    Marks,
    Moved,
    Noted,
    Number,
    Played,
    Role,
    Rules,
    Scene,
    Scored,
    Symbol,
    Variant,
    View,
    bad_word,
    happens,
)
from game.kernel import Cells, Counts, Mask, clear_rows, free, frozen, rest
from game.pieces import FORMS, NINETEEN, PICTURES, TONES, Offsets
from game.rules.falling import cleared, moved
from game.words import N_, P_

WORDS = ("left", "right", "rotate", "down", "drop", "tick")
HOLD = "hold"
"""The word that the option of this name adds."""

ROWS, COLUMNS = 15, 9
LETTERS = "." + NINETEEN
SYMBOLS = {
    ".": Symbol(N_("empty"), "empty"),
    **{letter: Symbol(letter, "block", tone) for letter, tone in TONES.items()},
}

ROW_POINTS = (0, 100, 300, 500, 800)
DOWN_POINTS = 1
DROP_POINTS = 2
ROWS_A_LEVEL = 10
NOTHING = 0
"""Stands for the shape that is put aside while none is."""
MOST_ROWS, MOST_PIECES = 100, 1000


# The 19 forms.


class Form(NamedTuple):
    """One of the 19 forms. Cells are (row, column) from the pivot, in the same order for all forms of a shape: the
    first cell rotates to the first, and so on."""

    shape: int
    cells: Offsets
    next: int | None
    """The number of the form that `rotate` leads to; None for the O, which does not rotate."""
    swept: Offsets
    """The cells that must be free for a rotation, besides those that the piece is on."""


PIVOT: Cell = (1, 4)
"""The pivot's cell when a piece appears. The O has none; its lower left cell serves instead."""

FIRST = {"I": (1, 0), "L": (1, 0), "J": (3, 1), "Z": (0, 1), "S": (0, 1), "O": (0, 0), "T": (2, 1)}
"""The form that a shape appears in, and the column of the pivot in its picture; its row is always 1."""


def ring_path(cell: Cell, clockwise: bool) -> Offsets:
    """Returns the cells that a cell enters on a quarter turn around (0, 0) along its square ring, in order."""
    if not clockwise:
        return tuple((row, column) for column, row in ring_path(cell[::-1], True))
    row, column = cell
    radius = max(abs(row), abs(column))
    path = []
    for _ in range(2 * radius):
        if row == -radius and column < radius:
            column += 1
        elif column == radius and row < radius:
            row += 1
        elif row == radius and column > -radius:
            column -= 1
        else:
            row -= 1
        path.append((row, column))
    return tuple(path)


def _forms() -> tuple[tuple[Form, ...], tuple[int, ...]]:
    """Returns all forms, and the number of each shape's first one, computed from the pictures."""
    forms: list[Form] = []
    firsts = [0]
    for shape, letter in enumerate(NINETEEN, 1):
        picture, pivot = FIRST[letter]
        count = len(FORMS[letter])
        number = len(forms)
        firsts.append(number)
        cells = tuple((row - 1, column - pivot) for row, column in FORMS[letter][picture])
        for turn in range(count):
            # A shape with two forms rotates back along the path it came.
            paths = [ring_path(cell, clockwise=count == 4 or turn == 0) for cell in cells]
            passed = {step for path in paths for step in path}
            swept = tuple(sorted(passed - set(cells)))
            following = number + (turn + 1) % count
            forms.append(Form(shape, cells, following, swept) if count > 1 else Form(shape, cells, None, ()))
            cells = tuple(path[-1] if path else cell for path, cell in zip(paths, cells, strict=True))
    return tuple(forms), tuple(firsts)


NINETEEN_FORMS, FIRST_FORM = _forms()
"""The forms by number, and the number of each shape's first form (shapes count from 1)."""


class Piece(NamedTuple):
    """A form whose pivot is on a cell."""

    form: int
    row: int
    column: int

    @property
    def shape(self) -> int:
        return NINETEEN_FORMS[self.form].shape

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self._at(NINETEEN_FORMS[self.form].cells)

    @property
    def swept(self) -> tuple[Cell, ...]:
        """The cells that must be free for a rotation, besides the piece's own."""
        return self._at(NINETEEN_FORMS[self.form].swept)

    @property
    def turned(self) -> Piece | None:
        """The piece after a `rotate` that has room; None if it does not rotate."""
        form = NINETEEN_FORMS[self.form].next
        return None if form is None else self._replace(form=form)

    def moved(self, rows: int, columns: int) -> Piece:
        return Piece(self.form, self.row + rows, self.column + columns)

    def _at(self, offsets: Offsets) -> tuple[Cell, ...]:
        return tuple((self.row + row, self.column + column) for row, column in offsets)


def spawned(shape: int) -> Piece:
    """Returns a new piece of a shape, 1 to 7, where it appears."""
    return Piece(FIRST_FORM[shape], *PIVOT)


# The rule, on boards (..., 15, 9) int8 of shape numbers, 0 for empty; one or thousands.


def step(filled: Mask, piece: Piece, word: str) -> tuple[Piece | None, Mask]:
    """Returns the piece after `left`, `right`, `down` or `rotate`, and whether there is room for it (...)."""
    if word != "rotate":
        goal = piece.moved(*STEPS[word])
        return goal, free(filled, goal.cells)
    turned = piece.turned
    if turned is None:
        return None, np.zeros(filled.shape[:-2], np.bool_)
    return turned, free(filled, piece.swept)


STEPS = {"left": (0, -1), "right": (0, 1), "down": (1, 0)}


def land(cells: Cells, piece: Piece) -> tuple[Cells, Counts]:
    """Drops and locks a piece on boards with room for it; also returns how far it fell (...)."""
    distance, every_row = rest(cells != 0, piece.cells), np.arange(ROWS)
    cells = cells.copy("K")
    for row, column in piece.cells:
        here = every_row == np.asarray(distance + row)[..., None]
        cells[..., column][here] = piece.shape
    return cells, distance


@cache
def placements(shape: int) -> tuple[Piece, ...]:
    """Returns all forms and columns of a shape on the rows where it appears: the choices before it falls."""
    forms = [number for number, form in enumerate(NINETEEN_FORMS) if form.shape == shape]
    pieces = [Piece(number, PIVOT[0], column) for number in forms for column in range(COLUMNS)]
    return tuple(piece for piece in pieces if all(0 <= column < COLUMNS for _row, column in piece.cells))


def words_to(placement: Piece) -> tuple[str, ...]:
    """Returns the words that bring a new piece to one of its placements and drop it."""
    turns = placement.form - FIRST_FORM[placement.shape]
    columns = placement.column - PIVOT[1]
    return ("rotate",) * turns + ("right" if columns > 0 else "left",) * abs(columns) + ("drop",)


# The game.


class Goal(NamedTuple):
    """The number of rows or of pieces after which a game is over before the board is full; 0 for neither."""

    rows: int = 0
    pieces: int = 0


ENDLESS = Goal()


@dataclass(frozen=True, eq=False)
class State:
    """A position: the locked cells (15, 9) int8, the piece in play, the next shape, and what comes after it.

    At the end of a game that has reached its goal, the piece is the one that locked last.
    """

    cells: Cells
    piece: Piece
    next: int
    score: int
    lines: int
    random: rng.Random
    bag: tuple[int, ...] | None
    """The shapes still in the bag, soonest first; None for a game without a bag."""
    ended: bool
    held: int | None = None
    """The shape put aside; None for a game in which that is impossible."""
    may_hold: bool = True
    """Whether nothing was put aside since the last lock."""
    goal: Goal = ENDLESS
    locked: int = 0
    """How many pieces have locked."""

    @property
    def reached(self) -> bool:
        """Whether the game has reached its goal."""
        return 0 < self.goal.rows <= self.lines or 0 < self.goal.pieces <= self.locked

    @property
    def level(self) -> int:
        return 1 + self.lines // ROWS_A_LEVEL


def start(options: Mapping[str, Any], seed: int | None) -> State:
    bag: tuple[int, ...] | None = () if options["bag"] else None
    current, bag, random = _draw(bag, rng.standard(seed or 0))
    following, bag, random = _draw(bag, random)
    cells = frozen(np.zeros((ROWS, COLUMNS), np.int8))
    held = NOTHING if options.get(HOLD) else None
    goal = Goal(options.get("rows", 0), options.get("pieces", 0))
    return State(cells, spawned(current), following, 0, 0, random, bag, False, held, goal=goal)


def play(state: State, word: str) -> Played[State]:
    if word not in WORDS and (word != HOLD or state.held is None):
        raise bad_word(word)
    if state.ended:
        return state, ()
    if word == HOLD:
        return _hold(state)
    if word == "drop":
        return _land(state, DROP_POINTS)
    goal, possible = step(state.cells != 0, state.piece, "down" if word == "tick" else word)
    if goal is not None and possible:
        points = DOWN_POINTS if word == "down" else 0
        events: tuple[Event, ...] = (_moved(state.piece, goal),)
        if points:
            events += (Scored(points),)
        return replace(state, piece=goal, score=state.score + points), events
    return (state, ()) if word in ("left", "right", "rotate") else _land(state, 0)


def moves(state: State) -> tuple[str, ...]:
    if state.ended:
        return ()
    filled = state.cells != 0
    words = WORDS if state.held is None or not state.may_hold else (*WORDS, HOLD)
    always = ("down", "drop", "tick", HOLD)
    return tuple(word for word in words if word in always or step(filled, state.piece, word)[1])


def over(state: State) -> bool:
    return state.ended


def score(state: State) -> int:
    return state.score


def pace(state: State) -> float:
    above = state.level - 1
    # The base reaches zero at level 116; long before that, pieces drop within a single frame.
    return float(max(0.0, 0.8 - 0.007 * above) ** above)


def view(state: State) -> View:
    figures: tuple[tuple[str, int | str], ...] = (
        (SCORE_LABEL, state.score),
        (LEVEL_LABEL, state.level),
        (N_("Rows"), f"{state.lines}/{state.goal.rows}" if state.goal.rows else state.lines),
    )
    if state.goal.pieces:
        figures += ((N_("Pieces"), f"{state.locked}/{state.goal.pieces}"),)
    cells, piece = state.cells.tolist(), state.piece
    ghost: Marks = ()
    where: tuple[Cell, ...] = ()
    if not state.ended:
        where = piece.cells
        for row, column in where:
            cells[row][column] = piece.shape
        distance = int(rest(state.cells != 0, where))
        ghost = _marks(piece.moved(distance, 0))
    rows = tuple("".join([LETTERS[cell] for cell in row]) for row in cells)
    held = None if state.held is None else _picture(state.held)
    board = Board(rows, figures, next=(_picture(state.next),), held=held, ghost=ghost, piece=where)
    if state.ended and not state.reached:
        board = replace(board, stuck=_marks(piece), cause=Cause.TOP)
    fields = {
        "score": state.score,
        "over": state.ended,
        "next": LETTERS[state.next],
        "level": state.level,
        "lines": state.lines,
    }
    if state.held is not None:
        fields["held"] = LETTERS[state.held] if state.held else ""
    return View((board,), state.ended, fields, scores=(state.score,), reached=state.reached)


def _draw(bag: tuple[int, ...] | None, random: rng.Random) -> tuple[int, tuple[int, ...] | None, rng.Random]:
    """Returns a shape, and the bag and the generator after drawing it."""
    if bag is None:
        index, random = random.next(len(NINETEEN))
        return 1 + index, None, random
    if not bag:
        bag, random = _shuffled(random)
    return bag[0], bag[1:], random


def _shuffled(random: rng.Random) -> tuple[tuple[int, ...], rng.Random]:
    """Returns a new bag: a Fisher-Yates shuffle from the back."""
    bag = list(range(1, len(NINETEEN) + 1))
    for i in range(len(bag) - 1, 0, -1):
        j, random = random.next(i + 1)
        bag[i], bag[j] = bag[j], bag[i]
    return tuple(bag), random


def _land(state: State, points_a_cell: int) -> Played[State]:
    """Drops and locks the piece, removes full rows, and brings in the next piece."""
    locked, distance = land(state.cells, state.piece)
    down = int(distance)
    landed = state.piece.moved(down, 0)
    points = points_a_cell * down
    events: list[Event] = []
    if down:
        events.append(_moved(state.piece, landed))
    if points:
        events.append(Scored(points, sum=f"{points_a_cell} × {down}"))
    events.append(Locked(_marks(landed)))
    cells, gone = clear_rows(locked)
    lines = int(gone)
    if lines:
        row_points = ROW_POINTS[lines]
        points += row_points * state.level
        events += cleared(locked, LETTERS, row_points * state.level, f"{row_points} × {state.level}")
    after = replace(
        state, cells=frozen(cells), piece=landed, score=state.score + points, lines=state.lines + lines,
        locked=state.locked + 1, may_hold=True,
    )  # fmt: skip
    if after.level > state.level:
        events.append(Noted(N_("Level {level}."), {"level": after.level}))
    if after.reached:
        return replace(after, ended=True), (*events, Ended())
    after, event = _appearing(after)
    return after, (*events, event)


def _appearing(state: State) -> tuple[State, Event]:
    """Brings in the next piece, and draws another one."""
    shape, bag, random = _draw(state.bag, state.random)
    return _with_piece(replace(state, next=shape, bag=bag, random=random), state.next)


def _with_piece(state: State, shape: int) -> tuple[State, Event]:
    """Brings in a piece of this shape, which ends the game if it has no room."""
    piece = spawned(shape)
    ended = not free(state.cells != 0, piece.cells)
    return replace(state, piece=piece, ended=ended), Ended() if ended else Appeared(_marks(piece))


def _hold(state: State) -> Played[State]:
    """Puts the piece in play aside; the one that was aside appears, else the next one."""
    if not state.may_hold:
        return state, ()
    gone = Changed(tuple((LETTERS[NOTHING], cell) for cell in state.piece.cells))
    after = replace(state, held=state.piece.shape, may_hold=False)
    after, event = _with_piece(after, state.held) if state.held else _appearing(after)
    return after, (gone, event)


def _moved(before: Piece, after: Piece) -> Moved:
    return moved(LETTERS[before.shape], before.cells, after.cells)


def _marks(piece: Piece) -> Marks:
    letter = LETTERS[piece.shape]
    return tuple((letter, cell) for cell in piece.cells)


def _picture(shape: int) -> tuple[str, ...]:
    """Returns a shape as it appears, as a small board; without rows for NOTHING."""
    if shape == NOTHING:
        return ()
    letter = LETTERS[shape]
    return tuple(PICTURES[letter][FIRST[letter][0]].split("/"))


def placement(state: State) -> Hashable:
    """Returns where the piece is, and in which form."""
    return state.piece


def _rows(event: Event) -> int:
    return event.lines if isinstance(event, Completed) else 0


GAME = Rules(
    name="nineteen",
    title=N_("Nineteen"),
    summary=N_("Rotate and stack falling pieces; full rows vanish."),
    how=(
        N_("Pieces of four cells fall: seven shapes, nineteen forms once you rotate them."),
        N_("Move and rotate them to fill whole rows. Full rows vanish; clearing several at once scores more."),
        N_("A piece can rotate only if every cell its corners pass through is empty."),
        N_("Pieces fall faster every ten rows. The game ends when a new piece has no room."),
    ),
    scenes=(
        Scene(N_("Move, rotate and drop each piece."), "left, left, left, left, drop, rotate, drop", seed=3),
        Scene(
            N_("A full row vanishes."),
            "rotate, rotate, rotate, right, right, right, drop",
            before="left, left, left, left, drop, rotate, drop",
            seed=3,
        ),
    ),
    lessons=(
        Lesson(
            N_("Move and rotate the piece as you like, then drop it."),
            "left, rotate, drop",
            seed=3,
            reached=happens(Locked),
            praise=N_("The outline shows where a piece will land."),
        ),
        Lesson(
            N_("Fill the bottom row: the gap is at the right."),
            "rotate, rotate, rotate, right, right, right, drop",
            before="left, left, left, left, drop, rotate, drop",
            seed=3,
            reached=happens(Completed),
            praise=N_("A full row vanishes, and everything above it comes down."),
            missed=N_("The bottom row still has a gap."),
        ),
        Lesson(
            N_("Now fill two rows at once with this piece."),
            "right, rotate, drop",
            before="drop, left, left, left, rotate, drop, right, right, right, drop, left, left, rotate, rotate, "
            "rotate, drop",
            seed=38,
            reached=happens(Completed, lines=2),
            praise=N_("Several rows at once score far more than one at a time."),
            missed=N_("Both rows must be full at the same time."),
        ),
    ),
    options={
        "bag": Flag(
            N_("7-bag: every seven pieces contain each shape once"),
            N_("7-bag"),
            N_("7-bag"),
            N_("Every seven pieces contain each shape once."),
        ),
        "hold": Flag(
            N_("hold: put a piece aside for later, once for each piece"),
            N_("hold"),
            N_("Hold"),
            N_("Put a piece aside for later, once for each piece."),
        ),
        "rows": Number(
            0,
            0,
            MOST_ROWS,
            N_("the game is over after this many rows; 0 = endless"),
            P_("{count} row", "{count} rows"),
            N_("Sprint: rows to clear"),
            {0: N_("endless")},
            offered=(0, 20, 40),
        ),
        "pieces": Number(
            0,
            0,
            MOST_PIECES,
            N_("the game is over after this many pieces; 0 = endless"),
            P_("{count} piece", "{count} pieces"),
            N_("Pieces to play"),
            {0: N_("endless")},
            offered=(0, 60),
        ),
    },
    added={HOLD: {HOLD: Control(Role.HOLD)}},
    controls={
        "left": Control(Role.LEFT),
        "right": Control(Role.RIGHT),
        "rotate": Control(Role.ROTATE),
        "down": Control(Role.SOFT_DROP),
        "drop": Control(Role.DROP),
        "tick": Control(Role.TICK),
    },
    emblem=(".T.", "TTT"),
    day=Day(turns=80, par=2),
    variants=(
        Variant(N_("endless"), {"rows": 0, "pieces": 0}),
        Variant(N_("Sprint: 20 rows"), {"rows": 20, "pieces": 0}, by_time=True, note=N_("The fastest time counts.")),
        Variant(N_("Sprint: 40 rows"), {"rows": 40, "pieces": 0}, by_time=True, note=N_("The fastest time counts.")),
        Variant(N_("Sixty pieces"), {"rows": 0, "pieces": 60}, note=N_("The most points count.")),
    ),
    symbols=SYMBOLS,
    figures=(Figure(N_("rows"), _rows), SCORE, Figure(N_("most rows at once"), _rows, largest=True)),
    start=start,
    play=play,
    moves=moves,
    over=over,
    score=score,
    pace=pace,
    placement=placement,
    next_room=(4, 3),
    view=view,
    proposed_change=("ROWS, COLUMNS = 15, 9", "ROWS, COLUMNS = 15, 12"),
)
