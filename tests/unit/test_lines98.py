"""Lines: positions in, moves, exact text out. Sentences quoted are the rules' own (rules.md, section 4)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel, rng
from game.contract import (
    FORMS,
    Appeared,
    BadInput,
    Cell,
    Choice,
    Ended,
    Event,
    Scored,
    Vanished,
    Walked,
)
from game.rules import lines98
from game.rules.lines98 import NAMES, NUMBERS, SHAPES, State, play, start
from game.session import Session
from game.text import fields
from tests.dealt import Dealt, used_up
from tests.examples import some

quick = settings(max_examples=some(50), deadline=None)
seeds = st.integers(0, 2**40)
modes = st.sampled_from(["line", "square", "block"])
picks = st.lists(st.integers(0, 5000), min_size=20, max_size=40)
"""The indices of the moves to play, turn by turn."""


def cells(picture: str) -> kernel.Cells:
    """A board from its upper rows, separated by spaces; the rows below are empty."""
    upper = picture.split()
    lines = upper + ["........."] * (9 - len(upper))
    return kernel.frozen(np.array([[lines98.LETTERS.index(ball) for ball in line] for line in lines], np.int8))


def position(picture: str, *numbers: tuple[int, int], coming: str = "", mode: str = "line", score: int = 0) -> State:
    """A state from its upper rows, the coming balls ("b3:5 c4:1"), and the numbers to draw, if they matter."""
    balls = tuple((NUMBERS[ball[:2]], int(ball[3])) for ball in coming.split())
    random = Dealt(*numbers) if numbers else rng.standard(0)
    return State(cells(picture), balls, score, random, mode)  # type: ignore[arg-type]


def rows(state: State) -> str:
    """A state as its rows, separated by spaces, without the empty ones at the bottom."""
    lines = list(lines98.view(state).boards[0].rows)
    while lines and lines[-1] == ".........":
        lines.pop()
    return " ".join(lines)


def coming(state: State) -> str:
    return " ".join(f"{cell}:{colour}" for cell, colour in lines98.view(state).fields["coming"])


def named(mask: kernel.Mask) -> str:
    """The names of marked cells, in reading order."""
    return " ".join(NAMES[number] for number in np.flatnonzero(mask))


def at(name: str) -> Cell:
    return divmod(NUMBERS[name], 9)


def played(state: State, *words: str) -> State:
    for word in words:
        state, _events = play(state, word)
    return state


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def wander(state: State, numbers: list[int]) -> list[tuple[State, State, tuple[Event, ...]]]:
    """Plays possible moves, chosen by number; gives the states before and after each, and the events."""
    steps_seen = []
    for number in numbers:
        moves = lines98.moves(state)
        if not moves:
            break
        after, events = play(state, moves[number % len(moves)])
        steps_seen.append((state, after, events))
        state = after
    return steps_seen


PATTERN = [["1234567"[(2 * row + column) % 7] for column in range(9)] for row in range(9)]
"""A full board without two equal balls next to each other, not even diagonally; its last row is 345671234."""


def full_but(*holes: str, **balls: str) -> str:
    """That board with holes, and with other balls on some cells."""
    lines = [list(line) for line in PATTERN]
    for name, ball in [*((hole, ".") for hole in holes), *balls.items()]:
        row, column = at(name)
        lines[row][column] = ball
    return " ".join(map("".join, lines))


# Start.


def test_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five balls, each drawn as cell `next(number of empty cells)` counted in row-major order among the empty cells,
    then colour `1 + next(7)`. Then the three coming balls are drawn the same way, counting only empty cells without a
    coming ball; they are shown small, on their cells, and are not in `rows`."""
    numbers = [(81, 0), (7, 0), (80, 0), (7, 1), (79, 78), (7, 6), (78, 7), (7, 3), (77, 5), (7, 2)]
    numbers += [(76, 0), (7, 4), (75, 0), (7, 5), (74, 73), (7, 6)]
    monkeypatch.setattr(rng, "standard", lambda seed: Dealt(*numbers))
    state = start({"mode": "line"}, 5)
    assert rows(state) == "12.....3. 4........" + " ........." * 6 + " ........7"
    board = lines98.view(state).boards[0]
    assert (board.coming_label, board.coming) == ("Next balls", (("5", (0, 2)), ("6", (0, 3)), ("7", (8, 7))))
    assert coming(state) == "c1:5 d1:6 h9:7"
    assert state.score == 0
    assert used_up(state.random)


def test_starting_balls_are_not_checked_for_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [draw for n in (81, 80, 79, 78, 77, 76, 75, 74) for draw in ((n, 0), (7, 0))]
    monkeypatch.setattr(rng, "standard", lambda seed: Dealt(*numbers))
    state = start({"mode": "line"}, 5)
    assert rows(state) == "11111...."
    assert state.score == 0


