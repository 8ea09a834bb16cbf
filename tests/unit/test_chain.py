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
    FORMS,
    Appeared,
    BadInput,
    Ended,
    Fell,
    Locked,
    Moved,
    Noted,
    Number,
    Scored,
    Vanished,
)
from game.rules import chain
from game.session import Session
from game.text import fields, text
from tests.examples import some

DATA = Path(__file__).parent / "data"
SIDES = ("above", "right", "below", "left")

quick = settings(max_examples=some(50), deadline=None)
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
    """Like `drawn`, without the pair in play."""
    return drawn(replace(state, pair=None))


def after(state: chain.State, words: str) -> chain.State:
    for word in words.split():
        state, _events = chain.play(state, word)
    return state


def pair_cells(state: chain.State) -> tuple[Any, ...]:
    """Returns the cells of axis and satellite."""
    assert state.pair is not None
    return state.pair.cells


def happened(state: chain.State, word: str, kind: type) -> list[Any]:
    return [event for event in chain.play(state, word)[1] if isinstance(event, kind)]


def started(colours: int = 4, seed: int | None = None) -> chain.State:
    return chain.start({"colours": colours}, seed)


def draw_by_hand(seed: int, colours: int, count: int) -> list[int]:
    """Draws numbers by a second implementation of the standard generator."""
    m, k = 2**31 - 1, 1 + seed % (2**31 - 2)
    numbers: list[int] = []
    for _ in range(8):
        k = 48271 * k % m
    while len(numbers) < count:
        k = 48271 * k % m
        if k < m // colours * colours:
            numbers.append(k % colours)
    return numbers


# The start.


def test_field_is_6_columns_by_12_visible_rows_and_one_hidden_row_above() -> None:
    """Field 6 columns × 12 visible rows, and one hidden row above (… row 0 of a 13-row array in code)."""
    shown = chain.view(started()).boards[0]
    assert len(shown.rows) == 13 and {len(row) for row in shown.rows} == {6}
    assert shown.hidden == 1


@pytest.mark.parametrize("colours", [3, 4, 5])
def test_colours_are_r_g_b_y_and_p(colours: int) -> None:
    """Colours `r g b y` and `p` (option `colours`, 3 to 5, default 4: r g b y)."""
    state, seen = started(colours, 7), set()
    for _ in range(200):
        if chain.over(state):
            state = replace(state, cells=board(""), pair=chain.Pair(state.next[0]))
        seen |= set("".join(chain.view(state).boards[0].rows)) - {"."}
        state = after(state, "drop")
    assert seen == set("rgbyp"[:colours])


def test_option_colours_3_to_5_default_4() -> None:
    """(option `colours`, 3 to 5, default 4: r g b y)"""
    option = chain.GAME.options["colours"]
    assert isinstance(option, Number)
    assert (option.default, option.low, option.high) == (4, 3, 5)
    with pytest.raises(BadInput):
        option.parse("2")
    with pytest.raises(BadInput):
        option.parse("6")


@pytest.mark.parametrize(("seed", "colours"), [(0, 4), (1, 4), (77, 3), (2**40, 5)])
def test_draw_order_axis_then_satellite(seed: int, colours: int) -> None:
    """Draw order for a pair: axis colour `next(k)`, then satellite colour `next(k)`, in the order r g b y
    p. At the start three pairs are drawn; one is in play and two are shown as next."""
    letters = ["rgbyp"[number] for number in draw_by_hand(seed, colours, 8)]
    state = started(colours, seed)
    rows = chain.view(state).boards[0].rows
    assert (rows[1][2], rows[0][2]) == (letters[0], letters[1])
    assert chain.view(state).fields["next"] == [letters[2] + letters[3], letters[4] + letters[5]]
    state = after(state, "drop")
    assert chain.view(state).fields["next"][1] == letters[6] + letters[7]


def test_default_seed_is_0() -> None:
    """Default seed in a terminal: 0"""
    assert chain.view(started(seed=None)) == chain.view(started(seed=0))


def test_pair_appears_at_the_third_column() -> None:
    """The pair appears with its axis at column 2 (the third) of the top visible row and its satellite
    above it, in the hidden row."""
    assert pair_cells(started()) == ((1, 2), (0, 2))
    assert drawn(position("", "rg")) == " ".join(["..g...", "..r..."] + ["......"] * 11)


# The pair in play.


def test_left_and_right() -> None:
    """`left`, `right`: both blocks must have room."""
    state = position("", at=(5, 2), side="right")
    assert pair_cells(after(state, "left")) == ((5, 1), (5, 2))
    assert pair_cells(after(state, "right")) == ((5, 3), (5, 4))
    assert pair_cells(after(state, "right right")) == ((5, 4), (5, 5))
    wall = after(state, "right right")
    assert chain.play(wall, "right") == (wall, ())
    assert pair_cells(after(state, "left left left left")) == ((5, 0), (5, 1))


