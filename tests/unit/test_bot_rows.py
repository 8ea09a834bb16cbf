"""Boards whose rows are numbers: Nineteen's and Biquadris' bots foresee on them exactly what the rules do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel
from game.bots.biquadris import core as biquadris_core
from game.bots.biquadris.evaluation import FEATURES, HEIGHT, features
from game.bots.biquadris.placements import room_for, shape_of
from game.bots.nineteen import core as nineteen_core
from game.bots.nineteen.core import SHAPES, outcomes, spawnable
from game.bots.search import lanes
from game.bots.search.rows import SURFACE, Outcomes, ShapePlacements, below, best, best_few, has_room, packed, surface
from game.kernel import Cells, batch, clear_rows
from game.rules import biquadris_player as sides
from game.rules import nineteen
from game.rules.biquadris_commands import BLOCKS
from game.rules.nineteen import Piece, spawned
from tests.boards import lowest_rows
from tests.examples import at_most
from tests.stacks import stacks

few = settings(max_examples=at_most(25), derandomize=True, deadline=None)

NINETEEN, BIQUADRIS = (nineteen.ROWS, nineteen.COLUMNS), (sides.ROWS, sides.COLUMNS)


def board(rows: str) -> Cells:
    return lowest_rows(rows, nineteen.LETTERS, NINETEEN)


# Rows as numbers.


def test_a_row_is_a_number_its_first_column_the_lowest_bit() -> None:
    rows = packed(board("I.O...... .......TZ"))
    assert rows.dtype == np.uint16 and rows.tolist() == [0] * 13 + [0b101, 0b110000000]
    many = packed(batch(np.stack([board("JJJJJJJJJ"), board("S........ .........")])))
    assert many.shape == (15, 2) and many.dtype == np.uint16 and many.flags.c_contiguous
    assert many[13:].tolist() == [[0, 1], [0b111111111, 0]]
    deep = packed(np.stack([np.stack([board("J........"), board("")])] * 3))
    assert deep.shape == (15, 3, 2) and deep[14].tolist() == [[1, 0]] * 3


def test_free_cells_below_a_cell() -> None:
    cells = np.array([[[0, 1], [0, 0], [1, 0]], [[0, 0], [0, 0], [0, 1]]])
    assert below(packed(cells), 2).transpose(2, 0, 1).tolist() == [[[1, 2], [0, 1], [0, 0]], [[2, 1], [1, 0], [0, 0]]]


def test_tables_are_as_high_as_the_lowest_cell_of_a_shape() -> None:
    """A standing J two rows further down than a lying I; a path makes the tables as high as its lowest cell."""
    standing, lying = ((2, 4), (3, 4), (4, 4), (4, 3)), ((0, 2), (0, 3), (0, 4), (0, 5))
    shape = ShapePlacements.of([standing, lying])
    assert shape.cells.tolist() == [[list(cell) for cell in each] for each in (standing, lying)]
    assert shape.stamp.T.tolist() == [[0, 0, 0b10000, 0b10000, 0b11000], [0b111100, 0, 0, 0, 0]]
    assert not shape.path.any() and shape.path.shape == shape.stamp.shape
    bottoms = [
        dict(zip(*each.tolist(), strict=True)) for each in np.stack([shape.columns, shape.lowest]).T.swapaxes(1, 2)
    ]
    assert bottoms == [{3: 4, 4: 4}, dict.fromkeys(range(2, 6), 0)]
    assert shape.middle.tolist() == [3.5, 0.5] and shape.middle.dtype == np.float32
    wide = ShapePlacements.of([lying], [[(0, 2), (2, 0)]])
    assert wide.stamp.T.tolist() == [[0b111100, 0, 0]] and wide.path.T.tolist() == [[0b100, 0, 1]]


@few
@given(stacks(NINETEEN))
def test_a_shape_has_room_where_the_rule_says_so(cells: Cells) -> None:
    shapes = np.arange(len(cells)) % 7 + 1
    wanted = [bool(kernel.free(one != 0, spawned(int(shape)).cells)) for one, shape in zip(cells, shapes, strict=True)]
    assert spawnable(packed(cells), shapes).tolist() == wanted
    assert (
        has_room(packed(cells), ShapePlacements.of([((0, 0), (2, 3))]).stamp).tolist()
        == ((cells[:, 0, 0] == 0) & (cells[:, 2, 3] == 0)).tolist()
    )


# Drops on many boards.

TOWERS = (
    "",
    "IIII.IIII",
    "......... I........ " * 7 + "I........",
    "IIIIIII.. " * 11 + "IIIIIIII.",
    "IIII..... " * 13,
    "....I.... " * 15,
    "IIII.IIII " * 4,
    "I........ " * 11 + "IIII.IIII " * 4,
)
"""An empty board, walls that pieces cannot pass, a cover, no room at all, and wells that fill four rows, the last one
with an I on every row."""


@pytest.mark.parametrize(
    "shapes", [[shape] * 8 for shape in SHAPES] + [[7, 1, 1, 3, 7, 1, 1, 2], [1, 1, 5, 2, 4, 2, 1, 1]]
)
def test_outcomes_of_nineteen_are_where_the_words_lead(shapes: list[int]) -> None:
    """A board may have a shape of its own; a placement is possible if the way is open and nothing is above the
    piece."""
    cells = [board(rows) for rows in TOWERS]
    outcome = outcomes(packed(np.stack(cells)), np.array(shapes))
    number = 0
    for block, shape in zip(outcome.blocks, sorted(set(shapes)), strict=True):
        those = [index for index, each in enumerate(shapes) if each == shape]
        assert (block.shape, block.boards.tolist(), block.span.start) == (shape, those, number)
        for choice, placement in enumerate(nineteen.placements(shape)):
            for index in those:
                check(outcome, number, index, choice, placement, cells[index])
                number += 1
        assert block.span.stop == number
    assert len(outcome.gone) == len(outcome.able) == len(outcome.eroded) == len(outcome.landed) == number
    assert outcome.rows.shape == (15, number) and outcome.rows.dtype == np.uint16
    assert outcome.gone.dtype == outcome.eroded.dtype == outcome.distance.dtype == np.int8
    assert outcome.landed.dtype == np.float32 and outcome.able.dtype == np.bool_


def check(outcome: Outcomes, number: int, index: int, choice: int, placement: Piece, cells: Cells) -> None:
    """Compares one outcome with the words on a board of cells."""
    assert (outcome.board[number], outcome.placement[number]) == (index, choice)
    filled, at = cells != 0, spawned(placement.shape)
    able = bool(kernel.free(filled, at.cells))
    for word in nineteen.words_to(placement)[:-1]:
        after, roomy = nineteen.step(filled, at, word)
        assert after
        at, able = after, able and bool(roomy)
    clear = not any(cells[:row, column].any() for row, column in placement.cells)
    assert outcome.able[number] == (able and clear), (index, placement)
    if outcome.able[number]:
        locked, far = nineteen.land(cells, placement)
        full = (locked != 0).all(axis=1)
        landed = [row + int(far) for row, _column in placement.cells]
        assert outcome.rows[:, number].tolist() == packed(clear_rows(locked)[0]).tolist()
        assert outcome.gone[number] == full.sum() and outcome.distance[number] == far
        assert outcome.eroded[number] == sum(bool(full[row]) for row in landed)
        assert outcome.landed[number] == (min(landed) + max(landed) + 1) / 2


@few
@given(stacks(BIQUADRIS).map(batch), st.integers(0, 6), st.booleans())
def test_outcomes_of_biquadris_are_those_of_the_rules(cells: Cells, first: int, heavy: bool) -> None:
    """Each board with a block of its own."""
    numbers = np.random.default_rng(cells.size).integers(1, 40, cells.shape).astype(np.int32) * (cells != 0)
    table = {number: shape_of(letter, heavy) for number, letter in enumerate(BLOCKS)}
    before, letters = biquadris_core.Boards(packed(cells), numbers), (first + np.arange(len(cells))) % len(BLOCKS)
    after, vanished = biquadris_core.outcomes(before, letters, table)
    every = np.flatnonzero(after.able)
    boards, again = biquadris_core.continued(before, after, every, table)
    assert vanished[every].tolist() == again.tolist()
    for at, number in enumerate(every.tolist()):
        index, placement = int(after.board[number]), int(after.placement[number])
        where = tuple((row, column) for row, column in table[int(letters[index])].cells[placement].tolist())
        landed = sides.land(cells[index], numbers[index], where, BLOCKS[letters[index]])
        kept, kept_numbers, rows, blocks = sides.clear(*landed[:2])
        assert after.rows[:, number].tolist() == boards.rows[:, at].tolist() == packed(kept).tolist()
        assert boards.numbers[at].tolist() == kept_numbers.tolist()
        assert (after.gone[number], vanished[number], after.distance[number]) == (rows, blocks, landed[2])


@pytest.mark.parametrize(
    "placement", [Piece(0, 1, 6), Piece(1, 1, 3), Piece(5, 1, 2), Piece(8, 1, 6), Piece(11, 1, 1), Piece(17, 1, 5)]
)
def test_a_cell_is_on_the_path_if_it_alone_blocks_the_placement(placement: Piece) -> None:
    blocking = set()
    for cell in np.ndindex(nineteen.ROWS, nineteen.COLUMNS):
        filled, at = np.zeros(NINETEEN, np.bool_), spawned(placement.shape)
        filled[cell] = True
        steps = [(at, kernel.free(filled, at.cells))]
        for word in nineteen.words_to(placement)[:-1]:
            after, roomy = nineteen.step(filled, steps[-1][0], word)
            assert after
            steps.append((after, roomy))
        above = any(cell[0] < row and cell[1] == column for row, column in placement.cells)
        if above or not all(roomy for _piece, roomy in steps):
            blocking.add(cell)
    assert set(nineteen_core._path(placement)) == blocking


def test_a_star_falls_to_the_floor() -> None:
    """Further than a number has bits."""
    empty = biquadris_core.Boards(np.zeros((18, 2), np.uint16), np.zeros((2, 18, 11), np.int32))
    empty.rows[1:, 1] = 1
    table = {0: biquadris_core.STAR_ALONE}
    after, _vanished = biquadris_core.outcomes(empty, np.zeros(2, np.intp), table)
    assert after.rows[:, 0].tolist() == [0] * 17 + [1 << 5]
    boards, _vanished = biquadris_core.continued(empty, after, np.arange(2), table)
    assert boards.numbers.sum() == boards.numbers[:, 17, 5].sum() == 2


@pytest.mark.parametrize("letter", BLOCKS)
def test_room_for_a_block_of_biquadris(letter: str) -> None:
    cells = np.zeros((198, 18, 11), np.int8)
    cells.reshape(198, 198)[np.arange(198), np.arange(198)] = 1
    assert room_for(packed(cells), letter).tolist() == kernel.free(cells, sides.Block(letter, False).cells).tolist()


def test_an_empty_batch_has_no_outcomes() -> None:
    outcome = outcomes(np.zeros((15, 0), np.uint16), np.zeros(0, np.intp))
    assert outcome.rows.shape == (15, 0) and outcome.blocks == ()
    assert [len(part) for part in outcome[1:6]] == [0] * 5
    assert outcome.board.tolist() == outcome.placement.tolist() == []


@few
@given(stacks(NINETEEN), st.integers(1, 8))
def test_the_best_are_the_best_of_each_board_and_the_first_of_equals(cells: Cells, count: int) -> None:
    outcome = outcomes(packed(cells), np.arange(len(cells)) % 3 + 3)
    evaluation = (np.arange(len(outcome.board)) * 7919 % 5).astype(np.float32)
    wanted = []
    for number in range(len(cells)):
        [numbers] = np.nonzero(outcome.board == number)
        ranked = sorted(numbers.tolist(), key=lambda each: (-evaluation[each], outcome.placement[each]))
        wanted.append(ranked[:count])
    assert best_few(evaluation, outcome, count).tolist() == wanted
    assert best(evaluation, outcome).tolist() == [numbers[0] for numbers in wanted]


# Features.


def counted(cells: Cells, deepest: int) -> list[int]:
    """Returns the features of one board in plain Python."""
    rows, columns = cells.shape
    filled = [[True, *(bool(cell) for cell in row), True] for row in cells.tolist()] + [[True] * (columns + 2)]
    holes = {(row, column) for row, column in np.argwhere(cells == 0).tolist() if cells[:row, column].any()}
    wells = 0
    for row, column in np.argwhere(cells == 0).tolist():
        depth = 0
        while depth < min(deepest, row + 1) and not cells[row - depth, column] and both(filled[row - depth], column):
            depth += 1
        wells += depth
    return [
        sum(one != other for row in filled[:-1] for one, other in pairwise(row)),
        sum(
            above != here
            for column in range(1, columns + 1)
            for above, here in zip(
                [False, *(row[column] for row in filled)], (row[column] for row in filled), strict=False
            )
        ),
        len(holes),
        wells,
        sum(any((below, column) in holes for below in range(row, rows)) for row, column in np.argwhere(cells).tolist()),
        len({row for row, _column in holes}),
    ]


def both(row: Sequence[bool], column: int) -> bool:
    """Returns whether the cells to the left and right of a column are filled, in a row with a wall at each end."""
    return row[column] and row[column + 2]


@few
@given(st.one_of(stacks(NINETEEN), stacks(BIQUADRIS).map(batch)), st.integers(1, 6))
def test_the_surface_is_as_counted_cell_by_cell(cells: Cells, deepest: int) -> None:
    found = surface(packed(cells), cells.shape[-1], deepest)
    assert found.shape == (len(SURFACE), len(cells)) and found.dtype == np.float32
    assert found.T.tolist() == [counted(one, deepest) for one in cells]


def test_many_boards_are_measured_like_one() -> None:
    rows = np.zeros((15, 20_000), np.uint16)
    rows[14] = np.arange(20_000) % 511
    found = surface(rows, 9, 5)
    assert all((found[:, n] == surface(rows[:, [n]], 9, 5)[:, 0]).all() for n in (0, 1, 16_383, 16_384, 19_999))


def test_height_and_danger_of_biquadris() -> None:
    cells = np.zeros((2, *BIQUADRIS), np.int8)
    cells[0, [7, 9, 17], 3] = 1
    height, danger = features(packed(cells))[[HEIGHT, FEATURES.index("danger")]]
    assert height.tolist() == [3, 0] and danger.tolist() == [3 + 1, 0], (
        "the tenth row from the top is the first in danger"
    )


def test_chosen_boards_keep_their_order_in_memory() -> None:
    many = kernel.batch(np.arange(36, dtype=np.int8).reshape(3, 3, 4))
    some = lanes.chosen(many, np.array([True, False, True]))
    np.testing.assert_array_equal(some, many[[0, 2]])
    assert some.strides[0] == some.itemsize


@pytest.mark.parametrize(("count", "room"), [(0, 0), (1, 8), (7, 8), (8, 8), (9, 16), (16, 16), (17, 24)])
def test_lanes_are_padded_to_whole_words_and_counts(count: int, room: int) -> None:
    """Eight numbers of 16 bits: two words of 64, whose counts of bits are one word of 8."""
    for shape in ((count,), (3, count), (2, 3, count)):
        numbers = lanes.lanes(shape)
        assert numbers.dtype == np.uint16 and numbers.shape == (*shape[:-1], room) and not numbers.any()


def test_words_share_the_memory_of_their_numbers() -> None:
    numbers = lanes.lanes((2, 5))
    numbers[:, :5] = [[1, 2, 3, 4, 0x8005], [7, 0, 0, 0, 0xFFFF]]
    words = lanes.wide(numbers)
    assert words.dtype == np.uint64 and words.shape == (2, 2)
    assert [hex(word) for word in words[0, :2]] == ["0x4000300020001", "0x8005"]
    assert lanes.narrow(words, 5).tolist() == numbers[:, :5].tolist() and np.shares_memory(words, numbers)
    assert lanes.in_each(0xA01) == 0x0A01_0A01_0A01_0A01 and lanes.in_each(1).dtype == np.uint64
    counts = lanes.ones(words, 5)
    assert counts.dtype == np.uint8 and counts.tolist() == [4, 1, 2, 1, 3 + 16]
    cube = np.stack([words, words[::-1]])
    assert lanes.ones(cube, 5).tolist() == [[4, 1, 2, 1, 19]] * 2


@given(hnp.arrays(np.uint16, st.tuples(st.integers(1, 15), st.integers(1, 40)), elements=st.integers(0, 0x7FFF)))
def test_words_pack_adjacent_numbers(numbers: np.ndarray) -> None:
    lines, count = numbers.shape
    padded = lanes.lanes(numbers.shape)
    padded[:, :count] = numbers
    words = lanes.wide(padded)
    assert (lanes.narrow(words, count) == numbers).all()
    assert (lanes.narrow(words << np.uint64(1), count) == numbers * 2).all()
    assert (lanes.narrow(words & lanes.in_each(0b101), count) == numbers & 0b101).all()
    bits = [sum(int(number).bit_count() for number in column) for column in numbers.T]
    assert lanes.ones(words, count).tolist() == bits
    assert lines == len(words) and not padded[:, count:].any()
