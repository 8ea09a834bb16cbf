"""Nineteen in exact detail: its tables, sentences, figures and events, and its boards packed as numbers.

These tests are quick and fail first; tests/unit/test_nineteen.py goes through the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from game import rng
from game.bots.nineteen import core as nineteen_rows
from game.contract import (
    Appeared,
    Cell,
    Completed,
    Ended,
    Fell,
    Locked,
    Scored,
    Vanished,
)
from game.kernel import batch
from game.rules import nineteen
from game.rules.nineteen import LETTERS, Piece, State, spawned

Pictures = tuple[str, ...]


def board(rows: str) -> np.ndarray:
    """Locked cells as text, only the lowest rows."""
    lines = rows.split()
    cells = np.zeros((15, 9), np.int8)
    for row, line in enumerate(lines, 15 - len(lines)):
        cells[row] = [LETTERS.index(symbol) for symbol in line]
    cells.flags.writeable = False
    return cells


def position(rows: str, piece: Piece, **values: Any) -> State:
    """With a T as the next piece."""
    state = State(board(rows), piece, 7, 0, 0, rng.standard(0), None, False)
    return replace(state, **values)


def lowest(cells: np.ndarray, count: int) -> str:
    return " ".join("".join(LETTERS[cell] for cell in row) for row in cells[-count:].tolist())


# The forms.

FORMS: dict[str, Pictures] = {
    "I": ("..... ..#+. ++@+. ++#.. ++#..", "..... ..++. ##@#. +++.. +++.."),
    "L": (
        "..... ..#+. .+@+. .+##. .....",
        "..... .++.. .#@#. .#++. .....",
        "..... .##+. .+@+. .+#.. .....",
        "..... .++#. .#@#. ..++. .....",
    ),
    "J": (
        "..... .+#+. .+@+. .##.. .....",
        "..... .#++. .#@#. ..++. .....",
        "..... ..##. .+@+. .+#+. .....",
        "..... .++.. .#@#. .++#. .....",
    ),
    "Z": ("..... .##+. ..@#. ..++. .....", "..... .++#. ..@#. ..#+. ....."),
    "S": ("..... .+##. .#@+. ...+. .....", "..... .+#+. .+@#. ...#. ....."),
    "O": ("..... ..##. ..@#. ..... .....",),
    "T": (
        "..... .+#+. .#@#. ..++. .....",
        "..... ..#+. .+@#. .+#+. .....",
        "..... .++.. .#@#. .+#+. .....",
        "..... .+#+. .#@+. .+#.. .....",
    ),
}
"""Each shape's forms: # the piece, @ its pivot, + what must be free to turn to the next form, the last to the first."""


def test_the_forms_their_turns_and_the_cells_they_sweep() -> None:
    forms, firsts = nineteen._forms()
    assert (forms, firsts) == (nineteen.NINETEEN_FORMS, nineteen.FIRST_FORM)
    number = 0
    for shape, (letter, pictures) in enumerate(FORMS.items(), 1):
        assert LETTERS[shape] == letter and firsts[shape] == number
        for turn, picture in enumerate(pictures):
            form = forms[number + turn]
            assert form.shape == shape
            assert set(form.cells) == cells_of(picture, "#@") and len(form.cells) == 4
            assert form.swept == tuple(sorted(cells_of(picture, "+")))
            assert form.next == (None if letter == "O" else number + (turn + 1) % len(pictures))
        number += len(pictures)
    assert number == len(forms) == 19 and firsts[0] == 0


def cells_of(picture: str, symbols: str) -> set[Cell]:
    """The cells from the pivot, which is in the middle."""
    lines = enumerate(picture.split(), -2)
    return {(row, column) for row, line in lines for column, symbol in enumerate(line, -2) if symbol in symbols}


