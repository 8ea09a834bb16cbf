"""Biquadris' bot: its advice gives a true reason, and its search is right (the rest: test_every_bot.py)."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots import EFFORT, advise
from game.bots.biquadris.core import board_of, outcomes
from game.bots.biquadris.placements import placements, shape_of
from game.bots.biquadris.search import think
from game.kernel import Cells, free, frozen
from game.rules import biquadris
from game.rules.biquadris import State, play, start
from game.rules.biquadris_commands import BLOCKS
from game.rules.biquadris_player import COLUMNS, LETTERS, ROWS, Block, Coming, Player
from tests.advised import played
from tests.boards import lowest_rows
from tests.stacks import stacks

few = settings(max_examples=12, derandomize=True, deadline=None)

STACKS = stacks((ROWS, COLUMNS), 1).map(lambda boards: boards[0])
STEERING = ("left", "right", "down", "clockwise", "counterclockwise")


def started(level: int = 2, seed: int = 0) -> State:
    return start({"startlevel": level, "scriptfile1": "I J L O S Z T", "scriptfile2": "J L J S O I T Z"}, seed)


def standing(player: Player, cells: Cells) -> Player:
    """Returns the player on a board on which every cell is its own block."""
    numbers = np.cumsum(cells != 0, dtype=np.int32).reshape(cells.shape) * (cells != 0)
    return replace(player, cells=frozen(cells), numbers=frozen(numbers.astype(np.int32)))


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draws two piles at any level, burdens, and a block that may have moved already; or a choice."""
    state = started(draw(st.integers(0, 4)), draw(st.integers(0, 1000)))
    for seat in (0, 1):
        player = standing(state.players[seat], draw(STACKS))
        player = replace(player, made_heavy=draw(st.booleans()), placed=draw(st.sampled_from((0, 4))))
        if not free(player.cells, player.block.cells):
            player = standing(player, np.zeros((ROWS, COLUMNS), np.int8))
        state = state.having(player)
    if draw(st.integers(0, 3)) == 0:
        return replace(state, choose=True)
    for word in draw(st.lists(st.sampled_from(STEERING), max_size=4)):
        state, _events = play(state, word)
    return state


def board(rows: str) -> Cells:
    return lowest_rows(rows, LETTERS, (ROWS, COLUMNS))


@pytest.mark.slow("a bot plays whole games")
@few
@given(positions(), st.integers(1, EFFORT))
def test_advice_is_a_whole_turn_and_its_reason_is_true(state: State, effort: int) -> None:
    for advice in filter(attrgetter("words"), think(biquadris.GAME, state, effort, 7)):
        after = played(biquadris.GAME, state, advice)
        assert after.ended or after.choose or after.turn != state.turn
        if "rows" in advice.values and "Then" not in advice.reason:
            assert after.choose
        if "opponent loses" in advice.reason:
            assert after.ended and after.winner == state.turn + 1


@few
@given(STACKS, st.sampled_from(BLOCKS), st.booleans())
def test_placements_from_the_table_end_where_the_table_says(cells: Cells, letter: str, heavy: bool) -> None:
    player = replace(standing(started().mover, cells), block=Block(*Coming(letter, heavy)))
    places = {placement.block.cells for placement in placements(player)}
    shape = shape_of(letter, heavy)
    after, _vanished = outcomes(board_of(player), np.zeros(1, np.intp), {0: shape})
    for number in np.flatnonzero(after.able & free(cells, player.block.cells)):
        assert tuple(map(tuple, shape.cells[number].tolist())) in places


def test_bot_clears_two_rows_at_once() -> None:
    state = started()
    two = standing(state.mover, board("IIIII.IIIII IIIII.IIIII"))
    state = state.having(replace(two, block=Block("I", False), coming=Coming("O", False)))
    advice = advise(biquadris.GAME, state)
    assert advice.reason.format(**advice.values).startswith("It fills 2 rows at once")
    assert played(biquadris.GAME, state, advice).choose


def test_bot_gives_the_right_reason() -> None:
    def reason(rows: str, letter: str, following: str = "I") -> str:
        state = started()
        player = replace(
            standing(state.mover, board(rows)), block=Block(letter, False), coming=Coming(following, False)
        )
        return advise(biquadris.GAME, state.having(player)).reason

    assert reason("", "O", "S").startswith("It leaves no new holes")
    assert "a hole anywhere" in reason("I.I.I.I.I.I", "O", "S")
    assert "Then the next block can fill" in reason("IIIII.IIIII IIIII.IIIII IIIII.IIIII IIIII.IIIII", "O")


def test_bot_forces_a_block_that_has_no_room() -> None:
    state = started()
    cells = board(" ".join(["II.........", *["..I........"], *["IIIII.IIIII"] * 14]))
    assert not free(cells, Block("J", False).cells) or not free(cells, Block("S", False).cells)
    state = replace(state.having(standing(state.opponent, cells)), choose=True)
    advice = advise(biquadris.GAME, state)
    after = played(biquadris.GAME, state, advice)
    assert after.ended and after.winner == state.turn + 1
    assert "the opponent loses" in advice.reason


@pytest.mark.native  # whole games; other tests try its advice in Pyodide
@pytest.mark.parametrize("level", [0, 4])
def test_strong_bot_keeps_the_pile_low(level: int) -> None:
    state = started(level)
    for _ in range(20):
        state = played(biquadris.GAME, state, advise(biquadris.GAME, state))
    assert not state.ended
    assert all((player.cells != 0).any(axis=1).sum() <= ROWS - 6 for player in state.players)


@pytest.mark.native  # other tests try its advice in Pyodide
def test_weaker_bots_err_more_often() -> None:
    state = started()
    state = state.having(standing(state.mover, board("IIIIIII.... IIIIIIII...")))
    best = ("clockwise", "7right", "drop")

    def found(effort: int) -> int:
        return sum(advise(biquadris.GAME, state, effort, seed).words == best for seed in range(40))

    right = [found(effort) for effort in (1, 2, 3, 4)]
    assert right == sorted(set(right)), "each strength finds the best placement more often than the one below"