def test_a_seed_gives_the_same_game_everywhere() -> None:
    state = start({"mode": "line"}, 98)
    assert rows(state) == ("......... ........4 ......... ......4.. ......... .2..2.... ......... ......... .......3.")
    assert coming(state) == "c4:6 h5:2 e2:2"
    assert rows(start({"mode": "block"}, None)) == rows(start({"mode": "line"}, 0))


# Moving.


def test_a_ball_takes_a_shortest_path() -> None:
    """Of steps that are equally good the first of above, right, below, left is taken."""
    state, events = play(position("1........"), "move a1 c3")
    assert rows(state) == "......... ......... ..1......"
    assert events == (Walked("1", ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2))),)
    back = play(state, "move c3 a1")[1]
    assert back[0] == Walked("1", ((2, 2), (1, 2), (0, 2), (0, 1), (0, 0)))


def test_a_ball_walks_around_obstacles() -> None:
    wall = "1.2...... " + "..2...... " * 7 + "........."
    state, events = play(position(wall), "move a1 i1")
    assert rows(state) == "..2.....1 " + " ".join(["..2......"] * 7)
    (walked,) = events
    assert isinstance(walked, Walked)
    assert len(walked.path) == 1 + 8 + 8 + 8
    assert (walked.path[0], walked.path[-1]) == (at("a1"), at("i1"))


@pytest.mark.parametrize(
    "word",
    [
        "move a1 c3",  # no path
        "move a1 b3",
        "move c3 d4",  # from an empty cell
        "move a1 b1",  # to a filled one
        "move a1 a1",
    ],
)
def test_well_formed_but_impossible_moves(word: str) -> None:
    """Move one ball to an empty cell joined to it by a path of empty cells (up, down, left, right): not slantwise.
    Otherwise it prints the unchanged state."""
    state = position("12....... 3........", coming="c3:1")
    after, events = play(state, word)
    assert after is state
    assert events == ()
    assert word not in lines98.moves(state)


def test_moves_lead_to_every_region_next_to_a_ball() -> None:
    state = position(full_but("a1", "h9", "i9"))
    assert lines98.moves(state) == (
        "move b1 a1",
        "move a2 a1",
        "move h8 h9",
        "move h8 i9",
        "move i8 h9",
        "move i8 i9",
        "move g9 h9",
        "move g9 i9",
    )


def test_a_coming_ball_does_not_block_a_path() -> None:
    """A coming ball does not block a path, and its cell can be moved to."""
    state = position("1..222222 222222222", coming="b1:5")
    assert rows(played(state, "move a1 c1")) == ".51222222 222222222"
    assert "move a1 b1" in lines98.moves(state)


# The turn.


def three(empty: int, *indices: int) -> list[tuple[int, int]]:
    """The draws for this many coming balls, of colours 1, 2, 3, when this many cells are empty."""
    return [draw for i, index in enumerate(indices) for draw in ((empty - i, index), (7, i))]


def test_no_new_balls_appear_when_a_shape_vanishes() -> None:
    """If the ball completes a shape, the balls of the shape vanish and nothing new appears."""
    state = position("1111..2.. ......... ....1....", (1, 0), coming="e5:5 e6:6", score=3)
    after, events = play(state, "move e3 e1")
    assert rows(after) == "......2.."
    assert coming(after) == "e5:5 e6:6"
    assert after.random is state.random
    assert after.score == 13
    assert events == (
        Walked("1", ((2, 4), (1, 4), (0, 4))),
        Vanished(tuple(("1", (0, column)) for column in range(5))),
        Scored(10, (0, 4), "2 × 5² − 20 × 5 + 60"),
    )


def test_a_vanished_shape_frees_the_cell_of_a_coming_ball() -> None:
    state = played(position("1111..2.. ......... ....1....", (1, 0), coming="e1:5"), "move e3 e1")
    assert rows(state) == "......2.."
    assert coming(state) == "e1:5"


def test_otherwise_the_coming_balls_grow() -> None:
    """Otherwise the three coming balls grow, one after the other …; then new coming balls are drawn, three."""
    state = position("1........", *three(77, 0, 75, 0), coming="i9:5 b1:6 c1:7")
    after, events = play(state, "move a1 a2")
    assert rows(after) == ".67...... 1........ " + "......... " * 6 + "........5"
    assert coming(after) == "a1:1 h9:2 d1:3"
    assert used_up(after.random)
    assert after.score == 0
    assert events == (
        Walked("1", ((0, 0), (1, 0))),
        Appeared((("5", (8, 8)),)),
        Appeared((("6", (0, 1)),)),
        Appeared((("7", (0, 2)),)),
    )