@pytest.mark.parametrize("side", ["above", "below"])
def test_left_needs_room_for_both_blocks(side: str) -> None:
    """`left`, `right`: both blocks must have room."""
    state = position(".b.... .b....", at=(10 if side == "below" else 11, 2), side=side)
    assert pair_cells(after(state, "left")) == pair_cells(state)
    assert chain.play(state, "left")[0] is state


def test_rotation_is_a_quarter_turn_about_the_axis() -> None:
    """`cw`, `ccw`: the satellite turns a quarter about the axis, to the cell on the new side of it."""
    state = position("", at=(5, 2))
    around = [(5, 3), (6, 2), (5, 1), (4, 2)]
    for n, cell in enumerate(around, 1):
        assert pair_cells(after(state, "cw " * n)) == ((5, 2), cell)
    for n, cell in enumerate([around[2], around[1], around[0], around[3]], 1):
        assert pair_cells(after(state, "ccw " * n)) == ((5, 2), cell)


@pytest.mark.parametrize(
    ("picture", "at", "side", "word", "axis"),
    [
        ("", (5, 5), "above", "cw", (5, 4)),
        ("", (5, 0), "above", "ccw", (5, 1)),
        ("...b.. " * 8, (6, 2), "above", "cw", (6, 1)),
        ("...b.. " * 8, (6, 4), "below", "cw", (6, 5)),
        ("", (12, 2), "right", "cw", (11, 2)),
        ("", (12, 2), "left", "ccw", (11, 2)),
        ("..b...", (11, 2), "left", "ccw", (10, 2)),
        ("", (0, 2), "left", "cw", (1, 2)),
        ("", (0, 2), "right", "ccw", (1, 2)),
    ],
)
def test_axis_is_kicked_to_the_opposite_side(
    picture: str, at: tuple[int, int], side: str, word: str, axis: tuple[int, int]
) -> None:
    """If that cell has no room, the axis is kicked one cell to the opposite side (away from a wall or
    block at the side, up from the floor or a block below, down from the ceiling above the hidden row) and
    the satellite takes the axis's old cell."""
    state = position(picture, at=at, side=side)
    satellite = pair_cells(state)[1]
    turned, events = chain.play(state, word)
    assert pair_cells(turned) == (axis, at)
    assert not turned.failed
    assert events == (Moved((("r", at, axis), ("g", satellite, at))),)


def test_no_room_above_the_hidden_row() -> None:
    """There is no room above the hidden row."""
    state = position("..b... " * 12, at=(0, 2), side="right")
    assert pair_cells(after(state, "ccw")) == ((0, 2), (0, 3))
    assert after(state, "ccw").failed


WELL = "bb.b.. " * 10
"""A one-wide well in the third column, its rim in row 3."""


@pytest.mark.parametrize("first", ["cw", "ccw"])
@pytest.mark.parametrize("second", ["cw", "ccw"])
def test_second_failed_press_exchanges_the_blocks(first: str, second: str) -> None:
    """If the kick has no room either, nothing happens, except that the second such failed press in a row
    (either direction …) makes axis and satellite exchange cells, a half turn in a one-wide well"""
    state = position(WELL, at=(7, 2))
    once, events = chain.play(state, first)
    assert drawn(once) == drawn(state) and events == ()
    twice, events = chain.play(once, second)
    assert pair_cells(twice) == ((6, 2), (7, 2))
    assert events == (Moved((("r", (7, 2), (6, 2)), ("g", (6, 2), (7, 2)))),)
    assert pair_cells(after(twice, "cw ccw")) == ((7, 2), (6, 2))


def test_exchange_resets_the_count_of_failed_presses() -> None:
    """and the count of failed presses starts again"""
    state = position(WELL, at=(7, 2))
    places = [pair_cells(after(state, "cw " * n))[0][0] for n in range(9)]
    assert places == [7, 7, 6, 6, 7, 7, 6, 6, 7]


@pytest.mark.parametrize("between", ["left", "right", "tick", "down"])
def test_any_other_game_input_resets_the_failed_press(between: str) -> None:
    """no other game input between, not even an impossible one"""
    state = after(position(WELL, at=(7, 2)), f"cw {between}")
    assert state.failed is False
    again = after(state, "cw")
    assert pair_cells(again) == pair_cells(state)
    assert again.failed
    assert pair_cells(after(again, "cw")) != pair_cells(state)


def test_successful_rotation_resets_the_failed_press() -> None:
    """the second such failed press in a row"""
    state = replace(position("", at=(7, 2)), failed=True)
    assert after(state, "cw").failed is False
    kicked = replace(position("", at=(7, 5)), failed=True)
    assert after(kicked, "cw").failed is False


