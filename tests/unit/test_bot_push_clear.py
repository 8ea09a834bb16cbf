"""Push and Clear's bot: its advice gives a true reason, and its search is right (the rest: test_every_bot.py)."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel, rng
from game.bots import advise, bot_for
from game.bots.push_clear import classic, evaluation, search
from game.bots.push_clear.core import PushClearBoards
from game.bots.push_clear.packed import packed
from game.kernel import Array, batch, frozen
from game.rules import push_clear
from game.rules.push_clear import BOX, LETTERS, PLAYER, State, play
from game.session import Session
from game.words import Translator

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
@given(positions())
def test_the_reason_of_a_hint_is_true(state: State) -> None:
    if push_clear.over(state):
        return
    advice = advise(push_clear.GAME, state, effort=1)
    after, points, _possible = push_clear.push(state.cells, *advice.words)
    cells, full = push_clear.clear(after)
    reason = Translator()(advice.reason, **advice.values)
    following = [push_clear.push(cells, each) for each in push_clear.DIRECTIONS]
    fills = any(push_clear.clear(board)[1].any() for board, _points, possible in following if possible)
    most = max((int(gain) for _board, gain, possible in following if possible), default=0)
    boxes = cells >= push_clear.BOX
    lacking = len(cells) - int(max(boxes.sum(axis=0).max(), boxes.sum(axis=1).max()))
    if reason == "It is the only way you can move.":
        assert push_clear.moves(state) == advice.words
    elif reason == "It completes a line, whose boxes turn into points.":
        assert full.any()
    elif reason.startswith("It collects"):
        assert reason == f"It collects {points} point{'' if points == 1 else 's'}." and points > 0
    elif reason == "Then one more push can complete a line.":
        assert fills
    elif reason.startswith("Then one more move can collect"):
        assert reason.split()[6] == str(most) and most > 0 and not fills
    elif reason.startswith("It brings a line closer: "):
        assert reason.split(": ")[1].split()[0] == str(lacking)
    else:
        assert reason == "Looking ahead, this move leads to the most points." and not (fills or most or points)


def test_bot_collects_on_the_way_when_all_else_is_equal() -> None:
    advice = advise(push_clear.GAME, position("...... ...... ..@*** ...... ...... ......"))
    assert advice.words == ("right",)


# The search.


def test_evaluation_is_invariant_under_rotation() -> None:
    cells = kernel.batch(
        np.stack([play(Session(push_clear.GAME, seed=9).state, word)[0].cells for word in ("left", "up")])
    )
    expected = evaluation.evaluation(cells, 100)
    for turned in (cells[:, ::-1], cells[:, :, ::-1], cells.swapaxes(1, 2)):
        assert evaluation.evaluation(turned, 100) == pytest.approx(expected, rel=1e-5)


def test_a_fixed_box_evaluates_lower_than_a_plain_one() -> None:
    plain = position("...... .#..#. ...@.. ..#... .....# #.....").cells
    fixed = np.where(plain == BOX, push_clear.FIXED, plain)
    of_plain, of_fixed = evaluation.evaluation(batch(np.stack([plain, fixed])), 60)
    assert of_plain > of_fixed


# The classic size has its own tables.


def classic_boards() -> Array:
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
    numbers = classic.weight_numbers()
    boards = [packed(each, 0) for each in classic_boards()]
    patterns = (classic.patterns(each.lines, each.player) for each in boards)
    one, *others = (np.sort(numbers[each], axis=0) for each in patterns)
    assert one.shape[0] == classic.PER_POSITION
    assert len(set(map(bytes, one.T.copy()))) == one.shape[1]
    for other in others:
        assert np.array_equal(one, other)


def test_patterns_describe_the_surroundings_and_each_direction() -> None:
    cells = position("@#.... X..... ...... ...... ...... ......").cells
    boards = packed(cells[None], 0)
    *_lines, views, near = classic.patterns(boards.lines, boards.player)[:, 0]
    assert near - classic.FIRST[classic.NEIGHBOURS] == int("333" + "31" + "320", 4)
    kinds = (0, 2 * (2 * 3 + 1), 0, 1)
    assert views - classic.FIRST[classic.VIEWS] == sum(k * 18 ** (3 - i) for i, k in enumerate(kinds))


def test_weights_interpolate_between_tables() -> None:
    learned = [classic.trained_weights(knot) for knot in range(3)]
    assert np.array_equal(classic.weights(0), learned[0])
    assert np.allclose(classic.weights(81), learned[1])
    assert np.allclose(classic.weights(21), learned[0] / 2 + learned[1] / 2, atol=1e-4)
    assert np.allclose(classic.weights(3000), learned[2])


@pytest.mark.native
@pytest.mark.parametrize("size", [6, 10])
def test_bot_evaluates_few_boards_between_pieces_of_advice(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = most = 0
    real = search.move_values

    def counted(boards: PushClearBoards) -> Array:
        nonlocal looked, most
        looked, most = looked + len(boards), boards.in_a_slice
        return real(boards)

    monkeypatch.setattr(search, "move_values", counted)
    state = Session(push_clear.GAME, {"size": size}, seed=3).state
    thinking = islice(bot_for(push_clear.GAME).think(push_clear.GAME, state), 60)
    for _advice in thinking:
        assert looked <= 2 * most
        looked = 0
