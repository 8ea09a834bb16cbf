"""Push and Clear: positions in, moves, exact text out. Sentences quoted are the rules' own (rules.md, section 1)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel, rng
from game.bots.push_clear.core import new_boxes
from game.contract import (
    Appeared,
    Changed,
    Completed,
    Ended,
    Moved,
    Scored,
    Vanished,
)
from game.rules import push_clear
from game.rules.push_clear import State, play
from tests.dealt import Dealt, used_up
from tests.examples import at_most

quick = settings(max_examples=at_most(50), deadline=None)


def cells(picture: str) -> kernel.Cells:
    """Returns a board from its rows, separated by spaces."""
    return kernel.frozen(np.array([[push_clear.LETTERS.index(c) for c in row] for row in picture.split()], np.int8))


def position(picture: str, *numbers: tuple[int, int], **values: Any) -> State:
    """Returns a state from its rows, and the numbers that will be drawn: (of how many, which)."""
    return replace(State(cells(picture), 0, 0, rng.standard(0)), **{"random": Dealt(*numbers), **values})


def rows(state: State) -> str:
    """Returns a state as its rows, separated by spaces."""
    return " ".join(push_clear.view(state).boards[0].rows)


def drawn(board: kernel.Cells) -> str:
    return " ".join("".join(push_clear.LETTERS[cell] for cell in row) for row in board.tolist())


def turned(picture: str, direction: str) -> str:
    """Returns a picture turned so that `left` becomes another direction."""
    return drawn(kernel.facing(cells(picture), push_clear.DIRECTIONS.index(direction)))


def played(state: State, *words: str) -> State:
    for word in words:
        state, _events = play(state, word)
    return state


def column_row(row: int, column: int, size: int = 4) -> tuple[int, int]:
    """Returns the draw that selects a cell: its number, column by column, of size * size."""
    return size * size, column * size + row


# Move.

PUSHES = [
    ("...@", "@...", 0, "the player walks to the wall"),
    (".#.@", "#@..", 0, "a box is packed against the wall"),
    ("#.#@", "##@.", 0, "boxes are packed together"),
    ("#..@", "#@..", 0, "a box that is at the wall stays"),
    ("*..@", "@...", 1, "the points in them are added to the score"),
    ("*#*@", "#@..", 2, "and those that a box is pushed over too"),
    ("**#@", "#@..", 2, "one each"),
    (".X.@", ".X@.", 0, "up to the first fixed box"),
    ("*X#.*@", "*X#@..", 1, "what is behind a fixed box stays as it is"),
    ("#X.#@", "#X#@.", 0, "boxes are packed against a fixed box"),
    (".X*@#", ".X@.#", 1, "what is behind the player stays as it is"),
    ("#.@*.", "#@.*.", 0, "and its points are not collected"),
]


@pytest.mark.parametrize("direction", push_clear.GAME.words)
@pytest.mark.parametrize(("before", "after", "points", "_why"), PUSHES)
def test_push_packs_boxes_and_collects_points(before: str, after: str, points: int, _why: str, direction: str) -> None:
    """The points in them are added to the score, one each; the boxes in them are packed against the wall or fixed box;
    the player stands right behind the packed boxes; everything else there, and the player's old cell, becomes empty."""
    side = len(before)
    around = [".#*X#."[:side], "#" * side, *["." * side] * (side - 3)]
    picture, expected = (turned(" ".join([around[0], row, *around[1:]]), direction) for row in (before, after))
    pushed, found, possible = push_clear.push(cells(picture), direction)
    assert (drawn(pushed), int(found), bool(possible)) == (expected, points, True)


