"""Lines: positions in, moves, exact text out. Sentences quoted are the rules' own (rules.md, section 4)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel, rng
from game.contract import (
    Appeared,
    Cell,
    Ended,
    Scored,
    Vanished,
    Walked,
)
from game.rules import lines98
from game.rules.lines98 import NAMES, NUMBERS, SHAPES, State, play, start
from tests.dealt import Dealt, used_up
from tests.examples import at_most

quick = settings(max_examples=at_most(50), deadline=None)
modes = st.sampled_from(["line", "square", "block"])


def cells(picture: str) -> kernel.Cells:
    """Returns a board from its upper rows, separated by spaces; the rows below are empty."""
    upper = picture.split()
    lines = upper + ["........."] * (9 - len(upper))
    return kernel.frozen(np.array([[lines98.LETTERS.index(ball) for ball in line] for line in lines], np.int8))


def position(picture: str, *numbers: tuple[int, int], coming: str = "", mode: str = "line", score: int = 0) -> State:
    """Returns a state from its upper rows, the coming balls ("b3:5 c4:1"), and the numbers to draw, if they matter."""
    balls = tuple((NUMBERS[ball[:2]], int(ball[3])) for ball in coming.split())
    random = Dealt(*numbers) if numbers else rng.standard(0)
    return State(cells(picture), balls, score, random, mode)  # type: ignore[arg-type]


def rows(state: State) -> str:
    """Returns a state as its rows, separated by spaces, without the empty ones at the bottom."""
    lines = list(lines98.view(state).boards[0].rows)
    while lines and lines[-1] == ".........":
        lines.pop()
    return " ".join(lines)


def coming(state: State) -> str:
    return " ".join(f"{cell}:{colour}" for cell, colour in lines98.view(state).fields["coming"])


def named(mask: kernel.Mask) -> str:
    """Returns the names of marked cells, in reading order."""
    return " ".join(NAMES[number] for number in np.flatnonzero(mask))


def at(name: str) -> Cell:
    return divmod(NUMBERS[name], 9)


PATTERN = [["1234567"[(2 * row + column) % 7] for column in range(9)] for row in range(9)]
"""A full board without two equal balls next to each other, not even diagonally; its last row is 345671234."""


def full_but(*holes: str, **balls: str) -> str:
    """Returns PATTERN with holes, and with other balls on some cells."""
    lines = [list(line) for line in PATTERN]
    for name, ball in [*((hole, ".") for hole in holes), *balls.items()]:
        row, column = at(name)
        lines[row][column] = ball
    return " ".join(map("".join, lines))


# Start.


def test_start_draws_five_balls_and_three_coming_ones(monkeypatch: pytest.MonkeyPatch) -> None:
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


# Moving.


def test_a_ball_takes_a_shortest_path() -> None:
    """Of steps that are equally good the first of above, right, below, left is taken."""
    state, events = play(position("1........"), "move a1 c3")
    assert rows(state) == "......... ......... ..1......"
    assert events == (Walked("1", ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2))),)
    back = play(state, "move c3 a1")[1]
    assert back[0] == Walked("1", ((2, 2), (1, 2), (0, 2), (0, 1), (0, 0)))


# The turn.


def three(empty: int, *indices: int) -> list[tuple[int, int]]:
    """Returns the draws for this many coming balls, of colours 1, 2, 3, when this many cells are empty."""
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


def test_a_coming_ball_whose_cell_was_taken_grows_elsewhere() -> None:
    """A coming ball whose cell has been taken keeps its colour and grows on a newly drawn cell, `next(number of empty
    cells)` in row-major order."""
    state = position("1.2222222 222222222", (64, 0), *three(63, 62, 0, 0), coming="b1:5")
    after, events = play(state, "move a1 b1")
    assert rows(after) == "512222222 222222222"
    assert coming(after) == "i9:1 a3:2 b3:3"
    assert used_up(after.random)
    assert events[1:] == (Appeared((("5", (0, 0)),)),)


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


# Shapes.

ROW = "a1 b1 c1 d1 e1"


TABLE = ["12345", "34567", "56701", "70123", "123", "345", "567", "701"]


def test_the_first_square_or_rectangle_of_one_colour_vanishes() -> None:
    """The first that is all X's colour, in this order, with the eight neighbours numbered clockwise from the upper
    left: the four 2×3 or 3×2 rectangles …, then the four 2×2 squares. In every filling of the eight neighbours."""
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


def test_points_by_the_number_of_balls() -> None:
    """For n balls vanished together: `2n² - 20n + 60` (5: 10, 6: 12, 7: 18, 8: 28, 9: 42, …); for the four balls of a
    2×2 square 8."""
    counts = np.array([0, 4, 5, 6, 7, 8, 9, 17])
    assert lines98.points(counts).tolist() == [0, 8, 10, 12, 18, 28, 42, 298]


# How it looks from outside.


# Batches.


@st.composite
def many(draw: st.DrawFn) -> tuple[kernel.Cells, kernel.Counts]:
    """Draws boards of few colours, more or less full, and a cell on each."""
    count, colours = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    fill = draw(st.sampled_from([0.3, 0.6, 0.9, 1.0]))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    boards = random.integers(1, colours, (count, 9, 9), endpoint=True) * (random.random((count, 9, 9)) < fill)
    return boards.astype(np.int8), draw(hnp.arrays(np.intp, count, elements=st.integers(0, 80)))


def run(board: list[list[int]], cell: Cell, step: Cell) -> list[Cell]:
    """Returns the cells that follow a cell in a direction and have its colour."""
    row, column = cell[0] + step[0], cell[1] + step[1]
    found = []
    while 0 <= row < 9 and 0 <= column < 9 and board[row][column] == board[cell[0]][cell[1]]:
        found.append((row, column))
        row, column = row + step[0], column + step[1]
    return found


def joined(board: list[list[int]], cell: Cell, colour: int) -> set[Cell]:
    """Returns the cells of a colour that are joined through sides to a cell, itself left out if it has another."""
    waiting, seen = [cell], {cell}
    for row, column in waiting:
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < 9 and 0 <= c < 9 and (r, c) not in seen and board[r][c] == colour:
                seen.add((r, c))
                waiting.append((r, c))
    return {(row, column) for row, column in seen if board[row][column] == colour}


def vanishing(mode: str, board: list[list[int]], cell: Cell) -> set[Cell]:
    """Returns the shape that includes the ball on a cell, found by plain loops."""
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


@quick
@given(many())
def test_ways_on_many_boards(boards_and_places: tuple[kernel.Cells, kernel.Counts]) -> None:
    boards, places = boards_and_places
    for together in (boards, kernel.batch(boards)):
        reached = lines98.targets(together)
        assert reached.shape == (len(boards), 81, 81)
        for i, (board, place) in enumerate(zip(boards, places, strict=True)):
            assert np.array_equal(reached[i], lines98.targets(board))
            cell = divmod(int(place), 9)
            open_ = joined(board.tolist(), cell, 0) if board[cell] else set()
            assert {divmod(int(to), 9) for to in np.flatnonzero(reached[i, place])} == open_
