"""Biquadris, clause by clause of its rules: positions as text, commands, and the exact text of the result."""

from __future__ import annotations

import string
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import contract, files, kernel
from game.contract import (
    BadInput,
    Cause,
    Changed,
    Ended,
    Event,
    NeedsFile,
    Noted,
    Number,
    attach,
)
from game.kernel import batch
from game.pieces import FORMS as PIECE_FORMS
from game.rules import biquadris
from game.rules import biquadris_commands as commands
from game.rules import biquadris_player as sides
from game.rules.biquadris import State, moves, play, restart, start, view
from game.rules.biquadris_commands import spell
from game.rules.biquadris_player import COLUMNS, LETTERS, ROWS, Block, Coming, Player
from game.session import Session, complete
from game.text import fields
from game.text.sentences import cheer
from game.words import Translator
from tests.boards import lowest_rows
from tests.examples import at_most

SEQUENCE1, SEQUENCE2, SEQUENCE3 = "I J L O S Z T", "J L J S O I T Z", "I I O I I I"
PLAIN = {"startlevel": 0, "scriptfile1": SEQUENCE1, "scriptfile2": SEQUENCE2}
LONG = PLAIN | {"scriptfile1": SEQUENCE3}
COMMON = ("undo", "redo", "restart", "hint", "quit", "help")
LONG_RUN = (
    "drop, drop, drop, drop, 4right, drop, drop, 6right, drop, drop, 6right, drop, drop, clockwise, 10right, drop"
)
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
few = settings(max_examples=at_most(50), deadline=None)


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


# Positions.

POSITIONS: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("the document's run of left, right, down, drop", "", {"at": (3, 0)},
     "6left, 7right, 10down, drop", "17:.......IIII = 0"),
    ("four quarter turns lead back", "", {},
     "cw, cw, cw, cw, drop", "17:IIII....... = 0"),
    ("an I stands up where it appears", "....OOOOOOO", {},
     "cw, drop", "14:I.......... 15:I.......... 16:I.......... 17:I...OOOOOOO = 0"),
    ("a quarter turn keeps the lower left corner of the box", "", {"letter": "T", "at": (9, 4)},
     "cw, drop", "15:.....T..... 16:....TT..... 17:.....T..... = 0"),
    ("a rotation needs room", "O.......... O.......... O.......... ...........", {"at": (17, 0)},
     "cw, drop", "14:O.......... 15:O.......... 16:O.......... 17:IIII....... = 0"),
    ("a count repeats", "", {},
     "3right, drop", "17:...IIII.... = 0"),
    ("and stops at the wall", "", {},
     "99right, 1left, drop", "17:......IIII. = 0"),
    ("0drop does nothing", "", {},
     "0right, 0drop, 00left", "3:IIII....... = 0"),
    ("a block must be dropped even when it has landed", "", {},
     "99down, down", "17:IIII....... = 0"),
    ("drop: down as far as it goes", "........... .O.........", {"letter": "S"},
     "drop", "15:.SS........ 16:SS......... 17:.O......... = 0"),
    ("rows clear anywhere; 1 for the row and 64 for eight blocks", "....OOOOOOO O.......... O..........", {},
     "drop", "16:O.......... 17:O.......... = 65"),
    ("(1 + 2)² for the row and (4 + 2)² for four whole blocks", "O.......... ....SSZZTOO",
     {"numbers": "a.......... ....bbccdaa", "at": (17, 0), "level": 2},
     "drop", "17:O.......... = 45"),
    ("a block with a cell left does not count", "O.......T.. ....SSZZTOO",
     {"numbers": "a.......d.. ....bbccdaa", "at": (17, 0), "level": 1},
     "drop", "17:O.......T.. = 20"),
    ("the level is the player's current one", "....OOOOOOO", {"numbers": "....aaaaaaa"},
     "2levelup, drop", "= 25"),
    ("two rows allow a special action", TWO_ROWS, {},
     "cw, drop", "16:I.......... 17:I.......... = 404 choose"),
    ("a count stops at a choice", TWO_ROWS, {},
     "cw, 3drop", "16:I.......... 17:I.......... = 404 choose"),
    ("one action and the turn passes", TWO_ROWS, {},
     "cw, drop, blind", "16:I.......... 17:I.......... = 404"),
    ("heavy: one row down after every command", "", {"letter": "T", "at": (9, 4), "heavy": True},
     "right, drop", "16:.....TTT... 17:......T.... = 0"),
    ("whether it had effect or not", "", {"letter": "O", "at": (9, 0), "heavy": True},
     "cw", "9:OO......... 10:OO......... = 0"),
    ("once for a count", "", {"letter": "T", "at": (9, 4), "heavy": True},
     "3right", "9:.......TTT. 10:........T.. = 0"),
    ("not after other commands", "", {"letter": "T", "at": (9, 4), "heavy": True},
     "0left, levelup, leveldown", "8:....TTT.... 9:.....T..... = 0"),
    ("made heavy: two rows down after left and right", "", {"at": (9, 0), "made_heavy": True},
     "4right", "11:....IIII... = 0"),
    ("dropped if it cannot fall two", "", {"letter": "O", "at": (16, 0), "made_heavy": True},
     "3right", "16:...OO...... 17:...OO...... = 0"),
    ("also after a step without effect", "..O........ ...........", {"at": (14, 0), "made_heavy": True},
     "left", "15:IIII....... 16:..O........ = 0"),
    ("a forced drop scores and allows an action", TWO_ROWS, {"turn": 1, "at": (16, 0), "made_heavy": True},
     "left", "16:I.......... 17:I.......... = 404 choose"),
    ("a star falls down the centre column after five blocks", "", {"level": 4, "placed": 4},
     "drop", "17:IIII.*..... = 0"),
    ("onto the pile", ".....O..... ...........", {"level": 4, "placed": 4},
     "drop", "15:.....*..... 16:.....O..... 17:IIII....... = 0"),
    ("only then", "", {"level": 4, "placed": 5},
     "drop", "17:IIII....... = 0"),
    ("and only at level 4", "", {"level": 3, "placed": 4},
     "drop", "17:IIII....... = 0"),
    ("counted since reaching it", "", {"level": 4, "placed": 4},
     "leveldown, levelup, drop", "17:IIII....... = 0"),
    ("or since clearing a row", "....OOOOOOO", {"level": 4, "placed": 4},
     "drop", "= 169"),
    ("a letter replaces the block, its lower left corner stays", "", {"letter": "O", "at": (9, 4), "turn": 0},
     "T, drop", "16:....TTT.... 17:.....T..... = 0"),
]  # fmt: skip
"""A position by its lowest rows and the rest of what it shows, the commands, and the result in the form of `seen`."""


