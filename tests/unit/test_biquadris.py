"""Biquadris, clause by clause of its rules: positions as text, commands, and the exact text of the result."""

from __future__ import annotations

import string
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import contract, rng
from game.contract import (
    FORMS,
    Appeared,
    BadInput,
    Changed,
    Completed,
    Ended,
    Event,
    Fell,
    Locked,
    Moved,
    NeedsFile,
    Noted,
    Number,
    Scored,
    Vanished,
    attach,
)
from game.kernel import batch
from game.pieces import FORMS as PIECE_FORMS
from game.pieces import turned
from game.rules import biquadris
from game.rules import biquadris_commands as commands
from game.rules import biquadris_player as sides
from game.rules.biquadris import State, moves, play, restart, start, view
from game.rules.biquadris_commands import spell
from game.rules.biquadris_player import COLUMNS, LETTERS, ROWS, Block, Coming, Player
from game.session import Session
from game.text import fields, text
from game.words import Translator
from tests.boards import lowest_rows
from tests.examples import some

STATIC = Path(__file__).parents[2] / "static"
SEQUENCE1, SEQUENCE2, SEQUENCE3 = "I J L O S Z T", "J L J S O I T Z", "I I O I I I"
PLAIN = {"startlevel": 0, "scriptfile1": SEQUENCE1, "scriptfile2": SEQUENCE2}
LONG = PLAIN | {"scriptfile1": SEQUENCE3}
COMMON = ("undo", "redo", "restart", "hint", "quit", "help")
LONG_RUN = (
    "drop, drop, drop, drop, 4right, drop, drop, 6right, drop, drop, 6right, drop, drop, clockwise, 10right, drop"
)
SHORT_RUN = "drop, drop, drop, 3right, drop, drop, 6right, drop, drop, drop, drop, 9right, drop"
FILES = {
    "o.txt": "O O S",
    "z.txt": "Z",
    "moves.txt": "3right, drop\nclockwise left",
    "nested.txt": "right sequence moves.txt norandom o.txt",
    "empty.txt": " \n ",
    "commas.txt": ", ,",
    "bad.txt": "I J Q",
    "glued.txt": "IJ",
    "badcommand.txt": "right drop jump left",
    "self.txt": "right sequence self.txt",
    "ping.txt": "sequence pong.txt",
    "pong.txt": "sequence ping.txt",
    "restart.txt": "right restart down",
    "quit.txt": "drop quit left",
    "undo.txt": "right undo",
    "hint.txt": "hint",
    "act.txt": "blind left",
}
SEEDS = st.integers(0, 2**40)
WORDS = st.sampled_from([
    *("left", "right", "down", "clockwise", "counterclockwise", "drop", "drop", "drop", "2drop", "0drop", "9right"),
    *("4right", "7right", "2left", "3down", "5cw", "levelup", "3levelup", "leveldown", "9leveledown", *"IJLOSZT"),
    *("blind", "heavy", "force I", "force Z", "random", "restart", "norandom o.txt", "sequence moves.txt"),
])  # fmt: skip
few = settings(max_examples=some(50), deadline=None)


def run(state: State, words: str, files: dict[str, str] = FILES) -> State:
    """Returns the state after commands separated by commas."""
    for word in words.split(","):
        state, _events = played_with_events(state, word.strip(), files)
    return state


def played_with_events(state: State, word: str, files: dict[str, str] = FILES) -> tuple[State, tuple[Event, ...]]:
    """Plays a word, with the files that `play` asks for."""
    while True:
        try:
            return play(state, word)
        except NeedsFile as need:
            if need.name not in files:
                raise BadInput("no such file") from None
            word = attach(word, need.name, files[need.name])


def fails(state: State, word: str, files: dict[str, str] = FILES) -> str:
    """Returns the message of a command's error."""
    with pytest.raises(BadInput) as error:
        played_with_events(state, word, files)
    assert "\n" not in str(error.value)
    assert str(error.value) == error.value.message.format(**error.value.values)
    return str(error.value)


def board(rows: str, numbers: str = "") -> tuple[np.ndarray, np.ndarray]:
    """Returns cells and block numbers from the lowest rows as text; without numbers every cell is its own block."""
    cells = lowest_rows(rows, LETTERS, (ROWS, COLUMNS))
    own = np.arange(1, ROWS * COLUMNS + 1, dtype=np.int32).reshape(ROWS, COLUMNS) * (cells != 0)
    for row, line in enumerate(numbers.split(), ROWS - len(rows.split())):
        own[row] = [("." + string.ascii_letters).index(symbol) for symbol in line]
    own = own.astype(np.int32)
    cells.flags.writeable = own.flags.writeable = False
    return cells, own


def position(rows: str = "", numbers: str = "", seat: int = 0, letter: str = "I", **values: Any) -> State:
    """Returns a game at level 0 with this player to move, these lowest rows, and this block where it appears.

    `heavy`, `at` (row, column) and `turn` set the block; other values set the player or else the state.
    """
    state = start(PLAIN, None)
    cells, own = board(rows, numbers)
    row, column = values.pop("at", (3, 0))
    block = Block(letter, bool(values.pop("heavy", False)), row, column, values.pop("turn", 0))
    mine = {key: values.pop(key) for key in list(values) if key in vars(state.players[0])}
    player = replace(state.players[seat], cells=cells, numbers=own, block=block, **mine)
    return replace(state.having(player), turn=seat, **values)


def lowest(state: State, count: int, seat: int = 0) -> str:
    """Returns the lowest rows as shown."""
    return " ".join(view(state).boards[seat].rows[-count:])


def block(state: State, seat: int = 0) -> tuple[int, int, int]:
    """Returns the row and column of the lower left corner of the block in play, and its form."""
    at = state.players[seat].block
    return at.row, at.column, at.turn


def full_but(*gaps: int) -> str:
    """Returns a row of O with gaps."""
    return "".join("." if column in gaps else "O" for column in range(COLUMNS))


TWO_ROWS = f"{full_but(0)} {full_but(0)}"
"""Where an upright I in column 0 clears two rows."""


def choosing(seat: int = 0, **values: Any) -> State:
    """Returns a position where this player must choose a special action."""
    state = run(position(TWO_ROWS, seat=seat, **values), "clockwise, drop")
    assert state.choose
    return state


# The document's sample runs.


def test_left_right_down_drop_of_the_document() -> None:
    """Command: 6left, 7right, 10down, drop"""
    state = run(start(PLAIN, None), "6left, 7right, 10down")
    assert block(state) == (13, 7, 0)
    state = run(state, "drop")
    assert lowest(state, 1) == ".......IIII"
    assert state.turn == 1


def test_rotation_of_the_document() -> None:
    """Command: cw, cw, cw, cw, drop, ccw, ccw, ccw, ccw, drop"""
    state = run(start(PLAIN, None), "cw, cw, cw, cw, drop, ccw, ccw, ccw, ccw, drop")
    assert lowest(state, 1) == "IIII......."
    assert lowest(state, 2, 1) == "J.......... JJJ........"


def test_only_one_row_of_the_document() -> None:
    """its "only 1 row" run ends with player 2 clearing one row (score 1)"""
    state = run(start(PLAIN, None), SHORT_RUN)
    assert view(state).fields["score"] == [0, 1]
    assert lowest(state, 3, 1) == ".SS........ SS......... J....LJ..OO"
    assert not state.choose


def test_multiple_rows_of_the_document() -> None:
    """its long run, `-scriptfile1 sequence3.txt`, with player 1 clearing 2 rows and 5 whole blocks at level 0: score
    4 + 25 = 29, and a special action to choose"""
    state = run(start(LONG, None), LONG_RUN)
    shown = fields(biquadris.GAME, view(state))
    assert shown["score"] == [29, 0]
    assert shown["choose"] is True
    assert lowest(state, 2) == "..........I ..........I"


def test_blind_of_the_document() -> None:
    """Command: (the long run), blind, 4right, drop, drop, drop"""
    state = run(start(LONG, None), LONG_RUN + ", blind, 4right")
    assert view(state).boards[1].rows[3:15] == (
        "....IIII...",
        "...........",
        *["..???????.."] * 3,
        *["OO???????.."] * 2,
        ".S???????..",
        "SS???????..",
        "J.???????..",
        "JJ???????..",
        "..???????..",
    )
    state = run(state, "drop")
    assert "?" not in "".join(view(state).boards[1].rows)
    assert run(state, "drop, drop").turn == 0


def test_heavy_of_the_document() -> None:
    """Command: (the long run), heavy, 4right, drop, drop, drop"""
    state = run(start(LONG, None), LONG_RUN + ", heavy, 4right")
    assert block(state, 1) == (5, 4, 0)
    assert run(state, "drop, drop, drop").turn == 0


def test_force_of_the_document() -> None:
    """Command: (the long run), force, T, 4right, drop, drop, drop"""
    state = run(start(LONG, None), LONG_RUN + ", force T, 4right")
    assert view(state).boards[1].rows[2:4] == ("....TTT....", ".....T.....")
    assert run(state, "drop, drop, drop").turn == 0


# Boards and blocks.


def test_board_size() -> None:
    """Two boards of 11 columns × 18 rows"""
    for shown in view(start(PLAIN, None)).boards:
        assert len(shown.rows) == 18
        assert {len(row) for row in shown.rows} == {11}
        assert shown.hidden == 0


def test_turns_alternate() -> None:
    """Players alternate: a turn is any number of commands and ends with a drop."""
    state = start(PLAIN, None)
    assert view(state).fields["turn"] == 1
    state = run(state, "right, down, cw, levelup, leveldown, O, 0drop")
    assert view(state).turn == 0
    state = run(state, "drop")
    assert (view(state).fields["turn"], view(state).turn) == (2, 1)
    assert view(run(state, "right, drop")).fields["turn"] == 1