def test_each_grown_ball_is_checked_for_a_shape() -> None:
    """… each then checked for a shape too."""
    state = position("1111..... 2222..... 5........", coming="e1:1 e2:2 i9:3")
    after, events = play(state, "move a3 b3")
    assert rows(after) == "......... ......... .5......." + " ........." * 5 + " ........3"
    assert after.score == 20
    assert kinds(events) == ["Walked", "Appeared", "Vanished", "Scored", "Appeared", "Vanished", "Scored", "Appeared"]
    assert events[3] == Scored(10, (0, 4), "2 × 5² − 20 × 5 + 60")


def test_balls_that_grow_in_one_turn_are_checked_one_by_one() -> None:
    """The fourth and fifth ball of a line grow in one turn: only the fifth completes it."""
    state = position("111...... 5........", coming="e1:1 d1:1 f1:1")
    after, events = play(state, "move a2 b2")
    assert rows(after) == ".....1... .5......."
    assert kinds(events) == ["Walked", "Appeared", "Appeared", "Vanished", "Scored", "Appeared"]


def test_a_coming_ball_whose_cell_was_taken_grows_elsewhere() -> None:
    """A coming ball whose cell has been taken keeps its colour and grows on a cell drawn anew, `next(number of empty
    cells)` in row-major order."""
    state = position("1.2222222 222222222", (64, 0), *three(63, 62, 0, 0), coming="b1:5")
    after, events = play(state, "move a1 b1")
    assert rows(after) == "512222222 222222222"
    assert coming(after) == "i9:1 a3:2 b3:3"
    assert used_up(after.random)
    assert events[1:] == (Appeared((("5", (0, 0)),)),)


@pytest.mark.parametrize(("mode", "gone", "points"), [("line", 17, 298), ("square", 6, 12), ("block", 25, 810)])
def test_a_ball_grows_among_balls_of_its_colour(mode: str, gone: int, points: int) -> None:
    """… each then checked for a shape too: one of eight like neighbours as well."""
    square = ".......2. 11111.... 11111.... 11.11.... 11111.... 11111...."
    events = play(position(square, coming="c4:1", mode=mode), "move h1 i1")[1]
    (vanished,) = [event for event in events if isinstance(event, Vanished)]
    (scored,) = [event for event in events if isinstance(event, Scored)]
    assert (len(vanished.cells), scored.points, scored.at) == (gone, points, at("c4"))


def test_a_redrawn_cell_may_be_that_of_a_later_coming_ball() -> None:
    """… cells of later coming balls included."""
    state = position("1........", (80, 1), (79, 0), *three(77, 0, 0, 0), coming="b1:5 c1:6 d1:7")
    after = played(state, "move a1 b1")
    assert rows(after) == "6157....."
    assert used_up(after.random)


def test_a_cell_that_became_free_again_does_not_count_as_taken() -> None:
    """Its ball vanished together with a ball that grew earlier."""
    state = position("22..2.... ......... 2........", *three(80, 0, 0, 0), coming="d1:2 c1:5")
    after = played(state, "move a3 c1")
    assert rows(after) == "..5......"
    assert after.score == 10
    assert used_up(after.random)


def test_as_many_coming_balls_as_there_are_empty_cells() -> None:
    """Then new coming balls are drawn, three, or as many as there are empty cells."""
    state = position(full_but("e9", "f9", "g9", "h9", "i9"), *three(2, 1, 0), coming="i9:1 h9:2 g9:3")
    after = played(state, "move d9 e9")
    assert rows(after).endswith(" 345.6.321")
    assert coming(after) == "f9:1 d9:2"
    assert used_up(after.random)
    assert not lines98.over(after)


def test_fewer_coming_balls_grow_too() -> None:
    state = position(full_but("h9", "i9"), (2, 0), coming="h9:1 i9:2")
    after, events = play(state, "move g9 h9")
    assert rows(after).endswith(" 345671122")
    assert lines98.over(after)
    assert kinds(events) == ["Walked", "Appeared", "Appeared", "Ended"]


# The end.


def test_a_full_board_ends_the_game() -> None:
    """If the board is full after a grown ball has been looked at, the game is over, with nothing coming.
    End. No empty cell is left."""
    state = position(full_but("g9", "h9", "i9"), (3, 0), coming="g9:1 h9:2 i9:3", score=5)
    after, events = play(state, "move f9 g9")
    assert rows(after).endswith(" 345671123")
    assert coming(after) == ""
    assert events[-1] == Ended()
    assert used_up(after.random)
    assert after.mode == "line"
    assert lines98.over(after) is lines98.view(after).over is True
    assert lines98.over(state) is lines98.view(state).over is False
    assert lines98.moves(after) == ()
    assert lines98.view(after).fields == {"score": 5, "over": True, "coming": []}
    assert lines98.view(after).scores == (5,)


