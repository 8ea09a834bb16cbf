"""The board shows what ended a game: the piece without room, where it should appear, or what blocks the player."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game import files
from game.contract import Cause, Ended, Event, Marks
from game.effects.animation import BLOCKED, BLOCKINGS, phases
from game.rules import chain, duel, game
from game.rules.chain import GARBAGE, LETTERS
from game.session import Session

PIECES = ("chain", "nineteen", "duel", "biquadris")


def dropped(name: str) -> tuple[Session, tuple[str, ...], tuple[Event, ...]]:
    """Returns a game in which everything was dropped in the middle, the rows before the last move, and its events."""
    session = Session(game(name), {}, 3, files.read)
    while True:
        before = session.view
        word = before.choices[0] if before.choices else "drop"
        events = session.play(word)
        if session.over:
            last = next(event for event in events if isinstance(event, Ended))
            return session, before.boards[last.board].rows, events


@pytest.mark.parametrize("name", PIECES)
def test_the_piece_without_room_is_on_the_losers_board(name: str) -> None:
    session, _rows, events = dropped(name)
    last = next(event for event in events if isinstance(event, Ended))
    boards = session.view.boards
    stuck = boards[last.board].stuck
    assert stuck and all(not board.stuck for board in boards if board is not boards[last.board])
    assert len({symbol for symbol, _cell in stuck}) <= 2, "one piece"
    if name in ("chain", "duel"):
        assert sorted(symbol for symbol, _cell in stuck) == sorted(boards[last.board].next[0]), "the next pair"
    assert any(boards[last.board].rows[r][c] != "." for _symbol, (r, c) in stuck), "there is no room for it"
    assert last.winner in (0, 2 - last.board)
    assert [board.cause for board in boards] == [Cause.TOP if board is boards[last.board] else None for board in boards]


def test_garbage_that_reaches_the_top_is_the_cause() -> None:
    state = duel.start({"colours": 4}, 3)
    while not state.ended:
        state = state.with_side(state.turn, replace(state.mover, pending=duel.MOST_GARBAGE))
        for word in ("right", "right", "right", "drop"):
            state, events = duel.play(state, word)
    lost = next(event for event in events if isinstance(event, Ended)).board
    assert [board.cause for board in duel.view(state).boards].index(Cause.BURIED) == lost
    row, column = chain.START
    assert duel.view(state).boards[lost].rows[row][column] == LETTERS[GARBAGE]


@pytest.mark.parametrize("name", PIECES)
def test_it_flashes_before_the_end_is_announced(name: str) -> None:
    session, rows, events = dropped(name)
    last = next(event for event in events if isinstance(event, Ended))
    stuck = session.view.boards[last.board].stuck
    found = phases(rows, events, last.board, glide=False, stuck=stuck)
    assert found[-1].cues[-1] == last
    blocked = found[-1 - BLOCKINGS : -1]
    assert [bool(phase.flash) for phase in blocked] == [True, False, True, False, True]
    assert blocked[0].flash == {cell for _symbol, cell in stuck}
    assert all(phase.milliseconds == BLOCKED and not phase.cues for phase in blocked)
    drawn: Marks = tuple((sprite.symbol, sprite.path[0]) for sprite in blocked[0].sprites)  # type: ignore[misc]
    assert set(drawn) == {(s, (r, c)) for s, (r, c) in stuck if blocked[0].rows[r][c] != s}


def test_boxes_around_a_trapped_player_are_marked() -> None:
    session, chance = Session(game("push-clear"), {"size": "4"}, 3), random.Random(3)
    while not session.over:
        assert session.view.boards[0].stuck == () and session.view.boards[0].cause is None
        session.play(chance.choice(session.moves))
    board = session.view.boards[0]
    assert board.cause is Cause.NO_MOVE
    ((row, column),) = ((r, c) for r in range(4) for c in range(4) if board.rows[r][c] == "@")
    sides = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
    inside = {(r, c) for r, c in sides if r in range(4) and c in range(4)}
    assert {cell for _symbol, cell in board.stuck} == inside
    assert all(board.rows[r][c] == symbol and symbol in "#X" for symbol, (r, c) in board.stuck)