@pytest.mark.parametrize(("letter", "picture"), {
    "I": "IIII", "J": "J../JJJ", "L": "..L/LLL", "O": "OO/OO", "S": ".SS/SS.", "Z": "ZZ./.ZZ", "T": "TTT/.T.",
}.items())  # fmt: skip
def test_blocks_as_they_appear(letter: str, picture: str) -> None:
    """Blocks, as they appear; the lower left corner of the block's bounding box at row 3, column 0"""
    lines = picture.split("/")
    shown = view(start(PLAIN | {"scriptfile1": letter}, None)).boards[0]
    assert shown.rows[4 - len(lines) : 4] == tuple(line.ljust(COLUMNS, ".") for line in lines)
    assert "".join(shown.rows).count(letter) == 4
    assert shown.next == (tuple(lines),)


def test_quarter_turns_keep_the_lower_left_corner() -> None:
    """A quarter turn keeps the lower left corner of the bounding box where it is"""
    state = run(position(letter="T", at=(9, 4)), "clockwise")
    assert view(state).boards[0].rows[7:10] == (".....T.....", "....TT.....", ".....T.....")
    state = run(state, "clockwise")
    assert view(state).boards[0].rows[7:10] == ("...........", ".....T.....", "....TTT....")
    state = run(state, "clockwise")
    assert view(state).boards[0].rows[7:10] == ("....T......", "....TT.....", "....T......")
    assert block(run(state, "clockwise")) == (9, 4, 0)


@pytest.mark.parametrize("letter", "IJLOSZT")
def test_the_forms_follow_by_clockwise_quarter_turns(letter: str) -> None:
    """`clockwise` is a quarter turn, `counterclockwise` the same backwards"""
    state = position(letter=letter, at=(9, 4))
    for count in range(1, 5):
        rows = min(row for row, _column in block_of(state))
        before = tuple((row - rows, column - 4) for row, column in block_of(state))
        state = run(state, "clockwise")
        rows = min(row for row, _column in block_of(state))
        assert tuple((row - rows, column - 4) for row, column in block_of(state)) == turned(before)
        assert block(run(state, f"{count}counterclockwise")) == (9, 4, 0)
    assert block(state) == (9, 4, 0)
    assert len(PIECE_FORMS[letter]) in (1, 2, 4)


def block_of(state: State) -> tuple[tuple[int, int], ...]:
    return state.mover.block.cells


def test_quarter_turns_need_room() -> None:
    """it needs all its new cells free and on the board, else nothing happens"""
    state = position("O.......... O.......... O.......... ...........", at=(17, 0))
    assert play(state, "clockwise") == (state, ())
    state = position(at=(9, 10), turn=1)
    assert play(state, "cw") == (state, ())
    state = position("OOOOOOOOOO. ...........", letter="I", at=(16, 10), turn=1)
    assert play(state, "ccw") == (state, ())


def test_an_i_stands_up_where_it_appears() -> None:
    """rows 0 to 3 being where a block appears and an I has room to stand up"""
    assert view(run(start(PLAIN, None), "cw")).boards[0].rows[:5] == (*["I.........."] * 4, "...........")


def test_rows_clear_anywhere() -> None:
    """Rows clear anywhere on the 18."""
    tower = " ".join(["O.........."] * 14)
    state = run(position(f"....OOOOOOO {tower}"), "drop")
    assert lowest(state, 16) == f"J.......... JJJ........ {tower}"
    assert state.players[0].score == 1 + 8**2
    state = position("OOOOOOOOO.. " + " ".join([".O........."] * 16), letter="O", at=(2, 9))
    assert run(state, "drop").players[0].score == 0
    state = position("OOOOOOOOO.. " + " ".join([".........OO"] * 16), letter="O", at=(1, 9))
    assert run(state, "drop").players[0].score == 1 + 9**2


# Commands.


@pytest.mark.parametrize(("word", "end"), [("left", (9, 3)), ("right", (9, 5)), ("down", (10, 4))])
def test_steps_are_one_cell(word: str, end: tuple[int, int]) -> None:
    """`left right down`: one cell"""
    assert block(run(position(letter="O", at=(9, 4)), word))[:2] == end


@pytest.mark.parametrize(("word", "at"), [("left", (9, 0)), ("right", (9, 9)), ("down", (17, 4))])
def test_steps_or_nothing(word: str, at: tuple[int, int]) -> None:
    """one cell, or nothing"""
    state = position(letter="O", at=at)
    assert play(state, word) == (state, ())


def test_a_count_repeats() -> None:
    """A count may stand in front (`3right`)"""
    assert block(run(position(), "3right")) == (3, 3, 0)
    assert block(run(position(), "99right")) == (3, 7, 0)
    assert block(run(position(), "2right, 1left")) == (3, 1, 0)
    assert block(run(position(letter="T"), "3cw")) == (3, 0, 3)


def test_count_of_zero_does_nothing() -> None:
    """`0drop` does nothing"""
    state = position()
    for word in ("0drop", "0left", "00right", "0levelup", "0cw", "000000000000down"):
        assert play(state, word) == (state, ())


def test_a_drop_with_a_count() -> None:
    """so `2drop` drops one block of each player"""
    state = run(start(PLAIN, None), "2drop")
    assert state.turn == 0
    assert lowest(state, 1) == "IIII......."
    assert lowest(state, 2, 1) == "J.......... JJJ........"


def test_a_count_stops_at_a_choice() -> None:
    """a count stops where a special action is to be chosen"""
    state = run(position(TWO_ROWS), "cw, 3drop")
    assert state.choose
    assert state.turn == 0
    assert lowest(state, 1, 1) == "..........."


@pytest.mark.native  # integers of Python
@pytest.mark.parametrize(
    "word", ["levelup", "leveldown", "drop", "left", "right", "down", "clockwise", "counterclockwise"]
)
def test_huge_counts_are_bounded(word: str) -> None:
    """Counts stop when nothing can change any more."""
    state = start(PLAIN, None)
    for count in ("99999999999", "9" * 5000):
        after = run(state, count + word)  # it returns at all
        assert after.ended == (word == "drop")
    assert run(state, "99999999999levelup").players[0].level == 4
    for letter in "IJLOSZT":
        for turns in range(12):
            one, many = position(letter=letter, at=(9, 2)), position(letter=letter, at=(9, 2))
            for _ in range(turns):
                one = run(one, "cw")
            assert one.mover.block == run(many, f"{turns}cw").mover.block


@pytest.mark.parametrize("word", ["3I", "2restart", "9random", "0T", "2blind", "0force T", "3quit", "2norandom o.txt"])
def test_count_is_ignored_by_other_commands(word: str) -> None:
    """it is heeded by `left right down clockwise counterclockwise drop levelup leveldown` and ignored by the rest"""
    bare = word.lstrip("0123456789")
    state = choosing() if bare in ("blind", "force T") else run(position(letter="O", file="I"), "right")
    assert fields(biquadris.GAME, view(run(state, word))) == fields(biquadris.GAME, view(run(state, bare)))
    name, *_rest = word.split()
    assert spell(name, COMMON) == name.lstrip("0123456789")


@pytest.mark.parametrize(("typed", "full"), {
    "3ri": "3right", "counterc": "counterclockwise", "cw": "clockwise", "ccw": "counterclockwise", "lef": "left",
    "leveledown": "leveldown", "leveled": "leveldown", "levele": "leveldown", "leveld": "leveldown",
    "3restart": "restart", "2undo": "undo", "u": "undo", "red": "redo", "res": "restart", "hi": "hint", "hel": "help",
    "hea": "heavy", "q": "quit", "cl": "clockwise", "cc": "counterclockwise", "5cw": "5clockwise", "do": "down",
    "s": "sequence", "S": "S", "2S": "S", "n": "norandom", "ra": "random", "f": "force", "b": "blind", "0dr": "0drop",
    "left": "left", "2levelu": "2levelup", "dr": "drop",
}.items())  # fmt: skip
def test_spelling(typed: str, full: str) -> None:
    """A command may be cut to any beginning that is unique (`lef`, `counterc`); `cw`, `ccw` for short; `leveledown`, as
    the document spells it, is accepted"""
    assert spell(typed, COMMON) == full


@pytest.mark.parametrize(
    "typed", ["", "3", "l", "le", "lev", "r", "re", "3re", "c", "co1", "d", "h", "he", "x", "i", "Left", "-3left",
              "3 left", "leftt", "3.5left", "٣left", "²left", "cww", "force T", "\n", "{}", "X", "Xleft"],
)  # fmt: skip
def test_unknown_or_ambiguous_commands_are_errors(typed: str) -> None:
    """block letters are capitals and case counts; one that is not unique or not known is a clear error and changes
    nothing"""
    assert spell(typed, COMMON) == typed
    if typed != "force T":
        fails(start(PLAIN, None), typed)


def test_error_lists_what_a_command_could_mean() -> None:
    """one that is not unique or not known is a clear error"""
    state = start(PLAIN, None)
    assert fails(state, "re") == "re is ambiguous: restart, redo"
    assert fails(state, "3d") == "3d is ambiguous: down, drop"
    assert fails(state, "jump") == "unknown command: jump"


def test_an_exact_name_wins() -> None:
    """an exact name wins over a beginning"""
    assert commands.full_names("cw", ()) == ("clockwise",)
    assert commands.full_names("left", ("leftover",)) == ("left",)
    assert commands.full_names("lef", ("leftover",)) == ("left", "leftover")


@pytest.mark.native  # texts are the same in Pyodide
@given(st.text(max_size=8) | st.sampled_from([name[:n] for name in (*commands.WORDS, *COMMON) for n in range(1, 17)]))
@few
def test_play_accepts_what_spell_accepts(typed: str) -> None:
    """play(state, "3ri") works"""
    full = spell(typed, COMMON)
    bare = full.lstrip("0123456789")
    if bare in COMMON or biquadris.GAME.arguments(bare):
        return
    state = start(PLAIN, None)
    try:
        expected = fields(biquadris.GAME, view(run(state, full)))
    except BadInput:
        fails(state, typed)
    else:
        assert fields(biquadris.GAME, view(run(state, typed))) == expected