def test_a_last_ball_that_completes_a_shape_does_not_end_the_game() -> None:
    """… after a grown ball has been looked at."""
    line = dict.fromkeys(("e9", "f9", "g9", "h9"), "1")
    state = position(full_but("a1", "i9", **line), (2, 0), *three(5, 0, 0, 0), coming="a1:2 i9:1")
    after, events = play(state, "move b1 a1")
    assert rows(after).endswith(" 3456.....")
    assert coming(after) == "e9:1 f9:2 g9:3"
    assert after.score == 10
    assert not lines98.over(after)
    assert Ended() not in events
    assert used_up(after.random)


def test_a_move_after_the_end_changes_nothing() -> None:
    """A move … that comes after the end, prints the unchanged state; a bad command is an error still."""
    state = position(full_but())
    for word in ("move a1 b1", "move c3 c3"):
        assert play(state, word)[0] is state
    with pytest.raises(BadInput):
        play(state, "move a1 j1")


# Shapes.

ROW = "a1 b1 c1 d1 e1"
CROSS = "..1...... ..1...... 11111.... ..1...... ..1......"
STAR = "1...1...1 .1..1..1. ..1.1.1.. ...111... 111111111 ...111... ..1.1.1.. .1..1..1. 1...1...1"


@pytest.mark.parametrize(
    ("picture", "name", "gone"),
    [
        ("11111....", "a1", ROW),
        ("11111....", "c1", ROW),
        ("11111....", "e1", ROW),
        ("111111...", "c1", ROW + " f1"),
        ("111111111", "i1", ROW + " f1 g1 h1 i1"),
        ("1111.....", "a1", ""),
        ("1111.1...", "a1", ""),
        ("11121111.", "a1", ""),
        ("11112....", "a1", ""),
        ("1........ " * 5, "a5", "a1 a2 a3 a4 a5"),
        ("1........ " * 4, "a1", ""),
        ("1........ .1....... ..1...... ...1..... ....1....", "b2", "a1 b2 c3 d4 e5"),
        ("....1.... ...1..... ..1...... .1....... 1........", "e1", "e1 d2 c3 b4 a5"),
        ("1........ .1....... ..1...... ...1.....", "b2", ""),
        (".......11 111......", "h1", ""),  # lines do not wrap around the edge
        (CROSS, "c3", "c1 c2 a3 b3 c3 d3 e3 c4 c5"),
        (CROSS, "a3", "a3 b3 c3 d3 e3"),
        (CROSS, "c5", "c1 c2 c3 c4 c5"),
        ("11111.... 1........ 1........ 1........", "a1", ROW),  # a column of four stays
        ("11111.... ......... 1........", "a3", ""),  # five somewhere else
        ("11111.... 2........", "a2", ""),
        ("11111....", "f1", ""),  # an empty cell has no shape
        ("", "a1", ""),
    ],
)
def test_lines(picture: str, name: str, gone: str) -> None:
    """In each of the four directions (row, column, two diagonals), the run of X's colour through X; every run of 5 or
    more vanishes, together."""
    shape = lines98.lines(cells(picture), np.array(NUMBERS[name]))
    assert named(shape) == gone
    assert shape.dtype == np.bool_


def test_four_lines_at_once() -> None:
    shape = lines98.lines(cells(STAR), np.array(NUMBERS["e5"]))
    assert shape.sum() == 8 * 4 + 1
    assert lines98.points(shape.sum()) == 2 * 33**2 - 20 * 33 + 60


TABLE = ["12345", "34567", "56701", "70123", "123", "345", "567", "701"]


def test_squares() -> None:
    """The first that is all X's colour, in this order, with the eight neighbours numbered clockwise from the upper
    left: the four 2×3 or 3×2 rectangles …, then the four 2×2 squares. Of all the ways to fill the eight neighbours."""
    around = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    for filled in product([False, True], repeat=8):
        board = np.zeros((9, 9), np.int8)
        board[4, 4] = 3
        for (row, column), same in zip(around, filled, strict=True):
            board[4 + row, 4 + column] = 3 if same else 2
        first = next((shape for shape in TABLE if all(filled[int(number)] for number in shape)), None)
        gone = {(4 + around[int(number)][0], 4 + around[int(number)][1]) for number in first or ""}
        expected = gone | {(4, 4)} if first else set()
        assert set(zip(*np.nonzero(lines98.squares(board, np.array(40))), strict=True)) == expected


@pytest.mark.parametrize(
    ("picture", "name", "gone"),
    [
        ("11....... 11.......", "a1", "a1 b1 a2 b2"),
        ("11....... 11.......", "b2", "a1 b1 a2 b2"),
        ("111...... 111......", "b1", "a1 b1 c1 a2 b2 c2"),  # X in the middle of a long side
        ("111...... 111......", "a1", "a1 b1 a2 b2"),  # at a corner there are only squares
        ("11....... 11....... 11.......", "a2", "a1 b1 a2 b2 a3 b3"),
        ("111...... 111...... 111......", "b2", "b1 c1 b2 c2 b3 c3"),
        ("111...... 1........ 1........", "a1", ""),
        (
            "......... ......... ......... ......... ......... ......... ......... .......11 .......11",
            "i9",
            "h8 i8 h9 i9",
        ),
        ("11....... 12.......", "a1", ""),
        ("11....... 11....... 2........", "a3", ""),
        ("11....... 11.......", "c1", ""),
        ("........1 1.......1 1........", "i1", ""),  # squares do not wrap around the edge
    ],
)
def test_squares_on_the_board(picture: str, name: str, gone: str) -> None:
    assert named(lines98.squares(cells(picture), np.array(NUMBERS[name]))) == gone


