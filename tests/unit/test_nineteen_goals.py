"""Nineteen's options `hold`, `rows` and `pieces`, sentence by sentence of docs/rules.md, section 3."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from game.__main__ import main
from game.contract import Appeared, BadInput, Changed, Completed, Ended, Role
from game.pieces import NINETEEN
from game.rules import game, nineteen
from game.session import Session
from game.session.addresses import address
from game.session.records import preset_of
from game.session.replay_code import decode, encode
from tests.table import session_of

SPAWN = {
    "I": {(0, 4), (1, 4), (2, 4), (3, 4)},
    "L": {(0, 4), (1, 4), (2, 4), (2, 5)},
    "J": {(0, 4), (1, 4), (2, 4), (2, 3)},
    "Z": {(0, 3), (0, 4), (1, 4), (1, 5)},
    "S": {(0, 4), (0, 5), (1, 3), (1, 4)},
    "O": {(0, 4), (0, 5), (1, 4), (1, 5)},
    "T": {(0, 4), (1, 3), (1, 4), (1, 5)},
}
"""The cells at which each shape appears, from the table of the rules."""
HELD_L = ("L.", "L.", "LL")


def dealt(seed: int, count: int, *, bag: bool = False) -> str:
    """Returns the shapes that a game without `hold` brings, by what it shows as next."""
    session = session_of("nineteen", seed, bag=bag)
    letters = [NINETEEN[session.state.piece.shape - 1]]
    while len(letters) < count:
        letters.append(session.view.fields["next"])
        session.play("drop")
    return "".join(letters)


def shown(session: Session) -> tuple[str, str, str]:
    """Returns the shapes in play, next and held."""
    fields = session.view.fields
    return NINETEEN[session.state.piece.shape - 1], fields["next"], fields["held"]


def in_play(session: Session) -> set[tuple[int, int]]:
    return set(session.view.boards[0].piece)


def test_hold_is_off_by_default_and_then_an_unknown_word() -> None:
    session = session_of("nineteen", 3)
    assert "held" not in session.view.fields and session.view.boards[0].held is None
    assert "hold" not in session.rules.words and Role.HOLD not in session.rules.by_role
    with pytest.raises(BadInput, match="unknown command: hold"):
        session.play("hold")
    assert session.rules is nineteen.GAME


@pytest.mark.parametrize("bag", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_first_hold_brings_the_next_piece_and_draws_another(seed: int, bag: bool) -> None:
    first, second, third, fourth = list(dealt(seed, 4, bag=bag))
    session = session_of("nineteen", seed, hold=True, bag=bag)
    assert shown(session) == (first, second, "")
    session.play("hold")
    assert shown(session) == (second, third, first) and in_play(session) == SPAWN[second]
    session.play("drop")
    assert shown(session) == (third, fourth, first)
    state = session.state
    session.play("hold")
    assert shown(session) == (first, fourth, third), "the one put aside appears"
    assert in_play(session) == SPAWN[first] and session.state.random == state.random, "and nothing is drawn"


def test_held_piece_returns_in_its_spawn_form_at_its_spawn_cells() -> None:
    session = session_of("nineteen", 1, hold=True)
    letter = shown(session)[0]
    for word in ("rotate", "right", "down", "hold"):
        session.play(word)
    assert session.view.boards[0].held == HELD_L and shown(session)[2] == letter == "L"
    session.play("drop")
    session.play("hold")
    assert shown(session)[0] == letter and in_play(session) == SPAWN[letter]


def test_second_hold_before_the_next_lock_changes_nothing() -> None:
    session = session_of("nineteen", 5, hold=True)
    assert "hold" in session.moves
    session.play("hold")
    state = session.state
    assert "hold" not in session.moves and nineteen.play(state, "hold") == (state, ())
    session.play("left")
    assert "hold" not in session.moves
    session.play("drop")
    assert "hold" in session.moves


def test_hold_is_seen_as_a_piece_that_goes_and_one_that_comes() -> None:
    session = session_of("nineteen", 5, hold=True)
    before = in_play(session)
    _after, events = nineteen.play(session.state, "hold")
    gone, come = events
    assert isinstance(gone, Changed) and {cell for _symbol, cell in gone.cells} == before
    assert isinstance(come, Appeared) and not any(symbol != "." for symbol, _cell in gone.cells)


def test_hold_ends_the_game_if_the_piece_has_no_room() -> None:
    session = session_of("nineteen", 25, ("hold",), hold=True)
    assert shown(session)[2] == "I", "which needs four rows, while others need two"
    while not nineteen.play(session.state, "hold")[0].ended:
        session.play("drop")
        assert not session.over
    after, events = nineteen.play(session.state, "hold")
    assert isinstance(events[-1], Ended) and nineteen.play(after, "hold") == (after, ())
    assert {cell for _symbol, cell in nineteen.view(after).boards[0].stuck} == SPAWN["I"]


@pytest.mark.parametrize("pieces", [1, 5])
def test_game_is_over_when_that_many_pieces_have_locked(pieces: int) -> None:
    session, endless = session_of("nineteen", 2, pieces=pieces), session_of("nineteen", 2)
    words = (["left"] * 4 + ["drop"] + ["right"] * 4 + ["drop"] + ["drop"]) * 2
    for word in words:
        if session.state.locked == pieces:
            break
        session.play(word)
        if session.state.locked < pieces:
            endless.play(word)
            assert session.view.boards[0].rows == endless.view.boards[0].rows and not session.over
    assert session.over and not endless.over
    assert session.view.fields["next"] == endless.view.fields["next"], "nothing is drawn"
    assert session.state.random == endless.state.random and not session.view.boards[0].stuck
    assert sum(cell != "." for row in session.view.boards[0].rows for cell in row) == 4 * pieces, "and nothing spawns"
    assert dict(session.view.boards[0].figures)["Pieces"] == f"{pieces}/{pieces}"
    ended = session.state
    assert all(nineteen.play(ended, word) == (ended, ()) for word in nineteen.WORDS)


def test_game_is_over_when_that_many_rows_are_cleared_after_scoring() -> None:
    lesson = nineteen.GAME.lessons[2]  # its last drop clears two rows at once
    sessions = [session_of("nineteen", lesson.seed, lesson.unseen, rows=rows) for rows in (0, 1, 2, 3)]
    for session in sessions:
        for word in lesson.seen:
            session.play(word)
    endless, *others = sessions
    assert [session.over for session in sessions] == [False, True, True, False], "two rows at once exceed a goal of one"
    assert {session.score for session in others} == {endless.score}
    assert {session.view.fields["lines"] for session in others} == {2}
    one = others[0]
    before = session_of("nineteen", lesson.seed, (*lesson.unseen, *lesson.seen[:-1]), rows=1)
    _after, events = nineteen.play(before.state, lesson.seen[-1])
    kinds = [type(event) for event in events]
    assert kinds[-1] is Ended and Completed in kinds and Appeared not in kinds
    assert before.view.fields["next"] == one.view.fields["next"] != ""


@pytest.mark.parametrize(("name", "value"), [("rows", "101"), ("pieces", "1001"), ("rows", "-1"), ("hold", "2")])
def test_values_out_of_range_are_refused(name: str, value: str) -> None:
    with pytest.raises(BadInput):
        session_of("nineteen", 1, **{name: value})


def test_each_goal_is_recorded_apart() -> None:
    games: list[dict[str, Any]] = [
        {},
        {"hold": True},
        {"rows": 20},
        {"rows": 40},
        {"pieces": 60},
        {"rows": 20, "hold": True},
    ]
    presets = {preset_of(session_of("nineteen", 1, **options)) for options in games}
    assert len(presets) == len(games) and preset_of(session_of("nineteen", 1)) == "nineteen/1/", "as before"


def test_saves_links_and_replays_keep_a_game_with_hold() -> None:
    session = session_of("nineteen", 9, ("left", "hold", "drop", "hold", "rotate", "drop"), hold=True, rows=20)
    for copy in (
        Session.load(session.save(), game),
        decode(encode(session), game),
    ):
        assert copy.inputs == session.inputs and copy.view.fields == session.view.fields
        assert "hold" in copy.rules.words
    assert address(session)["hold"] == "1" and address(session)["rows"] == "20"


def test_the_code_of_a_game_without_hold_has_not_changed() -> None:
    assert (
        encode(session_of("nineteen", 3, ("left", "drop", "restart", "drop")))
        == "AS9i49XjyMvMSy1JTc1jZDBgNGZgYmNgL0otLkksKmEDAA"
    )


def test_terminal_plays_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(options: str, words: str) -> list[dict[str, Any]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(words))
        assert main(["nineteen", *options.split(), "-json"]) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    start, held, again, *_rest = run("-seed 3 -hold", "hold hold drop quit")
    assert (start["held"], held["held"]) == ("", dealt(3, 1)) and again == held
    assert run("-seed 3", "hold")[1] == {"error": "unknown command: hold"}
    assert [line["over"] for line in run("-seed 3 -pieces 2", "drop drop drop")] == [False, False, True, True]
