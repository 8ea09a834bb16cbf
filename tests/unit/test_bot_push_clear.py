"""Push and Clear's bot: its advice is playable and deterministic, and gives a true reason."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel, rng
from game.bots import Advice, advise, bot_for
from game.bots.push_clear import classic as push_clear_classic
from game.bots.push_clear import core as push_clear_lines
from game.bots.push_clear import evaluation as push_clear_evaluation
from game.bots.push_clear import search as bot_module
from game.bots.push_clear.boxes import new_boxes
from game.bots.push_clear.search import moved
from game.kernel import Array, Cells, batch, chosen, frozen
from game.rules import push_clear
from game.rules.push_clear import BOX, LETTERS, PLAYER, State, play
from game.session import Session

quick = settings(max_examples=15, deadline=None, derandomize=True)


def position(picture: str, steps: int = 0) -> State:
    """Returns a state from its rows, separated by blanks."""
    cells = np.array([[LETTERS.index(c) for c in row] for row in picture.split()], np.int8)
    return State(frozen(cells), 0, steps, rng.standard(0))


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draws a board with a player and no full line."""
    size = draw(st.integers(4, 10))
    cells = draw(hnp.arrays(np.int8, (size, size), elements=st.sampled_from([0, 0, 0, 2, 3, 3, 4])))
    cells = push_clear.clear(cells)[0].copy()
    cells[draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))] = PLAYER
    return State(frozen(cells), 0, draw(st.integers(0, 2000)), rng.standard(draw(st.integers(0, 99))))


@quick
@given(positions(), st.integers(1, 3))
def test_advice_changes_something(state: State, effort: int) -> None:
    for advice in bot_for(push_clear.GAME).think(push_clear.GAME, state, effort):
        if push_clear.over(state):
            assert advice == Advice(())
        else:
            (word,) = advice.words
            assert word in push_clear.moves(state)


@pytest.mark.native
@pytest.mark.parametrize("effort", [1, 2, 5])
def test_advice_is_deterministic(effort: int) -> None:
    state = Session(push_clear.GAME, seed=3).state
    bot = bot_for(push_clear.GAME)
    assert list(bot.think(push_clear.GAME, state, effort)) == list(bot.think(push_clear.GAME, state, effort))


@pytest.mark.native  # other tests try its advice in Pyodide
def test_bot_does_not_use_future_random_numbers() -> None:
    one = Session(push_clear.GAME, seed=3).state
    other = State(one.cells, one.score, one.steps, rng.standard(99))
    assert advise(push_clear.GAME, one) == advise(push_clear.GAME, other)


def test_no_advice_after_the_end() -> None:
    stuck = position("@### #### #### ####")
    assert push_clear.over(stuck)
    assert advise(push_clear.GAME, stuck) == Advice(())


@pytest.mark.parametrize("effort", [1, 5])
def test_bot_plays_a_whole_game(effort: int) -> None:
    session = Session(push_clear.GAME, {"size": 4}, seed=1)
    reasons = set()
    for _ in range(25):
        if session.over:
            break
        advice = advise(push_clear.GAME, session.state, effort, slices=3)
        before = session.state
        session.play(*advice.words)
        assert session.state is not before
        reasons.add(advice.reason)
    assert len(reasons) >= 2


@quick
@given(positions())
def test_reason_is_true(state: State) -> None:
    if push_clear.over(state):
        return
    advice = advise(push_clear.GAME, state, effort=1)
    after, points, _possible = push_clear.push(state.cells, *advice.words)
    cells, full = push_clear.clear(after)
    reason = advice.reason.format(**advice.values)
    if reason == "It is the only way you can move.":
        assert push_clear.moves(state) == advice.words
    elif reason == "It completes a line.":
        assert full.any()
    elif reason.startswith("Collects"):
        assert reason == ("Collects one point." if points == 1 else f"Collects {points} points.") and points > 0
    elif (ways := int(push_clear.movable(cells).sum())) == 1:
        assert reason == "It leaves you one of the four directions."
    else:
        assert reason == f"It leaves you room: {ways} of the four directions stay open."


def test_bot_collects_on_the_way_when_all_else_is_equal() -> None:
    advice = advise(push_clear.GAME, position("...... ...... ..@*** ...... ...... ......"))
    assert advice.words == ("right",)


# The search.


def test_boards_in_a_batch_move_like_one_board() -> None:
    random = np.random.default_rng(1)
    cells = random.choice(np.array([0, 2, 3, 4], np.int8), (20, 6, 6))
    cells[:, 2, 3] = PLAYER
    after, points, possible = moved(batch(cells))
    for number, (word, board) in enumerate((word, board) for word in push_clear.GAME.words for board in cells):
        pushed, gain, can = push_clear.push(board, word)
        assert np.array_equal(after[number], push_clear.clear(pushed)[0])
        assert (gain, can) == (points.ravel()[number], possible.ravel()[number])


def test_evaluation_is_invariant_under_rotation() -> None:
    cells = kernel.batch(
        np.stack([play(Session(push_clear.GAME, seed=9).state, word)[0].cells for word in ("left", "up")])
    )
    evaluation = push_clear_evaluation.evaluation(cells, 100)
    for turned in (cells[:, ::-1], cells[:, :, ::-1], cells.swapaxes(1, 2)):
        assert push_clear_evaluation.evaluation(turned, 100) == pytest.approx(evaluation, rel=1e-5)


