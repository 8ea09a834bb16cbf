"""Nineteen, clause by clause of its rules: a position as text, moves, and the exact text that comes out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import kernel, rng
from game.contract import Appeared, Cell, Completed, Ended, Fell, Locked, Noted, Scored, Vanished
from game.kernel import batch
from game.rules import nineteen
from game.rules.nineteen import LETTERS, Piece, State, play, spawned
from tests.boards import lowest_rows
from tests.examples import at_most

PIECES = st.builds(Piece, st.integers(0, 18), st.integers(-1, 15), st.integers(-1, 9))
O_AT = Piece(14, 5, 3)
few = settings(max_examples=at_most(50), deadline=None)


def board(rows: str) -> np.ndarray:
    """Returns locked cells from the lowest rows as text."""
    cells = lowest_rows(rows, LETTERS, (15, 9))
    cells.flags.writeable = False
    return cells


def position(rows: str, piece: Piece, **values: Any) -> State:
    """Returns locked cells from the lowest rows as text, and a piece in play; a T is next."""
    state = State(board(rows), piece, 7, 0, 0, rng.standard(0), None, False)
    return replace(state, **values)


def lowest(cells: np.ndarray, count: int) -> str:
    return " ".join("".join(LETTERS[cell] for cell in row) for row in cells[-count:].tolist())


def run(state: State, words: str) -> State:
    for word in words.split():
        state, _events = play(state, word)
    return state


def boards(draw: st.DrawFn, rows: int = 12) -> np.ndarray:
    """Draws locked cells without a full row, empty above this many rows."""
    cells = np.zeros((15, 9), np.int8)
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    height = draw(st.integers(0, rows))
    density = draw(st.floats(0.1, 0.95))
    cells[15 - height :] = random.integers(1, 8, (height, 9)) * (random.random((height, 9)) < density)
    cells[np.arange(15), random.integers(0, 9, 15)] = 0
    return cells


tall_board = st.composite(lambda draw: boards(draw, 15))()


# Turning.


def test_the_documents_example_of_a_turn() -> None:
    """The L at (1,4) (2,4) (3,4) (3,5) may turn only if cells 14, 21, 23 and 30 are free, and lands on
    (2,3) (2,4) (2,5) (3,3)."""
    state = position("", Piece(2, 2, 4))
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


# Draws.


# Score, level, pace.


WELL = "IIII.IIII "


def test_level_rises_every_ten_rows() -> None:
    """Level = 1 + rows cleared so far // 10."""
    levels = [position("", O_AT, lines=lines).level for lines in (0, 9, 10, 19, 20, 105)]
    assert levels == [1, 1, 2, 2, 3, 11]
    _after, events = play(position(WELL, Piece(0, 12, 4), lines=9), "tick")
    assert Noted("Level {level}.", {"level": 2}) in events
    _after, events = play(position(WELL, Piece(0, 12, 4), lines=10), "tick")
    assert not any(isinstance(event, Noted) for event in events)


# Batches.


@few
@given(st.lists(tall_board, min_size=1, max_size=6), PIECES)
def test_room_and_landing_on_many_boards(stack: Any, piece: Any) -> None:
    """Array functions on a batch equal the boards one by one."""
    many = batch(np.stack(stack))
    able = kernel.free(many != 0, piece.cells)
    assert able.tolist() == [bool(kernel.free(cells != 0, piece.cells)) for cells in stack]
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


# The forms.

