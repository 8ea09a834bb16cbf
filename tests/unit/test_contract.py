"""What every game says about its options and about unknown words, to the letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.contract import (
    BadInput,
    Choice,
    Flag,
    Number,
    Option,
    attach,
    bad_word,
    cell_name,
    detach,
    listed,
    shorten,
)
from game.rules import GAMES, game
from game.words import Translator

words = Translator()


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as caught:
        act()
    return words(caught.value.message, **caught.value.values)


NUMBER, CHOICE, FLAG = Number(4, 3, 1_000_000_000, "how many"), Choice("line", ("line", "square"), "which"), Flag("so")


@pytest.mark.parametrize(
    ("option", "text", "sentence"),
    [
        (NUMBER, "2", "must be a number from 3 to 1000000000, not 2"),
        (NUMBER, "1000000000", "must be a number from 3 to 1000000000, not 1000000000"),
        (NUMBER, "x" * 50, f"must be a number from 3 to 1000000000, not {'x' * 39}…"),
        (CHOICE, "round", "must be one of line, square, not round"),
        (FLAG, "XXXX", "must be 1 or 0, not XXXX"),
        (FLAG, "2", "must be 1 or 0, not 2"),
    ],
)
def test_options_say_what_they_need(option: Option, text: str, sentence: str) -> None:
    assert refused(lambda: option.parse(text)) == sentence  # type: ignore[union-attr]


def test_options_are_what_they_say() -> None:
    assert [NUMBER.parse(text) for text in ("3", "999999999")] == [3, 999_999_999]
    assert [FLAG.parse(text) for text in ("", "0", "1")] == [True, False, True]
    assert CHOICE.parse("square") == "square" and FLAG.default is False


def test_foreign_text_is_cut_to_fit_a_line() -> None:
    assert shorten("a" * 40) == "a" * 40 and shorten("a" * 41) == "a" * 39 + "…"
    assert shorten("a\n\x07b") == "a??b" and shorten("abcdef", 5) == "abcd…"
    assert words(bad_word("x\t" * 30).message, **bad_word("x\t" * 30).values) == "unknown command: " + "x?" * 19 + "x…"


def test_games_are_found_by_name() -> None:
    assert [game(name).name for name in GAMES] == list(GAMES) and cell_name((2, 1)) == "b3"
    names = "push-clear, chain, nineteen, lines98, biquadris, duel"
    assert refused(lambda: game("none" * 20)) == f"no such game: {'none' * 9}non… (there are {names})"


def test_words_carry_files() -> None:
    word = attach(attach("sequence a", "a", "left\n 2right"), "b\tc", "drop")
    assert word == "sequence a\na\tleft 2right\nb\tc\tdrop"
    assert detach(word) == ("sequence a", {"a": "left 2right", "b": "c\tdrop"})
    assert detach("left") == ("left", {}) and listed(" left, move b3 f7 ,, ") == ["left", "move b3 f7"]