def seen(before: State, after: State) -> str:
    """Returns the mover's filled rows without the next block, the score, and whether a choice is due."""
    passed = after.turn != before.turn or after.choose
    rows = view(replace(after, ended=passed)).boards[before.turn].rows
    found = [f"{number}:{row}" for number, row in enumerate(rows) if row != "." * COLUMNS]
    return " ".join([*found, f"= {after.players[before.turn].score}", *["choose"] * after.choose])


@pytest.mark.parametrize(
    ("rows", "values", "commands", "result"), [row[1:] for row in POSITIONS], ids=[row[0] for row in POSITIONS]
)
@pytest.mark.parametrize("seat", [0, 1])
def test_commands_lead_from_position_to_position(
    seat: int, rows: str, values: dict[str, Any], commands: str, result: str
) -> None:
    before = position(rows, seat=seat, **values)
    assert seen(before, run(before, commands)) == result


# Commands.


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
def test_commands_may_be_abbreviated(typed: str, full: str) -> None:
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


def test_words_are_the_commands() -> None:
    """`left right down clockwise counterclockwise drop levelup leveldown norandom FILE random sequence FILE
    I J L O S Z T restart blind heavy force`"""
    assert biquadris.GAME.words == (
        *("left", "right", "down", "clockwise", "counterclockwise", "drop", "levelup", "leveldown", "norandom"),
        *("random", "sequence", *"IJLOSZT", "restart", "blind", "heavy", "force", "quit"),
    )
    takes = {word: biquadris.GAME.arguments(word) for word in biquadris.GAME.words if biquadris.GAME.arguments(word)}
    assert takes == {"norandom": 1, "sequence": 1, "force": 1}


def test_norandom_takes_blocks_from_the_file() -> None:
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