def test_words_are_the_commands() -> None:
    """`left right down clockwise counterclockwise drop levelup leveldown norandom FILE random sequence FILE
    I J L O S Z T restart blind heavy force`"""
    assert biquadris.GAME.words == (
        *("left", "right", "down", "clockwise", "counterclockwise", "drop", "levelup", "leveldown", "norandom"),
        *("random", "sequence", *"IJLOSZT", "restart", "blind", "heavy", "force", "quit"),
    )
    takes = {word: biquadris.GAME.arguments(word) for word in biquadris.GAME.words if biquadris.GAME.arguments(word)}
    assert takes == {"norandom": 1, "sequence": 1, "force": 1}


@pytest.mark.parametrize(
    "word", ["left left", "drop 2", "blind x", "restart now", "T T", "undo", "hint", "redo", "help"]
)
def test_words_with_extra_arguments_are_errors(word: str) -> None:
    """A bad command is an error and changes nothing."""
    fails(start(PLAIN, None), word)


def test_drop_goes_down_and_locks() -> None:
    """`drop`: down as far as it goes, locks, rows clear, and it is the other player's turn"""
    state = run(position("........... .O.........", letter="S"), "drop")
    assert lowest(state, 4) == "........... .SS........ SS......... .O........."
    assert (state.turn, state.choose) == (1, False)
    state = run(position("....OOOOOOO"), "drop")
    assert lowest(state, 2) == "........... ..........."


def test_block_must_be_dropped_even_when_it_has_landed() -> None:
    """Even if a block is already as far down as it can go, it still needs to be dropped (the document)"""
    state = run(start(PLAIN, None), "99down, down")
    assert state.turn == 0
    assert state.players[0].cells.sum() == 0
    assert lowest(run(state, "drop"), 1) == "IIII......."


def test_levels_are_0_to_4() -> None:
    """`levelup leveldown`: 0 to 4"""
    state = start(PLAIN, None)
    assert play(state, "leveldown") == (state, ())
    state = run(state, "levelup")
    assert view(state).fields["level"] == [1, 0]
    assert view(run(state, "2levelup")).fields["level"] == [3, 0]
    state = run(state, "7levelup")
    assert view(state).fields["level"] == [4, 0]
    assert play(state, "levelup") == (state, ())
    assert view(run(state, "leveledown")).fields["level"] == [3, 0]
    assert view(run(state, "9leveldown")).fields["level"] == [0, 0]


def test_the_block_shown_as_next_stays() -> None:
    """the block shown as next stays; later ones come from the new level"""
    state = start(PLAIN, 5)
    assert run(state, "3levelup").players[0].coming == Coming("J", False)
    dropped = run(state, "3levelup, drop")
    assert dropped.players[0].block == Block("J", False)
    number, _random = rng.standard(5).next(9)
    assert dropped.players[0].coming == Coming("SSZZIJLOT"[number], True)


def test_norandom() -> None:
    """`norandom FILE`: for the player to move, at levels 3 and 4 blocks come from the file, from its beginning, round
    and round"""
    state = start(PLAIN | {"startlevel": 3}, 0)
    before = state.players[0].random
    state = run(state, "norandom o.txt")
    assert state.players[1].file == ""
    seen = []
    for _ in range(7):
        state = run(state, "drop, I, restart" if state.ended else "drop")
        seen.append(state.players[0].coming)
        state = run(state, "O, 4right, drop")
    assert [letter for letter, _heavy in seen] == list("OOSOOSO")
    assert state.players[0].random == before
    assert state.players[1].random != start(PLAIN | {"startlevel": 3}, 0).players[1].random
    # The same command again restarts the file.
    again = run(state, "norandom o.txt, drop")
    assert again.players[0].coming.letter == "O"
    assert again.players[0].file_line == 1


def test_blocks_stay_heavy_with_norandom() -> None:
    """heavy as ever there"""
    state = run(start(PLAIN | {"startlevel": 4}, 0), "norandom o.txt, drop")
    assert state.players[0].coming == Coming("O", True)


def test_norandom_is_remembered_at_other_levels() -> None:
    """at other levels it is remembered"""
    state = run(start(PLAIN, 0), "norandom z.txt, drop, drop")
    assert state.players[0].coming.letter == "L"
    state = run(state, "2levelup, drop, drop")
    number, _random = rng.standard(0).next(7)
    assert state.players[0].coming.letter == "IJLOSZT"[number]
    state = run(state, "levelup, drop, drop")
    assert state.players[0].coming == Coming("Z", True)


def test_random_restores_random_blocks() -> None:
    """`random` puts chance back. The block shown as next stays."""
    state = run(start(PLAIN | {"startlevel": 3}, 3), "norandom z.txt")
    state = run(state, "drop, drop")
    assert state.players[0].coming.letter == "Z"
    state = run(state, "random")
    assert state.players[0].coming.letter == "Z"
    expected, _random = state.players[0].random.next(9)
    assert run(state, "drop").players[0].coming.letter == "SSZZIJLOT"[expected]
    assert play(start(PLAIN, 0), "random")[1] == ()
    assert vars_of(run(position(level=3, file="OS", file_line=1), "random")) == vars_of(position(level=3))


def test_norandom_leaves_next_alone() -> None:
    """The block shown as next stays."""
    state = start(PLAIN | {"startlevel": 3}, 3)
    assert run(state, "norandom z.txt").players[0].coming == state.players[0].coming


def test_sequence_is_one_command() -> None:
    """`sequence FILE`: runs the commands in the file, as one command"""
    state = start(PLAIN, None)
    assert vars_of(run(state, "sequence moves.txt")) == vars_of(run(state, "3right, drop, cw, left"))
    assert vars_of(run(state, "sequence nested.txt")) == vars_of(
        run(state, "right, 3right, drop, cw, left, norandom o.txt")
    )
    session = Session(biquadris.GAME, PLAIN, None, FILES.__getitem__)
    session.play("sequence nested.txt")
    assert len(session.inputs) == 1
    session.undo()
    assert view(session.state) == view(state)


def vars_of(state: State) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    return fields(biquadris.GAME, view(state)), [
        {key: value for key, value in vars(player).items() if key not in ("cells", "numbers")}
        for player in state.players
    ]


@pytest.mark.parametrize("name", ["badcommand.txt", "undo.txt", "hint.txt", "act.txt"])
def test_a_bad_command_in_a_sequence(name: str) -> None:
    """a bad command in it is an error that undoes the whole run"""
    state = start(PLAIN, None)
    assert name in fails(state, f"sequence {name}")
    assert view(state) == view(start(PLAIN, None))


@pytest.mark.parametrize("name", ["self.txt", "ping.txt", "pong.txt"])
def test_a_file_that_runs_itself(name: str) -> None:
    """so is a file that runs itself"""
    assert "calls itself" in fails(start(PLAIN, None), f"sequence {name}")


@pytest.mark.parametrize("word", [
    "sequence empty.txt", "sequence commas.txt", "sequence missing.txt", "norandom empty.txt", "norandom bad.txt",
    "norandom glued.txt", "norandom missing.txt", "norandom moves.txt", "sequence", "norandom", "force", "force t",
    "force Q", "force IJ", "force", "sequence a b",
])  # fmt: skip
def test_bad_files_and_arguments(word: str) -> None:
    """a missing file, an empty one, or a bad letter in it is an error"""
    fails(start(PLAIN, None), word)
    fails(choosing(), word)


def test_a_missing_file_is_asked_for() -> None:
    """the session fetches the text, attaches it and plays again"""
    state = start(PLAIN, None)
    for word in ("sequence x.txt", "norandom x.txt", "2seq x.txt"):
        with pytest.raises(NeedsFile) as need:
            play(state, word)
        assert need.value.name == "x.txt"
    with pytest.raises(NeedsFile) as need:
        play(state, attach("sequence nested.txt", "nested.txt", FILES["nested.txt"]))
    assert need.value.name == "moves.txt"


def test_words_in_a_sequence_take_the_next() -> None:
    """Input is a stream of words: `move`, `force`, `norandom` and `sequence` take the words that follow, whatever they
    are"""
    state = choosing()
    assert run(state, "force T").players[1].block.letter == "T"
    files = {"a": "clockwise drop force T 2right", "b": "drop force", "c": "norandom left", "left": "O"}
    before = position(TWO_ROWS)
    assert block(run(before, "sequence a", files), 1) == (3, 2, 0)
    fails(before, "sequence b", files)
    assert run(before, "sequence c", files).players[0].file == "O"


def test_restart_and_quit_in_a_sequence() -> None:
    """A sequence may contain restart and any game command; quit ends the game as the word does"""
    state = run(start(PLAIN, None), "drop, drop, sequence restart.txt")
    assert block(state) == (4, 0, 0)
    assert state.players[0].cells.sum() == 0
    state = run(state, "sequence quit.txt")
    assert state.ended
    assert run(state, "sequence restart.txt").ended is False


@pytest.mark.native  # texts are the same in Pyodide
def test_huge_sequences_are_bounded() -> None:
    """a file of 1 MB must not hang; nested files that call others many times must be bounded"""
    state = start(PLAIN, None)
    assert "too long" in fails(state, "sequence f", {"f": "I " * 500_000})
    bombs = {f"f{n}": f"sequence f{n + 1} " * 10 for n in range(50)} | {"f50": "left"}
    assert "too long" in fails(state, "sequence f0", bombs)
    chain = {f"f{n}": f"sequence f{n + 1}" for n in range(2000)}
    assert "too many files" in fails(state, "sequence f0", chain)
    twice = {"f": "norandom letters " * 5_000, "letters": "I " * 200_000}
    assert run(state, "sequence f", twice).players[0].file_line == 0
    bottomless = {f"f{n}": f"sequence f{n + 1} " * 3000 for n in range(60)} | {"f60": "left"}
    assert "too long" in fails(state, "sequence f0", bottomless)


