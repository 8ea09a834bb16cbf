"""Lines' bot: its advice gives a true reason, and its search is right (the rest: test_every_bot.py)."""

from __future__ import annotations

from zlib import crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import rng
from game.bots import Advice, advise
from game.bots.lines98.core import coming_balls, dealt, drawn, turns
from game.bots.lines98.evaluation import FULLNESS, ROOM, Evaluation, MoveDelta, features, trained_evaluation, weights_of
from game.bots.lines98.line import completable, first_weights
from game.bots.lines98.search import (
    BallMoves,
    best_turn_values,
    candidates,
    choices,
    freed_balls,
    group_balls,
    line_balls,
    values,
    with_ball_moved,
)
from game.contract import Vanished
from game.kernel import batch, frozen, groups
from game.rules import lines98
from game.rules.lines98 import NAMES, NUMBERS, SHAPES, State, play, vanish
from game.session import Session

quick = settings(max_examples=10, deadline=None, derandomize=True)
modes = st.sampled_from(sorted(SHAPES))


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draws a board with up to three coming balls on empty cells."""
    filled = draw(st.integers(1, 7))
    cells = draw(hnp.arrays(np.int8, (9, 9), elements=st.sampled_from([0] * (8 - filled) + list(range(1, 8)) * filled)))
    empty = np.flatnonzero(cells == 0).tolist()
    places = draw(st.permutations(empty))[:3]
    coming = tuple((place, draw(st.integers(1, 7))) for place in places)
    return State(frozen(cells), coming, 0, rng.standard(draw(st.integers(0, 99))), draw(modes))


def position(picture: str, coming: tuple[tuple[str, int], ...] = (), mode: str = "line") -> State:
    """Returns a state from its rows, separated by blanks, and the coming balls."""
    cells = np.array([[0 if c == "." else int(c) for c in row] for row in picture.split()], np.int8)
    return State(frozen(cells), tuple((NUMBERS[at], colour) for at, colour in coming), 0, rng.standard(0), mode)


def ends(advice: Advice) -> tuple[int, int]:
    """Returns the cells of the proposed move."""
    _move, first, last = advice.words[0].split(" ")
    return NUMBERS[first], NUMBERS[last]


@quick
@given(positions())
def test_the_reason_of_a_hint_is_true(state: State) -> None:
    advice = advise(lines98.GAME, state, effort=1)
    if not advice.words:
        return
    first, last = ends(advice)
    cells = with_ball_moved(state.cells, first, last)
    _after, vanished = vanish(cells[None], np.array([last]), state.mode)
    reason = advice.reason.format(**advice.values)
    balls = advice.values.get("balls")
    if reason.startswith("It clears "):
        assert balls == vanished[0] > 0
    elif reason.startswith("One of the next balls"):
        assert vanished[0] == 0
        gone = [event for event in play(state, *advice.words)[1] if isinstance(event, Vanished)]
        assert gone
    elif reason.endswith("room for five."):
        assert balls == line_balls(cells, last) > 1
    elif reason.startswith("It joins"):
        assert balls == group_balls(cells, last) > 1
    elif reason.startswith("It takes a ball out of the way"):
        assert balls == freed_balls(state.cells, first) > 1
    else:
        assert reason == "Looking ahead, this leads to the most cleared balls." and vanished[0] == 0


@pytest.mark.parametrize(
    ("mode", "picture", "balls"),
    [
        ("line", "1111..... ......... ......... ...1..... ......... ....2.... ......... ......... 3........", 5),
        ("square", "......... ..11..... ..1...... ......... .......1. ....2.... ......... ......... 3........", 4),
        ("block", "......... ..111.... ..11..... .1....... ......1.. ......... ....2.... ......... 3........", 7),
    ],
)
def test_bot_completes_a_shape_when_possible(mode: str, picture: str, balls: int) -> None:
    board = position(picture, mode=mode)
    advice = advise(lines98.GAME, board)
    assert advice.reason.format(**advice.values) == f"It clears {balls} balls."
    first, last = ends(advice)
    assert vanish(with_ball_moved(board.cells, first, last)[None], np.array([last]), mode)[1][0] == balls


# The search.


@pytest.mark.parametrize("mode", sorted(SHAPES))
def test_change_of_a_move_is_the_difference_in_evaluation(mode: str) -> None:
    random = np.random.default_rng(5)
    weights = random.normal(size=weights_of(mode))
    if mode == "line":  # features of the whole board, room and fullness are ignored
        weights[len(weights) - first_weights()["all"] + first_weights()["empty"] :] = 0
    else:
        weights[-FULLNESS - 2 * ROOM :] = 0
    evaluation = Evaluation(mode, weights)
    cells = random.choice(np.arange(8, dtype=np.int8), (2, 9, 9), p=[0.65] + [0.05] * 7)
    delta, before = MoveDelta(cells, evaluation), evaluation(batch(cells))
    for board in range(2):
        for _ in range(20):
            first = random.choice(np.flatnonzero(cells[board]))
            last = random.choice(np.flatnonzero(cells[board] == 0))
            moved, one_more = cells[board].copy(), cells[board].copy()
            colour = moved.flat[first]
            moved.flat[last], moved.flat[first] = colour, 0
            changed = delta.leaving[first, board] + delta.entering[colour - 1, last, board]
            changed += delta.correction(np.array(board), np.array(first), np.array(last))
            assert changed == pytest.approx(evaluation(batch(moved[None]))[0] - before[board], abs=1e-3)
            one_more.flat[last] = 7
            difference = evaluation(batch(one_more[None]))[0] - before[board]
            assert delta.entering[6, last, board] == pytest.approx(difference, abs=1e-3)


@pytest.mark.parametrize("mode", sorted(SHAPES))
def test_cost_of_a_ball_is_the_loss_in_evaluation(mode: str) -> None:
    random = np.random.default_rng(6)
    weights = random.normal(size=weights_of(mode))
    if mode == "line":  # only windows, boxes and fullness count
        first_of = first_weights()
        weights[len(weights) - first_of["all"] + first_of["outside"] :] = 0
    else:  # room is ignored
        weights[-FULLNESS - 2 * ROOM : -FULLNESS] = 0
    evaluation = Evaluation(mode, weights)
    cells = random.choice(np.arange(8, dtype=np.int8), (9, 9), p=[0.3] + [0.1] * 7)
    empty = np.flatnonzero(cells == 0)
    more = cells[None].repeat(len(empty), 0)
    more.reshape(len(empty), 81)[np.arange(len(empty)), empty] = 3
    cost = evaluation.costs(np.stack([cells, np.ones((9, 9), np.int8)]))
    assert cost[0, 3] == pytest.approx(evaluation(batch(cells[None]))[0] - evaluation(batch(more)).mean(), abs=1e-3)
    assert not cost[:, 0].any()
    assert not cost[1].any()


@pytest.mark.parametrize("mode", sorted(SHAPES))
def test_moves_that_complete_a_shape_are_among_the_candidates(mode: str) -> None:
    random = np.random.default_rng(3)
    evaluation = trained_evaluation(mode)
    seen = 0
    for _ in range(6):
        cells = np.where(random.random((9, 9)) < 0.45, random.integers(1, 4, (9, 9)), 0).astype(np.int8)
        for place in range(81):  # no shape is complete when a turn begins
            cells = vanish(cells[None], np.array([place]), mode)[0][0]
        first, last = np.nonzero(lines98.targets(cells))
        after = [with_ball_moved(cells, start, end) for start, end in zip(first.tolist(), last.tolist(), strict=True)]
        _cells, vanished = vanish(np.stack(after), last, mode)
        board, cost = np.zeros(1, np.intp), evaluation.costs(cells[None])
        found = candidates(BallMoves(cells[None], mode), board, coming_balls(())[None], cost, evaluation, 20)
        looked = set(zip(*(places[0].tolist() for places in found[1:]), strict=True))
        making = set(zip(first[vanished > 0].tolist(), last[vanished > 0].tolist(), strict=True))
        seen += len(making)
        assert len(looked & making) >= min(12, len(making))
    assert seen


def test_evaluation_is_invariant_under_rotation_and_renamed_colours() -> None:
    random = np.random.default_rng(4)
    cells = random.choice(np.arange(8, dtype=np.int8), (5, 9, 9), p=[0.65] + [0.05] * 7)
    other = np.append(0, random.permutation(7) + 1).astype(np.int8)
    for mode in SHAPES:
        evaluation = trained_evaluation(mode)
        for same in (cells[:, ::-1], cells[:, :, ::-1], cells.swapaxes(1, 2), other[cells]):
            assert evaluation(batch(same)) == pytest.approx(evaluation(batch(cells)), abs=1e-3)


def test_evaluation_is_features_times_weights() -> None:
    random = np.random.default_rng(6)
    cells = random.choice(np.arange(8, dtype=np.int8), (5, 9, 9), p=[0.65] + [0.05] * 7)
    for mode in SHAPES:
        weights = random.normal(size=weights_of(mode))
        assert features(batch(cells), mode) @ weights == pytest.approx(
            Evaluation(mode, weights)(batch(cells)), abs=1e-3
        )


def test_evaluation_counts_what_the_next_move_can_complete() -> None:
    for picture, expected in (
        ("1111..... ......... ......... ...1..... " + "......... " * 5, 1),  # the ball at d4 can go to e1
        ("1111..... ......... ......... ......... " + "......... " * 5, 0),  # no other ball
        ("1111..... ......... ......... ...1..... 222.2.... 2........ " + "......... " * 3, 6),  # two colours
        ("11.111... ......... ......... ...1..... " + "......... " * 5, 2),  # six
        ("1111.2... ....3.... ......... ...1..... " + "......... " * 5, 0),  # that cell is enclosed
    ):
        cells = position(picture).cells[None]
        label = groups((cells == 0).view(np.int8))
        assert completable(cells, label).tolist() == [expected]


@pytest.mark.parametrize("mode", sorted(SHAPES))
def test_the_next_turn_has_the_value_of_its_best_move(mode: str) -> None:
    board = position(
        "1111..... ..2...... ....3.... ...1..... ......5.. 6...2.... ...7..... .....4..5 3...6....", mode=mode
    )
    evaluation, coming = trained_evaluation(mode), coming_balls(((80, 3), (44, 2), (8, 5)))[None]
    cells = board.cells[None]
    cost = evaluation.costs(cells)
    first, last = np.nonzero(lines98.targets(board.cells))
    many = len(first)
    ends = turns(cells.repeat(many, 0), coming.repeat(many, 0), mode, first, last)
    value = np.sort(values(ends, cost.repeat(many, 0), evaluation))
    one = np.zeros(1, np.intp)
    (found,) = best_turn_values(BallMoves(cells, mode), one, coming, cost, evaluation)
    assert value[-10] <= found <= value[-1] + 1e-3
    full, nothing = position("123456712 " * 9).cells[None], position("......... " * 9).cells[None]
    for stuck in (full, nothing):
        assert best_turn_values(BallMoves(stuck, mode), one, coming, evaluation.costs(stuck), evaluation) == [0]


def test_balls_are_drawn_for_empty_cells_only() -> None:
    cells = np.ones((2, 9, 9), np.int8)
    cells[0, 0, :2] = 0
    cells[1, 5, 3:8] = 0
    deals = dealt(cells, (0, 1), 4)
    balls = drawn(cells, deals.order[:, 0], deals.colours[:, 0])
    assert (balls[..., 1] > 0).sum(axis=1).tolist() == [2, 3]
    for board, place in ((number, place) for number in range(2) for place, colour in balls[number] if colour):
        assert cells[board].flat[place] == 0


def test_deals_use_the_next_numbers_of_the_games_generator() -> None:
    cells = np.zeros((1, 9, 9), np.int8)
    order, colours = dealt(cells, (5,), 2)
    assert np.array_equal(np.sort(order[0, 1]), np.arange(81))
    random = rng.standard(5 + crc32(cells.tobytes()))
    keys = []
    for _ in range(84):
        key, random = random.next(random.modulus)
        keys.append(key)
    assert order[0, 0].tolist() == sorted(range(81), key=keys.__getitem__)
    assert colours[0, 0].tolist() == [1 + key % 7 for key in keys[81:]]


@pytest.mark.parametrize("mode", sorted(SHAPES))
def test_choice_in_a_batch_equals_the_choice_on_each_board(mode: str) -> None:
    states = [Session(lines98.GAME, {"mode": mode}, seed=seed).state for seed in range(3)]
    states += [position("......... " * 9, mode=mode), position("1234567.. " + "1234567.. " * 8, mode=mode)]
    cells = np.stack([state.cells for state in states])
    coming = np.stack([coming_balls(state.coming) for state in states])
    *_before, together = choices(cells, coming, mode, 5, range(5))
    for number, state in enumerate(states):
        words = advise(lines98.GAME, state, 5, number).words
        first, last = int(together.first[number]), int(together.last[number])
        assert words == (() if first < 0 else (f"move {NAMES[first]} {NAMES[last]}",))