def test_lock_resets_the_failed_press() -> None:
    """the second such failed press in a row"""
    for word in ("drop", "tick", "down"):
        assert after(position(WELL, at=(12, 2)), f"cw {word}").failed is False


def test_unknown_word_does_not_reset_the_failed_press() -> None:
    """A bad command … changes nothing."""
    state = after(position(WELL, at=(7, 2)), "cw")
    with pytest.raises(BadInput):
        chain.play(state, "turn")
    assert pair_cells(after(state, "cw")) == ((6, 2), (7, 2))


def test_failed_press_can_be_undone() -> None:
    session = Session(chain.GAME, {}, 0)
    session.timeline.state = position(WELL, at=(7, 2))
    for word in ("cw", "left", "cw", "cw"):
        session.play(word)
    assert session.inputs == ("cw", "left", "cw", "cw")
    session.undo()
    assert pair_cells(session.state) == ((7, 2), (6, 2)) and session.state.failed
    session.play("ccw")
    assert pair_cells(session.state) == ((6, 2), (7, 2))


def test_down_goes_one_cell_or_locks() -> None:
    """`down`: one cell, or, if it cannot, locks."""
    state = position("", at=(11, 2))
    lower = after(state, "down")
    assert pair_cells(lower) == ((12, 2), (11, 2))
    assert drawn(after(lower, "down")).endswith("..g... ..r...")
    assert pair_cells(after(lower, "down")) == ((1, 2), (0, 2))


def test_tick_acts_like_down() -> None:
    """`tick`: as `down`."""
    state = position("b.....", at=(10, 2), side="left")
    for _ in range(12):
        down, tick = chain.play(state, "down")[0], chain.play(state, "tick")[0]
        assert chain.view(down).boards[0].rows == chain.view(tick).boards[0].rows
        state = tick


def test_drop_goes_as_far_as_possible_then_locks() -> None:
    """`drop`: as far as possible, then locks."""
    state = position("..b... ..b...", "rg", at=(3, 2), side="right")
    assert happened(state, "drop", Moved) == [Moved((("r", (3, 2), (10, 2)), ("g", (3, 3), (10, 3))))]
    assert happened(state, "drop", Locked) == [Locked((("r", (10, 2)), ("g", (10, 3))))]
    assert locked(after(state, "drop")) == "..r... ..b... ..bg.."


def test_drop_at_the_bottom_only_locks() -> None:
    state = position("", at=(12, 2))
    assert happened(state, "drop", Moved) == []
    assert happened(state, "drop", Locked) == [Locked((("r", (12, 2)), ("g", (11, 2))))]


def test_soft_drop_scores_1_a_cell_and_nothing_else_does() -> None:
    """Soft drop scores 1 a cell by `down`; `tick` and `drop` score nothing."""
    state = position("", at=(9, 2))
    assert after(state, "down down").score == 2
    assert after(state, "down down down").score == 3
    assert after(state, "down down down down").score == 3
    assert after(state, "tick tick tick tick").score == 0
    assert after(state, "drop").score == 0
    assert happened(state, "down", Scored) == [Scored(1)]
    assert happened(state, "tick", Scored) == []


def test_the_two_blocks_fall_apart() -> None:
    """When the pair locks, the two blocks fall apart, then the field rules run to the end."""
    state = position("..b...", "rg", at=(11, 2), side="left")
    assert locked(after(state, "tick")) == "..r... .gb..."
    assert happened(state, "tick", Fell) == [Fell((("g", (11, 1), (12, 1)),))]


def test_pace() -> None:
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


def test_fall() -> None:
    """*fall*: in every column the blocks drop to close all gaps."""
    assert steps_of("r.g ... b.y ... ..b", hidden=0) == ["... ... ..g r.y b.b"]


def test_connect() -> None:
    """*connect*: blocks of one colour touching up, down, left, right form a group."""
    assert steps_of("r.. r.. rrg", hidden=0) == ["... ... ..g"]
    assert steps_of(".r. grr ggr", hidden=0) == ["... g.. gg."]
    corners = "rgr grg rgr"
    assert steps_of(corners, hidden=0) == []


def test_eliminate() -> None:
    """*eliminate*: every group of 4 or more vanishes, all at once."""
    assert steps_of("rrrr bbbb gggr yyyy", hidden=0) == [".... .... gggr ....", ".... .... .... gggr"]


def test_repeat_fall_then_eliminate() -> None:
    """Repeat fall, then eliminate, until neither changes anything."""
    assert steps_of("...b.r bbbrrr", hidden=0) == ["...b.. bbb...", "...... bbbb..", "...... ......"]


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