def test_drops_from_counts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """bound the total work of a sequence"""
    monkeypatch.setattr(commands, "MOST_COMMANDS", 100)
    state = start(PLAIN, None)
    assert "too long" in fails(state, "sequence f", {"f": "99drop restart " * 10})
    assert run(state, "sequence f", {"f": "99drop restart " * 2}).ended is False


def test_limits_on_commands_and_drops_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command counts, the sequence itself too, and every drop of a count."""
    monkeypatch.setattr(commands, "MOST_COMMANDS", 10)
    state = start(PLAIN, None)
    assert run(state, "9drop").turn == 1
    assert fails(state, "10drop") == "too long: at most 10 commands can be run at once"
    assert block(run(state, "sequence f", {"f": "right " * 7 + "2left"})) == (3, 5, 0)
    assert run(state, "sequence f", {"f": "3drop drop 2drop"}).turn == 0
    assert fails(state, "sequence f", {"f": "3drop drop 3drop"}) == "f: " + fails(state, "10drop")


def test_a_sequence_reports_the_last_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(biquadris, "MOST_EVENTS", 5)
    _state, events = played_with_events(start(PLAIN, None), "sequence f", {"f": "99drop"})
    assert len(events) == 5
    assert isinstance(events[-1], Ended)


def test_exact_error_messages_of_commands() -> None:
    state = start(PLAIN, None)
    for word in ("blind", "heavy", "force T"):
        assert fails(state, word) == f"{word.split()[0]} is available only after clearing two rows at once"
    assert fails(choosing(), "left") == "choose an action first: blind, heavy, or force with a block"
    assert fails(choosing(), "sequence f", {"f": "T"}) == "choose an action first: blind, heavy, or force with a block"
    assert fails(position(letter="O", at=(9, 9)), "I") == "no room for I here"
    assert fails(state, "sequence f", {"f": "right sequence g left", "g": "left heavy"}) == (
        "f: g: heavy is available only after clearing two rows at once"
    )
    for option in ("scriptfile1", "scriptfile2"):
        with pytest.raises(BadInput) as error:
            start(PLAIN | {option: " "}, None)
        assert str(error.value) == f"the file {option} is empty"


@pytest.mark.parametrize("letter", "IJLOSZT")
def test_letters_replace_the_block(letter: str) -> None:
    """`I J L O S Z T`: the block in play becomes that block in its first orientation, the lower left corner of the
    bounding box staying where it is"""
    state = position(letter="T" if letter != "T" else "S", at=(9, 4), turn=1)
    assert block(run(state, letter)) == (9, 4, 0)
    assert run(state, letter).players[0].block.letter == letter
    assert run(state, letter).turn == 0


def test_letters_take_heaviness_from_the_level() -> None:
    """heaviness by the current level; no downward move"""
    state = run(position(letter="O", at=(9, 4), level=3), "T")
    assert state.players[0].block == Block("T", True, 9, 4)
    state = run(position(letter="O", at=(9, 4), level=2, heavy=True), "O")
    assert state.players[0].block == Block("O", False, 9, 4)
    assert block(run(position(letter="O", at=(9, 4), made_heavy=True), "T")) == (9, 4, 0)


def test_letters_need_room() -> None:
    """If it has no room there, it is an error and nothing changes."""
    assert "no room" in fails(position(letter="O", at=(9, 9)), "I")
    state = position("....O...... ...........", at=(17, 4))
    assert "no room" in fails(state, "J")
    assert block(run(state, "L")) == (17, 4, 0)


def test_the_same_letter_changes_nothing() -> None:
    state = start(PLAIN, None)
    assert play(state, "I") == (state, ())


def test_restart() -> None:
    """`restart`: both boards, scores, levels, files and generators as at the start; the highest score stays"""
    options = LONG | {"startlevel": 0}
    state = run(start(options, 7), LONG_RUN + ", blind, 3levelup, norandom o.txt, drop, drop, drop")
    assert state.high == 29
    again = run(state, "restart")
    assert vars_of(replace(again, high=0)) == vars_of(start(options, 7))
    assert again.high == 29
    assert vars_of(restart(state, options, 7)) == vars_of(again)
    assert vars_of(run(choosing(high=500), "restart"))[0]["high"] == 500
    lost = run(start(PLAIN, None), "99drop")
    assert lost.ended
    assert not run(lost, "restart").ended


def test_restart_at_the_start_changes_nothing() -> None:
    state = start(PLAIN, 4)
    assert play(state, "restart") == (state, ())
    assert restart(state, PLAIN, 4) is state
    assert restart(state, PLAIN, 5) is not state
    assert play(state, attach("sequence f", "f", "right left levelup leveldown")) == (state, ())


# Levels.


def comings(state: State, count: int) -> str:
    """Returns the letters that player 1 gets in that many drops, whatever happens to the boards."""
    letters = ""
    for _ in range(count):
        player = sides.drop(state.players[0]).player
        cells, numbers = board("")
        state = state.having(replace(player, cells=cells, numbers=numbers))
        letters += player.coming.letter
    return letters


def test_level_0() -> None:
    """0: from the player's file, round and round"""
    state = start(PLAIN, 0)
    assert [player.block.letter + player.coming.letter for player in state.players] == ["IJ", "JL"]
    assert comings(state, 8) == "LOSZTIJL"
    assert not state.players[0].coming.heavy
    assert state.players[0].random == rng.standard(0)


@pytest.mark.parametrize(
    ("level", "meaning"), [(1, "SZIIJJLLOOTT"), (2, "IJLOSZT"), (3, "SSZZIJLOT"), (4, "SSZZIJLOT")]
)
def test_random_levels_draw_as_the_rules_say(level: int, meaning: str) -> None:
    """1: draw `next(12)`: 0 S, 1 Z, then two numbers each for I J L O T. 2: draw `next(7)`: I J L O S Z T. 3: draw
    `next(9)`: 0,1 S; 2,3 Z; 4 to 8 I J L O T; 4: as 3"""
    for seed in (0, 99):
        state = start(PLAIN | {"startlevel": level}, seed)
        for seat, player in enumerate(state.players):
            # A player's own generator in Biquadris: player 1 has seed `s`, player 2 has seed `s + 1`.
            random = rng.standard(seed + seat)
            drawn = []
            for _ in range(2):
                number, random = random.next(len(meaning))
                drawn.append(meaning[number])
            assert [player.block.letter, player.coming.letter] == drawn
            assert player.random == random
        random = state.players[0].random
        expected = ""
        for _ in range(30):
            number, random = random.next(len(meaning))
            expected += meaning[number]
        assert comings(state, 30) == expected


def test_two_blocks_are_drawn_at_the_start_and_one_at_every_drop() -> None:
    """Two blocks are drawn at the start, the one in play and the next; one at every drop."""
    state = start(PLAIN, 0)
    assert state.players[0].line == 2
    state = run(state, "drop")
    assert (state.players[0].line, state.players[1].line) == (3, 2)
    lost = run(state, "99drop")
    assert lost.ended
    drops = [sum(1 for n in np.unique(player.numbers) if n) for player in lost.players]
    assert [player.line for player in lost.players] == [(2 + drops[0]) % 7, (2 + drops[1]) % 8]


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
def test_blocks_of_level_3_and_4_are_heavy(level: int) -> None:
    """blocks drawn there are *heavy*"""
    state = start(PLAIN | {"startlevel": level}, 0)
    assert state.players[0].block.heavy == state.players[0].coming.heavy == (level >= 3)


def test_blocks_stay_heavy() -> None:
    """and stay so"""
    state = run(start(PLAIN | {"startlevel": 3}, 0), "3leveldown")
    assert block(run(state, "right"))[:2] == (4, 1)
    state = run(start(PLAIN, 0), "3levelup")
    assert block(run(state, "right"))[:2] == (3, 1)


@pytest.mark.parametrize(("word", "end"), [
    ("left", (10, 3, 0)), ("right", (10, 5, 0)), ("down", (11, 4, 0)), ("cw", (10, 4, 1)), ("ccw", (10, 4, 3)),
])  # fmt: skip
def test_heavy_blocks_fall_after_every_command(word: str, end: tuple[int, int, int]) -> None:
    """every `left right down clockwise counterclockwise` is followed by one row down"""
    assert block(run(position(letter="T", at=(9, 4), heavy=True), word)) == end


def test_heavy_blocks_fall_after_commands_without_effect() -> None:
    """whether it had effect or not, is followed by one row down"""
    assert block(run(position(letter="T", at=(9, 0), heavy=True), "left")) == (10, 0, 0)
    assert block(run(position(letter="O", at=(9, 0), heavy=True), "cw")) == (10, 0, 0)


def test_heavy_blocks_fall_if_possible() -> None:
    """if possible"""
    assert block(run(position(letter="T", at=(17, 4), heavy=True), "left")) == (17, 3, 0)
    state = position(letter="T", at=(17, 0), heavy=True)
    assert play(state, "left") == (state, ())


def test_heavy_blocks_fall_once_for_a_count() -> None:
    """with a count, once, after the last (`0left` does nothing at all)"""
    state = position(letter="T", at=(9, 4), heavy=True)
    assert block(run(state, "3right")) == (10, 7, 0)
    assert block(run(state, "3down")) == (13, 4, 0)
    assert play(state, "0left") == (state, ())


def test_other_commands_are_not_heavy() -> None:
    """no downward move for block letters; levels do not move either"""
    state = position(letter="T", at=(9, 4), heavy=True, level=3)
    for word in ("levelup", "leveldown", "I", "random", "norandom o.txt"):
        assert block(run(state, word))[:2] == (9, 4)