@pytest.mark.parametrize(
    ("cell", "clockwise", "way"),
    [
        ((0, 0), True, ()),
        ((-1, 0), True, ((-1, 1), (0, 1))),
        ((-1, 1), True, ((0, 1), (1, 1))),
        ((0, 1), True, ((1, 1), (1, 0))),
        ((1, 1), True, ((1, 0), (1, -1))),
        ((1, 0), True, ((1, -1), (0, -1))),
        ((1, -1), True, ((0, -1), (-1, -1))),
        ((0, -1), True, ((-1, -1), (-1, 0))),
        ((-1, -1), True, ((-1, 0), (-1, 1))),
        ((-1, 0), False, ((-1, -1), (0, -1))),
        ((1, 1), False, ((0, 1), (-1, 1))),
        ((-2, 0), True, ((-2, 1), (-2, 2), (-1, 2), (0, 2))),
        ((1, 2), True, ((2, 2), (2, 1), (2, 0), (2, -1))),
        ((2, -1), True, ((2, -2), (1, -2), (0, -2), (-1, -2))),
        ((0, -2), False, ((1, -2), (2, -2), (2, -1), (2, 0))),
    ],
)
def test_a_turning_cell_goes_along_its_square_ring(cell: Cell, clockwise: bool, way: tuple[Cell, ...]) -> None:
    assert nineteen.ring_path(cell, clockwise) == way


# Where a piece has room.


def test_free_cells_are_on_the_board_and_empty() -> None:
    filled = board("I........ ........O") != 0
    for where, there in [
        (((13, 1),), True),
        (((13, 0),), False),
        (((14, 8),), False),
        (((14, 7), (0, 0), (0, 8)), True),
        (((14, 7), (14, 8)), False),
        (((14, 8), (14, 7)), False),
        (((-1, 4),), False),
        (((15, 4),), False),
        (((4, -1),), False),
        (((4, 9),), False),
        (((4, 4), (15, 4)), False),
    ]:
        alone = nineteen.free(filled, where)
        assert alone.dtype == np.bool_ and alone.shape == () and alone == there, where
        many = np.stack([filled, filled & False, filled])
        inside = all(0 <= row < 15 and 0 <= column < 9 for row, column in where)
        assert nineteen.free(many, where).tolist() == [there, inside, there]
        assert nineteen.free(many, where).dtype == np.bool_


# The placements.


@pytest.mark.parametrize(
    ("placement", "way"),
    [
        (Piece(0, 1, 4), "drop"),
        (Piece(0, 1, 5), "right drop"),
        (Piece(0, 1, 0), "left left left left drop"),
        (Piece(1, 1, 6), "rotate right right drop"),
        (Piece(5, 1, 3), "rotate rotate rotate left drop"),
        (Piece(13, 1, 4), "rotate drop"),
        (Piece(14, 1, 7), "right right right drop"),
        (Piece(17, 1, 5), "rotate rotate right drop"),
    ],
)
def test_the_way_to_a_placement(placement: Piece, way: str) -> None:
    """First the turns, then the sideways steps, then down."""
    assert nineteen.words_to(placement) == tuple(way.split())


TOWERS = (
    "",
    "..I...... " * 13 + "..I...I.. " * 2,
    ".......S. " * 14 + ".ZZ.ZZZ.Z",
    "...I..... " + "......... " * 3 + "OOO.OOOOO " * 3 + "TTTT.TTTT " * 8,
    "....I.... " * 15,
    "IIII.IIII " * 4,
    "I........ " * 11 + "IIII.IIII " * 4,
)
"""An empty board, walls that pieces cannot pass, a cover, no room at all, and wells that fill four rows, the last one
with an I on every row."""


@pytest.mark.parametrize("shape", range(1, 8))
def test_outcomes_are_where_the_words_lead(shape: int) -> None:
    """Of one board and of many: each placement as the words for it are played, one after the other."""
    boards = batch(np.stack([board(rows) for rows in TOWERS]))
    able = nineteen.placeable(boards, shape)
    after, gone, possible = nineteen.outcomes(boards, shape)
    assert able.dtype == possible.dtype == np.bool_ and (able == possible).all()
    assert after.dtype == gone.dtype == np.int8 and after.strides[1] == 1
    for number, rows in enumerate(TOWERS):
        for choice, placement in enumerate(nineteen.placements(shape)):
            state, there = played(position(rows, spawned(shape)), nineteen.words_to(placement))
            assert able[choice, number] == there, (rows, placement)
            wanted = state.cells if there else board(rows)
            assert (after[choice, number] == wanted).all(), (rows, placement)
            assert gone[choice, number] == (state.lines if there else 0)
    alone = nineteen.outcomes(board(TOWERS[-1]), shape)
    for one, all_ in zip(alone, (after, gone, able), strict=True):
        assert (one == all_[:, -1]).all()


