"""Chain: positions, moves, and the exact text of the result. Docstrings quote the rules (rules.md, 2. Chain)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from game import kernel, rng
from game.contract import (
    BadInput,
    Ended,
    Fell,
    Locked,
    Scored,
    Vanished,
)
from game.rules import chain
from tests.boards import settle
from tests.examples import at_most

DATA = Path(__file__).parent / "data"
SIDES = ("above", "right", "below", "left")

quick = settings(max_examples=at_most(50), deadline=None)
words_played = st.lists(st.sampled_from((*chain.GAME.words, "drop", "drop")), max_size=120)
boards = hnp.arrays(np.int8, (13, 6), elements=st.integers(0, 3))


# Positions as text.


def board(picture: str) -> kernel.Cells:
    """Returns all 13 rows of a field from its lowest rows, separated by blanks."""
    rows = picture.split()
    return chain.read_field("\n".join(["......"] * (13 - len(rows)) + rows))


def position(
    picture: str, pair: str = "rg", at: tuple[int, int] = (1, 2), side: str = "above", **changes: Any
) -> chain.State:
    """Returns a state with locked blocks, a pair in play (axis, satellite), and yellow pairs to follow."""
    axis, satellite = map(chain.LETTERS.index, pair)
    playing = chain.Pair((axis, satellite), at, SIDES.index(side))
    state = chain.State(board(picture), playing, ((4, 4), (4, 4)), rng.standard(0), 4)
    return replace(state, **changes)


def drawn(state: chain.State) -> str:
    """Returns the rows from the highest block down, as a picture."""
    rows = list(chain.view(state).boards[0].rows)
    while rows and rows[0] == "......":
        del rows[0]
    return " ".join(rows)


def locked(state: chain.State) -> str:
    """Returns what `drawn` does, without the pair in play."""
    return drawn(replace(state, pair=None))


def after(state: chain.State, words: str) -> chain.State:
    for word in words.split():
        state, _events = chain.play(state, word)
    return state


def started(colours: int = 4, seed: int | None = None) -> chain.State:
    return chain.start({"colours": colours}, seed)


# Words.

WELL = "bb.b.. " * 10
"""A one-wide well in the third column, its rim in row 3."""

POSITIONS: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("a pair appears at the third column, its satellite above", "", {}, "",
     "0:..g... 1:..r... = 0"),
    ("left and right need room for both blocks", "......", {"at": (5, 2), "side": "right"}, "right right right right",
     "5:....rg = 0"),
    ("left stops at a block next to the satellite", ".b.... .b....", {"at": (10, 2), "side": "below"}, "left",
     "10:..r... 11:.bg... 12:.b.... = 0"),
    ("cw turns the satellite a quarter about the axis", "", {"at": (5, 2)}, "cw",
     "5:..rg.. = 0"),
    ("ccw the other way", "", {"at": (5, 2)}, "ccw",
     "5:.gr... = 0"),
    ("four quarter turns lead back", "", {"at": (5, 2)}, "cw cw cw cw",
     "4:..g... 5:..r... = 0"),
    ("a wall kicks the axis away", "", {"at": (5, 5)}, "cw",
     "5:....rg = 0"),
    ("so does a block at the side", "...b.. ...b.. ...b.. ...b.. ...b.. ...b.. ...b.. ...b.. ", {"at": (6, 2)}, "cw",
     "5:...b.. 6:.rgb.. 7:...b.. 8:...b.. 9:...b.. 10:...b.. 11:...b.. 12:...b.. = 0"),
    ("the floor kicks it up", "", {"at": (12, 2), "side": "right"}, "cw",
     "11:..r... 12:..g... = 0"),
    ("a block below too", "..b...", {"at": (11, 2), "side": "left"}, "ccw",
     "10:..r... 11:..g... 12:..b... = 0"),
    ("the ceiling above the hidden row kicks it down", "", {"at": (0, 2), "side": "left"}, "cw",
     "0:..g... 1:..r... = 0"),
    ("a first failed press in a well does nothing", WELL, {"at": (7, 2)}, "cw",
     "3:bb.b.. 4:bb.b.. 5:bb.b.. 6:bbgb.. 7:bbrb.. 8:bb.b.. 9:bb.b.. 10:bb.b.. 11:bb.b.. 12:bb.b.. = 0"),
    ("the second exchanges the blocks", WELL, {"at": (7, 2)}, "cw ccw",
     "3:bb.b.. 4:bb.b.. 5:bb.b.. 6:bbrb.. 7:bbgb.. 8:bb.b.. 9:bb.b.. 10:bb.b.. 11:bb.b.. 12:bb.b.. = 0"),
    ("the third counts as a first one again", WELL, {"at": (7, 2)}, "cw cw cw",
     "3:bb.b.. 4:bb.b.. 5:bb.b.. 6:bbrb.. 7:bbgb.. 8:bb.b.. 9:bb.b.. 10:bb.b.. 11:bb.b.. 12:bb.b.. = 0"),
    ("another word in between starts the count again", WELL, {"at": (7, 2)}, "cw left cw",
     "3:bb.b.. 4:bb.b.. 5:bb.b.. 6:bbgb.. 7:bbrb.. 8:bb.b.. 9:bb.b.. 10:bb.b.. 11:bb.b.. 12:bb.b.. = 0"),
    ("down goes one cell for a point", "", {"at": (5, 2)}, "down",
     "5:..g... 6:..r... = 1"),
    ("tick for none", "", {"at": (5, 2)}, "tick",
     "5:..g... 6:..r... = 0"),
    ("down on the floor locks", "", {"at": (12, 2)}, "down",
     "11:..g... 12:..r... = 0"),
    ("drop goes all the way; the two blocks fall apart", "..b...", {"at": (5, 2), "side": "right"}, "drop",
     "11:..r... 12:..bg.. = 0"),
    ("two groups of two colours at once", "gggrrr", {"at": (5, 3), "pair": "rg", "side": "left"}, "drop",
     "= 240"),
    ("four that touch vanish", "rrr...", {"at": (5, 3), "side": "above"}, "drop",
     "12:...g.. = 40"),
    ("three do not", "rr....", {"at": (5, 2), "side": "above"}, "drop",
     "11:..g... 12:rrr... = 0"),
    ("a chain of two links: 40 + 320", "...b.. bbbrrr", {"pair": "ry", "at": (11, 5)}, "tick",
     "12:.....y = 360"),
    ("an all clear is paid with the next link", "rrr...", {"pair": "rr", "at": (5, 3), "all_clear": True}, "drop",
     "= 2200"),
    ("the third column full to the top visible row ends the game", " ".join(["..g...", "..r..."] * 5),
     {"at": (2, 2)}, "drop",
     " ".join(f"{row}:{'..g...' if row % 2 else '..r...'}" for row in range(1, 13)) + " = 0 over"),
]  # fmt: skip
"""A position by its lowest rows and the rest of what it shows, the words, and the result in the form of `seen`."""


def seen(before: chain.State, later: chain.State) -> str:
    """Returns the rows that are not empty, without a pair that has just appeared; the score; whether it is over."""
    locked = later.random != before.random or chain.over(later)
    rows = chain.view(replace(later, pair=None) if locked else later).boards[0].rows
    found = [f"{number}:{row}" for number, row in enumerate(rows) if row != "......"]
    return " ".join([*found, f"= {later.score}", *["over"] * chain.over(later)])


@pytest.mark.parametrize(
    ("rows", "values", "words", "result"), [row[1:] for row in POSITIONS], ids=[row[0] for row in POSITIONS]
)
def test_words_lead_from_position_to_position(rows: str, values: dict[str, Any], words: str, result: str) -> None:
    before = position(rows, **values)
    assert seen(before, after(before, words)) == result


# The start.


# The pair in play.


def test_lock_resets_the_failed_press() -> None:
    """the second such failed press in a row"""
    for word in ("drop", "tick", "down"):
        assert after(position(WELL, at=(12, 2)), f"cw {word}").failed is False


def test_pace_quickens_with_the_level() -> None:
    """`max(0.08, 0.8 * 0.9**(level - 1))` seconds, level = 1 + blocks vanished so far // 60."""
    state = started()
    last = 60 * 21
    paces = [(0, 0.8), (59, 0.8), (60, 0.72), (120, 0.648), (last, 0.8 * 0.9**21), (last + 60, 0.08)]
    for vanished, seconds in paces:
        assert chain.pace(replace(state, vanished=vanished)) == pytest.approx(seconds)
    assert chain.pace(replace(state, vanished=10**6)) == 0.08


