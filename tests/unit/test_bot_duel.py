"""Duel's bot: its advice gives a true reason, and its search is right (the rest: test_every_bot.py)."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots import EFFORT, advise
from game.bots.chain.core import packed
from game.bots.duel.search import buried, think
from game.kernel import Cells, batch, fall, frozen
from game.rules import chain, duel
from game.rules.chain import COLUMNS, GARBAGE, ROWS
from game.rules.duel import GAME, State, play, start
from game.words import Translator
from tests.advised import played
from tests.boards import lowest_rows, settle, unpacked

few = settings(max_examples=12, derandomize=True, deadline=None)


def started(seed: int = 0) -> State:
    return start({"colours": 4}, seed)


def with_field(state: State, seat: int, cells: Cells, **changes: Any) -> State:
    players = list(state.players)
    player = players[seat]
    players[seat] = replace(player, field=replace(player.field, cells=frozen(cells)), **changes)
    return replace(state, players=(players[0], players[1]))


@st.composite
def fields(draw: st.DrawFn) -> Cells:
    """Draws a settled field of four colours and garbage with room for a pair."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = random.choice([1, 2, 3, 4, GARBAGE], (ROWS, COLUMNS)).astype(np.int8)
    cells[: draw(st.integers(2, ROWS))] = 0
    return np.ascontiguousarray(settle(fall(cells)).cells)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draws two fields, garbage pending for either, and a pair that may have moved already."""
    state = started(draw(st.integers(0, 1000)))
    for seat in (0, 1):
        pending, pair = draw(st.sampled_from((0, 0, 3, 40))), draw(st.sampled_from((1, 65, 300)))
        state = with_field(state, seat, draw(fields()), pending=pending, remainder=draw(st.integers(0, 69)), pair=pair)
    for word in draw(st.lists(st.sampled_from(("left", "right", "cw", "ccw")), max_size=4)):
        state, _events = play(state, word)
    return state


@few
@given(positions(), st.integers(1, EFFORT))
def test_advice_is_a_whole_turn_and_its_reason_is_true(state: State, effort: int) -> None:
    for advice in filter(attrgetter("words"), think(GAME, state, effort, 7)):
        after = played(GAME, state, advice)
        assert after.ended or after.turn != state.turn
        mine, theirs = after.players[state.turn], after.players[1 - state.turn]
        more = theirs.pending - state.opponent.pending
        reason = Translator()(advice.reason, **advice.values)
        if "It sends" in reason:
            assert more >= int(str(advice.values["count"])) > 0, "bonuses for colours and large groups are extra"
        if "cancels" in reason:
            assert mine.pending < state.mover.pending and more >= 0
        if "no garbage falls" in reason:
            assert after.chain and mine.pending <= state.mover.pending
        if "makes a group vanish" in reason:
            assert after.chain


@few
@given(st.lists(fields(), min_size=1, max_size=5), st.integers(0, 30), st.integers(0, 100))
def test_garbage_falls_in_the_search_as_in_the_game(given_fields: list[Cells], blocks: int, seed: int) -> None:
    boards = batch(np.stack(given_fields))
    after = unpacked(buried(packed(boards), np.full(len(boards), blocks)))
    assert np.array_equal(after, fall(after)), "the field has no gaps"
    assert np.array_equal(after * (boards != 0), boards), "existing blocks stay"
    for cells, then in zip(boards, after, strict=True):
        state = with_field(started(seed), 0, np.ascontiguousarray(cells), pending=blocks)
        player, _events = duel._received(state.mover, 0)
        if blocks % COLUMNS == 0:
            assert np.array_equal(player.field.cells, then)
        elif (cells[:5] == 0).all():
            assert np.count_nonzero(player.field.cells) == np.count_nonzero(then)


def board(picture: str) -> Cells:
    return lowest_rows(picture, chain.LETTERS, (ROWS, COLUMNS))


def with_pair(state: State, letters: str) -> State:
    colours = chain.LETTERS.index(letters[0]), chain.LETTERS.index(letters[1])
    field = replace(state.mover.field, pair=chain.Pair(colours))
    players = list(state.players)
    players[state.turn] = replace(state.mover, field=field)
    return replace(state, players=(players[0], players[1]))


def test_bot_fires_a_chain_that_leaves_the_opponent_no_room() -> None:
    """Twelve blocks defeat an opponent with two free rows; late in the game, two links send that many."""
    state = with_pair(with_field(started(), 0, board(".r.... rgg... rrgb.."), pair=97), "gb")
    state = with_field(state, 1, board("..b... ..y... " * 5))
    advice = advise(GAME, state)
    assert "It sends" in advice.reason
    assert played(GAME, state, advice).players[1].pending == 12


def test_bot_clears_before_garbage_buries_it() -> None:
    state = with_pair(with_field(started(), 0, board("..b... ..y... " * 4 + "..b... rrr..."), pending=12), "rg")
    after = played(GAME, state, advise(GAME, state))
    assert after.chain and not after.ended


@pytest.mark.slow("a bot plays a whole game")
def test_strong_bot_beats_a_weak_one() -> None:
    state = started(1)
    while not state.ended:
        state = played(GAME, state, advise(GAME, state, (4, 1)[state.turn], seed=state.turn))
    assert state.winner == 1