def played(state: State, words: tuple[str, ...]) -> tuple[State, bool]:
    """The state after the words, and whether the piece and each step had room."""
    there = bool(nineteen.free(state.cells != 0, state.piece.cells))
    for word in words:
        before = state
        state, _events = nineteen.play(state, word)
        there = there and state is not before
    return state, there


# The game.


O_AT = Piece(14, 5, 3)


@pytest.mark.parametrize("word", ["down", "tick", "drop"])
def test_a_resting_piece_locks_without_a_point(word: str) -> None:
    after, events = nineteen.play(position("", Piece(14, 14, 3), score=7), word)
    cells = ((13, 3), (13, 4), (14, 3), (14, 4))
    appeared = Appeared((("T", (0, 4)), ("T", (1, 3)), ("T", (1, 4)), ("T", (1, 5))))
    assert events == (Locked(tuple(("O", cell) for cell in cells)), appeared)
    assert after.score == 7 and after.piece == spawned(7) and lowest(after.cells, 2) == "...OO.... ...OO...."
    assert not after.cells.flags.writeable
    index, random = rng.standard(0).next(7)
    assert (after.next, after.random) == (1 + index, random)


def test_everything_above_a_full_row_falls() -> None:
    """What is below it stays."""
    before = position("T........ Z........ " + "S........ " * 11 + "LLLL.LLLL J...J....", Piece(0, 11, 4))
    after, events = nineteen.play(before, "tick")
    [fell] = [event for event in events if isinstance(event, Fell)]
    letters = "TZ" + "S" * 11
    tower = [(letters[row], (row, 0), (row + 1, 0)) for row in range(12, -1, -1)]
    piece = [("I", (row, 4), (row + 1, 4)) for row in (12, 11, 10)]
    assert fell.steps == (tower[0], piece[0], tower[1], piece[1], tower[2], piece[2], *tower[3:])
    assert lowest(after.cells, 15).split()[:3] == [".........", "T........", "Z........"]
    assert lowest(after.cells, 2) == "S...I.... J...J...."


@pytest.mark.parametrize(("count", "points"), [(1, 100), (2, 300), (3, 500), (4, 800)])
def test_rows_that_leave_nothing_above_them_make_nothing_fall(count: int, points: int) -> None:
    row = "IIII.IIII "
    piece = Piece(0, 12, 4)
    before = position(row * count, piece, lines=10)
    after, events = nineteen.play(before, "tick")
    assert [type(event) for event in events] == [Locked, Completed, Vanished, Scored, *[Fell] * (count < 4), Appeared]
    assert events[3] == Scored(points * 2, (15 - count, 4), f"{points} × 2")
    assert (after.score, after.lines) == (points * 2, 10 + count)
    assert np.count_nonzero(after.cells) == 4 - count


def test_the_game_ends_when_the_next_piece_has_no_room() -> None:
    before = position("....I.... " * 14 + "....I.OO.", Piece(14, 14, 0), score=3)
    after, events = nineteen.play(before, "tick")
    assert events == (Locked((("O", (13, 0)), ("O", (13, 1)), ("O", (14, 0)), ("O", (14, 1)))), Ended())
    assert after.ended and nineteen.over(after) and nineteen.score(after) == 3
    assert nineteen.moves(after) == () and nineteen.play(after, "drop") == (after, ())


@pytest.mark.parametrize(
    ("rows", "piece", "moves"),
    [
        ("", Piece(15, 5, 4), "left right rotate down drop tick"),
        ("", Piece(14, 5, 4), "left right down drop tick"),
        ("", Piece(15, 5, 1), "right rotate down drop tick"),
        ("", Piece(15, 5, 7), "left rotate down drop tick"),
        ("", Piece(15, 14, 4), "left right down drop tick"),
        ("...I..... ..O...Z..", Piece(15, 14, 4), "down drop tick"),
        ("...I..... .........", Piece(15, 14, 4), "right down drop tick"),
    ],
)
def test_the_words_that_would_change_something(rows: str, piece: Piece, moves: str) -> None:
    state = position(rows, piece)
    assert nineteen.moves(state) == tuple(moves.split())
    for word in nineteen.GAME.words:
        assert (nineteen.play(state, word)[0] is not state) == (word in moves.split())


