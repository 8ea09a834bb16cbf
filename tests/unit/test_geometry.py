"""Where cells are, in pixels and next to one another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.contract import Cell, Role
from game.geometry import Geometry, boards_in_row, direction

boards = st.builds(
    Geometry,
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(1, 300),
    st.integers(-50, 500),
    st.integers(-50, 500),
)


@given(boards, st.data())
def test_the_cell_at_a_cells_middle_or_corner_is_that_cell(board: Geometry, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(board)))
    assert board.at(*board.middle(cell)) == cell
    assert board.at(*board.corner(cell)) == cell
    assert list(board)[board.index(cell)] == cell


@given(boards)
def test_no_cell_is_outside_a_board(board: Geometry) -> None:
    x, y = board.left + board.width / 2, board.top + board.height / 2
    assert board.at(x, y) is not None
    assert board.at(board.left - 1, y) is None
    assert board.at(x, board.top - 1) is None
    assert board.at(board.left + board.width, y) is None
    assert board.at(x, board.top + board.height) is None


@pytest.mark.parametrize(
    ("room", "side"),
    [((100, 1000), 10), ((1000, 100), 5), ((1000, 1000), 40)],
    ids=["narrow", "low", "more than the largest cell"],
)
def test_a_board_fits_its_room(room: tuple[float, float], side: float) -> None:
    board = Geometry(20, 10).within(*room, largest=40)
    assert board.side == side
    assert board.width <= room[0]
    assert board.height <= room[1]


@pytest.mark.parametrize(
    ("towards", "there"),
    [(Role.LEFT, (0, 0)), (Role.RIGHT, (0, 2)), (Role.UP, (0, 1)), (Role.DOWN, (1, 1))],
)
def test_neighbours_stay_on_the_board(towards: Role, there: Cell) -> None:
    assert Geometry(2, 3).neighbour((0, 1), towards) == there


@given(boards, st.data())
def test_a_step_leads_in_its_direction(board: Geometry, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(board)))
    for towards in (Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN):
        there = board.neighbour(cell, towards)
        assert direction(cell, there) == (None if there == cell else towards)


def test_a_long_way_down_is_down_and_a_diagonal_is_sideways() -> None:
    assert direction((0, 0), (5, 1)) is Role.DOWN
    assert direction((0, 5), (3, 2)) is Role.LEFT


def test_boards_side_by_side_are_in_the_middle_of_their_area() -> None:
    left, right = boards_in_row(Geometry(4, 2, side=10), 2, gap=20, area=(100, 0, 100, 100))
    assert (left.left, left.top) == (120, 30)
    assert (right.left, right.top) == (160, 30)
