"""Who plays which seat: kept by addresses, saves and replays; undo goes back to the person's own turn."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from game import files
from game.contract import BadInput
from game.rules import GAMES, game
from game.session import CALM, Session, address, all_options, complete, from_address, save_text
from game.session.records import counted_score, options_in, preset_of
from game.session.replay_code import decode, encode
from game.session.seats import COMPUTER, SEAT, Opponent, display_name, is_computers, opponent
from game.text import titled
from game.words import Translator

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide

FOR_TWO = [name for name, rules in GAMES.items() if rules.seats > 1]


def against(strength: int, seat: int = 2, name: str = "biquadris") -> Session:
    return Session(game(name), {"computer": str(strength), "seat": seat}, 3, files.read)


def test_each_player_has_a_board() -> None:
    assert FOR_TWO == ["biquadris", "duel"]
    for name, rules in GAMES.items():
        assert len(Session(rules, {}, 1, files.read).view.boards) == rules.seats, name


def test_only_games_for_two_have_an_opponent_and_only_games_with_a_clock_can_be_calm() -> None:
    for rules in GAMES.values():
        new = set(all_options(rules)) - set(rules.options)
        assert new == ({COMPUTER, SEAT} if rules.seats > 1 else set()) | ({CALM} if rules.timed else set())


def test_a_new_game_gets_the_opponent_too() -> None:
    unseen = replace(game("biquadris"), name="unseen", options={})
    assert opponent(complete(unseen, {"computer": "2"})) == Opponent(1, 2)


def test_the_computer_has_a_name_at_each_strength() -> None:
    names = [display_name(Opponent(0, strength), Translator()) for strength in range(1, 6)]
    assert names == ["Pip (Easy)", "Loop (Medium)", "Brick (Hard)", "Spike (Expert)", "Gem (Master)"]
    rules, options = game("duel"), all_options(game("duel"))
    assert titled(rules.title, options, {"computer": "3"}, Translator()) == "Duel (against Brick)"


@pytest.mark.parametrize("name", ["chain", "nineteen"])
def test_no_hurry_is_kept_by_address_save_and_replay_and_counted_separately(name: str) -> None:
    calm, usual = (Session(game(name), {CALM: value}, 3) for value in (True, False))
    assert usual.clock_runs and not calm.clock_runs
    calm.play("drop")
    parameters = address(calm)
    assert parameters == {"game": name, "calm": "1", "seed": "3"}
    _rules, options, seed = from_address(parameters, game)
    loaded, replayed = Session.load(calm.save(), game), decode(encode(calm), game)
    assert (options, seed) == (calm.options, 3)
    assert not loaded.clock_runs and not replayed.clock_runs
    assert preset_of(calm) == f"{name}/1/calm=1" != preset_of(usual)
    assert options_in(preset_of(calm)) == {"calm": "1"}
    assert loaded.view == calm.view and replayed.view == calm.view


def test_an_older_save_without_no_hurry_has_a_clock() -> None:
    save = json.loads(Session(game("chain"), {}, 3).save())
    del save["options"][CALM], save["check"]
    assert Session.load(json.dumps(save | {"check": save_text.checksum(save)}), game).clock_runs


@pytest.mark.parametrize("strength", range(1, 6))
def test_address_save_and_replay_keep_the_computer(strength: int) -> None:
    session = against(strength, seat=1)
    session.play("drop")
    parameters = address(session)
    assert (parameters["computer"], parameters["seat"]) == (str(strength), "1")
    _rules, options, _seed = from_address(parameters, game, files.read)
    loaded = Session.load(session.save(), game, files.read)
    replayed = decode(encode(session), game, files.read)
    assert {opponent(each) for each in (options, loaded.options, replayed.options)} == {Opponent(0, strength)}


def test_games_between_people_are_unchanged() -> None:
    session = Session(game("biquadris"), {}, 3, files.read)
    assert session.opponent is None and not is_computers(session.options, session.view)
    assert address(session) == {"game": "biquadris", "seed": "3"}
    assert complete(game("biquadris"), {"seat": 1}, files.read)[SEAT] == 2
    save = json.loads(session.save())
    del save["options"][COMPUTER], save["options"][SEAT], save["check"]
    before = json.dumps(save | {"check": save_text.checksum(save)})
    assert Session.load(before, game, files.read).options == session.options, "saved before games had seats"


@pytest.mark.parametrize("given", [{"computer": "6"}, {"computer": "0"}, {"computer": "2", "seat": "3"}])
def test_an_unknown_strength_gets_a_message(given: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        complete(game("biquadris"), given, files.read)
    with pytest.raises(BadInput, match="unknown option"):
        from_address({"game": "chain", "computer": "2"}, game, files.read)


def test_games_against_each_strength_are_counted_separately() -> None:
    assert (
        len(
            {preset_of(against(strength)) for strength in range(1, 6)}
            | {preset_of(Session(game("biquadris"), {}, 3, files.read))}
        )
        == 6
    )


def test_the_result_says_whether_the_person_won() -> None:
    session = against(1)
    assert counted_score(session) == 0
    while not session.over:  # both pile up without moving; player 1, who began, is full first
        session.play("drop")
    winner = session.view.winner
    assert counted_score(session) == int(winner == 1)
    other = against(1, seat=1)
    while not other.over:
        other.play("drop")
    assert (other.view.winner, counted_score(other)) == (winner, 1 - counted_score(session))


def test_undo_returns_to_the_persons_turn() -> None:
    session = against(1)
    for word in ("right", "drop", "left", "2right", "drop"):
        if session.view.turn == 1:
            assert is_computers(session.options, session.view)
        session.play(word)
    assert session.inputs == ("right", "drop", "2right", "drop")
    assert session.view.turn == 0
    assert session.step(-1) and session.inputs == ("right",)
    assert session.step(-1) and session.inputs == ()
    assert not session.step(-1)
    assert session.step(1) and session.inputs == ("right",)
    assert session.step(1) and session.inputs == ("right", "drop", "2right", "drop")
    assert not session.step(1)
    assert session.assisted


def test_after_redo_the_computer_finishes_its_turn() -> None:
    session = against(1)
    for word in ("drop", "right"):
        session.play(word)
    session.step(-1)
    assert session.inputs == ()
    assert session.step(1) and session.inputs == ("drop", "right")
    assert is_computers(session.options, session.view)


def test_nothing_can_be_undone_before_the_persons_first_turn() -> None:
    session = against(1, seat=1)
    session.play("right")
    session.play("drop")
    assert session.view.turn == 1
    assert not session.step(-1)
    assert session.inputs == ("right", "drop") and not session.assisted
