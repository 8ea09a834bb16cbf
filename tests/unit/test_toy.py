"""A game that the program has never seen, played through terminal and session."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from game.__main__ import main
from game.bots import advise
from game.bots.judging import judge_for
from game.bots.search.turns import best_turns, turns
from game.contract import BadInput
from game.rules import game
from game.session import Session, replay_code
from game.session.addresses import address, from_address
from game.text import text
from game.text.sentences import board_text, sentence
from game.words import Translator
from tests import toy
from tests.unit.conftest import Terminal

pytestmark = pytest.mark.usefixtures("registered_toy")

CHOICE = ("haul", "lob", "lob", "lob", "lob", "shove", "lob")
"""From seed 1: player 1 has filled a row and may choose."""


@pytest.fixture
def stones(terminal: Terminal) -> Terminal:
    """Runs the terminal program with the toy game."""
    return lambda words, *arguments: terminal(words, "toy", *arguments)


def json_lines(printed: tuple[int, str, str]) -> list[dict[str, Any]]:
    assert printed[0] == 0 and printed[2] == ""
    return [json.loads(line) for line in printed[1].splitlines()]


def played(*words: str, seed: int = 1, **options: Any) -> Session:
    session = Session(toy.GAME, options, seed)
    for word in words:
        session.play(word)
    return session


# In the terminal.


@pytest.mark.native  # Pyodide has no terminal
def test_each_command_prints_a_line(stones: Terminal) -> None:
    found = json_lines(stones("haul lob, sag undo redo restart nonsense bury", "-seed", "1", "-json"))
    assert [sorted(line) for line in found[:1]] == [["game", "level", "over", "rows", "scores", "turn"]]
    start, hauled, lobbed, sagged, undone, redone, again, nonsense, cut = found
    kind = start["rows"][0][0][1]
    assert hauled["rows"][0][0] == f"{kind}.." and lobbed["rows"][0][5] == f"{kind}.." and lobbed["turn"] == 2
    assert sagged["rows"][1][1][1] != "." and undone == lobbed and redone == sagged and again == start
    assert nonsense == {"error": "unknown command: nonsense"} and cut == {"error": "unknown command: bury"}


@pytest.mark.native  # Pyodide has no terminal
def test_a_choice_is_offered_and_made(stones: Terminal) -> None:
    shown = stones(" ".join(CHOICE) + " sag bury 2", "-seed", "1", "-text")[1]
    assert shown.count("Choose: bless, bury 1, bury 2") == 2, "a word that is no choice changes nothing"
    found = json_lines(stones(" ".join(CHOICE) + " bury 2", "-seed", "1", "-json"))
    assert found[-1]["rows"][1][-2:] == ["##.", "##."] and found[-1]["scores"] == [1, 0]


@pytest.mark.native  # Pyodide has no terminal
def test_the_computer_plays_a_game_that_has_no_bot(stones: Terminal) -> None:
    found = json_lines(stones("haul lob", "-seed", "1", "-json", "-computer", "3"))
    assert [line["turn"] for line in found] == [1, 1, 1], "it answers in the line of the drop"
    assert found[-1]["rows"][1] != found[0]["rows"][1]
    first = json_lines(stones("", "-seed", "1", "-json", "-computer", "1", "-seat", "1"))
    assert first[0]["turn"] == 2


@pytest.mark.native  # Pyodide has no terminal
def test_a_hint_is_a_whole_playable_turn(stones: Terminal) -> None:
    (hinted,) = [line["hint"] for line in json_lines(stones("hint", "-seed", "1", "-json")) if "hint" in line]
    assert hinted[-1] == "lob" and played(*hinted).view.turn == 1
    advice = advise(toy.GAME, played(*CHOICE[:-2]).state)
    assert (advice.words, advice.reason) == (("shove", "lob"), "It scores the most right now.")
    assert advise(toy.GAME, played(*CHOICE).state).words == ("bless",)
    lost = played(*["lob"] * 20)
    assert lost.over and advise(toy.GAME, lost.state).words == ()


@pytest.mark.native  # Pyodide has no terminal
def test_help_lists_its_words_and_its_options(stones: Terminal) -> None:
    assert json_lines(stones("help", "-json"))[1] == {
        "help": "haul shove flip sag lob keen dim bless bury X age undo redo restart hint quit help"
    }
    shown = stones("", "--help")[1]
    assert "bury the other player" in shown and "-width" in shown and "columns of a board" in shown
    assert "-computer" in shown and "bury X" in shown


@pytest.mark.native  # Pyodide has no terminal
def test_the_toy_is_in_the_list_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "  toy         Fill rows with stones, and bury the other player.\n" in capsys.readouterr().out


@pytest.mark.native  # Pyodide has no terminal
def test_a_lost_game_names_the_winner(stones: Terminal) -> None:
    shown = stones("lob " * 12, "-text", "-seed", "1")[1]
    assert shown.endswith("Game over: player 2 wins.\n")
    against = stones("lob " * 12, "-text", "-seed", "1", "-computer", "5")[1]
    assert "Gem wins" in against or "you win" in against


@pytest.mark.native  # Pyodide has no terminal
def test_the_daily_game_of_an_unknown_game(stones: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.localtime", lambda: (2026, 11, 22))
    [line] = json_lines(stones("", "-daily", "-json"))
    assert line == json_lines(stones("", "-seed", "20261122", "-json"))[0]


@pytest.mark.slow("a bot plays whole games")
@pytest.mark.native  # Pyodide has no terminal
@pytest.mark.parametrize("player", ["bot", "greedy", "random"])
def test_bots_play_a_tournament_of_the_toy_game(stones: Terminal, player: str) -> None:
    arguments = ("-bot", "-player", player, "-against", "random", "-games", "4", "-turns", "200")
    found = json_lines(stones("", *arguments, "-json"))
    head = ["game", "number", "seed", "player", "seat", "against", "over", "turns", "inputs"]
    assert [list(line) for line in found] == [[*head, "won", "score", "rows"]] * 4
    assert [line["seat"] for line in found] == [1, 2, 1, 2]
    assert json_lines(stones("", *arguments, "-json")) == found
    if player != "random":
        assert sum(line["won"] for line in found) >= 3, "it plays better than chance"
    table = stones("", *arguments)[1].splitlines()
    assert [line.split()[0] for line in table if line[:1].isalpha()][1:] == ["won", "score", "rows", "turns"]


# In a session.


def test_placements_are_found_by_roles() -> None:
    found = turns(toy.GAME, played().state)
    assert len(found) == 6 and all(words[-1] == "lob" for words in found), "three columns, two kinds"
    assert set(sum(found, ())) == {"haul", "shove", "flip", "lob"}
    assert turns(toy.GAME, played(*CHOICE).state) == [("bless",), ("bury 1",), ("bury 2",)]
    assert all("shove" in words for words in best_turns(toy.GAME, played(*CHOICE[:-2]).state))


def test_a_link_and_a_replay_lead_to_the_same_game() -> None:
    session = played("keen", "sag", "lob", "bless", "lob", width=4)
    rules, options, seed = from_address(address(session), game)
    assert (rules, options, seed) == (toy.GAME, session.options, 1)
    assert address(session) == {"game": "toy", "width": "4", "seed": "1"}
    found = replay_code.decode(replay_code.encode(played(*CHOICE, "bury 2")), game)
    assert found.inputs == (*CHOICE, "bury 2") and found.view == played(*CHOICE, "bury 2").view


# Sentences and texts.


def test_a_board_has_a_spoken_description() -> None:
    board = played(*CHOICE, "bury 1").view.boards[1]
    shown = board_text(board, toy.GAME.symbols, Translator())
    assert shown.startswith(("round stone: b1", "square stone: b1")) and "rubble: a6, b6." in shown


def test_events_have_sentences() -> None:
    session = played(*CHOICE[:-1])
    assert sentence(session.play(CHOICE[-1]), session.score, Translator()) == "Line clear! 1 point."
    assert "Buried: 2." in sentence(session.play("bury 2"), session.score, Translator())


def test_its_scene_can_be_played() -> None:
    [scene] = toy.GAME.scenes
    session = played(*scene.unseen, *scene.seen, seed=scene.seed or 0)
    assert session.inputs == (*scene.unseen, *scene.seen) and session.view.choices == toy.PERKS


def test_the_text_has_both_boards_side_by_side() -> None:
    lines = text(played().view).splitlines()
    assert lines[0] == "Level: 0" and lines[1].split() == ["Score:", "0", "Score:", "0"]


@pytest.mark.parametrize("name", ["search", "judging", "toy"])
def test_a_game_named_like_a_package_of_the_bots_has_the_greedy_bot(name: str) -> None:
    rules = replace(toy.GAME, name=name)
    assert advise(rules, Session(rules, seed=1).state).words
    with pytest.raises(BadInput, match="has no Look back yet"):
        judge_for(rules)