@pytest.mark.parametrize("direction", push_clear.GAME.words)
@pytest.mark.parametrize("before", ["@...", "#@..", "##@*", "X@..", ".X@.", "*X#@", "###@", "XX#@"])
def test_an_impossible_push(before: str, direction: str) -> None:
    """If those cells hold no empty cell and no point, the move is not possible and changes nothing."""
    picture = turned(f"...* {before} .#.. X#.#", direction)
    pushed, found, possible = push_clear.push(cells(picture), direction)
    assert (drawn(pushed), int(found), bool(possible)) == (picture, 0, False)
    state = position(picture, score=3, steps=5)
    assert play(state, direction) == (state, ())
    assert direction not in push_clear.moves(state)


# Clear.


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#### .#.. .... ...@", "**** .#.. .... ...@"),
        ("#X## .#.. .... ...@", "**** .#.. .... ...@"),
        ("#... #..@ X... #...", "*... *..@ *... *..."),
        ("#... ##X# #..@ #...", "*... **** *..@ *..."),
        ("#### .#.. #### ...@", "**** .#.. **** ...@"),
        ("XXXX XXXX XXXX XXXX", "**** **** **** ****"),
        ("###@ ##*# #.#. .###", "###@ ##*# #.#. .###"),
    ],
)
def test_full_rows_and_columns_become_points(before: str, after: str) -> None:
    """Every full row and every full column (all cells boxes or fixed boxes), found at the same time; every cell of them
    becomes a point."""
    cleared, full = push_clear.clear(cells(before))
    assert drawn(cleared) == after
    assert drawn(np.where(full, push_clear.POINT, cells(before))) == after


def test_lines_clear_before_the_new_box_comes() -> None:
    """Then clear lines, then add one to the steps, then a new box appears: here on a new point, which is not scored."""
    state, events = play(position("#... .#.@ #... #...", column_row(0, 0), (100, 99)), "left")
    assert rows(state) == "#... *@.. *... *..."
    assert (state.score, state.steps) == (0, 1)
    column = ((0, 0), (1, 0), (2, 0), (3, 0))
    assert events == (
        Moved((("#", (1, 1), (1, 0)), ("@", (1, 3), (1, 1)))),
        Completed(column, 1),
        Changed(tuple(("*", cell) for cell in column)),
        Appeared((("#", (0, 0)),)),
    )


# New box.


LINE = ".@.. .... .... ###."
COMPLETES = column_row(3, 3)


@pytest.mark.parametrize(
    ("tries", "after"),
    [
        ([column_row(1, 2)], "@... ..#. .... ###."),
        ([COMPLETES, column_row(1, 2)], "@... ..#. .... ###."),
        ([COMPLETES, COMPLETES, column_row(1, 2)], "@... ..#. .... ###."),
        ([COMPLETES, column_row(3, 0), column_row(3, 1), COMPLETES, column_row(2, 3)], "@... .... ...# ###."),
        ([COMPLETES, COMPLETES, COMPLETES], "@... .... .... ****"),
    ],
)
def test_a_new_box_is_drawn_up_to_three_times(tries: list[tuple[int, int]], after: str) -> None:
    """Up to three tries: if a box there would complete a line, try again. The third try is taken whatever it does.
    … Clear lines."""
    state = played(position(LINE, *tries, (100, 99)), "left")
    assert rows(state) == after
    assert used_up(state.random)


@pytest.mark.parametrize(
    ("steps", "percent"), [(0, 0), (1, 3), (2, 4), (9, 10), (10, 10), (81, 30), (100, 33), (899, 99), (900, 100)]
)
def test_how_many_boxes_are_fixed(steps: int, percent: int) -> None:
    """If it is less than `isqrt(100*steps) // 3` the box is a fixed box."""
    assert push_clear.fixed_percent(steps) == percent


def test_a_fixed_box_that_would_trap_the_player_becomes_plain() -> None:
    """… unless the player could then not move at all, in which case it is a plain box."""
    state, events = play(position(".@#. X... .... ....", column_row(0, 1), (100, 0), steps=80), "left")
    assert rows(state) == "@##. X... .... ...."
    assert events[-1] == Appeared((("#", (0, 1)),))
    assert push_clear.moves(state) == ("right",)


