"""Nineteen's packed boards, compared with the rule on boards of cells."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.nineteen.core import FULL, outcomes, packed, spawnable, tops
from game.bots.nineteen.evaluation import best, best_few
from game.kernel import batch
from game.rules import nineteen
from tests.examples import some

few = settings(max_examples=some(25), derandomize=True)


@st.composite
def stacks(draw: st.DrawFn) -> np.ndarray:
    """A few boards without full rows, from empty to nearly lost."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    boards = np.zeros((draw(st.integers(1, 5)), nineteen.ROWS, nineteen.COLUMNS), np.int8)
    for board in boards:
        height = random.integers(0, nineteen.ROWS + 1)
        board[nineteen.ROWS - height :] = random.random((height, nineteen.COLUMNS)) < random.choice([0.5, 0.85])
    boards[(boards != 0).all(axis=-1), random.integers(nineteen.COLUMNS)] = 0
    return batch(boards)


@few
@given(stacks(), st.integers(1, 7))
def test_outcomes_agree_with_those_of_cells(cells: np.ndarray, shape: int) -> None:
    boards, gone, able = nineteen.outcomes(cells, shape)
    outcome = outcomes(packed(cells), np.full(len(cells), shape))
    assert outcome.board.tolist() == list(range(len(cells))) * len(able)
    assert outcome.placement.tolist() == np.repeat(np.arange(len(able)), len(cells)).tolist()
    clear = outcome.able
    assert able.ravel()[clear].all(), "a placement without a path is never offered"
    assert (packed(boards).reshape(15, -1)[:, clear] == outcome.rows[:, clear]).all()
    assert (gone.ravel()[clear] == outcome.gone[clear]).all()
    crowded = np.asarray(packed(cells)[:4].any(axis=0))
    uncrowded = ~crowded[outcome.board]
    assert np.array_equal(able.ravel()[uncrowded], clear[uncrowded]), "only a crowded top hides a placement"


@few
@given(stacks())
def test_every_board_may_have_a_shape_of_its_own(cells: np.ndarray) -> None:
    rows, shapes = packed(cells), np.arange(len(cells)) % 7 + 1
    together = outcomes(rows, shapes)
    for board, shape in enumerate(shapes):
        alone = outcomes(rows[:, [board]], shapes[[board]])
        here = together.board == board
        for one, all_ in zip(alone[1:-1], together[1:-1], strict=True):
            assert (one == all_[here]).all()
        assert together.placement[here].tolist() == alone.placement.tolist()
        assert (alone.rows == together.rows[:, here]).all(), shape


@few
@given(stacks(), st.integers(1, 8))
def test_the_best_are_the_best_of_each_board_and_the_first_of_equals(cells: np.ndarray, count: int) -> None:
    outcome = outcomes(packed(cells), np.arange(len(cells)) % 3 + 3)
    evaluation = (np.arange(len(outcome.board)) * 7919 % 5).astype(np.float32)
    wanted = []
    for board in range(len(cells)):
        [numbers] = np.nonzero(outcome.board == board)
        wanted.append(
            sorted(numbers.tolist(), key=lambda number: (-evaluation[number], outcome.placement[number]))[:count]
        )
    assert best_few(evaluation, outcome, count).tolist() == wanted
    assert best(evaluation, outcome).tolist() == [numbers[0] for numbers in wanted]


@few
@given(stacks(), st.integers(1, 7))
def test_a_shape_has_room_where_the_rule_says_so(cells: np.ndarray, shape: int) -> None:
    there = nineteen.free(cells != 0, nineteen.spawned(shape).cells)
    assert (spawnable(packed(cells), np.full(len(cells), shape)) == there).all()


def test_tops_are_the_highest_filled_rows() -> None:
    rows = np.zeros((15, 1), np.uint16)
    rows[12], rows[14] = 0b1, FULL - 1
    assert tops(rows)[:, 0].tolist() == [12] + [14] * 8


def test_eroded_cells_and_landing() -> None:
    rows = np.zeros((15, 1), np.uint16)
    rows[14] = FULL & ~0b1000
    outcome = outcomes(rows, np.array([1]))
    number = nineteen.placements(1).index(nineteen.Piece(0, 1, 3))
    assert outcome.gone[number] == 1 and outcome.eroded[number] == 1
    assert outcome.landed[number] == 13
    assert outcome.rows[:, number].tolist() == [0] * 12 + [0b1000] * 3


def test_all_placements_are_open_on_an_empty_board() -> None:
    outcome = outcomes(np.zeros((15, 7), np.uint16), np.arange(1, 8))
    assert outcome.able.all()
    assert len(outcome.able) == sum(len(nineteen.placements(shape)) for shape in range(1, 8))
