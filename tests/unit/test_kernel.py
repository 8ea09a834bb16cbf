"""The kernel: compared with plain loops over one board, batches with boards one by one, and boards checked by eye."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel
from tests.examples import at_most

Grid = list[list[int]]
Place = tuple[int, int]

quick = settings(max_examples=at_most(50), deadline=None)


@st.composite
def boards(draw: st.DrawFn, colours: int = 3, most: int = 6) -> np.ndarray:
    """Draws a few boards (n, rows, columns) of any size and shape with few colours, 0 for empty."""
    shape = (draw(st.integers(1, 3)), draw(st.integers(1, most)), draw(st.integers(1, most)))
    numbers = st.integers(0, draw(st.integers(1, colours)))
    return draw(hnp.arrays(np.int8, shape, elements=numbers, fill=st.nothing()))


def agree(function: Callable[..., Any], plain: Callable[..., Any], *arrays: np.ndarray) -> None:
    """Checks a function against a plain loop, on a batch in either memory order and on each board alone.

    The function must not write to its arguments.
    """
    for array in arrays:
        array.flags.writeable = False
    expected = [plain(*(array[i].tolist() for array in arrays)) for i in range(len(arrays[0]))]
    for i, board in enumerate(expected):
        np.testing.assert_array_equal(function(*(array[i] for array in arrays)), board)
    for order in (np.ascontiguousarray, kernel.batch):
        result = np.asarray(function(*(order(array) for array in arrays)))
        assert result.shape[: result.ndim - np.ndim(expected[0])] == (len(expected),)
        np.testing.assert_array_equal(result, expected)


def places(grid: Grid) -> list[Place]:
    return list(product(range(len(grid)), range(len(grid[0]))))


def at(grid: Grid, row: int, column: int, outside: int = 0) -> int:
    """Returns a cell's value, or `outside` beyond the edge."""
    inside = 0 <= row < len(grid) and 0 <= column < len(grid[0])
    return grid[row][column] if inside else outside


def each_cell(grid: Grid, value: Callable[[int, int], object]) -> list[list[object]]:
    """Returns a grid of the same size with a value computed for each cell."""
    return [[value(row, column) for column in range(len(grid[0]))] for row in range(len(grid))]


def spread(start: set[Place], open_: Callable[[Place, Place], bool], grid: Grid) -> dict[Place, int]:
    """Returns the cells reachable from the start through sides and the steps to each, by breadth-first search."""
    steps = dict.fromkeys(start, 0)
    waiting = list(start)
    for row, column in waiting:
        for next_ in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if next_ not in steps and next_ in places(grid) and open_((row, column), next_):
                steps[next_] = steps[row, column] + 1
                waiting.append(next_)
    return steps


def group_at(grid: Grid, cell: Place) -> set[Place]:
    """Returns the cells of the same colour connected to a cell through sides; none for an empty cell."""
    row, column = cell
    if not grid[row][column]:
        return set()
    return set(spread({cell}, lambda here, there: at(grid, *there) == at(grid, *here), grid))


def board(picture: str) -> np.ndarray:
    """Returns a board from digits, with a dot for an empty cell and rows separated by blanks."""
    return np.array([[int(cell.replace(".", "0")) for cell in row] for row in picture.split()], np.int8)


def mask(picture: str) -> np.ndarray:
    return board(picture) != 0


def picture(cells: np.ndarray) -> str:
    return " ".join("".join("." if cell == 0 else str(int(cell)) for cell in row) for row in cells)


def everywhere(function: Callable[..., Any], *boards: np.ndarray) -> Any:
    """Returns a function's result for a board, after checking that a batch gives the same and nothing is written to.

    The batch has the board as it is, mirrored, upside down, and both.
    """
    views = [np.s_[::down, ::right] for down in (1, -1) for right in (1, -1)]
    alone = [function(*(one[view].copy() for one in boards)) for view in views]
    for order in (np.ascontiguousarray, kernel.batch):
        batches = [order(np.stack([one[view] for view in views])) for one in boards]
        for many in batches:
            many.flags.writeable = False
        together = np.asarray(function(*batches))
        assert together.dtype == alone[0].dtype
        np.testing.assert_array_equal(together, np.stack(alone))
    return alone[0]


# Boards.


def test_frozen_board_is_read_only() -> None:
    board = np.zeros((2, 2), np.int8)
    assert kernel.frozen(board) is board
    with pytest.raises(ValueError):
        board[0, 0] = 1