def stars(state: State) -> int:
    return int((state.players[0].cells == LETTERS.index("*")).sum())


def test_a_star_falls() -> None:
    """each time a player at level 4 has placed 5, 10, 15… blocks since last clearing a row, a 1×1 block `*` falls
    down the centre column (column 5) right after the drop"""
    state = position(level=4, placed=4)
    after, events = play(state, "drop")
    assert lowest(after, 1) == "IIII.*....."
    assert Appeared((("*", (0, 5)),)) in events
    assert Moved((("*", (0, 5), (17, 5)),)) in events
    assert Locked((("*", (17, 5)),)) in events
    for placed in range(30):
        after = run(position(level=4, placed=placed), "drop")
        assert stars(after) == (1 if placed % 5 == 4 else 0)
        assert after.players[0].placed == placed + 1


def test_no_star_below_level_4() -> None:
    """each time a player at level 4"""
    for level in range(4):
        after = run(position(level=level), "drop")
        assert after.players[0].placed == 0
        assert stars(run(position(level=level, placed=4), "drop")) == 0


def test_the_count_starts_with_level_4() -> None:
    """(or since reaching level 4)"""
    state = run(position(level=4, placed=4), "leveldown, levelup")
    assert state.players[0].placed == 0
    assert stars(run(state, "drop")) == 0
    assert run(position(level=3), "levelup").players[0].placed == 0
    assert run(position(level=4, placed=4), "levelup, 0leveldown").players[0].placed == 4


def test_clearing_starts_the_count_again() -> None:
    """since last clearing a row"""
    state = run(position(f"{full_but(0, 1, 2, 3)}", level=4, placed=4), "drop")
    assert stars(state) == 0
    assert state.players[0].placed == 0


def test_star_falls_onto_the_pile() -> None:
    """falls down the centre column"""
    state = run(position(".....O..... ...........", level=4, placed=4), "drop")
    assert lowest(state, 3) == ".....*..... .....O..... IIII......."


def test_a_star_needs_a_free_top_cell() -> None:
    """if its top cell is free"""
    state = position(" ".join([".....O....."] * 18), level=4, placed=4)
    after = run(state, "drop")
    assert stars(after) == 0
    assert after.players[0].placed == 5
    state = position(" ".join([".....O....."] * 17), level=4, placed=4)
    assert view(run(state, "drop")).boards[0].rows[0] == ".....*....."


def test_a_star_is_a_block() -> None:
    """it counts as a block"""
    rows = f"{full_but(10)}"
    state = position(rows.replace("OOOOOOOOOO", "OOOOO*OOOO"), "aaaaabaaaa.", letter="I", at=(17, 10), turn=1)
    after = run(state, "drop")
    # The O's are one block, the star is another, and the I stays: (1)² + (2)².
    assert after.players[0].score == 1 + 4
    # A star has its own number.
    after = run(position(level=4, placed=4), "drop")
    numbers = after.players[0].numbers
    assert numbers[17, 5] != numbers[17, 0]


def test_a_star_can_complete_a_row() -> None:
    """if it completes a row, that row clears, scores apart, and the count starts again"""
    rows = "........... " + full_but(5)
    state = position(rows, "........... aaaaa.bbbbb", letter="O", level=4, placed=4)
    after, events = play(state, "drop")
    assert lowest(after, 2) == "OO......... OO........."
    scored = [event for event in events if isinstance(event, Scored)]
    # The row, and three blocks: both halves and the star itself.
    assert scored == [Scored((1 + 4) ** 2 + (3 + 4) ** 2, (17, 5), "(1 + 4)² + (3 + 4)²")]
    assert after.players[0].score == 25 + 49 == after.high
    assert after.players[0].placed == 0
    assert after.turn == 1


def test_the_order_at_a_drop() -> None:
    """The order at a drop: lock, clear and score, `*`, the next block appears and a new one is drawn, the special
    action is chosen, the turn passes."""
    state = position(TWO_ROWS, level=4, placed=4, letter="I", turn=1)
    after, events = play(state, "drop")
    assert [type(event) for event in events] == [
        Moved, Locked, Completed, Vanished, Scored, Fell, Appeared, Noted,
    ]  # fmt: skip
    assert after.players[0].block.letter == "J"
    assert (after.choose, after.turn) == (True, 0)
    _after, events = play(position(full_but(5), level=4, placed=4), "drop")
    assert [type(event) for event in events] == [
        Moved, Locked, Appeared, Moved, Locked, Completed, Vanished, Scored, Fell, Appeared,
    ]  # fmt: skip


# Score.


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_rows_score(level: int, rows: int) -> None:
    """When a drop clears k ≥ 1 rows: `(k + level)²`"""
    picture = " ".join([full_but(0)] * rows)
    numbers = " ".join([".bbbbbbbbbb"] * rows)
    state = position(f"..O........ {picture}", f"..b........ {numbers}", turn=1, at=(4, 0), level=level)
    # The big block keeps a cell above; part of the I stays unless four rows clear.
    after = run(state, "drop")
    whole = 1 if rows == 4 else 0
    assert after.players[0].score == (rows + level) ** 2 + (whole and (whole + level) ** 2)


def test_whole_blocks_score() -> None:
    """and if b ≥ 1 blocks thereby lost their last cell, also `(b + level)²`"""
    # b, c, d and the I go; part of a stays.
    state = position("O.......... ....SSZZTOO", "a.......... ....bbccdaa", at=(17, 0), level=2)
    assert run(state, "drop").players[0].score == (1 + 2) ** 2 + (4 + 2) ** 2
    # Part of d stays too.
    state = position("O.......T.. ....SSZZTOO", "a.......d.. ....bbccdaa", at=(17, 0), level=1)
    assert run(state, "drop").players[0].score == (1 + 1) ** 2 + (3 + 1) ** 2


def test_a_block_can_lose_its_cells_one_after_the_other() -> None:
    """blocks thereby lost their last cell: whatever is left of a block counts once, when it goes"""
    state = position(f"{full_but(0, 1, 2, 3)} {full_but(0, 1, 2, 3)}", "....aaaaaaa ....aaaaaaa")
    state = run(state, "drop, O, 8right, drop")
    assert state.players[0].score == 1 + 1  # the row and the I
    state = run(replace(state, turn=0), "I, drop")
    assert state.players[0].score == 2 + 1 + 4  # the row, the I and the rest of a


def test_no_row_no_score() -> None:
    """When a drop clears k ≥ 1 rows"""
    assert run(position(level=4), "drop").players[0].score == 0


def test_level_is_the_players_current_one() -> None:
    """level is the player's current one"""
    state = position(full_but(0, 1, 2, 3), "....aaaaaaa")
    assert run(state, "2levelup, drop").players[0].score == (1 + 2) ** 2 + (2 + 2) ** 2


def test_the_highest_score_is_kept() -> None:
    """The highest score of either player is kept."""
    state = run(position(full_but(0, 1, 2, 3), "....aaaaaaa", seat=1), "drop")
    assert view(state).fields["score"] == [0, 5]
    assert view(state).fields["high"] == 5
    assert view(run(state, "restart")).fields["high"] == 5
    assert view(run(state, "restart")).fields["score"] == [0, 0]
    assert biquadris.score(state) == 5
    state = run(position(full_but(0, 1, 2, 3), "....aaaaaaa", high=9), "drop")
    assert state.high == 9


# Special actions.


@pytest.mark.parametrize(("rows", "due"), [(0, False), (1, False), (2, True), (3, True), (4, True)])
def test_two_rows_allow_a_special_action(rows: int, due: bool) -> None:
    """A drop that clears two rows or more lets the player choose one, before the turn passes"""
    state = run(position(" ".join([full_but(0)] * rows), turn=1), "drop")
    assert (state.choose, state.turn) == ((True, 0) if due else (False, 1))
    assert view(state).fields["choose"] is due


@pytest.mark.parametrize("action", ["blind", "heavy", "force O", "bl", "hea", "f O", "3force O"])
@pytest.mark.parametrize("seat", [0, 1])
def test_one_action_and_the_turn_passes(action: str, seat: int) -> None:
    """choose one, before the turn passes"""
    state = run(choosing(seat), action)
    assert (state.choose, state.turn) == (False, 1 - seat)
    fails(state, "blind")


@pytest.mark.parametrize(
    "word", ["left", "0left", "drop", "levelup", "I", "random", "norandom o.txt", "sequence moves.txt", "down", "cw"]
)
def test_only_choices_are_accepted_while_one_is_due(word: str) -> None:
    """While a choice is due, only `blind`, `heavy` and `force X` (and undo, redo, restart, hint, quit, help) are
    accepted"""
    assert "choose an action first" in fails(choosing(), word)
    assert not run(choosing(), "restart").choose
    assert run(choosing(), "quit").ended


@pytest.mark.parametrize("word", ["blind", "heavy", "force T"])
def test_no_choice_at_any_other_time(word: str) -> None:
    """during play at any other time those three are errors"""
    assert "two rows" in fails(start(PLAIN, None), word)


def test_blind_covers_everything() -> None:
    """the opponent's columns 3 to 9 and rows 3 to 12, counted from 1 as players do, on the 15 rows, show `?` over
    everything"""
    state = run(choosing(), "blind, 4right, 3down")
    shown = view(state).boards[1]
    for row, line in enumerate(shown.rows):
        for column, symbol in enumerate(line):
            covered = 3 <= column + 1 <= 9 and 3 <= row - 3 + 1 <= 12
            assert (symbol == "?") == covered
    assert shown.piece == ()
    assert all(not (5 <= row < 15 and 2 <= column < 9) for _letter, (row, column) in shown.ghost)
    assert "?" not in "".join(view(state).boards[0].rows)


