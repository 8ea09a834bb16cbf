"""The effect of the next key is computed before it is pressed, and is the same as without this foresight."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game.contract import Role
from game.play.actions import Action
from game.play.foresight import UNFORESEEN, foresee
from game.rules import GAMES
from game.session import Session
from game.session.timeline import Setup
from game.slices import finished
from tests.table import Table, rules_of, session_of

ALL = (*GAMES, "toy")


def words_of(session: Session) -> list[str]:
    return [word for role, word in session.rules.by_role.items() if role not in UNFORESEEN]


def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns the words that the rules are asked to play from now on."""
    asked: list[str] = []
    play = Setup.play

    def asking(setup: Setup, state: Any, word: str) -> Any:
        asked.append(word)
        return play(setup, state, word)

    monkeypatch.setattr(Setup, "play", asking)
    return asked


@pytest.mark.parametrize("name", ALL)
def test_a_game_with_foresight_is_the_game_without(name: str) -> None:
    chance = random.Random(5)
    plain, foreseeing = session_of(name), session_of(name)
    for _ in range(60):
        finished(foresee(foreseeing))
        word = chance.choice(words_of(plain) or plain.moves or ["restart"])
        if chance.random() < 0.1:
            assert plain.undo() == foreseeing.undo()
        else:
            assert plain.play(word) == foreseeing.play(word)
        assert plain.view == foreseeing.view and plain.moves == foreseeing.moves
    assert plain.save() == foreseeing.save()


@pytest.mark.parametrize("name", [name for name in ALL if Role.MOVE not in rules_of(name).by_role])
def test_what_is_foreseen_is_not_computed_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(name)
    finished(foresee(session))
    word = next(word for word in words_of(session) if word in session.moves)
    asked = watched(monkeypatch)
    assert session.play(word)
    assert not asked


def test_nothing_is_foreseen_of_a_state_that_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of("push-clear")
    work = foresee(session)
    next(work)
    session.play(session.moves[0])
    asked = watched(monkeypatch)
    assert list(work) == [] and not asked


def test_foresight_changes_nothing() -> None:
    session = session_of("biquadris", words=["drop"])
    before, state = session.save(), session.state
    finished(foresee(session))
    assert session.save() == before and session.state is state


@pytest.mark.parametrize("name", ["push-clear", "nineteen", "toy"])
def test_the_keys_of_an_open_game_are_foreseen_in_idle_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(session_of(name))
    table.play.go_on()
    table.run(50)
    finished(table.foreseen[-1])
    asked = watched(monkeypatch)
    keys = table.session.rules.by_role.items()
    role = next(role for role, word in keys if word in table.session.moves and role is not Role.TICK)
    table.press(role)
    assert table.session.can_undo and not asked


def test_nothing_is_foreseen_during_a_demo() -> None:
    table = Table(session_of("nineteen", calm=True))
    table.play.act(Action.DEMO)
    table.run(50)
    before = len(table.foreseen)
    table.run(3000)
    assert table.session.can_undo and len(table.foreseen) == before