@pytest.mark.parametrize(
    ("picture", "name", "gone"),
    [
        ("1111111..", "a1", "a1 b1 c1 d1 e1 f1 g1"),
        ("111111...", "a1", ""),
        ("111...... ..1...... 111......", "c2", "a1 b1 c1 c2 a3 b3 c3"),
        ("11.11.... .1.1..... .111.....", "e1", "a1 b1 d1 e1 b2 d2 b3 c3 d3"),
        ("111...... ...1111..", "d2", ""),  # not slantwise
        ("1111111.. ......... 1111111..", "a3", "a3 b3 c3 d3 e3 f3 g3"),
        ("1111111.. 2222222..", "a2", "a2 b2 c2 d2 e2 f2 g2"),
        ("1112111..", "a1", ""),
        ("1111111.. .......2.", "h1", ""),
    ],
)
def test_blocks(picture: str, name: str, gone: str) -> None:
    """The group of X's colour joined through sides, if it has 7 or more balls."""
    assert named(lines98.blocks(cells(picture), np.array(NUMBERS[name]))) == gone


def test_points() -> None:
    """For n balls vanished together: `2n² - 20n + 60` (5: 10, 6: 12, 7: 18, 8: 28, 9: 42, …); for the four balls of a
    2×2 square 8."""
    counts = np.array([0, 4, 5, 6, 7, 8, 9, 17])
    assert lines98.points(counts).tolist() == [0, 8, 10, 12, 18, 28, 42, 298]


@pytest.mark.parametrize(
    ("mode", "picture", "word", "left", "points", "arithmetic"),
    [
        ("line", "111.111.. ......... ...1.....", "move d3 d1", "", 18, "2 × 7² − 20 × 7 + 60"),
        ("line", "1........ .1....... 11.11.... ...1..... ....1...1", "move i5 c3", "", 42, "2 × 9² − 20 × 9 + 60"),
        ("square", "11....... 1........ ......... .1.......", "move b4 b2", "", 8, ""),
        ("square", "111...... 11....... ......... ..1......", "move c4 c2", "1........ 1........", 8, ""),
        ("square", "111...... 1.1...... ......... .1.......", "move b4 b2", "", 12, "2 × 6² − 20 × 6 + 60"),
        ("block", "111.111.. ......... ...1.....", "move d3 d1", "", 18, "2 × 7² − 20 × 7 + 60"),
        ("block", "111.1111. ......... ...1.....", "move d3 d1", "", 28, "2 × 8² − 20 × 8 + 60"),
    ],
)
def test_modes(mode: str, picture: str, word: str, left: str, points: int, arithmetic: str) -> None:
    """Shapes, by option `mode`."""
    after, events = play(position(picture, mode=mode), word)
    assert rows(after) == left
    assert after.score == points
    assert events[-1] == Scored(points, at(word[-2:]), arithmetic)


@pytest.mark.parametrize(
    ("mode", "picture", "word"),
    [
        ("line", "11....... 1..1.....", "move d2 b2"),
        ("square", "111.1.... ......... ...1.....", "move d3 d1"),
        ("block", "111.11... ......... ...1.....", "move d3 d1"),
    ],
)
def test_shapes_of_other_modes_do_not_vanish(mode: str, picture: str, word: str) -> None:
    after, events = play(position(picture, mode=mode), word)
    assert kinds(events) == ["Walked"]
    assert after.score == 0


def test_the_default_mode_is_line() -> None:
    option = lines98.GAME.options["mode"]
    assert isinstance(option, Choice)
    assert option.default == "line"
    assert [option.parse(mode) for mode in ("line", "square", "block")] == ["line", "square", "block"]
    with pytest.raises(BadInput):
        option.parse("circle")


# How it looks from outside.


@pytest.mark.parametrize(
    "word",
    [
        *("", "move", "move b3", "move b3 f7 a1", "move b3  f7", "move b3 f7 ", " move b3 f7", "move\tb3 f7"),
        *("move B3 f7", "move b10 f7", "move b0 f7", "move b3 j1", "move b03 f7", "move b f7", "move 3b f7"),
        *("move b3 ", "Move b3 f7", "moves b3 f7", "left", "tick", "b3 f7", "move b٣ f7", "move {b3} f7"),
        *("move b3\nf7", "move b3 f7\n", "restart"),
    ],
)
def test_bad_commands(word: str) -> None:
    """A bad command (an unknown word, a cell off the board) … changes nothing."""
    state = start({"mode": "line"}, 1)
    with pytest.raises(BadInput) as error:
        play(state, word)
    assert "\n" not in str(error.value)
    assert error.value.message.format(**error.value.values) == str(error.value)