def test_blind_shows_what_is_outside() -> None:
    """covered: columns 3 to 9, rows 3 to 12 only"""
    shown = view(run(choosing(), "blind, 3down")).boards[1]
    assert shown.rows[5] == "J.???????.."
    assert shown.rows[6] == "JJ???????.."
    assert shown.piece == ((5, 0), (6, 0), (6, 1))
    assert shown.ghost == (("J", (16, 0)), ("J", (17, 0)), ("J", (17, 1)), ("J", (17, 2)))


def test_blind_ends_where_its_edges_are() -> None:
    """columns 3 to 9 and rows 3 to 12, counted from 1, on the 15 rows"""
    for at, seen in (
        ((15, 8), ((14, 9), (15, 8), (15, 9))),
        ((5, 1), ((4, 1), (4, 2), (5, 1))),
    ):
        state = position(letter="O", at=at, blind=True)
        assert view(state).boards[0].piece == seen
        lying = replace(state.players[0], block=Block("O", False, 3, at[1]))
        cells, numbers = board(" ".join(["OOOOOOOOOO."] * (ROWS - 1 - at[0])))
        lying = replace(lying, cells=cells, numbers=numbers)
        assert view(state.having(lying)).boards[0].ghost == tuple(("O", cell) for cell in seen)


def test_blind_lasts_until_the_opponent_drops() -> None:
    """until the opponent drops"""
    state = run(choosing(), "blind")
    for word in ("left", "T", "levelup", "0drop"):
        state = run(state, word)
        assert "?" in "".join(view(state).boards[1].rows)
    state = run(state, "drop")
    assert "?" not in "".join(view(state).boards[1].rows)
    assert not state.players[1].blind


def heavily(rows: str = "", **values: Any) -> State:
    """Returns a position whose player to move has been made heavy."""
    return position(rows, made_heavy=True, **values)


def test_heavy_falls_two_rows() -> None:
    """after every `left` or `right` of theirs, the block falls two rows"""
    state = run(choosing(), "heavy")
    assert block(run(state, "right"), 1) == (5, 1, 0)
    assert block(run(state, "right, left"), 1) == (7, 0, 0)
    assert block(run(state, "left"), 1) == (5, 0, 0)
    for word in ("down", "cw", "ccw"):
        assert block(run(state, word), 1)[0] == (4 if word == "down" else 3)


def test_heavy_falls_once_for_a_count() -> None:
    """likewise once for a count"""
    assert block(run(heavily(at=(9, 0)), "4right")) == (11, 4, 0)
    state = heavily()
    assert play(state, "0right") == (state, ())


def test_heavy_after_the_heaviness_of_a_level() -> None:
    """after the one row of a level's heaviness if any"""
    assert block(run(heavily(at=(9, 0), heavy=True), "4right")) == (12, 4, 0)
    # The level's row comes first and leaves only one of the two rows, so the block drops.
    state = run(heavily(at=(15, 0), heavy=True, letter="O"), "right")
    assert state.turn == 1
    assert lowest(state, 1) == ".OO........"


@pytest.mark.parametrize("row", [16, 17])
def test_heavy_drops_a_block_that_cannot_fall_two_rows(row: int) -> None:
    """if it cannot fall two, it is dropped as by `drop` and the turn ends"""
    state = run(heavily(at=(row, 0), letter="O"), "3right")
    assert lowest(state, 2) == "...OO...... ...OO......"
    assert state.turn == 1
    assert not state.players[0].made_heavy
    assert state.players[0].block.letter == "J"
    state = run(heavily(at=(15, 0), letter="O"), "3right")
    assert state.turn == 0
    assert block(state) == (17, 3, 0)


def test_heavy_drops_a_block_after_a_step_without_effect() -> None:
    state = run(heavily(at=(16, 0), letter="O"), "left")
    assert state.turn == 1
    assert lowest(state, 1) == "OO........."


def test_heavy_stops_on_blocks() -> None:
    """if it cannot fall two"""
    state = run(heavily("..O........ ...........", at=(14, 0), letter="I"), "left")
    assert state.turn == 1
    assert lowest(state, 3) == "IIII....... ..O........ ..........."


def test_forced_drop_scores_and_allows_a_special_action() -> None:
    """it is dropped as by `drop`"""
    state = run(heavily(TWO_ROWS, turn=1, at=(16, 0)), "left")
    assert (state.choose, state.turn) == (True, 0)
    assert state.players[0].score == 4 + 20**2


def test_a_forced_drop_in_a_sequence() -> None:
    """forced drop inside a sequence: the words after it are the other player's"""
    files = {"f": "3right 2right"}
    state = run(heavily(at=(16, 0), letter="O"), "sequence f", files)
    assert block(state, 1) == (3, 2, 0)


def test_heavy_lasts_until_the_opponent_drops() -> None:
    """until the opponent drops"""
    state = run(choosing(), "heavy, drop")
    assert not state.players[1].made_heavy
    assert block(run(state, "right")) == (3, 1, 0)


def test_force() -> None:
    """`force X` (the opponent's block in play becomes X at the starting place, heavy by the opponent's current level"""
    for level, heavy in ((0, False), (2, False), (3, True), (4, True)):
        state = choosing()
        state = state.having(replace(state.players[1], level=level, block=Block("T", not heavy, 9, 5, 2)))
        state = run(state, "force Z")
        assert state.players[1].block == Block("Z", heavy)
        assert state.players[1].block.cells == ((2, 0), (2, 1), (3, 1), (3, 2))
        assert state.turn == 1
        assert state.players[1].coming.letter == "L"


def test_force_without_room() -> None:
    """if it has no room there, the opponent loses"""
    state = choosing()
    cells, numbers = board("....O...... " + " ".join(["..........."] * 15))  # row 2
    state = state.having(replace(state.players[1], cells=cells, numbers=numbers))
    assert run(state, "force L").ended is False
    cells, numbers = board("..O........ " + " ".join(["..........."] * 15))
    state = state.having(replace(state.players[1], cells=cells, numbers=numbers))
    after, events = play(state, "force L")
    assert (after.ended, after.winner, after.choose) == (True, 1, False)
    assert Ended(1, board=1) in events
    stuck = view(after).boards[1].stuck
    assert stuck == tuple(("L", cell) for cell in after.players[1].block.cells), "the forced block is shown"
    # The T does not fit: its foot is in column 1 of row 3.
    assert run(state, "force I").ended is False


# The end.


def tower(seat: int = 0, **values: Any) -> State:
    """Returns a position in which the next block, a J, will have no room."""
    return position("O.......... " + " ".join([".O........."] * 14), seat=seat, **values)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_room_to_appear_loses(seat: int) -> None:
    """A player whose block has no room when it should appear loses, there and then"""
    state = tower(seat, at=(3, 5), coming=Coming("J", False))
    after, events = play(state, "drop")
    assert after.ended
    assert view(after).fields["winner"] == 2 - seat
    assert events[-1] == Ended(2 - seat, board=seat)
    assert after.turn == seat
    # pieces, pairs and both players' blocks in play are drawn in, but not once the game is over
    assert view(after).boards[1 - seat].rows == ("...........",) * 18
    assert view(after).boards[seat].rows[2] == "..........."
    assert not any(shown.piece or shown.ghost for shown in view(after).boards)


def test_loser_gets_no_special_action() -> None:
    """with nothing to choose"""
    rows = " ".join(["O.........."] + [".O........."] * 12 + [full_but(10)] * 2)
    cells = position(rows, turn=1, at=(3, 10), coming=Coming("J", False))
    # Two rows clear and the tower sinks by two, so the J has room unless the tower was two higher before.
    state = run(cells, "drop")
    assert state.choose
    rows = " ".join(["O.........."] * 3 + [".O........."] * 13 + [full_but(10)] * 2)
    state = run(position(rows, turn=1, at=(3, 10), coming=Coming("J", False)), "drop")
    assert (state.ended, state.choose, state.winner) == (True, False, 2)
    assert state.players[0].score > 0
    assert play(state, "quit") == (state, ()), "the loser loses whatever the score"


@pytest.mark.parametrize(("scores", "winner"), [((3, 2), 1), ((2, 3), 2), ((2, 2), 0)])
def test_quit(scores: tuple[int, int], winner: int) -> None:
    """on `quit` or end of input the higher score wins, equal scores draw"""
    state = start(PLAIN, None)
    for player, score in zip(state.players, scores, strict=True):
        state = state.having(replace(player, score=score))
    after, events = play(state, "quit")
    assert (after.ended, view(after).fields["winner"]) == (True, winner)
    assert view(after).over
    assert events == (Ended(winner, board=1 if winner == 1 else 0),)
    assert play(after, "quit") == (after, ())
    assert run(choosing(), "quit").choose is False


def test_nothing_changes_after_the_end() -> None:
    """A move that comes after the end prints the unchanged state. A bad command is an error."""
    state = run(start(PLAIN, None), "quit")
    for word in ("left", "drop", "3cw", "blind", "heavy", "force T", "levelup", "I", "random", "quit"):
        assert play(state, word) == (state, ())
    assert played_with_events(state, "sequence moves.txt") == (state, ())
    assert played_with_events(state, "norandom o.txt") == (state, ())
    for word in ("jump", "force Q", "re", "sequence badcommand.txt", "norandom bad.txt"):
        fails(state, word)
    assert moves(state) == ()


# Files.


def test_shipped_files() -> None:
    """Shipped in `static/`: `sequence1.txt` `I J L O S Z T`, `sequence2.txt` `J L J S O I T Z`, `sequence3.txt`
    `I I O I I I`"""
    for number, expected in enumerate((SEQUENCE1, SEQUENCE2, SEQUENCE3), 1):
        shipped = (STATIC / f"sequence{number}.txt").read_text(encoding="utf-8")
        assert shipped.split() == expected.split()
    assert biquadris.GAME.options["scriptfile1"].default == "sequence1.txt"
    assert biquadris.GAME.options["scriptfile2"].default == "sequence2.txt"


