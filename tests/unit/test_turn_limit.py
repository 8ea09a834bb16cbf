"""A limit of turns: the session ends the game, whatever its rules, and undo, saves, links and replays agree."""

from __future__ import annotations

import random

import pytest

from game import files
from game.contract import Ended, Role
from game.play.results import FINISHED, STUCK, WON, day_squares, points_by_turn
from game.rules import GAMES, game
from game.session import Session, address, complete, from_address
from game.session.options import TURNS, turn_limit
from game.session.records import preset_of
from game.session.replay_code import decode, encode
from game.session.timeline import RESTART
from tests import toy
from tests.table import rules_of, session_of

TURN = 3
EVERY = [*GAMES, "toy"]


def played(name: str, turns: int = TURN, seed: int = 7) -> tuple[Session, list[object]]:
    """Plays random words until the turns are used up; returns the game and the last word's events."""
    session, choose = session_of(name, seed, turns=turns), random.Random(seed)
    events: list[object] = []
    while not session.over:
        words = [word for word in session.moves if session.rules.role(word) is not Role.COMMAND]
        events = list(session.play(choose.choice(words)))
    return session, events


@pytest.mark.parametrize("name", EVERY)
def test_game_ends_when_every_player_has_had_their_turns(name: str) -> None:
    session, events = played(name)
    rules = session.rules
    assert session.limit.played == TURN * rules.seats and not rules.over(session.state)
    assert [session.limit.left(seat) for seat in range(rules.seats)] == [0] * rules.seats
    assert isinstance(events[-1], Ended), "what shows the game must learn that it is over"
    view = session.view
    assert view.over and view.fields["over"] is True and not session.moves and not view.choices
    if rules.seats > 1:
        best = max(view.scores)
        assert view.winner == (view.scores.index(best) + 1 if view.scores.count(best) == 1 else 0)
    before = session.inputs
    for word in set(rules.words) - {RESTART}:
        assert session.play(word) == ()
    assert session.inputs == before, "after the end nothing is played"


@pytest.mark.parametrize("name", EVERY)
def test_each_turn_is_counted_down(name: str) -> None:
    session = session_of(name, turns=TURN)
    left, choose = [TURN] * session.rules.seats, random.Random(1)
    assert [session.limit.left(seat) for seat in range(session.rules.seats)] == left
    while not session.over:
        turn, before = session.view.turn, session.limit.played
        session.play(choose.choice([w for w in session.moves if session.rules.role(w) is not Role.COMMAND]))
        left[turn] -= session.limit.played - before
        assert [session.limit.left(seat) for seat in range(session.rules.seats)] == left


@pytest.mark.parametrize("name", EVERY)
def test_undo_restart_and_loading_count_as_playing_does(name: str) -> None:
    session, _events = played(name)
    words, view = session.inputs, session.view
    session.undo()
    assert not session.over and session.moves
    session.play(words[-1])
    assert session.view == view
    loaded = Session.load(session.save(), rules_of, files.read)
    assert loaded.view == view and loaded.limit.played == session.limit.played
    assert loaded.go(0) and not loaded.over and loaded.go(len(words)) and loaded.over
    if name != "toy":
        assert decode(encode(session), game, files.read).view == view
    session.restart()
    assert session.limit.played == 0 and not session.over
    for word in words:
        session.play(word)
    assert session.over


@pytest.mark.parametrize("name", GAMES)
def test_limit_is_in_the_address_and_in_the_preset(name: str) -> None:
    limited, endless = session_of(name, turns=9), session_of(name)
    parameters = address(limited)
    assert parameters[TURNS] == "9" and TURNS not in address(endless)
    rules, options, seed = from_address(parameters, game, files.read)
    assert Session(rules, options, seed, files.read).limit.turns == 9
    assert preset_of(limited) != preset_of(endless), "their records are not mixed"
    assert TURNS not in endless.options and "turns" not in endless.save(), "saves stay as they were"


def test_option_of_a_game_itself_is_not_the_limit() -> None:
    assert turn_limit(toy.GAME, complete(toy.GAME, {})) == 0


@pytest.mark.parametrize("name", GAMES)
def test_story_has_a_square_for_every_stretch_and_no_moves(name: str) -> None:
    session, _events = played(name, 20 if session_of(name).rules.seats == 1 else 10, 3)
    lines, gains = day_squares(session), points_by_turn(session)
    if session.limit.used_up:
        assert [len(each) for each in gains] == [session.limit.turns] * session.rules.seats
    assert [sum(each) for each in gains][:1] <= [max(session.view.scores)]
    text = "".join(lines)
    assert len(lines) == 2 or session.rules.seats == 1
    assert not any(character.isalnum() for character in text)
    if session.rules.seats == 1:
        assert text.endswith(FINISHED if session.limit.used_up else STUCK)
        assert text.count("⬜") + sum(text.count(each) for each in "🟨🟧🟥") <= 20
    else:
        assert text.count(WON) == bool(session.view.winner)
