"""Nineteen, clause by clause of its rules: a position as text, moves, and the exact text that comes out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import rng
from game.contract import (
    Cell,
    Noted,
)
from game.kernel import batch
from game.rules import nineteen
from game.rules.nineteen import LETTERS, NINETEEN_FORMS, Piece, State, play, spawned, start
from tests.examples import some

BAG = {"bag": True}
PIECES = st.builds(Piece, st.integers(0, 18), st.integers(-1, 15), st.integers(-1, 9))
few = settings(max_examples=some(50), deadline=None)


def position(rows: str, letter: str = "O", turns: int = 0, at: Cell = (1, 4), **values: Any) -> State:
    """The lowest rows of locked cells as text, and a piece with its pivot at a cell; an I is next."""
    lines = rows.split()
    cells = np.zeros((15, 9), np.int8)
    for row, line in enumerate(lines, 15 - len(lines)):
        cells[row] = [LETTERS.index(symbol) for symbol in line]
    cells.flags.writeable = False
    piece = Piece(nineteen.FIRST_FORM[LETTERS.index(letter)] + turns, *at)
    state = State(cells, piece, LETTERS.index("I"), 0, 0, rng.standard(0), None, False)
    return replace(state, **values)


def lowest(state: State, count: int) -> str:
    """The lowest rows as displayed."""
    return " ".join(nineteen.view(state).boards[0].rows[-count:])


def locked(state: State, count: int) -> str:
    """The lowest rows without the piece in play."""
    return " ".join("".join(LETTERS[cell] for cell in row) for row in state.cells[-count:].tolist())


def run(state: State, words: str) -> State:
    for word in words.split():
        state, _events = play(state, word)
    return state


def boards(draw: st.DrawFn, rows: int = 12) -> np.ndarray:
    """Locked cells without a full row, empty above this many rows."""
    cells = np.zeros((15, 9), np.int8)
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    height = draw(st.integers(0, rows))
    density = draw(st.floats(0.1, 0.95))
    cells[15 - height :] = random.integers(1, 8, (height, 9)) * (random.random((height, 9)) < density)
    cells[np.arange(15), random.integers(0, 9, 15)] = 0
    return cells


some_board = st.composite(boards)()
tall_board = st.composite(lambda draw: boards(draw, 15))()


# The board and the 19 forms.


SPAWN_TABLE = {
    1: ("I", [(0, 4), (1, 4), (2, 4), (3, 4)], (1, 4), 2),
    2: ("L", [(0, 4), (1, 4), (2, 4), (2, 5)], (1, 4), 4),
    3: ("J", [(0, 4), (1, 4), (2, 4), (2, 3)], (1, 4), 4),
    4: ("Z", [(0, 3), (0, 4), (1, 4), (1, 5)], (1, 4), 2),
    5: ("S", [(0, 4), (0, 5), (1, 3), (1, 4)], (1, 4), 2),
    6: ("O", [(0, 4), (0, 5), (1, 4), (1, 5)], None, 1),
    7: ("T", [(0, 4), (1, 3), (1, 4), (1, 5)], (1, 4), 4),
}


@pytest.mark.parametrize("shape", SPAWN_TABLE)
def test_shapes_1_to_7_and_their_spawn_cells_forms_and_pivots(shape: int) -> None:
    """The table of the rules."""
    letter, cells, pivot, forms = SPAWN_TABLE[shape]
    piece = spawned(shape)
    assert LETTERS[shape] == letter
    assert sorted(piece.cells) == sorted(cells)
    assert sum(form.shape == shape for form in NINETEEN_FORMS) == forms
    assert (piece.turned is None) == (pivot is None)
    if pivot is not None:
        assert (piece.row, piece.column) == pivot
        assert pivot in cells


# Turning.


def test_the_documents_example_of_a_turn() -> None:
    """The L at (1,4) (2,4) (3,4) (3,5) may turn only if cells 14, 21, 23 and 30 are free, and lands on
    (2,3) (2,4) (2,5) (3,3)."""
    state = position("", "L", at=(2, 4))
    assert sorted(state.piece.cells) == [(1, 4), (2, 4), (3, 4), (3, 5)]
    needed = set()
    for number in range(15 * 9):
        cells = state.cells.copy()
        cells[divmod(number, 9)] = 1
        if divmod(number, 9) in state.piece.cells:
            continue
        there = replace(state, cells=cells)
        if play(there, "rotate")[0] is there:
            needed.add(number)
    assert needed == {14, 21, 23, 30}
    assert sorted(run(state, "rotate").piece.cells) == [(2, 3), (2, 4), (2, 5), (3, 3)]


def test_a_turn_needs_every_cell_on_the_board() -> None:
    """Every cell that it passes and its destination must be on the board."""
    at_the_wall = position("", "T", turns=1, at=(7, 0))
    assert play(at_the_wall, "rotate") == (at_the_wall, ())
    at_the_floor = position("", "I", turns=1, at=(13, 4))
    assert play(at_the_floor, "rotate") == (at_the_floor, ())
    next_to_the_wall = position("", "I", at=(7, 1))
    assert play(next_to_the_wall, "rotate") == (next_to_the_wall, ())


@few
@given(some_board, st.integers(0, 18), st.data())
def test_turning_agrees_with_walking_every_ring(cells: Any, form: int, data: st.DataObject) -> None:
    """The table of swept cells says the same as cells that walk their rings one step at a time."""
    offsets = np.array(NINETEEN_FORMS[form].cells)
    lowest, highest = -offsets.min(axis=0), (14, 8) - offsets.max(axis=0)
    row, column = (data.draw(st.integers(*ends)) for ends in zip(lowest.tolist(), highest.tolist(), strict=True))
    piece = Piece(form, row, column)
    cells[tuple(zip(*piece.cells, strict=True))] = 0
    state = replace(position(""), cells=cells, piece=piece)
    shape = piece.shape
    backwards = LETTERS[shape] in "ISZ" and piece.form != nineteen.FIRST_FORM[shape]
    goal = walked(cells, piece, backwards)
    after, _events = play(state, "rotate")
    if goal is None or LETTERS[shape] == "O":
        assert after is state
    else:
        assert set(after.piece.cells) == goal


def walked(cells: np.ndarray, piece: Piece, backwards: bool) -> set[Cell] | None:
    """Where the cells end after each walks a quarter of its ring; None if one is blocked."""
    ends = set()
    for row, column in piece.cells:
        y, x = row - piece.row, column - piece.column
        radius = max(abs(y), abs(x))
        for _ in range(2 * radius):
            mirror = -1 if backwards else 1
            x *= mirror
            if y == -radius and x != radius:
                x += 1
            elif x == radius and y != radius:
                y += 1
            elif y == radius and x != -radius:
                x -= 1
            else:
                y -= 1
            x *= mirror
            here = piece.row + y, piece.column + x
            if not (0 <= here[0] < 15 and 0 <= here[1] < 9) or cells[here]:
                return None
        ends.add((piece.row + y, piece.column + x))
    return ends


# Draws.


def test_a_bag_is_shuffled_by_fisher_and_yates() -> None:
    """It starts as 1 to 7 at indices 0 to 6, is shuffled (for i = 6 down to 1 swap index i with index
    `next(i + 1)`) and dealt from index 0; when it is empty, a new one starts from 1 to 7 again."""
    random = rng.standard(11)
    dealt: list[int] = []
    for _ in range(3):
        bag = [1, 2, 3, 4, 5, 6, 7]
        for i in range(6, 0, -1):
            j, random = random.next(i + 1)
            bag[i], bag[j] = bag[j], bag[i]
        dealt += bag
    state = start(BAG, 11)
    seen = [state.piece.shape]
    empty = state.cells
    while len(seen) < 20:
        seen.append(state.next)
        state = replace(run(state, "drop"), cells=empty)
    assert seen == dealt[:20]
    assert sorted(seen[:7]) == [1, 2, 3, 4, 5, 6, 7]


# Score, level, pace.


WELL = "IIII.IIII "


def test_level() -> None:
    """Level = 1 + rows cleared so far // 10."""
    levels = [position("", lines=lines).level for lines in (0, 9, 10, 19, 20, 105)]
    assert levels == [1, 1, 2, 2, 3, 11]
    _after, events = play(position(WELL, "I", at=(12, 4), lines=9), "tick")
    assert Noted("Level {level}.", {"level": 2}) in events
    _after, events = play(position(WELL, "I", at=(12, 4), lines=10), "tick")
    assert not any(isinstance(event, Noted) for event in events)


# Batches.


@few
@given(st.lists(tall_board, min_size=1, max_size=6), PIECES)
def test_room_and_landing_on_many_boards(stack: Any, piece: Any) -> None:
    """Array functions on a batch equal the boards one by one."""
    many = batch(np.stack(stack))
    able = nineteen.free(many != 0, piece.cells)
    assert able.tolist() == [bool(nineteen.free(cells != 0, piece.cells)) for cells in stack]
    for word in ("left", "right", "down", "rotate"):
        goal, roomy = nineteen.step(many != 0, piece, word)
        singly = [nineteen.step(cells != 0, piece, word) for cells in stack]
        assert [(goal, bool(one)) for one in roomy] == [(one[0], bool(one[1])) for one in singly]
    if able.all():
        boards, distances = nineteen.land(many, piece)
        for cells, board, distance in zip(stack, boards, distances, strict=True):
            alone, far = nineteen.land(cells, piece)
            assert np.array_equal(board, alone)
            assert distance == far