def test_a_pair_that_locks_in_the_hidden_row_is_in_no_group() -> None:
    """Blocks in the hidden row fall but are in no group."""
    state = position("r..... r..... r..... " + "g..... b..... y..... " * 3, "rb", at=(0, 0), side="right")
    later = after(state, "drop")
    assert chain.view(later).fields["chain"] == 0
    assert [row[0] for row in chain.view(later).boards[0].rows[:5]] == ["r", "r", "r", "r", "g"]


def test_the_documents_run_is_reproduced_exactly() -> None:
    """The document's printed run of 18 fields is reproduced exactly by `-field`"""
    expected = (DATA / "chain_run.txt").read_text().splitlines()
    lines = list(chain.GAME.reports["field"].run((DATA / "chain_field.txt").read_text()))
    assert lines == expected
    assert len(lines) == 18 * 14


def test_run_prints_no_blank_before_the_border() -> None:
    """each field with its border of dashes and bars (no blank before it)"""
    assert list(chain.run_field("rg\n")) == ["----", "|rg|", "----"]


def test_run_prints_a_field_after_each_fall_and_each_elimination_that_changed_something() -> None:
    """from the one in the file to the last, one after each fall and each elimination that changed
    something"""
    assert list(chain.run_field("b...\nrrrr\nbbb.")) == [
        "------",
        "|b   |",
        "|rrrr|",
        "|bbb |",
        "------",
        "------",
        "|b   |",
        "|rrr |",
        "|bbbr|",
        "------",
    ]
    assert list(chain.run_field("rr\nrr")) == ["----", "|rr|", "|rr|", "----", "----", "|  |", "|  |", "----"]


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