FORMS: dict[str, tuple[str, ...]] = {
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
    """Returns the cells from the pivot, which is in the middle."""
    lines = enumerate(picture.split(), -2)
    return {(row, column) for row, line in lines for column, symbol in enumerate(line, -2) if symbol in symbols}


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
        alone = kernel.free(filled, where)
        assert alone.dtype == np.bool_ and alone.shape == () and alone == there, where
        many = np.stack([filled, filled & False, filled])
        inside = all(0 <= row < 15 and 0 <= column < 9 for row, column in where)
        assert kernel.free(many, where).tolist() == [there, inside, there]
        assert kernel.free(many, where).dtype == np.bool_


# The game.


def test_a_step_says_where_it_leads_and_whether_there_is_room() -> None:
    filled = board("....I.... .........") != 0
    for piece, word, goal, there in [
        (Piece(14, 13, 2), "right", Piece(14, 13, 3), False),
        (Piece(14, 14, 6), "left", Piece(14, 14, 5), True),
        (Piece(14, 14, 5), "left", Piece(14, 14, 4), False),
        (Piece(14, 12, 4), "down", Piece(14, 13, 4), False),
        (Piece(14, 13, 5), "down", Piece(14, 14, 5), True),
        (Piece(14, 14, 5), "down", Piece(14, 15, 5), False),
        (Piece(14, 5, 5), "rotate", None, False),
        (Piece(15, 5, 5), "rotate", Piece(16, 5, 5), True),
        (Piece(18, 12, 5), "rotate", Piece(15, 12, 5), False),
        (Piece(18, 12, 6), "rotate", Piece(15, 12, 6), True),
    ]:
        to, roomy = nineteen.step(filled, piece, word)
        assert (to, bool(roomy)) == (goal, there) and roomy.dtype == np.bool_, (piece, word)
        _to, roomy = nineteen.step(np.stack([filled] * 2), piece, word)
        assert roomy.tolist() == [there] * 2 and roomy.dtype == np.bool_


@pytest.mark.parametrize(
    ("placement", "words"),
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
def test_the_way_to_a_placement(placement: Piece, words: str) -> None:
    """First the turns, then the sideways steps, then down."""
    assert nineteen.words_to(placement) == tuple(words.split())


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


@pytest.mark.parametrize("word", ["down", "tick", "drop"])
def test_a_resting_piece_locks_without_a_point(word: str) -> None:
    after, events = play(position("", Piece(14, 14, 3), score=7), word)
    cells = ((13, 3), (13, 4), (14, 3), (14, 4))
    appeared = Appeared((("T", (0, 4)), ("T", (1, 3)), ("T", (1, 4)), ("T", (1, 5))))
    assert events == (Locked(tuple(("O", cell) for cell in cells)), appeared)
    assert after.score == 7 and after.piece == spawned(7) and lowest(after.cells, 2) == "...OO.... ...OO...."
    assert not after.cells.flags.writeable
    index, random = rng.standard(0).next(7)
    assert (after.next, after.random) == (1 + index, random)


def test_everything_above_a_full_row_falls() -> None:
    """The rows below it stay."""
    before = position("T........ Z........ " + "S........ " * 11 + "LLLL.LLLL J...J....", Piece(0, 11, 4))
    after, events = play(before, "tick")
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
    after, events = play(before, "tick")
    assert [type(event) for event in events] == [Locked, Completed, Vanished, Scored, *[Fell] * (count < 4), Appeared]
    assert events[3] == Scored(points * 2, (15 - count, 4), f"{points} × 2")
    assert (after.score, after.lines) == (points * 2, 10 + count)
    assert np.count_nonzero(after.cells) == 4 - count


def test_the_game_ends_when_the_next_piece_has_no_room() -> None:
    before = position("....I.... " * 14 + "....I.OO.", Piece(14, 14, 0), score=3)
    after, events = play(before, "tick")
    assert events == (Locked((("O", (13, 0)), ("O", (13, 1)), ("O", (14, 0)), ("O", (14, 1)))), Ended())
    assert after.ended and nineteen.over(after) and nineteen.score(after) == 3
    assert nineteen.moves(after) == () and play(after, "drop") == (after, ())


@pytest.mark.parametrize(("lines", "seconds"), [(0, 1.0), (9, 1.0), (10, 0.793), (40, 0.772**4), (1149, 0.002**114)])
def test_a_tick_comes_sooner_at_each_level(lines: int, seconds: float) -> None:
    assert nineteen.pace(position("", O_AT, lines=lines)) == pytest.approx(seconds, rel=1e-9)
    assert [nineteen.pace(position("", O_AT, lines=far)) for far in (1150, 1160, 10_000)] == [0, 0, 0]