@pytest.mark.parametrize("word", [
    "sequence empty.txt", "sequence commas.txt", "sequence missing.txt", "norandom empty.txt", "norandom bad.txt",
    "norandom glued.txt", "norandom missing.txt", "norandom moves.txt", "sequence", "norandom", "force", "force t",
    "force Q", "force IJ", "force", "sequence a b",
])  # fmt: skip
def test_bad_files_and_arguments(word: str) -> None:
    """a missing file, an empty one, or a bad letter in it is an error"""
    fails(start(PLAIN, None), word)
    fails(choosing(), word)


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


def test_a_sequence_pauses_after_each_command_and_is_counted_without_playing_it() -> None:
    word = attach(attach("sequence a", "a", "left sequence b right sequence b"), "b", "2drop restart 9left levelup")
    assert biquadris.size(word) == 1 + 2 + 2 * (1 + 2 + 3)
    assert biquadris.size("1000000drop") == commands.MOST_DROPS
    assert biquadris.size(attach("sequence a", "a", "99999drop")) == 1 + commands.MOST_DROPS
    state = start(complete(biquadris.GAME, {}, files.read), 7)
    pauses = 0
    playing = biquadris.playing(state, word)
    with pytest.raises(StopIteration) as ended:
        while True:
            next(playing)
            pauses += 1
    assert pauses >= 12
    after, events = ended.value.value
    at_once, same_events = play(state, word)
    assert (view(after), events) == (view(at_once), same_events)


def test_limits_on_commands_and_drops_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command counts, the sequence itself too, and every drop of a count."""
    monkeypatch.setattr(commands, "MOST_COMMANDS", 10)
    state = start(PLAIN, None)
    assert run(state, "9drop").turn == 1
    assert fails(state, "10drop") == "too long: at most 10 commands can be run at once"
    assert block(run(state, "sequence f", {"f": "right " * 7 + "2left"})) == (3, 5, 0)
    assert run(state, "sequence f", {"f": "3drop drop 2drop"}).turn == 0
    assert fails(state, "sequence f", {"f": "3drop drop 3drop"}) == "f: " + fails(state, "10drop")


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


def test_letters_need_room() -> None:
    """If it has no room there, it is an error and nothing changes."""
    assert "no room" in fails(position(letter="O", at=(9, 9)), "I")
    state = position("....O...... ...........", at=(17, 4))
    assert "no room" in fails(state, "J")
    assert block(run(state, "L")) == (17, 4, 0)


def test_restart_resets_everything_but_the_highest_score() -> None:
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


# Score.


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


@pytest.mark.parametrize(
    "word", ["left", "0left", "drop", "levelup", "I", "random", "norandom o.txt", "sequence moves.txt", "down", "cw"]
)
def test_only_choices_are_accepted_while_one_is_due(word: str) -> None:
    """While a choice is due, only `blind`, `heavy` and `force X` (and undo, redo, restart, hint, quit, help) are
    accepted"""
    assert "choose an action first" in fails(choosing(), word)
    assert not run(choosing(), "restart").choose
    assert run(choosing(), "quit").ended


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


def heavily(rows: str = "", **values: Any) -> State:
    """Returns a position whose player to move has been made heavy."""
    return position(rows, made_heavy=True, **values)


def test_heavy_after_the_heaviness_of_a_level() -> None:
    """after the one row of a level's heaviness if any"""
    assert block(run(heavily(at=(9, 0), heavy=True), "4right")) == (12, 4, 0)
    # The level's row comes first and leaves only one of the two rows, so the block drops.
    state = run(heavily(at=(15, 0), heavy=True, letter="O"), "right")
    assert state.turn == 1
    assert lowest(state, 1) == ".OO........"


def test_a_forced_block_without_room_ends_the_game() -> None:
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
    assert [board.cause for board in view(after).boards] == [None, Cause.FORCED]
    # The T does not fit: its foot is in column 1 of row 3.
    assert run(state, "force I").ended is False


# The end.


def tower(seat: int = 0, **values: Any) -> State:
    """Returns a position in which the next block, a J, will have no room."""
    return position("O.......... " + " ".join([".O........."] * 14), seat=seat, **values)