def test_the_player_is_checked_before_lines_clear() -> None:
    """(Looked at before step 3.) The box that the event names is a plain one, though its column clears at once."""
    tries = [column_row(0, 1)] * 3
    state, events = play(position(".@.. X#.. .#.. .#..", *tries, (100, 0), steps=80), "left")
    assert events[1] == Appeared((("#", (0, 1)),))
    assert rows(state) == "@*.. X*.. .*.. .*.."


FILLED = "XX.X .@.X X..X XXX."


def test_drawing_ends_after_1000_draws() -> None:
    """After 1000 draws in a row without success, the first cell in index order that would do is taken."""
    state = played(position(FILLED, *[column_row(0, 0)] * 1000, (100, 99)), "left")
    assert rows(state) == "XX.X @#.X X..X XXX."
    assert used_up(state.random)


# New box: all possible outcomes.


def lines_of(board: list[str]) -> list[list[int]]:
    """Returns the cells of every row and of every column, numbered row by row."""
    n = len(board)
    return [[row * n + column for column in range(n)] for row in range(n)] + [
        [row * n + column for row in range(n)] for column in range(n)
    ]


def full(board: list[str]) -> set[int]:
    flat = "".join(board)
    return {cell for line in lines_of(board) if all(flat[cell] in "#X" for cell in line) for cell in line}


def put(board: list[str], cells: set[int], letter: str) -> list[str]:
    n = len(board)
    flat = "".join(letter if cell in cells else old for cell, old in enumerate("".join(board)))
    return [flat[row * n : row * n + n] for row in range(n)]


def can_move(board: list[str]) -> bool:
    """Returns whether, on one of the four ways out from the player, an empty cell or a point comes before any fixed
    box.
    """
    flat = "".join(board)
    for line in lines_of(board):
        before, player, behind = "".join(flat[cell] for cell in line).partition("@")
        if player and any(set(side.partition("X")[0]) & {".", "*"} for side in (before[::-1], behind)):
            return True
    return False