def test_a_bad_cell_is_named() -> None:
    with pytest.raises(BadInput, match="j1"):
        play(start({"mode": "line"}, 1), "move b3 j1")


def test_cells_are_a_column_letter_and_a_row_number() -> None:
    """Column letter from the left, row number from the top: b3 is the second of the third row."""
    assert divmod(NUMBERS["b3"], 9) == (2, 1)
    assert (NAMES[0], NAMES[8], NAMES[72], NAMES[80]) == ("a1", "i1", "a9", "i9")


def test_the_fields_of_a_json_line() -> None:
    """JSON fields: `game`, `rows`, `score`, `over`. Also: lines98 `coming` (a list of `["b3", "5"]`)."""
    state = position("12....... .......7.", coming="b3:5 i9:1", score=12)
    empty = ", ".join(['"........."'] * 7)
    assert json.dumps(fields(lines98.GAME, lines98.view(state))) == (
        f'{{"game": "lines98", "rows": ["12.......", ".......7.", {empty}], "score": 12, "over": false, '
        '"coming": [["b3", "5"], ["i9", "1"]]}'
    )


def test_what_the_game_says_about_itself() -> None:
    assert lines98.GAME.words == ("move",)
    assert lines98.GAME.arguments("move") == 2
    assert lines98.GAME.spell("mov", ()) == "mov"
    assert lines98.GAME.pace is None


def test_seven_balls_of_seven_tones() -> None:
    """Seven colours `1` to `7`, empty `.`."""
    assert "".join(lines98.GAME.symbols) == ".1234567"
    assert sorted(symbol.tone for symbol in lines98.GAME.symbols.values()) == list(range(8))
    assert {symbol.form for symbol in lines98.GAME.symbols.values()} == {"empty", "ball"} <= set(FORMS)
    assert len({symbol.name for symbol in lines98.GAME.symbols.values()}) == 8


# Invariants.


@pytest.mark.slow("dozens of random games are played")
@quick
@given(modes, seeds, picks)
def test_balls_come_and_go_only_by_the_rules(mode: str, seed: int, numbers: list[int]) -> None:
    for before, after, events in wander(start({"mode": mode}, seed), numbers):
        grown = sum(len(event.cells) for event in events if isinstance(event, Appeared))
        gone = sum(len(event.cells) for event in events if isinstance(event, Vanished))
        made = sum(event.points for event in events if isinstance(event, Scored))
        assert (after.cells != 0).sum() == (before.cells != 0).sum() + grown - gone
        assert after.score == before.score + made
        assert grown in (0, len(before.coming))
        if grown == 0:
            assert gone
            assert after.coming is before.coming
            assert after.random is before.random
        else:
            assert len(after.coming) == min(3, (after.cells == 0).sum())
        assert lines98.over(after) == after.cells.all() == (Ended() in events)


@pytest.mark.slow("dozens of random games are played")
@quick
@given(modes, seeds, picks)
def test_coming_balls_are_on_different_empty_cells(mode: str, seed: int, numbers: list[int]) -> None:
    first = start({"mode": mode}, seed)
    for state in [first, *(after for _before, after, _events in wander(first, numbers))]:
        places = [place for place, _colour in state.coming]
        assert len(set(places)) == len(places)
        assert not state.cells.flat[places].any()
        assert all(1 <= colour <= 7 for _place, colour in state.coming)
        assert not state.cells.flags.writeable


@pytest.mark.slow("dozens of random games are played")
@quick
@given(modes, seeds, picks)
def test_the_events_say_everything_that_happened(mode: str, seed: int, numbers: list[int]) -> None:
    """Drawing only what the events say gives the right board."""
    for before, after, events in wander(start({"mode": mode}, seed), numbers):
        seen = [list(row) for row in lines98.view(before).boards[0].rows]
        for event in events:
            retell(seen, event)
        assert tuple(map("".join, seen)) == lines98.view(after).boards[0].rows


def retell(seen: list[list[str]], event: Event) -> None:
    """Draws what an event says."""
    match event:
        case Walked(symbol, path):
            assert all(abs(r - y) + abs(c - x) == 1 for (r, c), (y, x) in pairwise(path))
            assert all(seen[row][column] == "." for row, column in path[1:])
            assert seen[path[0][0]][path[0][1]] == symbol
            seen[path[0][0]][path[0][1]] = "."
            seen[path[-1][0]][path[-1][1]] = symbol
        case Vanished(gone):
            for symbol, (row, column) in gone:
                assert seen[row][column] == symbol
                seen[row][column] = "."
        case Appeared(grown):
            for symbol, (row, column) in grown:
                assert seen[row][column] == "."
                seen[row][column] = symbol
        case _:
            assert isinstance(event, Scored | Ended)