def test_loser_gets_no_special_action() -> None:
    """A player whose block has no room when it should appear loses, there and then, with nothing to choose."""
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
def test_quit_ends_the_game_and_the_higher_score_wins(scores: tuple[int, int], winner: int) -> None:
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


@pytest.mark.parametrize("wrong", ["", " \n", "IJ", "I, J", "I J i", "I * J", "I 3 J", "ÎI"])
def test_bad_script_files(wrong: str) -> None:
    """an empty one, or a bad letter in it is an error"""
    for option in ("scriptfile1", "scriptfile2"):
        with pytest.raises(BadInput, match=option):
            start(PLAIN | {option: wrong}, None)


def test_startlevel_option_sets_the_first_level() -> None:
    """`-startlevel N`"""
    option = biquadris.GAME.options["startlevel"]
    assert isinstance(option, Number)
    assert option.parse("4") == 4
    with pytest.raises(BadInput):
        option.parse("5")
    assert view(start(PLAIN | {"startlevel": 2}, 0)).fields["level"] == [2, 2]
    assert start(PLAIN, None).setting.seed == 0


# What is shown.


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
    assert view(choosing(1)).figures == (("High score", 404), ("Player choosing", 2))
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
    assert sentences(due, "blind") == [(f"Until the next drop, part of {other + 1} board is covered.", other)]
    assert sentences(due, "heavy") == [(f"Until the next drop, {other + 1} block is heavy.", other)]
    assert sentences(due, "force T") == [(f"Now {other + 1} block is T.", other)]
    assert sentences(mine, "right") == sentences(mine, "T") == []


@pytest.mark.parametrize(("word", "said"), [("blind", "Blind"), ("heavy", "Heavy"), ("force T", "Force")])
def test_a_special_action_has_a_word_for_the_board_that_suffers_it(word: str, said: str) -> None:
    """They once came and went with a sentence below the boards at most."""
    due = run(position(TWO_ROWS, turn=1), "drop")
    events = played_with_events(due, word)[1]
    assert cheer([event for event in events if event.board == 1], SAID) == (said, 2)
    assert cheer([event for event in events if event.board == 0], SAID) == ("", 0)


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
    assert events[:-1] == (Changed(gone + tuple(("O", cell) for cell in new), other),)
    assert after.players[other] is not state.players[other]
    assert after.players[seat] is state.players[seat]
    cells, numbers = board("OOO........ " + " ".join(["..........."] * 14))
    full = state.having(replace(state.players[other], cells=cells, numbers=numbers))
    after, events = play(full, "force O")
    assert events == (Ended(seat + 1, board=1 - seat),)
    assert (after.ended, after.winner, after.choose, after.turn) == (True, seat + 1, False, seat)


# What must hold whatever is played.


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
        roomy = kernel.free(together[0], tuple((row + 6, column) for row, column in where))
        for n in range(len(cells)):
            one = sides.land(cells[n], numbers[n], where, letter)
            assert all(np.array_equal(np.asarray(a)[n], np.asarray(b)) for a, b in zip(landed, one, strict=True))
            one_cleared = sides.clear(*one[:2])
            assert all(
                np.array_equal(np.asarray(a)[n], np.asarray(b)) for a, b in zip(cleared, one_cleared, strict=True)
            )
            assert roomy[n] == kernel.free(cells[n], tuple((row + 6, column) for row, column in where))
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


def test_numbers_stay_small() -> None:
    """A new block's number is one above those still there."""
    state: State = position("OOOO....... ....OOOOOOO", "aaaa....... ....bbbbbbb", at=(17, 0))
    player: Player = sides.drop(state.players[0]).player
    assert player.numbers.max() == 1
    assert sides.drop(player).player.numbers.max() == 2


def test_notice_explains_the_opponents_special_action() -> None:
    state = run(start(LONG, None), LONG_RUN)
    assert view(state).choices == ("blind", "heavy", *(f"force {letter}" for letter in "IJLOSZT"))
    for choice, word in (("heavy", "Heavy"), ("blind", "Blind")):
        chosen = view(run(state, choice))
        assert chosen.notice and chosen.notice.message.startswith(word)
        assert (chosen.notice.board, chosen.choices) == (1, ()), "on the board of the player to move"
        assert view(run(state, f"{choice}, drop")).notice is None
    assert view(run(state, "force Z")).notice is None