@pytest.mark.parametrize(
    ("direction", "seen"),
    [
        (kernel.LEFT, [[1, 2, 3], [4, 5, 6]]),
        (kernel.RIGHT, [[3, 2, 1], [6, 5, 4]]),
        (kernel.UP, [[1, 4], [2, 5], [3, 6]]),
        (kernel.DOWN, [[6, 3], [5, 2], [4, 1]]),
    ],
)
def test_facing_turns_a_direction_to_point_left(direction: int, seen: Any) -> None:
    board = np.array([[1, 2, 3], [4, 5, 6]], np.int8)
    np.testing.assert_array_equal(kernel.facing(board, direction), seen)
    np.testing.assert_array_equal(kernel.facing(np.stack([board, board]), direction), [seen, seen])


def test_facing_rejects_an_unknown_direction() -> None:
    with pytest.raises(ValueError, match=r"^no such direction: 4$"):
        kernel.facing(np.zeros((2, 2), np.int8), 4)


@quick
@given(boards(), st.integers(-7, 7), st.integers(-7, 7), st.integers(-1, 4))
def test_shifted(cells: np.ndarray, rows: int, columns: int, outside: int) -> None:
    agree(
        lambda boards: kernel.shifted(boards, (rows, columns), outside),
        lambda grid: each_cell(grid, lambda row, column: at(grid, row + rows, column + columns, outside)),
        cells,
    )


# Lines and rows.


@quick
@given(boards(colours=1, most=4))
def test_full_rows(cells: np.ndarray) -> None:
    agree(kernel.full_rows, lambda grid: [all(row) for row in grid], cells != 0)


@quick
@given(boards(colours=1, most=4))
def test_full_lines(cells: np.ndarray) -> None:
    def plain(grid: Grid) -> list[list[object]]:
        columns = list(zip(*grid, strict=True))
        return each_cell(grid, lambda row, column: all(grid[row]) or all(columns[column]))

    agree(kernel.full_lines, plain, cells != 0)


@quick
@given(boards(colours=3), st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), max_size=6))
def test_clear_rows(cells: np.ndarray, filled: list[Place]) -> None:
    for board, row in filled:
        if board < len(cells) and row < cells.shape[1]:
            cells[board, row] = 2

    def plain(grid: Grid) -> Grid:
        kept = [row for row in grid if not all(row)]
        return [[0] * len(grid[0]) for _ in range(len(grid) - len(kept))] + kept

    agree(lambda boards: kernel.clear_rows(boards)[0], plain, cells)
    agree(lambda boards: kernel.clear_rows(boards)[1], lambda grid: sum(map(all, grid)), cells)


# Gravity, and how far a piece can fall.


@quick
@given(boards(colours=4, most=8))
def test_drops_and_fall(cells: np.ndarray) -> None:
    def distance(grid: Grid) -> list[list[object]]:
        def below(row: int, column: int) -> int:
            return sum(not grid[r][column] for r in range(row + 1, len(grid))) if grid[row][column] else 0

        return each_cell(grid, below)

    def fallen(grid: Grid) -> list[list[object]]:
        columns = [[cell for cell in column if cell] for column in zip(*grid, strict=True)]
        return each_cell(grid, lambda row, column: ([0] * len(grid) + columns[column])[row - len(grid)])

    agree(kernel.drops, distance, cells)
    agree(kernel.fall, fallen, cells)


@quick
@given(boards(colours=1, most=8))
def test_room(cells: np.ndarray) -> None:
    def plain(grid: Grid) -> list[list[object]]:
        def free(row: int, column: int) -> int:
            below = [grid[r][column] for r in range(row + 1, len(grid))]
            return below.index(True) if True in below else len(below)

        return each_cell(grid, free)

    agree(kernel.room, plain, cells != 0)


@quick
@given(boards(colours=1, most=8), st.data())
def test_rest(cells: np.ndarray, data: st.DataObject) -> None:
    everywhere = st.sampled_from(places(cells[0].tolist()))
    piece = tuple(data.draw(st.lists(everywhere, min_size=1, max_size=4, unique=True)))
    for row, column in piece:
        cells[:, row, column] = 0

    def plain(grid: Grid) -> int:
        down = 0
        while all(not at(grid, row + down + 1, column, 1) for row, column in piece):
            down += 1
        return down

    agree(lambda filled: kernel.rest(filled, piece), plain, cells != 0)


# Groups of one colour.


GROUPS = (
    (
        "1122 1.12 3312 4433",
        [[5, 5, 12, 12], [5, 0, 11, 12], [10, 10, 11, 12], [14, 14, 16, 16]],
        "3344 3.24 2224 2222",
    ),
    ("11111 ....1 11111 1.... 11111", [[25] * 5, [0] * 4 + [25], [25] * 5, [25] + [0] * 4, [25] * 5], None),
    ("12 21 12", [[1, 2], [3, 4], [5, 6]], "11 11 11"),
    ("...", [[0, 0, 0]], "..."),
    ("2", [[1]], "1"),
    ("333 3.3 333", [[9] * 3, [9, 0, 9], [9] * 3], "888 8.8 888"),
)


