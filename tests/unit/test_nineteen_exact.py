"""Nineteen in exact detail: its tables, sentences, figures and events.

These tests are quick and fail first; tests/unit/test_nineteen.py goes through the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from game import rng
from game.contract import (
    Appeared,
    BadInput,
    Board,
    Cell,
    Completed,
    Ended,
    Event,
    Fell,
    Locked,
    Moved,
    Noted,
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


def test_each_cell_of_a_form_turns_to_the_same_cell_of_the_next() -> None:
    """A quarter clockwise, and for the second form of two the same backwards."""
    forms, _firsts = nineteen._forms()
    for form in forms:
        if form.next is not None:
            way = -1 if form.next < forms.index(form) and LETTERS[form.shape] in "IZS" else 1
            assert forms[form.next].cells == tuple((way * column, -way * row) for row, column in form.cells)


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


def test_a_piece_lands_on_each_board_as_far_down_as_it_goes() -> None:
    cells, empty = board("....S.... ..SS....."), board("")
    locked, distance = nineteen.land(cells, spawned(7))
    assert lowest(locked, 5) == "......... ....T.... ...TTT... ....S.... ..SS....." and distance == 11
    assert lowest(cells, 4) == "......... ......... ....S.... ..SS....."
    boards, distances = nineteen.land(batch(np.stack([empty, cells])), spawned(7))
    assert distances.tolist() == [13, 11] and (boards[1] == locked).all()
    assert lowest(boards[0], 3) == "......... ....T.... ...TTT..." and boards.strides[0] == 1
    assert np.count_nonzero(boards[0]) == 4


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


# The game.


def test_a_game_starts_with_an_empty_board_and_two_drawn_pieces() -> None:
    first, random = rng.standard(0).next(7)
    second, random = random.next(7)
    state = nineteen.start({"bag": False}, None)
    assert (state.piece, state.next) == (spawned(1 + first), 1 + second)
    assert (state.score, state.lines, state.level, state.bag, state.ended) == (0, 0, 1, None, False)
    assert state.random == random and state.cells.dtype == np.int8
    assert state.cells.shape == (15, 9) and not state.cells.any() and not state.cells.flags.writeable
    fifth = nineteen.start({"bag": False}, 5)
    assert fifth.random == rng.standard(5).next(7)[1].next(7)[1]
    again = nineteen.GAME.begin_again(state, {"bag": False}, 5)
    assert (again.piece, again.next, again.random) == (fifth.piece, fifth.next, fifth.random)


def test_a_bag_starts_with_all_seven_and_is_refilled() -> None:
    """Shuffled from the back: each place is swapped with one not behind it."""
    state = nineteen.start({"bag": True}, 3)
    bag, random = shuffled(rng.standard(3))
    assert sorted(bag) == [1, 2, 3, 4, 5, 6, 7] != list(bag)
    assert state.bag is not None
    assert (state.piece.shape, state.next, *state.bag) == bag and state.random == random
    after, _events = nineteen.play(replace(state, bag=()), "drop")
    filled, random = shuffled(random)
    assert after.bag is not None
    assert (after.next, *after.bag) == filled and after.random == random
    assert nineteen.GAME.begin_again(state, {"bag": False}, 3).bag is None


def shuffled(random: rng.Random) -> tuple[tuple[int, ...], rng.Random]:
    bag = [1, 2, 3, 4, 5, 6, 7]
    for last in (6, 5, 4, 3, 2, 1):
        other, random = random.next(last + 1)
        bag[last], bag[other] = bag[other], bag[last]
    return tuple(bag), random


@pytest.mark.parametrize("word", ["", "lef", "Left", "left "])
def test_an_unknown_word(word: str) -> None:
    with pytest.raises(BadInput, match=rf"^unknown command: {word}$"):
        nineteen.play(position("", spawned(1)), word)


O_AT = Piece(14, 5, 3)
O_CELLS = ((4, 3), (4, 4), (5, 3), (5, 4))


def o_moved(rows: int, columns: int) -> Moved:
    return Moved(tuple(("O", (row, column), (row + rows, column + columns)) for row, column in O_CELLS))


@pytest.mark.parametrize(
    ("word", "piece", "events"),
    [
        ("left", Piece(14, 5, 2), (o_moved(0, -1),)),
        ("right", Piece(14, 5, 4), (o_moved(0, 1),)),
        ("down", Piece(14, 6, 3), (o_moved(1, 0), Scored(1))),
        ("tick", Piece(14, 6, 3), (o_moved(1, 0),)),
    ],
)
def test_a_soft_drop_scores_a_point(word: str, piece: Piece, events: tuple[Event, ...]) -> None:
    before = position("IIII.IIII", O_AT, score=7, lines=12)
    after, happened = nineteen.play(before, word)
    assert happened == events
    assert after.piece == piece and after.score == (8 if word == "down" else 7)
    assert replace(after, piece=O_AT, score=7).__dict__ == before.__dict__


def test_a_rotation_moves_cell_by_cell() -> None:
    after, events = nineteen.play(position("", Piece(15, 5, 3), score=7), "rotate")
    assert (after.piece, after.score) == (Piece(16, 5, 3), 7)
    ways = ((4, 3), (5, 4)), ((5, 2), (4, 3)), ((5, 3), (5, 3)), ((5, 4), (6, 3))
    assert events == (Moved(tuple(("T", *way) for way in ways)),)


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


def test_a_drop_that_fills_two_rows_with_one_between_them() -> None:
    """Moved, scored for the distance, locked, full, gone, scored for the rows, fallen, level, and next piece.

    The row between falls by one, those above by two, and the lowest fall first.
    """
    before = position("T........ LLLL.LLLL .J....... SSSS.SSSS", Piece(0, 11, 4), score=7, lines=18)
    after, events = nineteen.play(before, "drop")
    full = tuple((row, column) for row in (12, 14) for column in range(9))
    assert lowest(after.cells, 3) == "......... T...I.... .J..I...."
    assert (after.score, after.lines, after.level) == (7 + 2 + 600, 20, 3)
    assert events == (
        Moved(tuple(("I", (row, 4), (row + 1, 4)) for row in (10, 11, 12, 13))),
        Scored(2, sum="2 × 1"),
        Locked(tuple(("I", (row, 4)) for row in (11, 12, 13, 14))),
        Completed(full, 2),
        Vanished(tuple(("I" if column == 4 else "L" if row == 12 else "S", (row, column)) for row, column in full)),
        Scored(600, (12, 4), "300 × 2"),
        Fell(
            (
                ("J", (13, 1), (14, 1)),
                ("I", (13, 4), (14, 4)),
                ("T", (11, 0), (13, 0)),
                ("I", (11, 4), (13, 4)),
            )
        ),
        Noted("Level {level}.", {"level": 3}),
        Appeared((("T", (0, 4)), ("T", (1, 3)), ("T", (1, 4)), ("T", (1, 5)))),
    )


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


def test_the_exact_view() -> None:
    view = nineteen.view(position("..Z...... ZZZZZ.ZZZ", Piece(15, 5, 3), score=70, lines=19))
    rows = ["........."] * 15
    rows[4:6], rows[13:] = ["...T.....", "..TTT...."], ["..Z......", "ZZZZZ.ZZZ"]
    assert view.boards == (
        Board(
            rows=tuple(rows),
            figures=(("Score", 70), ("Level", 2), ("Rows", 19)),
            next=((".T.", "TTT"),),
            ghost=(("T", (11, 3)), ("T", (12, 2)), ("T", (12, 3)), ("T", (12, 4))),
            piece=((4, 3), (5, 2), (5, 3), (5, 4)),
        ),
    )
    assert view.fields == {"score": 70, "over": False, "next": "T", "level": 2, "lines": 19}
    assert not view.over and view.turn == 0 and view.figures == ()


def test_the_view_of_a_finished_game() -> None:
    """Only locked cells, and the piece that has no room; the next one is still shown."""
    view = nineteen.view(position("....I.... " * 15, spawned(6), next=5, ended=True))
    assert view.over and view.fields == {"score": 0, "over": True, "next": "S", "level": 1, "lines": 0}
    assert view.boards == (
        Board(
            ("....I....",) * 15,
            (("Score", 0), ("Level", 1), ("Rows", 0)),
            next=((".SS", "SS."),),
            stuck=(("O", (0, 4)), ("O", (0, 5)), ("O", (1, 4)), ("O", (1, 5))),
        ),
    )


@pytest.mark.parametrize(
    ("shape", "picture"),
    [*enumerate(["I I I I", "L. L. LL", ".J .J JJ", "ZZ. .ZZ", ".SS SS.", "OO OO", ".T. TTT"], 1)],
)
def test_the_picture_of_the_next_piece(shape: int, picture: str) -> None:
    assert nineteen.view(position("", O_AT, next=shape)).boards[0].next == (tuple(picture.split()),)