def test_blocks_vanished_are_counted_for_the_level() -> None:
    """level = 1 + blocks vanished so far // 60"""
    state = position("...b.. bbbrrr", "ry", at=(11, 5), vanished=52)
    assert dict(chain.view(state).boards[0].figures)["Level"] == 1
    state = after(state, "tick")
    assert state.vanished == 60
    assert dict(chain.view(state).boards[0].figures)["Level"] == 2


# The field rules.


def steps_of(picture: str, **how: Any) -> list[str]:
    """Returns the field after each step."""
    cells = chain.read_field("\n".join(picture.split()))
    return [
        " ".join("".join(chain.LETTERS[c] for c in row) for row in step.after)
        for step in chain.settle_steps(cells, **how)
    ]


def test_blocks_in_the_hidden_row_fall_but_are_in_no_group() -> None:
    """Blocks in the hidden row fall but are in no group."""
    tower = "r..... r..... r..... r..... " + "b..... g..... " * 4 + "b....."
    assert steps_of(tower) == []
    assert len(steps_of(tower, hidden=0)) == 1
    high = "r..... " + "g..... " * 4 + "b..... y..... " * 4
    assert steps_of(high) == [
        " ".join(["r....."] + ["......"] * 4 + ["b.....", "y....."] * 4),
        " ".join(["......"] * 4 + ["r....."] + ["b.....", "y....."] * 4),
    ]