@pytest.mark.slow("dozens of random games are played")
@quick
@given(modes, seeds, picks)
def test_undo_goes_back_to_the_start_and_replay_comes_back(mode: str, seed: int, numbers: list[int]) -> None:
    session = Session(lines98.GAME, {"mode": mode}, seed)
    first = fields(lines98.GAME, session.view)
    for number in numbers:
        moves = lines98.moves(session.state)
        if moves:
            session.play(moves[number % len(moves)])
    last = fields(lines98.GAME, session.view)
    inputs = session.inputs
    while session.undo():
        pass
    assert fields(lines98.GAME, session.view) == first
    while session.redo():
        pass
    assert fields(lines98.GAME, session.view) == last
    again = played(start({"mode": mode}, seed), *inputs)
    assert fields(lines98.GAME, lines98.view(again)) == last
    assert again.random == session.state.random
    fresh = lines98.GAME.begin_again(again, {"mode": mode}, seed)
    assert fields(lines98.GAME, lines98.view(fresh)) == first


@quick
@given(modes, st.text(max_size=12) | st.builds("move {} {}".format, st.sampled_from(NAMES), st.text(max_size=3)))
def test_any_word_leaves_a_valid_state(mode: str, word: str) -> None:
    state = start({"mode": mode}, 3)
    seen = fields(lines98.GAME, lines98.view(state))
    try:
        after, events = play(state, word)
        assert (after is state) == (not events)
    except BadInput:
        assert word not in lines98.moves(state)
    assert fields(lines98.GAME, lines98.view(state)) == seen


@pytest.mark.parametrize("mode", ["line", "square", "block"])
def test_games_are_played_to_their_end(mode: str) -> None:
    for seed in range(3):
        state = start({"mode": mode}, seed)
        turns = wander(state, [7919 * turn for turn in range(500)])
        last = turns[-1][1]
        assert lines98.over(last)
        assert last.coming == ()
        assert len(turns) < 500


# Batches.


@st.composite
def many(draw: st.DrawFn) -> tuple[kernel.Cells, kernel.Counts]:
    """Boards of few colours, more or less full, and a cell on each."""
    count, colours = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    fill = draw(st.sampled_from([0.3, 0.6, 0.9, 1.0]))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    boards = random.integers(1, colours, (count, 9, 9), endpoint=True) * (random.random((count, 9, 9)) < fill)
    return boards.astype(np.int8), draw(hnp.arrays(np.intp, count, elements=st.integers(0, 80)))


def run(board: list[list[int]], cell: Cell, step: Cell) -> list[Cell]:
    """The cells that follow a cell in a direction and have its colour."""
    row, column = cell[0] + step[0], cell[1] + step[1]
    found = []
    while 0 <= row < 9 and 0 <= column < 9 and board[row][column] == board[cell[0]][cell[1]]:
        found.append((row, column))
        row, column = row + step[0], column + step[1]
    return found


def joined(board: list[list[int]], cell: Cell, colour: int) -> set[Cell]:
    """The cells of a colour that are joined through sides to a cell, itself left out if it has another."""
    waiting, seen = [cell], {cell}
    for row, column in waiting:
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < 9 and 0 <= c < 9 and (r, c) not in seen and board[r][c] == colour:
                seen.add((r, c))
                waiting.append((r, c))
    return {(row, column) for row, column in seen if board[row][column] == colour}


def vanishing(mode: str, board: list[list[int]], cell: Cell) -> set[Cell]:
    """The shape that includes the ball on a cell, found by plain loops."""
    if not board[cell[0]][cell[1]]:
        return set()
    if mode == "block":
        group = joined(board, cell, board[cell[0]][cell[1]])
        return group if len(group) >= 7 else set()
    if mode == "square":
        like = [run(board, cell, step)[:1] for step in kernel.RING]
        for shape in TABLE:
            if all(like[int(number)] for number in shape):
                return {cell, *(like[int(number)][0] for number in shape)}
        return set()
    both = [run(board, cell, step) + run(board, cell, (-step[0], -step[1])) for step in kernel.AXES]
    return {cell_ for line in both if len(line) >= 4 for cell_ in [cell, *line]}


