"""The kernel on boards small enough to check by eye, each alone and in batches of both memory orders.

These quick tests show a fault first; tests/unit/test_kernel.py compares with plain loops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from game import kernel

Wanted = Any


def board(picture: str) -> np.ndarray:
    """Returns a board from digits, with a dot for an empty cell and rows separated by blanks."""
    return np.array([[int(cell.replace(".", "0")) for cell in row] for row in picture.split()], np.int8)


def mask(picture: str) -> np.ndarray:
    return board(picture) != 0


def picture(cells: np.ndarray) -> str:
    return " ".join("".join("." if cell == 0 else str(int(cell)) for cell in row) for row in cells)


def everywhere(function: Callable[..., Wanted], *boards: np.ndarray) -> Wanted:
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


def test_chosen_boards_keep_their_order_in_memory() -> None:
    many = kernel.batch(np.arange(36, dtype=np.int8).reshape(3, 3, 4))
    some = kernel.chosen(many, np.array([True, False, True]))
    np.testing.assert_array_equal(some, many[[0, 2]])
    assert some.strides[0] == some.itemsize


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
def test_facing_turns_a_direction_to_point_left(direction: int, seen: Wanted) -> None:
    board = np.array([[1, 2, 3], [4, 5, 6]], np.int8)
    np.testing.assert_array_equal(kernel.facing(board, direction), seen)
    np.testing.assert_array_equal(kernel.facing(np.stack([board, board]), direction), [seen, seen])


@pytest.mark.parametrize("direction", [kernel.LEFT, kernel.UP, kernel.RIGHT, kernel.DOWN])
def test_facing_twice_is_the_identity_and_writes_to_the_board(direction: int) -> None:
    board = np.arange(6, dtype=np.int8).reshape(2, 3)
    np.testing.assert_array_equal(kernel.facing(kernel.facing(board, direction), direction), board)
    kernel.facing(board, direction)[0, 0] = 9
    assert (board == 9).sum() == 1


def test_facing_knows_four_directions() -> None:
    with pytest.raises(ValueError, match=r"^no such direction: 4$"):
        kernel.facing(np.zeros((2, 2), np.int8), 4)


# Small numbers packed into wide words.


@pytest.mark.parametrize(("count", "room"), [(0, 0), (1, 8), (7, 8), (8, 8), (9, 16), (16, 16), (17, 24)])
def test_lanes_are_padded_to_whole_words_and_counts(count: int, room: int) -> None:
    """Eight numbers of 16 bits: two words of 64, whose counts of bits are one word of 8."""
    for shape in ((count,), (3, count), (2, 3, count)):
        numbers = kernel.lanes(shape)
        assert numbers.dtype == np.uint16 and numbers.shape == (*shape[:-1], room) and not numbers.any()


def test_words_share_the_memory_of_their_numbers() -> None:
    numbers = kernel.lanes((2, 5))
    numbers[:, :5] = [[1, 2, 3, 4, 0x8005], [7, 0, 0, 0, 0xFFFF]]
    words = kernel.wide(numbers)
    assert words.dtype == np.uint64 and words.shape == (2, 2)
    assert [hex(word) for word in words[0, :2]] == ["0x4000300020001", "0x8005"]
    assert kernel.narrow(words, 5).tolist() == numbers[:, :5].tolist() and np.shares_memory(words, numbers)
    assert kernel.in_each(0xA01) == 0x0A01_0A01_0A01_0A01 and kernel.in_each(1).dtype == np.uint64
    counts = kernel.ones(words, 5)
    assert counts.dtype == np.uint8 and counts.tolist() == [4, 1, 2, 1, 3 + 16]
    cube = np.stack([words, words[::-1]])
    assert kernel.ones(cube, 5).tolist() == [[4, 1, 2, 1, 19]] * 2


# Gravity, and how far a piece can fall.


def test_room_below_every_cell() -> None:
    """The free cells directly below, down to the first filled one or the floor, for filled cells too."""
    filled = mask("..1. .1.. .... 1..1 1...")
    assert picture(everywhere(kernel.room, filled)) == "2.42 1331 .22. .111 ...."
    assert everywhere(kernel.room, mask(". . .")).ravel().tolist() == [2, 1, 0]
    tall = np.zeros((120, 1), np.bool_)
    assert kernel.room(tall)[0, 0] == 119


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
    cells: str, numbers: Wanted, sizes: str | None, many: int, monkeypatch: pytest.MonkeyPatch
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


def test_groups_of_very_many_boards_match_each_board() -> None:
    many = kernel.batch(np.random.default_rng(1).integers(0, 3, (kernel.MANY // 81 + 1, 9, 9)).astype(np.int8))
    assert many.size >= kernel.MANY
    label = kernel.groups(many)
    assert all(np.array_equal(label[number], kernel.groups(many[number])) for number in range(0, len(many), 7))


def test_one_sweep_covers_all_lines_both_ways() -> None:
    first, second, third, upper, lower = (np.array([number]) for number in range(5))
    steps = kernel._along([first, second, third], [upper, lower])
    assert [[int(part[0]) for part in step] for step in steps] == [[1, 0, 3], [2, 1, 4], [1, 2, 4], [0, 1, 3]]


# Shapes of one colour.


FALLING, RISING = "1.... .1... ..1.. ...1. ....1", "....1 ...1. ..1.. .1... 1...."
STAR = "1.1.1 .1.1. 11111 .1.1. 1.1.1"
NOTHING = "..... ..... ..... ..... ....."


@pytest.mark.parametrize(
    ("cells", "n", "row", "column", "down", "up"),
    [
        ("1112 1222 1233", 3, "111. .111 ....", "1... 1... 1...", ".... .... ....", "...1 ..1. .1.."),
        ("1112 1222 1233", 2, "111. .111 ..11", "1..1 11.1 11..", ".... .... ....", ".1.1 1.1. .1.."),
        ("1112 1222 1233", 4, ".... .... ....", ".... .... ....", ".... .... ....", ".... .... ...."),
        (STAR, 5, "..... ..... 11111 ..... .....", NOTHING, FALLING, RISING),
        (STAR, 6, NOTHING, NOTHING, NOTHING, NOTHING),
        ("111111.1111", 4, "111111.1111", *["..........."] * 3),
        ("111111.1111", 5, "111111.....", *["..........."] * 3),
        ("111111.1111", 6, "111111.....", *["..........."] * 3),
        ("111111.1111", 7, *["..........."] * 4),
        ("1111111..2", 7, "1111111...", *[".........."] * 3),
        ("1111111..2", 8, *[".........."] * 4),
        ("2 2 2 2 2 2 .", 6, ". . . . . . .", "1 1 1 1 1 1 .", *[". . . . . . ."] * 2),
        ("1.. .1. ..1 ...", 3, *["... ... ... ..."] * 2, "1.. .1. ..1 ...", "... ... ... ..."),
        ("12 .. 34", 2, *[".. .. .."] * 4),
    ],
)  # fmt: skip
def test_runs(cells: str, n: int, row: str, column: str, down: str, up: str) -> None:
    """At least that many equal cells in a row, in a column, and on both diagonals."""
    for axis, wanted in enumerate((row, column, down, up)):
        found = in_any_batch(lambda boards, axis=axis: kernel.runs(boards, n)[axis], board(cells))
        assert found.dtype == np.bool_ and picture(found) == wanted


def test_runs_of_a_batch_stay_in_batch_order() -> None:
    many = kernel.batch(np.ones((64, 9, 9), np.int8))
    assert kernel.runs(many, 5).strides[1] == 1


def in_any_batch(function: Callable[..., Wanted], *boards: np.ndarray) -> Wanted:
    """Like `everywhere`, and also with the board twice in a batch of batches."""
    alone = everywhere(function, *boards)
    twice = function(*(np.stack([np.stack([one, one])] * 3) for one in boards))
    assert twice.shape == (3, 2, *alone.shape) and (twice == alone).all()
    return alone


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