def test_letters_separated_by_blanks() -> None:
    """Block letters separated by blanks."""
    state = start(PLAIN | {"scriptfile1": "  T\n\nO\tS\r\n"}, None)
    assert state.players[0].script == "TOS"


@pytest.mark.parametrize("wrong", ["", " \n", "IJ", "I, J", "I J i", "I * J", "I 3 J", "ÎI"])
def test_bad_script_files(wrong: str) -> None:
    """an empty one, or a bad letter in it is an error"""
    for option in ("scriptfile1", "scriptfile2"):
        with pytest.raises(BadInput, match=option):
            start(PLAIN | {option: wrong}, None)


def test_startlevel() -> None:
    """`-startlevel N`"""
    option = biquadris.GAME.options["startlevel"]
    assert isinstance(option, Number)
    assert option.parse("4") == 4
    with pytest.raises(BadInput):
        option.parse("5")
    assert view(start(PLAIN | {"startlevel": 2}, 0)).fields["level"] == [2, 2]
    assert start(PLAIN, None).setting.seed == 0


# What is shown.


def test_fields_in_order() -> None:
    """JSON fields: score (a list of two), over, next (two letters), level (two numbers), turn, choose, high, winner"""
    shown = fields(biquadris.GAME, view(start(PLAIN, None)))
    assert list(shown) == [
        "game", "rows", "score", "over", "next", "level", "turn", "choose", "high", "winner",
    ]  # fmt: skip
    del shown["rows"]
    assert shown == {
        "game": "biquadris", "score": [0, 0], "over": False, "next": ["J", "L"], "level": [0, 0], "turn": 1,
        "choose": False, "high": 0, "winner": 0,
    }  # fmt: skip


def test_view_has_piece_ghost_and_next() -> None:
    state = run(position("O..........", letter="T", at=(9, 0)), "cw")
    mine, theirs = view(state).boards
    assert mine.piece == state.players[0].block.cells
    assert mine.ghost == tuple(("T", cell) for cell in ((15, 1), (16, 0), (16, 1), (17, 1)))
    assert mine.next == (("J..", "JJJ"),)
    assert theirs.ghost == ()
    assert len(theirs.piece) == 4
    assert mine.figures == (("Level", 0), ("Score", 0))


def test_whole_view_at_the_start() -> None:
    """Two boards of 11 columns × 18 rows, all of it as data"""
    shown = view(start(PLAIN, None))
    empty = ("...........",)
    assert shown.boards == (
        contract.Board(
            empty * 3 + ("IIII.......",) + empty * 14, (("Level", 0), ("Score", 0)), (("J..", "JJJ"),),
            ghost=tuple(("I", (17, column)) for column in range(4)), piece=tuple((3, column) for column in range(4)),
        ),
        contract.Board(
            empty * 2 + ("J..........", "JJJ........") + empty * 14, (("Level", 0), ("Score", 0)), (("..L", "LLL"),),
            piece=((2, 0), (3, 0), (3, 1), (3, 2)),
        ),
    )  # fmt: skip
    assert (shown.over, shown.turn, shown.figures) == (False, 0, (("High score", 0), ("Player to move", 1)))


def test_view_at_the_end() -> None:
    """pieces are drawn in, but not once the game is over; the highest score, and who has won"""
    state = start(PLAIN, None)
    for seat, score in enumerate((3, 7)):
        state = state.having(replace(state.players[seat], score=score, level=seat + 1))
    shown = view(run(replace(state, high=9), "drop, quit"))
    assert shown.boards[0] == contract.Board(
        ("...........",) * 17 + ("IIII.......",),
        (("Level", 1), ("Score", 3)),
        (("TTT", ".T."),),
    )
    assert shown.boards[1] == contract.Board(("...........",) * 18, (("Level", 2), ("Score", 7)), (("..L", "LLL"),))
    assert (shown.over, shown.turn, shown.figures) == (True, 1, (("High score", 9), ("Winner", 2)))
    assert view(run(start(PLAIN, None), "quit")).figures == (("High score", 0), ("Winner", "–"))
    assert view(choosing(1)).figures == (("High score", 404), ("Player to choose", 2))
    assert view(choosing(1)).boards[1].ghost == ()


SAID = Translator()


def sentences(state: State, word: str) -> list[tuple[str, int]]:
    """Returns the messages of a command, and which board each is about."""
    noted = [event for event in played_with_events(state, word)[1] if isinstance(event, Noted)]
    return [(SAID(event.message, **event.values), event.board) for event in noted]


@pytest.mark.parametrize("seat", [0, 1])
def test_exact_messages_of_commands(seat: int) -> None:
    mine, other = position(TWO_ROWS, seat=seat, level=2, file="O", turn=1), 1 - seat
    assert sentences(mine, "levelup") == [("Level 3.", seat), (biquadris.LEVELS[3], seat)]
    assert sentences(mine, "9leveldown") == [("Level 0.", seat), (biquadris.LEVELS[0], seat)]
    assert sentences(mine, "norandom o.txt") == [("At levels 3 and 4, blocks come from the file.", seat)]
    assert sentences(mine, "random") == [("Blocks are random again.", seat)]
    assert sentences(mine, "drop") == [("A special action!", seat)]
    due = run(mine, "drop")
    assert sentences(due, "blind") == [(f"Blind until the next drop: {other + 1}.", other)]
    assert sentences(due, "heavy") == [(f"Heavy until the next drop: {other + 1}.", other)]
    assert sentences(mine, "right") == sentences(mine, "T") == sentences(due, "force T") == []


def test_every_choice_has_a_picture_and_every_level_a_sentence() -> None:
    assert set(biquadris.GAME.pictures) == set(biquadris.CHOICES)
    for picture in biquadris.GAME.pictures.values():
        assert set("".join(picture.rows)) <= set(biquadris.SYMBOLS) and len({*map(len, picture.rows)}) == 1
    level = biquadris.GAME.options["startlevel"]
    assert isinstance(level, contract.Number)
    assert list(level.notes) == list(range(level.low, level.high + 1))


@pytest.mark.parametrize("seat", [0, 1])
def test_all_effects_of_force(seat: int) -> None:
    """the opponent's block in play becomes X at the starting place; if it has no room there, the opponent loses"""
    state, other = choosing(seat), 1 - seat
    was = state.players[other].block
    after, events = play(state, "force O")
    new = ((2, 0), (2, 1), (3, 0), (3, 1))
    gone = tuple((".", cell) for cell in was.cells if cell not in new)
    assert events == (Changed(gone + tuple(("O", cell) for cell in new), other),)
    assert after.players[other] is not state.players[other]
    assert after.players[seat] is state.players[seat]
    cells, numbers = board("OOO........ " + " ".join(["..........."] * 14))
    full = state.having(replace(state.players[other], cells=cells, numbers=numbers))
    after, events = play(full, "force O")
    assert events == (Ended(seat + 1, board=1 - seat),)
    assert (after.ended, after.winner, after.choose, after.turn) == (True, seat + 1, False, seat)


def test_exact_lists_of_moves() -> None:
    """`moves`: the complete words that would change something now"""
    state = start(PLAIN, None)
    assert moves(state) == (
        *("right", "down", "clockwise", "counterclockwise", "drop", "levelup"), *("J", "L", "O", "S", "Z", "T"),
    )  # fmt: skip
    assert moves(position(letter="O", heavy=True, at=(17, 9), level=4, file="T")) == (
        "left",
        "drop",
        "leveldown",
        "random",
    )
    assert moves(position(letter="O", at=(9, 4), level=1)) == (
        *("left", "right", "down", "drop", "levelup", "leveldown"), *("I", "J", "L", "S", "Z", "T"),
    )  # fmt: skip
    # A level's heaviness moves the block even if a step or a rotation has no room, and so does a forced drop.
    assert moves(position(letter="O", at=(9, 0), heavy=True))[:3] == ("left", "right", "down")
    assert moves(position(letter="O", at=(17, 0), made_heavy=True))[:3] == ("left", "right", "drop")


def test_boards_side_by_side() -> None:
    """The text shows both boards side by side."""
    lines = text(view(start(PLAIN, None))).splitlines()
    assert lines[:2] == ["High score: 0", "Player to move: 1"]
    assert lines[2:4] == ["Level: 0         Level: 0", "Score: 0         Score: 0"]
    assert lines[4] == "+-----------+    +-----------+"
    assert lines[8] == "|IIII.......|    |JJJ........|"
    assert len(lines) == 2 + 2 + 20 + 3


def test_symbols() -> None:
    assert set(biquadris.GAME.symbols) == set(LETTERS) | {"?"}
    assert {symbol.form for symbol in biquadris.GAME.symbols.values()} <= set(FORMS)
    tones = [biquadris.GAME.symbols[letter].tone for letter in "IJLOSZT"]
    assert sorted(tones) == [1, 2, 3, 4, 5, 6, 7]


def test_events_of_a_clearing_drop() -> None:
    state = position("O.......... " + full_but(0, 1, 2, 3), "a.......... ....aaaaaaa", at=(17, 0))
    after, events = play(state, "drop")
    assert events[0] == Locked(tuple(("I", (17, column)) for column in range(4)))
    assert events[1] == Completed(tuple((17, column) for column in range(11)), 1)
    assert events[2] == Vanished(tuple(("IIIIOOOOOOO"[column], (17, column)) for column in range(11)))
    assert events[3] == Scored(2, (17, 5), "(1 + 0)² + (1 + 0)²")
    assert events[4] == Fell((("O", (16, 0), (17, 0)),))
    assert events[5] == Appeared(tuple(("J", cell) for cell in after.players[0].block.cells))
    assert len(events) == 6


