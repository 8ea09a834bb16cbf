"""The exact messages of every game about its options and about unknown words."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from game.contract import (
    BadInput,
    Board,
    Choice,
    Control,
    Flag,
    Locked,
    Number,
    Option,
    Role,
    Rules,
    Scored,
    Symbol,
    Vanished,
    View,
    attach,
    bad_word,
    cell_name,
    cell_of,
    detach,
    happens,
    listed,
    shorten,
)
from game.rules import GAMES, game
from game.session.reader import OtherVersion
from game.words import LIST, Translator
from game.workshop.inspection import MOST_COLUMNS, MOST_ROWS
from game.workshop.limits import SourceError

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
        (NUMBER, "1000000001", "must be a number from 3 to 1000000000, not 1000000001"),
        (NUMBER, " 4 ", "must be a number from 3 to 1000000000, not  4 "),
        (NUMBER, "+6", "must be a number from 3 to 1000000000, not +6"),
        (NUMBER, "٦", "must be a number from 3 to 1000000000, not ٦"),
        (NUMBER, "x" * 50, f"must be a number from 3 to 1000000000, not {'x' * 39}…"),
        (CHOICE, "round", "must be one of line, square, not round"),
        (FLAG, "XXXX", "must be 1 or 0, not XXXX"),
        (FLAG, "2", "must be 1 or 0, not 2"),
    ],
)
def test_option_errors_say_what_is_needed(option: Option, text: str, sentence: str) -> None:
    assert refused(lambda: option.parse(text)) == sentence  # type: ignore[union-attr]


def test_an_option_error_lists_its_choices_as_the_language_does() -> None:
    entries = {LIST: "{first}、{second}", "must be one of {choices}, not {text}": "{choices} のどれか（{text} は不可）"}
    with pytest.raises(BadInput) as error:
        CHOICE.parse("round")
    assert (
        Translator("ja", entries)(error.value.message, **error.value.values) == "line、square のどれか（round は不可）"
    )


def test_options_parse_as_described() -> None:
    assert [NUMBER.parse(text) for text in ("3", "0000000005", "1000000000")] == [3, 5, 10**9]
    assert [FLAG.parse(text) for text in ("", "0", "1")] == [True, False, True]
    assert CHOICE.parse("square") == "square" and FLAG.default is False


def test_quoted_input_is_truncated_to_one_line() -> None:
    assert shorten("a" * 40) == "a" * 40 and shorten("a" * 41) == "a" * 39 + "…"
    assert shorten("a\n\x07b") == "a??b" and shorten("abcdef", 5) == "abcd…"
    assert words(bad_word("x\t" * 30).message, **bad_word("x\t" * 30).values) == "unknown command: " + "x?" * 19 + "x…"


def test_games_are_found_by_name() -> None:
    assert [game(name).name for name in GAMES] == list(GAMES) and cell_name((2, 1)) == "b3"
    names = "push-clear, chain, nineteen, lines98, biquadris, duel"
    assert refused(lambda: game("none" * 20)) == f"no such game: {'none' * 9}non… (there are {names})"


def test_files_can_be_attached_to_words() -> None:
    word = attach(attach("sequence a", "a", "left\n 2right"), "b\tc", "drop")
    assert word == "sequence a\na\tleft 2right\nb\tc\tdrop"
    assert detach(word) == ("sequence a", {"a": "left 2right", "b": "c\tdrop"})
    assert detach("left") == ("left", {}) and listed(" left, move b3 f7 ,, ") == ["left", "move b3 f7"]


@pytest.mark.parametrize(
    "error",
    [
        BadInput("says {text}", text="{x}"),
        OtherVersion("rules 2", "says {text}", text="{x}"),
        SourceError(7, BadInput("says {text}", text="{x}"), stopped=True),
        SourceError(0, "says {x}"),
    ],
)
def test_an_error_survives_pickling(error: BadInput) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error)
    assert words(again.message, **again.values) == words(error.message, **error.values)
    assert repr(vars(again)) == repr(vars(error))


@pytest.mark.parametrize(
    ("name", "cell"),
    [("a1", (0, 0)), ("b3", (2, 1)), ("i9", (8, 8)), ("z999", (998, 25)), ("aa1", (0, 26)), ("an40", (39, 39))],
)
def test_cells_are_named_by_column_and_row(name: str, cell: tuple[int, int]) -> None:
    assert (cell_of(name), cell_name(cell)) == (cell, name)


@pytest.mark.parametrize(
    "name", ["", "a", "3", "a0", "a01", "a1000", "A1", "`1", "{1", "aA1", "aaa1", "a1b", "a-1", "a 1", "a²", "a١"]
)
def test_a_bad_cell_name_is_refused(name: str) -> None:
    assert refused(lambda: cell_of(name)) == f"no such cell: {name}"


def test_every_cell_of_the_largest_board_has_a_name() -> None:
    cells = [(row, column) for row in range(MOST_ROWS) for column in range(MOST_COLUMNS)]
    assert [cell_of(cell_name(cell)) for cell in cells] == cells
    assert len({cell_name(cell) for cell in cells}) == len(cells)


def test_a_long_cell_name_is_cut() -> None:
    assert refused(lambda: cell_of("b" * 50)) == f"no such cell: {'b' * 39}…"


def test_happens_wants_a_kind_of_event_and_its_least_numbers() -> None:
    two = happens(Vanished, link=2, board=0)
    assert [two(Vanished((), link)) for link in (1, 2, 3)] == [False, True, True]
    assert not two(Vanished((), 2, -1)) and not two(Locked(())) and happens(Locked)(Locked(()))


@dataclass(frozen=True, eq=False)
class Pile:
    """A state that says nothing beyond what the defaults look for."""

    cells: Any
    score: int = 0
    piece: tuple[tuple[int, int], ...] = ()


def add(state: Pile, word: str) -> tuple[Pile, tuple[Scored, ...]]:
    """Adds a stone to one of two columns of two rows."""
    if word.startswith("at "):
        return add(state, ("one", "two")[int(word[3:])])
    if word not in ("one", "two"):
        raise bad_word(word)
    column = ("one", "two").index(word)
    if state.cells[0, column]:
        return state, ()
    cells = state.cells.copy()
    row = int((cells[:, column] == 0).sum()) - 1
    cells[row, column] = 1 + column
    return Pile(cells, state.score + 5, ((row, column),)), (Scored(5),)


def bare(**said: Any) -> Rules[Pile]:
    return Rules(
        name="bare",
        title="Bare",
        summary="Pile up stones.",
        how=(),
        controls={"one": Control(Role.LEFT), "two": Control(Role.RIGHT), "at": Control(Role.MOVE, arguments=1)},
        symbols={".": Symbol("empty", "empty"), "r": Symbol("red", "block", 1), "b": Symbol("blue", "block", 2)},
        start=lambda options, seed: Pile(np.zeros((2, 2), np.int8)),
        play=add,
        **said,
    )


BARE = bare()


def piled(words: str) -> Pile:
    state = BARE.start({}, None)
    for word in listed(words):
        state, _events = BARE.play(state, word)
    return state


def test_defaults_say_what_a_game_leaves_unsaid() -> None:
    assert BARE.view(BARE.start({}, None)) == View(
        (Board(("..", ".."), (("Score", 0),)),), False, {"score": 0, "over": False}, scores=(0,)
    )
    state = piled("one, two, at 0")
    assert (BARE.moves(state), BARE.over(state), BARE.score(state)) == (("two",), False, 15)
    assert BARE.view(state).boards == (Board(("r.", "rb"), (("Score", 15),), piece=((0, 0),)),)
    full = piled("one, one, two, two")
    assert (BARE.moves(full), BARE.over(full)) == ((), True)
    assert BARE.view(full) == View(
        (Board(("rb", "rb"), (("Score", 20),), piece=((0, 1),)),), True, {"score": 20, "over": True}, scores=(20,)
    )


def test_a_state_needs_only_cells_to_be_shown() -> None:
    view = BARE.view(SimpleNamespace(cells=np.array([[1, 2]])))  # type: ignore[arg-type]
    assert view == View((Board(("rb",), (("Score", 0),)),), True, {"score": 0, "over": True}, scores=(0,))


def test_a_restart_is_the_games_own_if_it_has_one() -> None:
    full = piled("one, one, two, two")
    assert BARE.begin_again(full, {}, None).score == 0
    keeps_score = bare(restart=lambda state, options, seed: Pile(np.zeros((2, 2), np.int8), state.score))
    assert keeps_score.begin_again(full, {}, None).score == 20


def test_a_game_that_says_more_is_not_given_defaults() -> None:
    said = bare(moves=lambda state: ("one",), score=lambda state: 7)
    full = piled("one, one, two, two")
    assert (said.moves(full), said.score(full), said.over(full)) == (("one",), 7, False)


def test_roles_and_arguments_of_words() -> None:
    assert [BARE.role(word) for word in ("one", "at 0", "at", "up")] == [Role.LEFT, Role.MOVE, Role.MOVE, None]
    assert [BARE.arguments(word) for word in ("one", "at", "up")] == [0, 1, 0]