def test_the_documents_run_is_reproduced_exactly() -> None:
    """The document's printed run of 18 fields is reproduced exactly by `-field`"""
    expected = (DATA / "chain_run.txt").read_text().splitlines()
    lines = list(chain.GAME.reports["field"].run((DATA / "chain_field.txt").read_text()))
    assert lines == expected
    assert len(lines) == 18 * 14


def test_field_is_as_large_as_the_file_says() -> None:
    """The field is as large as the file says, `.` or blank for empty, short lines filled up; every row
    counts, there is no hidden one."""
    assert list(chain.run_field(" \n\nr\ng.b")) == ["-----", "|   |", "|   |", "|r  |", "|g b|", "-----"]
    assert list(chain.run_field("r\nr\nr\nr"))[-5:] == ["| |"] * 4 + ["---"]
    largest = "\n".join(["." * 16] * 25 + ["p" * 16])
    assert len(list(chain.run_field(largest))) == 2 * 28


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_final_newline_is_not_a_row(ending: str) -> None:
    assert list(chain.run_field("\ufeffr.\r\ngb" + ending)) == ["----", "|r |", "|gb|", "----"]


def test_empty_lines_are_rows() -> None:
    """Short lines filled up; every row counts."""
    assert list(chain.run_field("r\n\n"))[:8] == ["---", "|r|", "| |", "---", "---", "| |", "|r|", "---"]


