"""Sentences about a game."""

from __future__ import annotations

import pytest

from game import files
from game.contract import Board, Completed, Ended, Event, Locked, Noted, Scored, Vanished
from game.rules import game
from game.session import Session
from game.session.seats import PERSONS
from game.text.names import FRIEND, REPEATED, YOU, turn_name
from game.text.sentences import board_text, cheer, ending, sentence, verdict
from game.words import Translator

BRICK = PERSONS["3"]
SEATS: list[list[str]] = [[], [BRICK, YOU], [YOU, BRICK], [YOU, FRIEND]]
"""What players are called; the second one is meant."""


def test_a_board_is_described_kind_by_kind() -> None:
    symbols = game("lines98").symbols
    assert board_text(Board(("..1", "2..", "1..")), symbols, Translator()) == "cyan: c1, a3. yellow: a2."


def test_a_headline_says_who_won() -> None:
    assert [verdict(name, Translator()) for name in ("You", "Pip", "")] == [
        "You win!",
        "Pip wins!",
        "Game over",
    ]


def test_an_empty_board_has_no_description() -> None:
    assert board_text(Board(("..", "..")), game("chain").symbols, Translator()) == ""


def test_hidden_cells_stay_hidden() -> None:
    session = Session(game("biquadris"), {}, 5, files.read)
    rules = session.rules
    board = session.view.boards[0]
    covered = Board(tuple("?" * len(row) for row in board.rows))
    described = board_text(covered, rules.symbols, Translator())
    assert described.count(":") == 1 and rules.symbols["?"].name in described


@pytest.mark.parametrize(
    ("lines", "name"), [(1, "Line clear!"), (2, "Double!"), (3, "Triple!"), (4, "4 lines at once!")]
)
def test_several_lines_at_once_have_a_name(lines: int, name: str) -> None:
    assert sentence([Completed((), lines), Scored(100, (0, 0))], 100, Translator()) == f"{name} 100 points."


def test_large_numbers_are_grouped() -> None:
    events: list[Event] = [Completed((), 1), Scored(12345, (0, 0)), Noted("{points} more.", {"points": 2100})]
    assert sentence(events, 0, Translator()) == "Line clear! 2,100 more. 12,345 points."


def test_points_of_a_drop_are_not_those_of_its_rows() -> None:
    events: list[Event] = [Scored(24), Locked(()), Completed((), 2), Vanished(()), Scored(300, (0, 0))]
    said = [sentence(events[:seen], 324, Translator()) for seen in range(1, len(events) + 1)]
    assert said == ["", "", "Double!", "Double!", "Double! 300 points."], "the number that rises from the board"


def test_a_word_for_the_board_grows_with_each_link_and_row() -> None:
    translator = Translator()
    assert cheer([Vanished((), 1), Scored(40)], translator) == cheer([Completed((), 1)], translator) == ("", 0)
    assert [cheer([Vanished((), link)], translator) for link in (2, 7)] == [("2-chain!", 2), ("7-chain!", 7)]
    assert cheer([Completed((), 1)], translator, least=1) == ("Line clear!", 1)
    for count, word in ((4, ("", 0)), (5, ("5 at once!", 2)), (9, ("9 at once!", 6))):
        assert cheer([Vanished((("R", (0, 0)),) * count), Scored(count)], translator) == word
    assert cheer([Vanished(tuple((kind, (0, 0)) for kind in "IIIJJLLO"))], translator) == ("", 0), "a row had its word"
    assert [cheer([Completed((), rows)], translator) for rows in (2, 4)] == [("Double!", 2), ("4 lines at once!", 4)]


def test_a_player_is_named_as_above_the_board() -> None:
    events = [Noted("{player}: a word.", {"player": 2})]
    names = [sentence(events, 0, Translator(), names).partition(":")[0] for names in SEATS]
    assert names == ["Player 2", "You", "Brick", "Your friend"]


def test_a_player_has_another_name_within_a_sentence() -> None:
    events = [Noted("For {target}.", {"target": 2})]
    said = [sentence(events, 0, Translator(), names) for names in SEATS]
    assert said == ["For player 2.", "For you.", "For Brick.", "For your friend."]


def test_what_a_player_has_is_named_as_a_sentence_names_it() -> None:
    events = [Noted("Mind {whose} board.", {"whose": 2})]
    said = [sentence(events, 0, Translator(), names) for names in SEATS]
    assert said == ["Mind player 2's board.", "Mind your board.", "Mind Brick's board.", "Mind your friend's board."]


def test_a_friend_is_named_at_the_end() -> None:
    assert ending(2, 40, Translator(), [YOU, FRIEND]) == "Game over: your friend wins."
    assert ending(1, 40, Translator(), [YOU, FRIEND]) == "Game over: you win!"


def test_points_of_the_computer_are_attributed_to_it() -> None:
    events: list[Event] = [Locked((), 1), Vanished((), board=1), Scored(40, board=1)]
    assert sentence(events, 40, Translator(), [YOU, BRICK]) == "Brick: 40 points."
    assert sentence(events, 40, Translator(), [BRICK, YOU]) == "40 points.", "the person's own"
    assert sentence(events, 40, Translator()) == "40 points.", "of one of two people"
    assert sentence([Locked((), 1)], 0, Translator(), [YOU, BRICK]) == "", "nothing to say"
    over = sentence([*events, Ended(2)], 40, Translator(), [YOU, BRICK])
    assert over == "40 points. Game over: Brick wins."


def test_only_the_first_word_of_a_turn_begins_with_a_capital() -> None:
    shown = turn_name(game("nineteen"), ["rotate", "left", "left", "drop"], Translator()).replace("\xa0", " ")
    assert shown == "Rotate clockwise, left ×2, hard drop"
    assert turn_name(game("biquadris"), ["T", "2right", "drop"], Translator()) == "T, right\xa0×2, hard drop"


def test_a_repeated_word_has_its_number_as_in_the_language() -> None:
    japanese = Translator("ja", {"Left": "左", REPEATED: "{name}×{count}"})
    assert turn_name(game("nineteen"), ["left"] * 3, japanese) == "左×3"


def test_a_repeated_word_of_a_turn_is_counted() -> None:
    words = ["left", "left", "rotate", "left", "drop"]
    assert turn_name(game("nineteen"), words, Translator()).replace("\xa0", " ") == (
        "Left ×2, rotate clockwise, left, hard drop"
    )
