"""At high speed a resting piece can be moved for a moment longer, but not forever, and not at low speed."""

from __future__ import annotations

from typing import Any

import pytest

from game.contract import LEVEL_LABEL, Role
from game.play import lock_delay
from game.play.lock_delay import DELAY, MOST_MOVES, LockDelay
from game.rules import game
from game.session import Session


@pytest.fixture
def resting(monkeypatch: pytest.MonkeyPatch) -> tuple[Session, LockDelay]:
    """A piece of Nineteen that rests on the floor, at a level with a lock delay."""
    session = Session(game("nineteen"), {}, 7)
    down = session.rules.by_role[Role.SOFT_DROP]
    piece: Any = None
    while session.view.boards[0].piece != piece:
        piece = session.view.boards[0].piece
        if {cell for _letter, cell in session.view.boards[0].ghost} == set(piece):
            break
        session.play(down)
    monkeypatch.setattr(lock_delay, "FROM_LEVEL", 1)
    return session, LockDelay(session)


def test_the_tick_that_would_lock_waits_half_a_second(resting: tuple[Session, LockDelay]) -> None:
    _session, delay = resting
    assert delay.holds_back(1000)
    assert delay.holds_back(1000 + DELAY - 1)
    assert not delay.holds_back(1000 + DELAY)


def test_each_move_restarts_the_half_second_but_not_forever(resting: tuple[Session, LockDelay]) -> None:
    _session, delay = resting
    assert delay.holds_back(0)
    time = 0.0
    for _move in range(MOST_MOVES):
        delay.moved()
        time += DELAY - 1
        assert delay.holds_back(time)
    delay.moved()
    assert not delay.holds_back(time + DELAY)


def test_after_a_lock_the_next_piece_has_its_own(resting: tuple[Session, LockDelay]) -> None:
    _session, delay = resting
    assert delay.holds_back(0) and not delay.holds_back(DELAY)
    delay.landed()
    assert delay.holds_back(DELAY + 1)


def test_a_piece_in_the_air_and_a_slow_game_are_not_delayed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(game("nineteen"), {}, 7)
    assert not LockDelay(session).holds_back(0), "level 1"
    monkeypatch.setattr(lock_delay, "FROM_LEVEL", 1)
    assert not LockDelay(session).holds_back(0), "in the air"


def test_the_level_is_the_one_that_is_shown() -> None:
    session = Session(game("nineteen"), {}, 7)
    assert (LEVEL_LABEL, 1) in session.view.boards[0].figures
    assert session.view.boards[0].level == 1
    assert Session(game("lines98"), {}, 7).view.boards[0].level == 0