@pytest.mark.parametrize(("lines", "seconds"), [(0, 1.0), (9, 1.0), (10, 0.793), (40, 0.772**4), (1149, 0.002**114)])
def test_the_pace(lines: int, seconds: float) -> None:
    assert nineteen.pace(position("", O_AT, lines=lines)) == pytest.approx(seconds, rel=1e-9)
    assert [nineteen.pace(position("", O_AT, lines=far)) for far in (1150, 1160, 10_000)] == [0, 0, 0]


# Boards packed as numbers.


def test_a_row_is_a_number_its_first_column_the_lowest_bit() -> None:
    rows = nineteen_rows.packed(board("I.O...... .......TZ"))
    assert rows.dtype == np.uint16 and rows.tolist() == [0] * 13 + [0b101, 0b110000000]
    many = nineteen_rows.packed(batch(np.stack([board("JJJJJJJJJ"), board("S........ .........")])))
    assert many.shape == (15, 2) and many.dtype == np.uint16 and many.flags.c_contiguous
    assert many[13:].tolist() == [[0, 1], [0b111111111, 0]]
    deep = nineteen_rows.packed(np.stack([np.stack([board("J........"), board("")])] * 3))
    assert deep.shape == (15, 3, 2) and deep[14].tolist() == [[1, 0]] * 3


@pytest.mark.parametrize(
    "placement", [Piece(0, 1, 6), Piece(1, 1, 3), Piece(5, 1, 2), Piece(8, 1, 6), Piece(11, 1, 1), Piece(17, 1, 5)]
)
def test_a_cell_is_passed_if_it_alone_blocks_the_path(placement: Piece) -> None:
    """In the four rows in which a piece appears; further down nothing is passed before the drop."""
    way, stopped = nineteen.words_to(placement)[:-1], set()
    for cell in np.ndindex(5, 9):
        cells = np.zeros((15, 9), np.int8)
        cells[cell] = 1
        _state, there = played(replace(position("", spawned(placement.shape)), cells=cells), way)
        stopped |= set() if there else {cell}
    assert set(nineteen_rows._passed(placement)) == stopped
    table = nineteen_rows.table()
    every = [one for shape in nineteen_rows.SHAPES for one in nineteen.placements(shape)]
    bits = [sum(1 << column for there, column in stopped if there == row) for row in range(4)]
    assert table.way[:, every.index(placement)].tolist() == bits


def test_the_table_of_placements() -> None:
    """A lying I, a standing J, and the T that points down, each on its columns."""
    table = nineteen_rows.table()
    assert table.many.tolist() == [0, 15, 30, 30, 15, 15, 8, 30]
    assert table.first.tolist() == [0, 0, 15, 45, 75, 90, 105, 113]
    every = [one for shape in nineteen_rows.SHAPES for one in nineteen.placements(shape)]
    for piece, stamp, columns, under, middle in [
        (Piece(1, 1, 2), [0, 0b1111, 0, 0], {0: 2, 1: 2, 2: 2, 3: 2}, [2, 2, 2, 2], 1.5),
        (Piece(0, 1, 8), [1 << 8] * 4, {8: 4}, [4, 4, 4, 4], 2),
        (Piece(6, 1, 4), [16, 16, 24, 0], {3: 3, 4: 3}, None, 1.5),
        (Piece(17, 1, 4), [0, 0b111000, 0b10000, 0], {3: 2, 4: 3, 5: 2}, None, 2),
    ]:
        number = every.index(piece)
        assert table.stamp[:, number].tolist() == stamp
        found = table.columns[:, number].tolist()
        assert dict(zip(found, table.under[:, number].tolist(), strict=True)) == columns
        assert under is None or table.under[:, number].tolist() == under
        assert table.middle[number] == middle
    assert table.spawned[:, 7].tolist() == [0b10000, 0b111000, 0, 0]
    assert table.spawned[:, 1].tolist() == [0b10000] * 4 and table.spawned[:, 0].tolist() == [0] * 4