@pytest.mark.parametrize("many", [0, 2**15])
@pytest.mark.parametrize(("cells", "numbers", "sizes"), GROUPS)
def test_groups_are_numbered_by_their_last_cell(
    cells: str, numbers: Any, sizes: str | None, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In row-major order, from 1, whether all lines are swept at once or, for many boards, one by one."""
    monkeypatch.setattr(kernel, "MANY", many)
    label = everywhere(kernel.groups, board(cells))
    assert label.dtype == np.int16 and label.tolist() == numbers
    size = everywhere(lambda boards: kernel.group_sizes(kernel.groups(boards)), board(cells))
    if sizes:
        assert picture(size) == sizes
    else:
        assert set(size[label != 0].tolist()) == {17}


def test_one_sweep_covers_all_lines_back_and_forth() -> None:
    first, second, third, upper, lower = (np.array([number]) for number in range(5))
    steps = kernel._along([first, second, third], [upper, lower])
    assert [[int(part[0]) for part in step] for step in steps] == [[1, 0, 3], [2, 1, 4], [1, 2, 4], [0, 1, 3]]


def test_groups_of_very_many_boards_match_each_board() -> None:
    many = kernel.batch(np.random.default_rng(1).integers(0, 3, (kernel.MANY // 81 + 1, 9, 9)).astype(np.int8))
    assert many.size >= kernel.MANY
    label = kernel.groups(many)
    assert all(np.array_equal(label[number], kernel.groups(many[number])) for number in range(0, len(many), 7))


@quick
@given(boards(colours=3, most=7))
def test_groups_number_connected_cells(cells: np.ndarray) -> None:
    """Every cell has the number of the last cell of its group in row-major order, counted from 1."""

    def plain(grid: Grid) -> list[list[object]]:
        width = len(grid[0])
        return each_cell(
            grid, lambda *cell: max((1 + row * width + column for row, column in group_at(grid, cell)), default=0)
        )

    agree(kernel.groups, plain, cells)


def test_groups_follow_a_long_winding_path() -> None:
    snake = np.array([[1] * 9, [0] * 8 + [1], [1] * 9, [1] + [0] * 8] * 2 + [[1] * 9], np.int8)
    assert set(kernel.groups(snake)[snake != 0]) == {81}


@quick
@given(boards(colours=3, most=7))
def test_sizes_of_groups_and_groups_of_four(cells: np.ndarray) -> None:
    def size(grid: Grid) -> list[list[object]]:
        return each_cell(grid, lambda *cell: len(group_at(grid, cell)))

    def four(grid: Grid) -> list[list[object]]:
        return each_cell(grid, lambda *cell: len(group_at(grid, cell)) >= 4)

    agree(lambda boards: kernel.group_sizes(kernel.groups(boards)), size, cells)
    agree(kernel.fours, four, cells)


@quick
@given(boards(colours=3, most=7), st.integers(1, 6))
def test_large_groups(cells: np.ndarray, least: int) -> None:
    def large(grid: Grid) -> list[list[object]]:
        return each_cell(grid, lambda *cell: len(group_at(grid, cell)) >= least)

    agree(lambda boards: kernel.large_groups(boards, least), large, cells)


# Shapes of one colour.


def test_runs_of_a_batch_stay_in_batch_order() -> None:
    many = kernel.batch(np.ones((64, 9, 9), np.int8))
    assert kernel.runs(many, 5).strides[1] == 1


@quick
@given(boards(colours=2, most=7), st.integers(2, 8))
def test_runs(cells: np.ndarray, n: int) -> None:
    def along(axis: Place) -> Callable[[Grid], list[list[object]]]:
        down, right = axis

        def length(grid: Grid, row: int, column: int) -> int:
            total = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while at(grid, r, c) == grid[row][column]:
                    total, r, c = total + 1, r + sign * down, c + sign * right
            return total

        return lambda grid: each_cell(
            grid, lambda row, column: grid[row][column] != 0 and length(grid, row, column) >= n
        )

    assert kernel.runs(cells, n).dtype == np.bool_
    for number, axis in enumerate(kernel.AXES):
        agree(lambda boards, number=number: kernel.runs(boards, n)[number], along(axis), cells)


# Paths.


def test_distances_stop_at_the_goal() -> None:
    """Cells further away have no distance; with goals on several boards the search runs until it reaches the last."""
    free, start = mask("11111111"), mask("1.......")
    assert kernel.distances(free, start, mask("..1.....")).tolist() == [[0, 1, 2, -1, -1, -1, -1, -1]]
    assert kernel.distances(free, start, mask("..1..1..")).tolist() == [[0, 1, 2, 3, 4, 5, -1, -1]]
    assert kernel.distances(mask("11.11111"), start, mask("....1...")).tolist() == [[0, 1] + [-1] * 6]
    together = kernel.distances(
        np.stack([free] * 2), np.stack([start] * 2), np.stack([mask("..1....."), mask(".1......")])
    )
    assert together[:, 0].tolist() == [[0, 1, 2, -1, -1, -1, -1, -1]] * 2


def test_distances_of_a_batch_stay_in_batch_order() -> None:
    many = kernel.batch(np.ones((64, 9, 9), np.bool_))
    start = np.zeros_like(many)
    start[:, 4, 4] = True
    assert kernel.distances(many, start).strides[0] == 2
    assert kernel.reach(many, start).strides[0] == 1
    assert kernel.groups(many.view(np.int8)).strides[0] == 2


@quick
@given(boards(colours=1, most=7), st.data())
def test_reach_and_distances(cells: np.ndarray, data: st.DataObject) -> None:
    """Free cells connected through sides, from one or more starts, which need not be free."""
    starts = data.draw(hnp.arrays(np.bool_, cells.shape, elements=st.sampled_from([False] * 5 + [True])))

    def steps(free: Grid, start: Grid) -> dict[Place, int]:
        from_ = {cell for cell in places(start) if at(start, *cell)}
        return spread(from_, lambda _here, there: bool(at(free, *there)), free)

    def reached(free: Grid, start: Grid) -> list[list[object]]:
        return each_cell(free, lambda *cell: cell in steps(free, start))

    def distance(free: Grid, start: Grid) -> list[list[object]]:
        return each_cell(free, lambda *cell: steps(free, start).get(cell, -1))

    agree(kernel.reach, reached, cells == 0, starts)
    agree(kernel.distances, distance, cells == 0, starts)


@quick
@given(boards(colours=1, most=7), st.data())
def test_distances_to_a_goal(cells: np.ndarray, data: st.DataObject) -> None:
    """Up to the goal, distances are the same as without one; cells further away may be left out."""
    everywhere = st.sampled_from(places(cells[0].tolist()))
    start, goal = np.zeros_like(cells, np.bool_), np.zeros_like(cells, np.bool_)
    for mask in (start, goal):
        for board in mask:
            board[data.draw(everywhere)] = True
    whole = kernel.distances(cells == 0, start)
    short = kernel.distances(cells == 0, start, goal)
    np.testing.assert_array_equal(short[goal], whole[goal])
    assert np.isin(short, [-1, *range(whole.size)]).all()
    assert ((short == whole) | (short == -1)).all()


# Around one cell.


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 5), (6, 3), (9, 9)])
def test_arms_are_rays_from_every_cell(rows: int, columns: int) -> None:
    arms = kernel.arms(rows, columns)
    assert arms.shape == (rows * columns, 8, max(rows, columns))
    for (row, column), (arm, (down, right)) in product(np.ndindex(rows, columns), enumerate(kernel.RING)):
        ray = [(row + down * steps, column + right * steps) for steps in range(max(rows, columns))]
        numbers = [r * columns + c if 0 <= r < rows and 0 <= c < columns else rows * columns for r, c in ray]
        assert arms[row * columns + column, arm].tolist() == numbers


def test_arms_are_computed_once_and_read_only() -> None:
    assert kernel.arms(9, 9) is kernel.arms(9, 9)
    assert not kernel.arms(9, 9).flags.writeable


@quick
@given(boards(colours=3, most=5), st.data())
def test_cells_are_read_and_marked_by_number(cells: np.ndarray, data: st.DataObject) -> None:
    """A number one beyond the last cell means no cell: it reads as empty, and nothing is marked."""
    size = cells[0].size
    shape = (len(cells), *data.draw(st.sampled_from([(), (1,), (4,), (2, 3)])))
    numbers = data.draw(hnp.arrays(np.intp, shape, elements=st.integers(0, size)))

    def seen(grid: Grid, where: Any) -> object:
        if isinstance(where, list):
            return [seen(grid, part) for part in where]
        return at(grid, *divmod(where, len(grid[0])))

    def marked(grid: Grid, where: Any) -> list[list[object]]:
        named = set(np.ravel(where).tolist())
        return each_cell(grid, lambda row, column: row * len(grid[0]) + column in named)

    assert kernel.look(cells, numbers).dtype == cells.dtype
    agree(kernel.look, seen, cells, numbers)
    agree(lambda boards, where: kernel.mark(where, boards), marked, cells, numbers)