def test_a_fixed_box_evaluates_lower_than_a_plain_one() -> None:
    plain = position("...... .#..#. ...@.. ..#... .....# #.....").cells
    fixed = np.where(plain == BOX, push_clear.FIXED, plain)
    evaluation = push_clear_evaluation.evaluation(batch(np.stack([plain, fixed])), 60)
    assert evaluation[0] > evaluation[1]


# The classic size has its own tables; the search packs its lines into integers.


def busy_boards() -> Cells:
    """Returns boards with many boxes and points on which the player can move (n, 6, 6)."""
    random = np.random.default_rng(2)
    cells = random.choice(np.array([0, 2, 3, 3, 3, 3, 4, 4], np.int8), (400, 6, 6))
    cells = push_clear.clear(cells)[0]
    cells[np.arange(400), random.integers(0, 6, 400), random.integers(0, 6, 400)] = PLAYER
    return batch(cells[push_clear.movable(cells).any(axis=0)])


def test_packed_boards_move_like_boards_of_cells() -> None:
    cells = busy_boards()
    after, points, possible = moved(cells)
    which = np.flatnonzero(possible)
    expected = (*push_clear_lines.lines(after[which]), points.ravel()[which], which)
    for found, right in zip(push_clear_lines.moved(*push_clear_lines.lines(cells)), expected, strict=True):
        assert np.array_equal(found, right)
    assert (push_clear.movable(after[which]).sum(axis=0) < 3).any()
    assert any(push_clear.clear(push_clear.push(cells, word)[0])[1].any() for word in push_clear.DIRECTIONS)


@pytest.mark.parametrize("steps", [0, 90, 2000])
def test_packed_boards_get_the_same_new_boxes_as_boards_of_cells(steps: int) -> None:
    after, _points, possible = moved(busy_boards())
    cells = chosen(after, possible.ravel())
    boards, chance, whose = new_boxes(cells, np.full(len(cells), steps))
    lines, at = push_clear_lines.lines(boards)
    found_lines, found_at, found_chance, found_whose = push_clear_lines.new_boxes(*push_clear_lines.lines(cells), steps)

    def sorted_by_board(lines: Array, at: Array, whose: Array, chance: Array) -> tuple[Array, Array]:
        all_of_it = np.concatenate([lines, at[None], whose[None]])
        order = np.lexsort(np.concatenate([all_of_it, np.round(chance, 9)[None]]))
        return all_of_it[:, order], chance[order]

    found = sorted_by_board(found_lines, found_at, found_whose, found_chance)
    right = sorted_by_board(lines, at, whose, chance)
    assert np.array_equal(found[0], right[0])
    assert np.allclose(found[1], right[1])


def classic_boards() -> Cells:
    """Returns boards of a game in all eight rotations and reflections (8, n, 6, 6)."""
    session = Session(push_clear.GAME, seed=5)
    boards = [session.state.cells]
    for _ in range(30):
        session.play(*advise(push_clear.GAME, session.state, effort=1).words)
        boards.append(session.state.cells)
    cells = np.stack(boards)
    mirrored = [cells, cells[:, ::-1], cells[:, :, ::-1], cells[:, ::-1, ::-1]]
    return np.stack([*mirrored, *(each.swapaxes(1, 2) for each in mirrored)])


def test_rotated_and_mirrored_boards_share_weights() -> None:
    numbers = push_clear_classic.weight_numbers()
    patterns = (push_clear_classic.patterns(*push_clear_lines.lines(each)) for each in classic_boards())
    one, *others = (np.sort(numbers[each], axis=0) for each in patterns)
    assert one.shape[0] == push_clear_classic.PARTS
    assert len(set(map(bytes, one.T.copy()))) == one.shape[1]
    for other in others:
        assert np.array_equal(one, other)


def test_patterns_describe_the_surroundings_and_each_direction() -> None:
    cells = position("@#.... X..... ...... ...... ...... ......").cells
    *_lines, ways, near = push_clear_classic.patterns(*push_clear_lines.lines(cells[None]))[:, 0]
    assert near - push_clear_classic.FIRST[3] == int("333" + "31" + "320", 4)
    kinds = (0, 2 * (2 * 3 + 1), 0, 1)
    assert ways - push_clear_classic.FIRST[2] == sum(k * 18 ** (3 - i) for i, k in enumerate(kinds))


def test_weights_interpolate_between_tables() -> None:
    learned = [push_clear_classic.learned(knot) for knot in range(3)]
    assert np.array_equal(push_clear_classic.weights(0), learned[0])
    assert np.allclose(push_clear_classic.weights(81), learned[1])
    assert np.allclose(push_clear_classic.weights(21), learned[0] / 2 + learned[1] / 2, atol=1e-4)
    assert np.allclose(push_clear_classic.weights(3000), learned[2])


@pytest.mark.native
@pytest.mark.parametrize("size", [6, 10])
def test_bot_evaluates_few_boards_between_pieces_of_advice(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = most = 0
    real = bot_module._values

    def counted(boards: bot_module.Boards) -> Array:
        nonlocal looked, most
        looked, most = looked + len(boards), boards.most()
        return real(boards)

    monkeypatch.setattr(bot_module, "_values", counted)
    state = Session(push_clear.GAME, {"size": size}, seed=3).state
    thinking = islice(bot_for(push_clear.GAME).think(push_clear.GAME, state), 60)
    for _advice in thinking:
        assert looked <= 2 * most
        looked = 0
