"""A game with all defaults, unusual but within the contract, in the session, the terminal, the workshop and motion."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from game.contract import BadInput
from game.effects.animation import phases
from game.play import changes
from game.play.workshop import wire
from game.rules import GAMES, game
from game.session import RESTART, Session, replay_code
from game.workshop.limits import SourceError
from game.workshop.loading import load
from tests import stranger
from tests.table import Table
from tests.unit.conftest import Terminal
from tests.unit.test_bench import playing

BOTH = ("east", "west", "east", "east", "east", "east")
"""Both coins of seed 1."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "stranger", stranger.GAME)


def played(*words: str, both: bool = True) -> Session:
    session = Session(stranger.GAME, {"both": both}, 1)
    for word in words:
        session.play(word)
    return session


def source() -> str:
    """Returns its source as a visitor of the workshop would type it."""
    return Path(stranger.__file__).read_text(encoding="utf-8")


def test_defaults_know_the_words_that_an_option_adds() -> None:
    assert played(both=False).moves == ("east",) and played("east").moves == ("east", "west")
    with pytest.raises(BadInput, match="unknown command: west"):
        played("east", "west", both=False)
    for session in (played(*["east"] * 4, both=False), played(*BOTH)):
        assert session.over and session.moves == () and session.score == session.view.scores[0] == 2


def test_the_session_keeps_and_links_it() -> None:
    session = played(*BOTH[:4], "paint coin")
    session.undo()
    session.redo()
    again = Session.load(session.save(), game)
    linked = replay_code.decode(replay_code.encode(session), game)
    assert again.view == linked.view == session.view and again.view.boards[0].rows == ("..@.$$",)
    session.play(RESTART)
    assert session.view == played().view


@pytest.mark.parametrize("error", ["no colour {coin} in {coin}", "no colour {} in {coin}"])
def test_its_errors_survive_another_process(error: str) -> None:
    colour = error.split()[2]
    with pytest.raises(BadInput) as caught:
        played(f"paint {colour}")
    for wrong in (caught.value, SourceError(3, caught.value)):
        again = pickle.loads(pickle.dumps(wrong))
        assert str(again) == str(wrong) and error in str(again) and vars(again).keys() == vars(wrong).keys()


@pytest.mark.native  # Pyodide has no terminal
def test_the_terminal_plays_it(terminal: Terminal) -> None:
    _code, shown, wrong = terminal(
        "east west\npaint {}\neast east east east", "stranger", "-seed", "1", "-both", "-text"
    )
    assert "no colour {} in {coin}" in shown + wrong
    assert "Score: 2" in shown and "Game over" in shown, shown


@pytest.mark.native  # reads the source
def test_the_workshop_plays_it() -> None:
    rules = load(source())
    assert rules.words == ("east", "paint") and rules.having({"both": True}).words == ("east", "paint", "west")
    visitor = playing(source())
    assert "failed" not in visitor.kinds(), visitor.said[-1]
    for _step in range(2):
        visitor.does("press", "right")
    assert visitor.shown(changes.FiguresChanged)[-1].figures[0] == ("Score", 1)
    assert visitor.shown(changes.BoardsChanged)[-1].view.boards[0].rows[0].startswith("..@")
    assert not visitor.shown(wire.Situation)[-1].over


@pytest.mark.native  # reads the source
def test_the_workshop_refuses_another_character_for_an_empty_cell() -> None:
    with pytest.raises(SourceError, match=r"only '\.' has the form empty"):
        load(source().replace('".": Symbol', '"_": Symbol'))


def test_each_event_is_seen_once_and_in_order() -> None:
    session = played()
    for word in (*BOTH[:4], "paint coin", *BOTH[4:], "east"):
        before = session.view.boards[0].rows
        events = session.play(word)
        seen = [cue for phase in phases(before, events) for cue in phase.cues]
        assert seen == ([] if word.startswith("paint") else list(events)), "a painted coin is just there"
    assert session.over


def test_a_whole_game_by_keys() -> None:
    table = Table(played())
    table.press(*(table.session.rules.controls[word].role for word in BOTH))
    assert table.session.over and table.card.score == "2" and table.figures()["Score"] == 2
    table.act("hint", "undo", "describe")
    assert "Coins {and} more" in table.message