def test_events_of_steering() -> None:
    _after, events = play(position(at=(9, 0), heavy=True, made_heavy=True), "2right")
    assert [event.steps[0] for event in events if isinstance(event, Moved)] == [
        ("I", (9, 0), (9, 2)), ("I", (9, 2), (10, 2)), ("I", (10, 2), (12, 2)),
    ]  # fmt: skip
    _after, events = play(position(letter="O", seat=1), "S")
    assert events == (Changed(((".", (2, 0)), ("S", (2, 1)), ("S", (2, 2)), ("S", (3, 0)), ("S", (3, 1))), 1),)


# What must hold whatever is played.


def check(state: State) -> None:
    """Checks what holds in every position."""
    for player in state.players:
        assert not player.cells.flags.writeable
        assert not player.numbers.flags.writeable
        assert ((player.cells == 0) == (player.numbers == 0)).all()
        assert not (player.cells != 0).all(axis=1).any()
        counts = np.bincount(player.numbers.ravel())[1:]
        assert (counts <= 4).all()
        assert 0 <= player.level <= 4
        assert player.level == 4 or player.placed == 0
        assert state.high >= player.score
        if not state.ended:
            assert sides.free(player.cells, player.block.cells)
    assert not (state.choose and state.ended)
    assert not state.opponent.blind
    assert not state.opponent.made_heavy
    assert state.ended or not state.winner
    assert biquadris.over(state) == state.ended
    assert biquadris.GAME.pace is None


@given(SEEDS, st.integers(0, 4), st.lists(WORDS, max_size=60))
@few
def test_any_play_keeps_the_invariants(seed: int, level: int, inputs: list[str]) -> None:
    """states are immutable; play returns the very same state object when nothing changed"""
    state = start(LONG | {"startlevel": level}, seed)
    for word in inputs:
        before = vars_of(state)
        try:
            after, events = played_with_events(state, word)
        except BadInput:
            assert vars_of(state) == before
            continue
        assert vars_of(state) == before
        if after is state:
            assert events == ()
        check(after)
        state = after


@pytest.mark.slow("whole games are played")
@pytest.mark.native  # whole games; other tests try single moves in Pyodide
@given(SEEDS, st.integers(0, 4), st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_moves_change_something_in_hundreds_of_positions(seed: int, level: int, random: Random) -> None:
    """`moves`: the complete words that would change something now"""
    state = start(LONG | {"startlevel": level}, seed)
    for _ in range(200):
        words = moves(state)
        if not words:
            assert state.ended
            break
        word = random.choice(words)
        after, events = play(state, word)
        assert after is not state
        assert events
        state = after
    check(state)


@given(SEEDS, st.lists(WORDS, max_size=25))
@few
def test_moves_are_exactly_the_words_that_change_something(seed: int, inputs: list[str]) -> None:
    state = start(PLAIN | {"startlevel": seed % 5}, seed)
    for word in inputs:
        try:
            state, _events = played_with_events(state, word)
        except BadInput:
            continue
    every = [w for w in biquadris.GAME.words if not biquadris.GAME.arguments(w) and w not in ("restart", "quit")]
    changing = set()
    for word in [*every, *(f"force {letter}" for letter in "IJLOSZT")]:
        try:
            if play(state, word)[0] is not state:
                changing.add(word)
        except BadInput:
            pass
    assert changing == set(moves(state))
    assert len(moves(state)) == len(set(moves(state)))


def test_moves_while_a_choice_is_due() -> None:
    assert moves(choosing()) == ("blind", "heavy", *(f"force {letter}" for letter in "IJLOSZT"))


@pytest.mark.native  # Hypothesis' table of all characters is slow in Pyodide
@given(st.text(max_size=12) | st.text("IJ39leftrigdownsqu ,\n\t", max_size=12))
@few
def test_no_input_crashes(word: str) -> None:
    """arbitrary words → BadInput or a state"""
    for state in (start(PLAIN, None), choosing(), run(start(PLAIN, None), "quit")):
        try:
            after, _events = play(state, word)
        except BadInput as error:
            assert "\n" not in str(error)
        except NeedsFile:
            pass
        else:
            check(after)


@given(st.lists(st.sampled_from([*"IJ39", "left", "drop", "sequence f", "sequence", "f", "force", "T", ",", "quit"])))
@few
def test_no_sequence_crashes(words: list[str]) -> None:
    state = start(PLAIN, None)
    try:
        after, _events = played_with_events(state, "sequence f", {"f": " ".join(words)})
    except BadInput:
        return
    check(after)


@given(SEEDS, st.lists(WORDS, max_size=30))
@settings(max_examples=some(20), deadline=None)
def test_session_undoes_and_replays(seed: int, inputs: list[str]) -> None:
    """undo through Session restores; replay of inputs reproduces"""
    session = Session(biquadris.GAME, LONG, seed, FILES.__getitem__)
    seen = [vars_of(session.state)]
    for word in inputs:
        before = len(session.inputs)
        try:
            session.play(word)
        except BadInput:
            continue
        if len(session.inputs) > before:
            seen.append(vars_of(session.state))
    again = Session.load(session.save(), {"biquadris": biquadris.GAME}.__getitem__, contract_reader)
    assert vars_of(again.state) == seen[-1]
    for expected in reversed(seen[:-1]):
        assert session.undo()
        assert vars_of(session.state) == expected
    assert not session.undo()


def contract_reader(name: str) -> str:
    """A save needs no files."""
    raise AssertionError(name)


def test_save_contains_the_files() -> None:
    session = Session(biquadris.GAME, PLAIN, None, FILES.__getitem__)
    session.play("norandom o.txt")
    assert contract.detach(session.inputs[0]) == ("norandom o.txt", {"o.txt": "O O S"})


# Boards together and one by one.


@st.composite
def some_boards(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Draws boards (n, rows, columns) and block numbers, the top five rows empty, some rows full or nearly full."""
    count = draw(st.integers(1, 5))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    cells = random.integers(0, 9, (count, ROWS, COLUMNS)) * (random.random((count, ROWS, COLUMNS)) < 0.6)
    cells[random.random((count, ROWS)) < 0.4] = 3
    cells[:, :5] = 0
    cells = cells.astype(np.int8)
    numbers = (random.integers(1, 40, cells.shape) * (cells != 0)).astype(np.int32)
    return cells, numbers


@given(some_boards(), st.sampled_from("IJLOSZT"), st.integers(0, 7), st.integers(0, 3))
@few
def test_a_batch_equals_the_boards_one_by_one(
    boards: tuple[np.ndarray, np.ndarray], letter: str, column: int, turn: int
) -> None:
    cells, numbers = boards
    where = Block(letter, False, 3, column, turn % len(PIECE_FORMS[letter])).cells
    for together in ((cells, numbers), (batch(cells), batch(numbers))):
        landed = sides.land(*together, where, letter)
        cleared = sides.clear(*landed[:2])
        roomy = sides.free(together[0], tuple((row + 6, column) for row, column in where))
        for n in range(len(cells)):
            one = sides.land(cells[n], numbers[n], where, letter)
            assert all(np.array_equal(np.asarray(a)[n], np.asarray(b)) for a, b in zip(landed, one, strict=True))
            one_cleared = sides.clear(*one[:2])
            assert all(
                np.array_equal(np.asarray(a)[n], np.asarray(b)) for a, b in zip(cleared, one_cleared, strict=True)
            )
            assert roomy[n] == sides.free(cells[n], tuple((row + 6, column) for row, column in where))
            assert tuple(map(np.ndarray.tolist, map(np.asarray, one_cleared))) == slowly_cleared(*one[:2])


def slowly_cleared(cells: np.ndarray, numbers: np.ndarray) -> tuple[list[Any], list[Any], int, int]:
    """Clears rows in plain Python."""
    pairs = list(zip(cells.tolist(), numbers.tolist(), strict=True))
    kept = [pair for pair in pairs if not all(pair[0])]
    rows = len(pairs) - len(kept)
    kept = [([0] * COLUMNS, [0] * COLUMNS)] * rows + kept
    left = {number for _cells, line in kept for number in line}
    blocks = len({int(number) for number in numbers.ravel()} - left - {0})
    return [line for line, _ in kept], [line for _, line in kept], rows, blocks


def test_points_of_arrays() -> None:
    found = sides.points(np.array([0, 1, 2]), np.array([0, 0, 5]), 1)
    assert found.tolist() == [0, 4, 9 + 36]


def test_numbers_stay_small() -> None:
    """A new block's number is one above those still there."""
    state: State = position("OOOO....... ....OOOOOOO", "aaaa....... ....bbbbbbb", at=(17, 0))
    player: Player = sides.drop(state.players[0]).player
    assert player.numbers.max() == 1
    assert sides.drop(player).player.numbers.max() == 2


@pytest.mark.parametrize("count", ["1000000002", "99999999999999999999999999999901", "4000000003"])
def test_huge_count_of_rotations_is_reduced_modulo_four(count: int) -> None:
    turns = int(count) % 4
    start_ = start(PLAIN, None)
    expected = start_
    for _ in range(turns):
        expected, _events = play(expected, "clockwise")
    turned, _events = play(start_, f"{count}clockwise")
    assert view(turned).boards[0].piece == view(expected).boards[0].piece


def test_notice_explains_the_opponents_special_action() -> None:
    state = run(start(LONG, None), LONG_RUN)
    assert view(state).choices == ("blind", "heavy", *(f"force {letter}" for letter in "IJLOSZT"))
    for choice, word in (("heavy", "Heavy"), ("blind", "Blind")):
        chosen = view(run(state, choice))
        assert chosen.notice and chosen.notice.message.startswith(word)
        assert (chosen.notice.board, chosen.choices) == (1, ()), "on the board of the player to move"
        assert view(run(state, f"{choice}, drop")).notice is None
    assert view(run(state, "force Z")).notice is None