def test_field_without_blocks_is_valid() -> None:
    assert list(chain.run_field("...\n")) == ["-----", "|   |", "-----"]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("", "there is no field: the file is empty"),
        ("\n\n", "there is no field: the file is empty"),
        ("r.\n.x", "row 2, column 2 of the field: x is not one of . r g b y p"),
        ("r.\n\tb", "row 2, column 1 of the field: ? is not one of . r g b y p"),
        ("R", "row 1, column 1 of the field: R is not one of . r g b y p"),
        ("." * 17, "a field has at most 26 rows of 16 cells, not 1 of 17"),
        ("b\n" * 27, "a field has at most 26 rows of 16 cells, not 27 of 1"),
    ],
)
def test_bad_field_gives_a_one_line_error_and_no_output(field: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        chain.run_field(field)
    assert str(error.value) == message


def test_run_as_pictures() -> None:
    """one after each fall and each elimination that changed something"""
    frames = chain.GAME.reports["field"].frames
    assert frames is not None
    pictures = list(frames("b..\nrrrr\nbbb."))
    assert [picture.rows for picture in pictures] == [
        ("b...", "rrrr", "bbb."),
        ("b...", "rrr.", "bbbr"),
    ]
    pictures = list(chain.field_frames("b...r\nb...r\nbb.rr\n"))
    assert [" ".join(picture.rows) for picture in pictures] == ["b...r b...r bb.rr", "..... ..... ....."]
    (vanished, scored), values = pictures[1].events, pictures[1].values
    assert isinstance(vanished, Vanished) and isinstance(scored, Scored)
    assert len(vanished.cells) == 8 and vanished.link == 1
    assert scored.points == values["points"] == 10 * 8 * 3
    assert pictures[1].note.format(**values)
    with pytest.raises(BadInput):
        list(chain.field_frames("x"))


# The score.


def links_of(picture: str, **how: Any) -> list[chain.Link]:
    cells = chain.read_field("\n".join(picture.split()))
    return [step.link for step in chain.settle_steps(cells, hidden=0, **how) if step.link]


def test_score_of_a_link() -> None:
    """`10 * B * clamp(C + D + G, 1, 999)`; B blocks vanished"""
    first, second = links_of("...b.r bbbrrr")
    assert (first.blocks, first.multiplier, first.points, first.sum) == (4, 1, 40, "10 × 4 × 1")
    assert (second.blocks, second.multiplier, second.points, second.sum) == (4, 8, 320, "10 × 4 × 8")


def test_chain_power() -> None:
    """C the chain power of the link: 0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384,
    416, 448, 480, 512 (stays there)"""
    powers = [0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512]
    assert [chain.power(link) for link in range(1, 30)] == powers + [512] * 10


def test_colour_bonus() -> None:
    """D for the number of colours vanished in the link: 0, 3, 6, 12, 24"""
    rows = ["rrrr", "gggg", "bbbb", "yyyy", "pppp"]
    links = [links_of(" ".join(rows[:n]))[0] for n in range(1, 6)]
    assert [link.colours for link in links] == [1, 2, 3, 4, 5]
    assert [link.colour_bonus for link in links] == [0, 3, 6, 12, 24]
    assert [link.points for link in links] == [40, 240, 720, 1920, 4800]


def test_group_bonus() -> None:
    """G summed over the groups: size 4: 0, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7, 11 or more: 10"""
    sizes = [4, 5, 6, 7, 8, 9, 10, 11, 12, 16]
    assert [links_of("g" * size)[0].group_bonus for size in sizes] == [0, 2, 3, 4, 5, 6, 7, 10, 10, 10]
    assert links_of("g" * 11)[0].points == 10 * 11 * 10


def test_group_bonus_is_summed_over_the_groups() -> None:
    """G summed over the groups"""
    assert links_of("rrrrr yyyyy")[0].group_bonus == 4
    assert links_of("rrrrr.rrrrrr")[0].group_bonus == 5
    assert links_of("rrrr.rrrr")[0].group_bonus == 0
    assert links_of("rrrr.rrrr.rrrr")[0].group_bonus == 0
    assert links_of("rrrrrrrr")[0].group_bonus == 5


def test_clamp() -> None:
    """clamp(C + D + G, 1, 999)"""

    def tallied(bonus: int) -> chain.Tally:
        return chain.Tally(np.array([4]), np.array([1]), np.array([bonus]))

    assert chain.multiplier(1, tallied(0)) == [1]
    assert chain.multiplier(19, tallied(486)) == [998]
    assert chain.multiplier(19, tallied(700)) == [999]


def test_step_lists_its_groups_and_arithmetic() -> None:
    step, fall = chain.settle_steps(chain.read_field("rrrrr\nyyyyb\nyrrrr"), hidden=0)
    assert fall.link is None and fall.sizes == ()
    assert step.sizes == (5, 5, 4)
    link = step.link
    assert link is not None
    assert (link.number, link.blocks, link.colours, link.all_clear) == (1, 14, 2, 0)
    assert (link.power, link.colour_bonus, link.group_bonus, link.multiplier) == (0, 3, 4, 7)
    assert link.cells[:2] == (("r", (0, 0)), ("r", (0, 1)))


def test_all_clear() -> None:
    """When a link leaves all 13 rows empty, the next link that vanishes anything scores 2100 more (all
    clear)."""
    state = after(position("rrr...", "rr", at=(11, 3)), "drop")
    assert (state.score, state.all_clear, locked(state)) == (10 * 5 * 2, True, "")
    state = after(state, "drop")
    assert state.all_clear, "a lock without a link does not use up the bonus"
    again = position("rrr...", "rr", at=(11, 3), all_clear=True)
    assert happened(again, "drop", Scored) == [Scored(2200, (12, 1), "10 × 5 × 2 + 2100")]
    assert after(again, "drop").all_clear, "this link left the field empty again"
    once = position("rrr..b", "rr", at=(11, 3), all_clear=True)
    assert after(once, "drop").score == 2200
    assert not after(once, "drop").all_clear


def test_all_clear_bonus_is_for_one_link() -> None:
    """the next link that vanishes anything scores 2100 more"""
    state = position("...b.. bbbrrr", "ry", at=(11, 5), all_clear=True)
    assert [event.points for event in happened(state, "tick", Scored)] == [2140, 320]


def test_all_clear_looks_at_all_13_rows() -> None:
    """When a link leaves all 13 rows empty"""
    cells = board("b..... " + "r..... " * 12)
    assert not chain.settle(cells).all_clear
    assert chain.settle(board("r..... " * 12)).all_clear
    assert chain.settle(board("")).all_clear == np.False_, "no link, no all clear"


def test_all_clear_is_announced() -> None:
    state = position("rrr...", "rr", at=(11, 3))
    assert happened(state, "drop", Noted)[0].values == {"points": 2100}
    assert happened(position("rrr..b", "rr", at=(11, 3)), "drop", Noted) == []


def test_chain_is_the_links_of_the_last_lock() -> None:
    """`chain` (links of the last lock)"""
    state = after(position("...b.. bbbrrr", "ry", at=(11, 5)), "tick")
    assert chain.view(state).fields["chain"] == 2
    assert chain.view(after(state, "left down tick")).fields["chain"] == 2
    assert chain.view(after(state, "drop")).fields["chain"] == 0


def test_events_of_a_chain_come_in_order() -> None:
    state = position("...b.. bbbrrr", "ry", at=(9, 5))
    after_it, events = chain.play(state, "drop")
    assert events == (
        Moved((("r", (9, 5), (11, 5)), ("y", (8, 5), (10, 5)))),
        Locked((("r", (11, 5)), ("y", (10, 5)))),
        Vanished((("r", (11, 5)), ("r", (12, 3)), ("r", (12, 4)), ("r", (12, 5))), 1),
        Scored(40, (12, 4), "10 × 4 × 1"),
        Fell((("y", (10, 5), (12, 5)), ("b", (11, 3), (12, 3)))),
        Vanished((("b", (12, 0)), ("b", (12, 1)), ("b", (12, 2)), ("b", (12, 3))), 2),
        Scored(320, (12, 2), "10 × 4 × 8"),
        Appeared((("y", (1, 2)), ("y", (0, 2)))),
    )
    assert locked(after_it) == ".....y"


# The next pairs and the end.


def test_each_time_a_pair_appears_a_new_one_is_drawn() -> None:
    """Each time a pair appears, a new one is drawn behind the two shown."""
    state = started(seed=5)
    shown = chain.view(state).fields["next"]
    later = after(state, "drop")
    axis, satellite = shown[0]
    assert happened(state, "drop", Appeared) == [Appeared(((axis, (1, 2)), (satellite, (0, 2))))]
    assert chain.view(later).fields["next"][0] == shown[1]
    assert later.random != state.random


FULL = " ".join(["..g...", "..r..."] * 6)
"""The third column is full up to the top visible row."""


def test_end() -> None:
    """**End.** The cell (top visible row, column 2) is filled when the next pair should appear; that pair
    is not drawn in."""
    state = position(" ".join(FULL.split()[2:]), "rg", at=(2, 2))
    ended, events = chain.play(state, "drop")
    assert events == (Locked((("r", (2, 2)), ("g", (1, 2)))), Ended())
    assert chain.over(ended) and chain.view(ended).over
    assert drawn(ended) == FULL
    assert chain.view(ended).fields["next"] == chain.view(state).fields["next"]
    assert ended.random == state.random


def test_a_free_cell_below_the_hidden_row_lets_the_pair_appear() -> None:
    """The cell (top visible row, column 2) is filled when the next pair should appear"""
    state = position(" ".join(FULL.split()[1:]), "rg", at=(5, 4))
    assert not chain.over(after(state, "drop"))


def test_other_columns_may_reach_into_the_hidden_row() -> None:
    state = position(" ".join(["g.....", "r....."] * 6), "rg", at=(0, 0), side="right")
    later = after(state, "drop")
    assert not chain.over(later)
    assert chain.view(later).boards[0].rows[0] == "r.y..."


@pytest.mark.parametrize("word", chain.GAME.words)
def test_after_the_end_nothing_changes(word: str) -> None:
    """A move that is well formed but … comes after the end, prints the unchanged state."""
    ended = replace(position(FULL), pair=None)
    assert chain.play(ended, word) == (ended, ())
    assert chain.moves(ended) == ()
    with pytest.raises(BadInput):
        chain.play(ended, "up")


def test_pieces_are_not_drawn_once_over() -> None:
    """pieces, pairs and both players' blocks in play are drawn in, but not once the game is over"""
    shown = chain.view(replace(position(FULL), pair=None)).boards[0]
    assert " ".join(shown.rows[1:]) == FULL
    assert (shown.ghost, shown.piece) == ((), ())


# What is shown.


def test_json_fields() -> None:
    """`next` (a list of two strings, axis then satellite letter), `chain` (links of the last lock)"""
    state = position("", next=((1, 2), (3, 4)))
    line = fields(chain.GAME, chain.view(state))
    assert list(line) == ["game", "rows", "score", "over", "next", "chain"]
    assert line["game"] == "chain"
    assert line["rows"] == ["..g...", "..r..."] + ["......"] * 11
    assert (line["score"], line["over"], line["next"], line["chain"]) == (0, False, ["rg", "by"], 0)


def test_next_pairs_show_the_satellite_above_the_axis() -> None:
    state = position("", next=((1, 2), (3, 4)))
    assert chain.view(state).boards[0].next == (("g", "r"), ("y", "b"))


def test_text() -> None:
    state = position("bb....", score=12, next=((1, 2), (3, 4)))
    assert text(chain.view(state)).splitlines() == [
        "Score: 12",
        "Chain: 0",
        "Level: 1",
        " ..g...",
        "+------+",
        "|..r...|",
        *["|......|"] * 10,
        "|bb....|",
        "+------+",
        "Next:",
        "g y",
        "r b",
    ]


@pytest.mark.parametrize(
    ("side", "ghost"),
    [
        ("above", (("r", (11, 2)), ("g", (10, 2)))),
        ("below", (("g", (11, 2)), ("r", (10, 2)))),
        ("right", (("r", (11, 2)), ("g", (12, 3)))),
        ("left", (("r", (11, 2)), ("g", (12, 1)))),
    ],
)
def test_ghost_shows_where_the_blocks_come_to_rest(side: str, ghost: Any) -> None:
    state = position("..b...", "rg", at=(4, 2), side=side)
    assert set(chain.view(state).boards[0].ghost) == set(ghost)
    assert chain.view(state).boards[0].piece == pair_cells(state)


def test_symbols() -> None:
    assert set(chain.GAME.symbols) == set(chain.FIELD_LETTERS)
    tones = [chain.GAME.symbols[letter].tone for letter in "rgbyp"]
    assert len(set(tones)) == 5 and all(1 <= tone <= 7 for tone in tones)
    assert all(symbol.form in FORMS for symbol in chain.GAME.symbols.values())


def test_words() -> None:
    """Moves: chain `left right cw ccw down drop tick`"""
    assert chain.GAME.words == ("left", "right", "cw", "ccw", "down", "drop", "tick")
    for word in ("", "Left", "lef", "3left", "up", "rotate", "left right", "\x00"):
        with pytest.raises(BadInput, match="unknown command"):
            chain.play(started(), word)


def test_restart_uses_the_same_seed() -> None:
    state = after(started(5, 9), "left drop cw drop")
    assert chain.view(chain.GAME.begin_again(state, {"colours": 5}, 9)) == chain.view(started(5, 9))


# Many boards at once, and properties.


@quick
@given(st.lists(boards, min_size=1, max_size=8), st.booleans(), st.integers(0, 1))
def test_settle_on_many_boards_is_settle_steps_on_each(fields_given: Any, all_clear: bool, hidden: int) -> None:
    many = chain.settle(kernel.batch(np.stack(fields_given)), hidden, all_clear)
    assert many.cells.flags.f_contiguous
    for i, cells in enumerate(fields_given):
        steps = chain.settle_steps(cells, hidden, all_clear)
        links = [step.link for step in steps if step.link]
        assert np.array_equal(many.cells[i], steps[-1].after if steps else cells)
        assert many.links[i] == len(links)
        assert many.points[i] == sum(link.points for link in links)
        assert many.blocks[i] == sum(link.blocks for link in links)
        assert many.all_clear[i] == (not many.cells[i].any() if links else all_clear)
        for step in steps:
            if step.link:
                bonus = [chain.GROUP_BONUS[min(size, 11)] for size in step.sizes]
                assert (sum(step.sizes), sum(bonus)) == (step.link.blocks, step.link.group_bonus)


def test_settle_reports_the_result_of_each_board() -> None:
    """Chain length, points, blocks vanished, and whether an all clear bonus is due."""
    pictures = ["...b.r bbbrrr", "r.....", "rrrr..", "......", "rrrryy bbbbyy"]
    many = chain.settle(kernel.batch(np.stack([board(picture) for picture in pictures])))
    assert many.links.tolist() == [2, 0, 1, 0, 1]
    assert many.points.tolist() == [40 + 320, 0, 40, 0, 10 * 12 * 6]
    assert many.blocks.tolist() == [8, 0, 4, 0, 12]
    assert many.all_clear.tolist() == [True, False, True, False, True]
    assert [each.any() for each in many.cells] == [False, True, False, False, False]
    assert [each.dtype for each in many] == [np.int8, np.int64, np.int64, np.int64, np.bool_]


def test_groups_are_separate_on_each_board_of_a_batch() -> None:
    """G summed over the groups"""
    pictures = ["rrrr.. ...... rrrr..", "rrrrr. ...... rrrrrr", "rrrrrr rrrr.. ....gg ....gg", "yyyyyy yyyyy.", ""]
    tallied = chain.tally(np.stack([board(picture) for picture in pictures]))
    assert tallied.blocks.tolist() == [8, 11, 14, 11, 0]
    assert tallied.colours.tolist() == [1, 1, 2, 1, 0]
    assert tallied.groups.tolist() == [0, 2 + 3, 7 + 0, 10, 0]


def test_settle_with_and_without_a_hidden_row() -> None:
    tower = board("r..... " * 13)
    assert [int(chain.settle(tower, hidden).blocks) for hidden in (0, 1)] == [13, 12]


def test_settle_takes_any_leading_shape_and_due_bonuses_board_by_board() -> None:
    cells = np.stack([board("rrrr.."), board("rrrr.b"), board("rrr...")])
    one = [chain.settle(each, all_clear=due) for each, due in zip(cells, (True, False, True), strict=True)]
    many = chain.settle(cells, all_clear=np.array([True, False, True]))
    grid = chain.settle(np.stack([cells, cells]), all_clear=np.array([[True, False, True]] * 2))
    assert many.points.tolist() == [2140, 40, 0] == [int(each.points) for each in one]
    assert many.all_clear.tolist() == [True, False, True] == [bool(each.all_clear) for each in one]
    assert grid.cells.shape == (2, 3, 13, 6)
    assert {each.shape for each in grid[1:]} == {(2, 3)}
    assert np.array_equal(grid.cells[1], many.cells)
    none = chain.settle(np.zeros((0, 13, 6), np.int8))
    assert none.cells.shape == (0, 13, 6) and none.points.shape == (0,)


@quick
@given(boards)
def test_only_groups_of_four_or_more_vanish(cells: Any) -> None:
    sizes = kernel.group_sizes(kernel.groups(cells[1:]))
    assert np.array_equal(chain.vanishing(cells)[1:], sizes >= 4)
    assert not chain.vanishing(cells)[0].any()


@quick
@given(st.lists(boards, min_size=1, max_size=6), st.data())
def test_array_functions_on_a_batch_equal_the_boards_one_by_one(fields_given: Any, data: st.DataObject) -> None:
    many = kernel.batch(np.stack(fields_given))
    for function in (kernel.drops, kernel.fall, kernel.groups, kernel.fours, chain.vanishing):
        together = function(many)
        for i, cells in enumerate(fields_given):
            assert np.array_equal(together[i], function(cells))
    which = np.array(data.draw(st.lists(st.booleans(), min_size=len(many), max_size=len(many))))
    some = kernel.chosen(many, which)
    assert np.array_equal(some, np.stack(fields_given)[which])
    assert some.flags.f_contiguous


@quick
@given(boards)
def test_fall_keeps_the_order_in_each_column(cells: Any) -> None:
    fallen = kernel.fall(cells)
    for before, now in zip(cells.T.tolist(), fallen.T.tolist(), strict=True):
        blocks = [block for block in before if block]
        assert now == [0] * (13 - len(blocks)) + blocks


@quick
@given(words_played, st.integers(0, 2**31), st.sampled_from([3, 4, 5]))
def test_invariants_hold_in_any_play(words: list[str], seed: int, colours: int) -> None:
    state = started(colours, seed)
    for word in words:
        before, (state, events) = state, chain.play(state, word)
        assert (state is not before) == (word in chain.moves(before))
        assert not state.cells.flags.writeable
        assert np.array_equal(kernel.fall(state.cells), state.cells)
        assert not chain.vanishing(state.cells).any()
        assert state.score == before.score + sum(e.points for e in events if isinstance(e, Scored))
        assert len(happened(before, word, Vanished)) == (state.chain if happened(before, word, Locked) else 0)
        ended = chain.over(state) and not chain.over(before)
        assert [event for event in events if isinstance(event, Ended)] == [Ended()] * ended
        if state.pair:
            assert all(chain._has_room(state.cells, cell) for cell in state.pair.cells)


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
            settled = chain.settle(cells, all_clear=before.all_clear)
            assert np.array_equal(settled.cells, state.cells)
            assert (settled.links, settled.points) == (state.chain, state.score - before.score)
            assert (settled.blocks, settled.all_clear) == (state.vanished - before.vanished, state.all_clear)


@quick
@given(words_played, st.integers(0, 2**31))
def test_blocks_appear_only_in_pairs_and_go_only_by_vanishing(words: list[str], seed: int) -> None:
    state, locks = started(3, seed), 0
    for word in words:
        locks += len(happened(state, word, Locked))
        state = chain.play(state, word)[0]
    assert np.count_nonzero(state.cells) == 2 * locks - state.vanished


@quick
@given(words_played, st.integers(0, 2**31))
def test_undo_restores_and_replay_reproduces(words: list[str], seed: int) -> None:
    session = Session(chain.GAME, {"colours": 3}, seed)
    seen: list[Any] = []
    for word in words:
        before = session.view
        session.play(word)
        if len(session.inputs) > len(seen):
            seen.append(before)
    last = session.view
    loaded = Session.load(session.save(), lambda name: chain.GAME)
    assert loaded.view == last and loaded.state.failed == session.state.failed
    while seen:
        assert session.undo()
        assert session.view == seen.pop()
    assert not session.undo()


@pytest.mark.native
@quick
@given(st.lists(st.one_of(st.sampled_from(chain.GAME.words), st.text(max_size=8)), max_size=40))
def test_no_input_crashes(words: list[str]) -> None:
    state = started()
    for word in words:
        if word in chain.GAME.words:
            state = chain.play(state, word)[0]
        else:
            with pytest.raises(BadInput) as error:
                chain.play(state, word)
            assert "\n" not in str(error.value)
        chain.view(state)


@quick
@given(st.text(alphabet="rgbyp. \n\r", max_size=200) | st.text(max_size=40))
def test_no_file_crashes_the_run(field: str) -> None:
    try:
        lines = list(chain.run_field(field))
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert lines[0] == "-" * len(lines[0]) and {len(line) for line in lines} == {len(lines[0])}


@pytest.mark.parametrize("seed", range(4))
def test_long_games_end(seed: int) -> None:
    random, state = rng.standard(seed), started(4, seed)
    for _ in range(3000):
        number, random = random.next(len(chain.moves(state)))
        state = chain.play(state, chain.moves(state)[number])[0]
        if chain.over(state):
            break
    assert chain.over(state) and state.cells[1, 2]


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


def test_a_run_as_pictures() -> None:
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