def chances(picture: str, steps: int) -> dict[str, Fraction]:
    """Returns the boards a new box can lead to and their probabilities: the rules' three steps, by hand."""
    board, outcomes = picture.split(), defaultdict[str, Fraction](Fraction)
    free = {cell for cell, letter in enumerate("".join(board)) if letter in ".*"}

    def tried(tries: int) -> list[tuple[int, Fraction]]:
        found = []
        for cell in free:
            again = tries > 1 and full(put(board, {cell}, "#"))
            places = tried(tries - 1) if again else [(cell, Fraction(1))]
            found += [(place, chance / len(free)) for place, chance in places]
        return found

    percent = min(100, isqrt(100 * steps) // 3)
    for cell, chance in tried(3):
        for letter, share in (("#", 100 - percent), ("X", percent)):
            boxed = put(board, {cell}, letter)
            if letter == "X" and not can_move(boxed):
                boxed = put(board, {cell}, "#")
            outcomes[" ".join(put(boxed, full(boxed), "*"))] += chance * Fraction(share, 100)
    return {after: chance for after, chance in outcomes.items() if chance}


BOXED = [
    ("...@ .... .... ....", 0),  # none is fixed at the start
    ("...@ .... .*.. ....", 40),
    (".#.@ .#.* .... X##.", 81),  # two lines may be tried again
    ("##.@ ##*# ##.# ##.#", 100),  # of four places three complete a line
    ("###. #..# #@.. *###", 200),
    ("@.## #### #### ####", 1000),  # one place, which completes two lines and must not be shut by a fixed box
    ("@.#. X### ##.# .##X", 1000),  # a fixed box, surely, but for the place that would shut the player in
    (".... .... .... ....", 20),  # no player to shut in: the box is plain
    (".### #.## ##.# ###.", 4),  # every place completes lines
]


@pytest.mark.parametrize(("picture", "steps"), BOXED)
def test_the_new_boxes_that_can_come(picture: str, steps: int) -> None:
    """Up to three tries … fixed or plain … Clear lines."""
    boards, chance, whose = new_boxes(cells(picture)[None], steps)
    expected = chances(picture, steps)
    assert sum(expected.values()) == 1
    assert whose.tolist() == [0] * len(chance)
    assert (chance > 0).all()
    found = defaultdict[str, float](float)
    for after, how_likely in zip(map(drawn, boards), chance.tolist(), strict=True):
        found[after] += how_likely
    assert found == pytest.approx({after: float(each) for after, each in expected.items()}, rel=1e-12)


# Start.


# End.


def test_the_end_is_an_event() -> None:
    state, events = play(position(".@## #... #... #...", column_row(0, 1), (100, 99)), "left")
    assert rows(state) == "@### #... #... #..."
    assert push_clear.over(state) is push_clear.view(state).over is True
    assert events == (Moved((("@", (0, 1), (0, 0)),)), Appeared((("#", (0, 1)),)), Ended())


@pytest.mark.parametrize(
    ("picture", "stuck"),
    [
        (".X.. X@#X .X.. ....", (("X", (0, 1)), ("#", (1, 2)), ("X", (2, 1)), ("X", (1, 0)))),
        ("#X.. @X.. X... ....", (("#", (0, 0)), ("X", (1, 1)), ("X", (2, 0)))),
        ("X@X. .X.. .... ....", (("X", (0, 2)), ("X", (1, 1)), ("X", (0, 0)))),
        ("@X.. .... .... ....", ()),
    ],
)
def test_boxes_around_a_stuck_player(picture: str, stuck: tuple[tuple[str, tuple[int, int]], ...]) -> None:
    assert push_clear.view(position(picture)).boards[0].stuck == stuck


# How it looks from outside.


@pytest.mark.parametrize("direction", push_clear.GAME.words)
def test_boxes_behind_a_fixed_box_are_in_no_event(direction: str) -> None:
    picture = turned("*.##X.#.*@ " + " ".join(["." * 10] * 9), direction)
    state = position(picture, (100, 44), (100, 99))

    def seen(row: int, column: int) -> tuple[int, int]:
        numbers = kernel.facing(np.arange(100).reshape(10, 10), push_clear.DIRECTIONS.index(direction))
        return divmod(int(numbers[row, column]), 10)

    assert play(state, direction)[1][:3] == (
        Moved((("#", seen(0, 6), seen(0, 5)), ("@", seen(0, 9), seen(0, 6)))),
        Vanished((("*", seen(0, 8)),)),
        Scored(1, seen(0, 8)),
    )


# Invariants.


@st.composite
def many(draw: st.DrawFn) -> kernel.Cells:
    """Draws boards of one size, each with a player or none."""
    size = draw(st.integers(4, 7))
    boards = draw(hnp.arrays(np.int8, (draw(st.integers(1, 4)), size, size), elements=st.sampled_from([0, 2, 3, 3, 4])))
    for board in boards:
        board.flat[draw(st.integers(0, size * size - 1))] = draw(st.sampled_from([1, 1, 1, 0]))
    return boards


@quick
@given(many(), st.sampled_from(push_clear.GAME.words))
def test_a_batch_is_pushed_and_cleared_like_single_boards(boards: kernel.Cells, word: str) -> None:
    for together in (boards, kernel.batch(boards)):
        pushed, points, possible = push_clear.push(together, word)
        cleared, full = push_clear.clear(together)
        open_to = push_clear.movable(together)
        for i, board in enumerate(boards):
            alone, found, could = push_clear.push(board, word)
            assert drawn(pushed[i]) == drawn(alone)
            assert (points[i], possible[i]) == (found, could)
            assert drawn(cleared[i]) == drawn(push_clear.clear(board)[0])
            assert full[i].tolist() == push_clear.clear(board)[1].tolist()
            assert open_to[:, i].tolist() == push_clear.movable(board).tolist()
            assert could == push_clear.movable(board)[push_clear.GAME.words.index(word)]