@quick
@given(modes, many())
def test_shapes_on_many_boards(mode: str, boards_and_places: tuple[kernel.Cells, kernel.Counts]) -> None:
    boards, places = boards_and_places
    expected = [
        vanishing(mode, board.tolist(), divmod(int(place), 9)) for board, place in zip(boards, places, strict=True)
    ]
    for together in (boards, kernel.batch(boards)):
        shapes = SHAPES[mode](together, places)
        assert (shapes.shape, shapes.dtype) == (boards.shape, np.bool_)
        for i, gone in enumerate(expected):
            assert set(zip(*np.nonzero(shapes[i]), strict=True)) == gone
            assert np.array_equal(SHAPES[mode](boards[i], places[i]), shapes[i])
            assert np.array_equal(SHAPES[mode](boards[i], np.array(int(places[i]))), shapes[i])
    pairs = SHAPES[mode](np.stack([boards, boards]), np.stack([places, places]))
    assert np.array_equal(pairs, np.stack([shapes, shapes]))


FEW = {
    "11111....": (5, 0, 0),
    "1111.....": (0, 0, 0),
    "": (0, 0, 0),
    "11....... 11.......": (0, 4, 0),
    "111...... 111...... 111......": (0, 4, 9),
    "1111111.. 2......2.": (7, 0, 7),
    "11....... 1........": (0, 0, 0),
}
"""The number of balls in the shape in the upper left corner: a line, a square, a block."""


@pytest.mark.parametrize(("number", "mode"), [(0, "line"), (1, "square"), (2, "block")])
def test_vanishing_on_many_boards(number: int, mode: str) -> None:
    """The shape completed by the ball on a cell vanishes and its balls are counted; other boards are unchanged."""
    boards, corner = np.stack([cells(picture) for picture in FEW]), np.zeros(len(FEW), np.intp)
    for together in (boards, kernel.batch(boards)):
        after, balls = lines98.vanish(together, corner, mode)
        assert balls.tolist() == [expected[number] for expected in FEW.values()]
        assert np.array_equal(after, np.where(SHAPES[mode](boards, corner), 0, boards))
        assert (after.dtype, balls.dtype) == (np.int8, np.int64)
        assert after.flags.f_contiguous == together.flags.f_contiguous
    assert named(boards[0] != 0) == ROW, "the input is not modified"


@pytest.mark.parametrize(("mode", "gone"), [("line", 17), ("square", 6), ("block", 25)])
def test_vanishing_around_a_ball_among_its_colour(mode: str, gone: int) -> None:
    board = cells("11111.... " * 5)
    after, balls = lines98.vanish(board[None], np.array([NUMBERS["c3"]]), mode)
    assert balls.tolist() == [gone] == [25 - np.count_nonzero(after)]


def test_vanishing_with_balls_on_different_cells() -> None:
    boards = np.stack([cells(".11111... 2222..... 2......22"), cells("3.3333333 ......... ......333")])
    for names, counts, left in (
        (("f1", "i1"), [5, 7], ["a2 b2 c2 d2 a3 h3 i3", "a1 g3 h3 i3"]),
        (("d2", "h3"), [0, 0], [named(board != 0) for board in boards]),
        (("a1", "b1"), [0, 0], [named(board != 0) for board in boards]),  # no ball there
    ):
        after, balls = lines98.vanish(boards, np.array([NUMBERS[name] for name in names]), "line")
        assert balls.tolist() == counts
        assert [named(board != 0) for board in after] == left


def test_ways_on_two_boards() -> None:
    """A ball can go to every empty region that it touches with a side."""
    ways = lines98.targets(np.stack([cells(full_but("a1", "h9")), cells("1........")]))
    assert (ways.shape, ways.dtype) == ((2, 81, 81), np.bool_)
    assert [(NAMES[a], NAMES[b]) for a, b in np.argwhere(ways[0])] == [
        *(("b1", "a1"), ("a2", "a1")),
        *(("h8", "h9"), ("g9", "h9"), ("i9", "h9")),
    ]
    assert [(NAMES[a], NAMES[b]) for a, b in np.argwhere(ways[1])] == [("a1", name) for name in NAMES[1:]]


@quick
@given(many())
def test_ways_on_many_boards(boards_and_places: tuple[kernel.Cells, kernel.Counts]) -> None:
    boards, places = boards_and_places
    for together in (boards, kernel.batch(boards)):
        ways = lines98.targets(together)
        assert ways.shape == (len(boards), 81, 81)
        for i, (board, place) in enumerate(zip(boards, places, strict=True)):
            assert np.array_equal(ways[i], lines98.targets(board))
            cell = divmod(int(place), 9)
            open_ = joined(board.tolist(), cell, 0) if board[cell] else set()
            assert {divmod(int(to), 9) for to in np.flatnonzero(ways[i, place])} == open_


def test_vanished_balls_are_counted_by_colour() -> None:
    """All the balls of a shape have one colour."""
    state = position("1111..... ......... ....1....")
    (_walked, vanished, _scored) = play(state, "move e3 e1")[1]
    assert isinstance(vanished, Vanished)
    assert Counter(symbol for symbol, _cell in vanished.cells) == {"1": 5}
