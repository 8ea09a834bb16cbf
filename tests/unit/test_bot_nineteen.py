"""Nineteen's bot: its advice gives a true reason, and its search is right (the rest: test_every_bot.py)."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import kernel
from game.bots import EFFORT, advise, bot_for
from game.rules import nineteen
from game.rules.nineteen import LETTERS, State, play, start
from tests.advised import played
from tests.boards import lowest_rows
from tests.stacks import stacks

few = settings(max_examples=15, derandomize=True)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draws a stack of any height without full rows and a piece that may have moved already."""
    state, [cells] = (
        start({"bag": False}, draw(st.integers(0, 1000))),
        draw(stacks((nineteen.ROWS, nineteen.COLUMNS), 1)),
    )
    cells[0, 3:6] = 0
    state = replace(state, cells=cells, ended=not kernel.free(cells != 0, state.piece.cells))
    for word in draw(st.lists(st.sampled_from(("left", "right", "rotate", "tick")), max_size=6)):
        state, _events = play(state, word)
    return state


def position(rows: str, letter: str, following: str = "I") -> State:
    cells = lowest_rows(rows, LETTERS, (nineteen.ROWS, nineteen.COLUMNS))
    piece = nineteen.spawned(LETTERS.index(letter))
    return replace(start({"bag": False}, 0), cells=cells, piece=piece, next=LETTERS.index(following))


@few
@given(positions(), st.integers(1, EFFORT))
def test_advice_ends_in_a_drop_and_fills_the_rows_it_names(state: State, effort: int) -> None:
    for advice in filter(attrgetter("words"), bot_for(nineteen.GAME).think(nineteen.GAME, state, effort, 7)):
        assert advice.words[-1] == "drop" and "drop" not in advice.words[:-1]
        after = played(nineteen.GAME, state, advice)
        assert (
            after.lines - state.lines == advice.values.get("rows", after.lines - state.lines) or "Then" in advice.reason
        )


def test_bot_gives_the_right_reason() -> None:
    four = position("IIII.IIII IIII.IIII IIII.IIII IIII.IIII", "I")
    assert advise(nineteen.GAME, four).reason == "It fills {rows} rows at once."
    assert played(nineteen.GAME, four, advise(nineteen.GAME, four)).lines == 4
    one = position("IIIII....", "I", "O")
    assert advise(nineteen.GAME, one).words
    flat = advise(nineteen.GAME, position("", "O", "S"))
    assert flat.reason.startswith("It leaves no new holes")
    uneven = position("I.I.I.I.I", "O")
    assert "a hole anywhere" in advise(nineteen.GAME, uneven).reason
    assert advise(nineteen.GAME, position("IIIIIII.. IIIIIII..", "T", "O"), effort=5).words


@pytest.mark.slow("a bot plays whole games")
def test_more_effort_survives_longer() -> None:
    def lines(effort: int) -> int:
        state, pieces = start({"bag": False}, 5), 0
        while not state.ended and pieces < 60:
            state, pieces = played(nineteen.GAME, state, advise(nineteen.GAME, state, effort)), pieces + 1
        return state.lines

    assert lines(EFFORT) >= lines(1) and lines(EFFORT) > 20