def test_empty_lines_below_a_ragged_field_are_short_rows() -> None:
    """short lines filled up; every row counts"""
    assert chain.read_field("r\n\ngb\n\n").shape == (4, 2)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("", "there is no board: the file is empty"),
        ("\n\n", "there is no board: the file is empty"),
        ("r.\n.x", "row 2, column 2 of the board: x is not one of . r g b y p"),
        ("r.\n\tb", "row 2, column 1 of the board: ? is not one of . r g b y p"),
        ("R", "row 1, column 1 of the board: R is not one of . r g b y p"),
        ("." * 17, "a board has at most 26 rows of 16 cells, not 1 of 17"),
        ("b\n" * 27, "a board has at most 26 rows of 16 cells, not 27 of 1"),
    ],
)
def test_bad_field_gives_a_one_line_error_and_no_output(field: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        chain.run_field(field)
    assert str(error.value) == message


# The score.


def test_multiplier_is_clamped() -> None:
    """clamp(C + D + G, 1, 999)"""
    assert chain.multiplier(1, 0, 0) == 1
    assert chain.multiplier(19, 0, 486) == 998
    assert chain.multiplier(19, 0, 700) == chain.multiplier(19, 24, 500) == 999


def test_step_lists_its_groups_and_arithmetic() -> None:
    step, fall = chain.settle_steps(chain.read_field("rrrrr\nyyyyb\nyrrrr"), hidden=0)
    link = step.link
    assert fall.link is None and link is not None
    assert link.sizes == (5, 5, 4)
    assert (link.number, link.blocks, link.colours, link.all_clear) == (1, 14, 2, 0)
    assert (link.power, link.colour_bonus, link.group_bonus, link.multiplier) == (0, 3, 4, 7)
    assert link.cells[:2] == (("r", (0, 0)), ("r", (0, 1)))


def test_all_clear_looks_at_all_13_rows() -> None:
    """When a link leaves all 13 rows empty"""
    cells = board("b..... " + "r..... " * 12)
    assert not settle(cells).all_clear
    assert settle(board("r..... " * 12)).all_clear
    assert not settle(board("")).all_clear, "no link, no all clear"


# The next pairs and the end.


FULL = " ".join(["..g...", "..r..."] * 6)
"""The third column is full up to the top visible row."""


def test_the_game_ends_if_the_next_pair_has_no_room() -> None:
    """**End.** The cell (top visible row, column 2) is filled when the next pair should appear; that pair
    is not drawn in."""
    state = position(" ".join(FULL.split()[2:]), "rg", at=(2, 2))
    ended, events = chain.play(state, "drop")
    assert events == (Locked((("r", (2, 2)), ("g", (1, 2)))), Ended())
    assert chain.over(ended) and chain.view(ended).over
    assert drawn(ended) == FULL
    assert chain.view(ended).fields["next"] == chain.view(state).fields["next"]
    assert ended.random == state.random


# Whole fields, and properties.


@quick
@given(boards, st.booleans(), st.integers(0, 1))
def test_each_link_counts_its_groups(cells: Any, all_clear: bool, hidden: int) -> None:
    for step in chain.settle_steps(cells, hidden, all_clear):
        assert np.array_equal(step.before, cells) and not step.after.flags.writeable
        if step.link:
            gone = np.count_nonzero((step.before != step.after) & (step.before != chain.GARBAGE))
            bonus = sum(chain.GROUP_BONUS[min(size, 11)] for size in step.link.sizes)
            assert (sum(step.link.sizes), gone, bonus) == (step.link.blocks, step.link.blocks, step.link.group_bonus)
        cells = step.after


def test_the_result_of_a_field() -> None:
    """Chain length, points, blocks vanished, and whether an all clear bonus is due."""
    pictures = ["...b.r bbbrrr", "r.....", "rrrr..", "......", "rrrryy bbbbyy"]
    cells, *numbers = zip(*(settle(board(picture)) for picture in pictures), strict=True)
    assert numbers == [
        (2, 0, 1, 0, 1),
        (40 + 320, 0, 40, 0, 10 * 12 * 6),
        (8, 0, 4, 0, 12),
        (True, False, True, False, True),
    ]
    assert [each.any() for each in cells] == [False, True, False, False, False]


def test_groups_of_one_colour_are_counted_apart() -> None:
    """G summed over the groups"""
    pictures = ["rrrr.. ...... rrrr..", "rrrrr. ...... rrrrrr", "rrrrrr rrrr.. ....gg ....gg", "yyyyyy yyyyy."]
    links = [chain.Link(1, (), chain._group_sizes(board(picture)), 0) for picture in pictures]
    assert [link.blocks for link in links] == [8, 11, 14, 11]
    assert [link.group_bonus for link in links] == [0, 2 + 3, 7 + 0, 10]


def test_settle_with_and_without_a_hidden_row() -> None:
    tower = board("r..... " * 13)
    assert [settle(tower, hidden).blocks for hidden in (0, 1)] == [13, 12]


def test_a_due_bonus_is_scored_with_the_next_link() -> None:
    fields_and_due = ((board("rrrr.."), True), (board("rrrr.b"), False), (board("rrr..."), True))
    settled = [settle(each, all_clear=due) for each, due in fields_and_due]
    assert [(each.points, each.all_clear) for each in settled] == [(2140, True), (40, False), (0, True)]


@quick
@given(words_played, st.integers(0, 2**31))
def test_a_lock_is_settle_on_the_board_with_the_pair_in(words: list[str], seed: int) -> None:
    state = started(3, seed)
    for word in words:
        before, (state, events) = state, chain.play(state, word)
        locks = [event for event in events if isinstance(event, Locked)]
        if locks:
            cells = before.cells.copy()
            for letter, cell in locks[0].cells:
                cells[cell] = chain.LETTERS.index(letter)
            settled = settle(cells, all_clear=before.all_clear)
            assert np.array_equal(settled.cells, state.cells)
            assert (settled.links, settled.points) == (state.chain, state.score - before.score)
            assert (settled.blocks, settled.all_clear) == (state.vanished - before.vanished, state.all_clear)


def test_run_that_starts_with_a_fall() -> None:
    """Repeat fall, then eliminate"""
    frames = list(chain.field_frames("r...\n.rrr\ngggb"))
    assert [frame.rows for frame in frames] == [
        ("r...", ".rrr", "gggb"),
        ("....", "rrrr", "gggb"),
        ("....", "....", "gggb"),
    ]
    assert [frame.note for frame in frames] == ["", "The blocks fall.", chain.LINK_NOTE]
    assert frames[1].events == (Fell((("r", (0, 0), (1, 0)),)),)
    assert frames[1].values == {}
    assert frames[2].events == (
        Vanished((("r", (1, 0)), ("r", (1, 1)), ("r", (1, 2)), ("r", (1, 3))), 1),
        Scored(40, (1, 2), "10 × 4 × 1"),
    )


def test_a_field_is_shown_as_pictures_step_by_step() -> None:
    frames = list(chain.field_frames("......\nb.r...\nr.b...\nbbb.yg\nrygrbg"))
    assert [frame.rows for frame in frames] == [
        ("......", "b.r...", "r.b...", "bbb.yg", "rygrbg"),
        ("......", "b.r...", "r.....", "....yg", "rygrbg"),
        ("......", "......", "b.....", "r.r.yg", "rygrbg"),
    ]
    assert [frame.note for frame in frames] == ["", chain.LINK_NOTE, "The blocks fall."]
    assert [[type(event).__name__ for event in frame.events] for frame in frames] == [
        [],
        ["Vanished", "Scored"],
        ["Fell"],
    ]
    assert frames[1].values == {"number": 1, "blocks": 4, "power": 0, "colours": 0, "groups": 0, "points": 40}