def test_tops_and_room_to_appear() -> None:
    boards = batch(np.stack([board(rows) for rows in TOWERS]))
    rows = nineteen_rows.packed(boards)
    top = nineteen_rows.tops(rows)
    wanted = [[next((row for row in range(15) if one[row, column]), 15) for one in boards] for column in range(9)]
    assert top.tolist() == wanted and top.dtype == np.int8
    for shape in nineteen_rows.SHAPES:
        there = nineteen.free(boards != 0, spawned(shape).cells)
        assert nineteen_rows.spawnable(rows, np.full(len(TOWERS), shape)).tolist() == there.tolist()
    mixed = nineteen_rows.spawnable(rows[:, [0, 4, 0]], np.array([1, 6, 7]))
    assert mixed.tolist() == [True, False, True]


@pytest.mark.parametrize(
    "shapes", [[shape] * 7 for shape in range(1, 8)] + [[7, 1, 1, 3, 7, 1, 1], [1, 1, 5, 2, 4, 2, 1]]
)
def test_outcomes_of_numbers_are_those_of_cells(shapes: list[int]) -> None:
    """A board may have a shape of its own; a placement is open if the way is, and if nothing stands above the piece."""
    cells = [board(rows) for rows in TOWERS]
    rows, of = nineteen_rows.packed(np.stack(cells)), np.array(shapes)
    outcome = nineteen_rows.outcomes(rows, of)
    number = 0
    for shape in sorted(set(shapes)):
        those = [index for index, each in enumerate(shapes) if each == shape]
        block = outcome.blocks[sorted(set(shapes)).index(shape)]
        assert block.shape == shape and block.boards.tolist() == those and block.some.start == number
        for choice, placement in enumerate(nineteen.placements(shape)):
            for index in those:
                check(outcome, number, index, choice, placement, cells[index])
                number += 1
        assert block.some.stop == number
    assert len(outcome.gone) == len(outcome.able) == len(outcome.eroded) == len(outcome.landed) == number
    assert outcome.rows.shape == (15, number) and outcome.rows.dtype == np.uint16
    assert outcome.gone.dtype == outcome.eroded.dtype == np.int8
    assert outcome.landed.dtype == np.float32 and outcome.able.dtype == np.bool_


@pytest.mark.parametrize("number", [0, 3, 5, 6])
def test_outcomes_of_one_board_are_those_among_many(number: int) -> None:
    rows = nineteen_rows.packed(np.stack([board(rows) for rows in TOWERS]))
    for shape in (1, 5, 7):
        together = nineteen_rows.outcomes(rows, np.full(len(TOWERS), shape))
        alone = nineteen_rows.outcomes(rows[:, [number]], np.array([shape]))
        pairs: Any = zip(alone[:5], together[:5], strict=True)
        for one, all_ in pairs:
            assert (one[..., alone.able] == all_[..., together.board == number][..., alone.able]).all()


def check(
    outcome: nineteen_rows.Outcomes, number: int, index: int, choice: int, placement: Piece, cells: np.ndarray
) -> None:
    """One outcome against the words played on the board of cells."""
    assert (outcome.board[number], outcome.placement[number]) == (index, choice)
    clear = not any(cells[:row, column].any() for row, column in placement.cells)
    before = replace(position("", spawned(placement.shape)), cells=cells)
    state, there = played(before, nineteen.words_to(placement))
    assert outcome.able[number] == (there and clear), (index, placement)
    if not outcome.able[number]:
        return
    locked, far = nineteen.land(cells, placement)
    full = (locked != 0).all(axis=1)
    landed = [row + int(far) for row, _column in placement.cells]
    assert outcome.rows[:, number].tolist() == nineteen_rows.packed(state.cells).tolist()
    assert outcome.gone[number] == full.sum() == state.lines
    assert outcome.eroded[number] == sum(bool(full[row]) for row in landed)
    assert outcome.landed[number] == (min(landed) + max(landed) + 1) / 2


def test_an_empty_batch_has_no_outcomes() -> None:
    outcome = nineteen_rows.outcomes(np.zeros((15, 0), np.uint16), np.zeros(0, np.intp))
    assert outcome.rows.shape == (15, 0) and outcome.blocks == ()
    assert [len(part) for part in outcome[1:5]] == [0] * 4
    assert outcome.board.tolist() == outcome.placement.tolist() == []
