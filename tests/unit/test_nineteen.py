"""Nineteen, clause by clause of its rules: a position as text, moves, and the exact text that comes out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import rng
from game.contract import (
    FORMS,
    Appeared,
    BadInput,
    Cell,
    Completed,
    Ended,
    Fell,
    Locked,
    Moved,
    Noted,
    Scored,
    Vanished,
)
from game.kernel import batch
from game.pieces import FORMS as PIECE_FORMS
from game.pieces import turned
from game.rules import nineteen
from game.rules.nineteen import LETTERS, NINETEEN_FORMS, Piece, State, play, spawned, start
from game.session import Session
from game.text import fields
from tests.examples import some

PLAIN = {"bag": False}
BAG = {"bag": True}
INPUTS = st.lists(st.sampled_from(nineteen.GAME.words), max_size=150)
SEEDS = st.integers(0, 2**40)
PIECES = st.builds(Piece, st.integers(0, 18), st.integers(-1, 15), st.integers(-1, 9))
few = settings(max_examples=some(50), deadline=None)


def position(rows: str, letter: str = "O", turns: int = 0, at: Cell = (1, 4), **values: Any) -> State:
    """The lowest rows of locked cells as text, and a piece with its pivot at a cell; an I is next."""
    lines = rows.split()
    cells = np.zeros((15, 9), np.int8)
    for row, line in enumerate(lines, 15 - len(lines)):
        cells[row] = [LETTERS.index(symbol) for symbol in line]
    cells.flags.writeable = False
    piece = Piece(nineteen.FIRST_FORM[LETTERS.index(letter)] + turns, *at)
    state = State(cells, piece, LETTERS.index("I"), 0, 0, rng.standard(0), None, False)
    return replace(state, **values)


def lowest(state: State, count: int) -> str:
    """The lowest rows as displayed."""
    return " ".join(nineteen.view(state).boards[0].rows[-count:])


def locked(state: State, count: int) -> str:
    """The lowest rows without the piece in play."""
    return " ".join("".join(LETTERS[cell] for cell in row) for row in state.cells[-count:].tolist())


def run(state: State, words: str) -> State:
    for word in words.split():
        state, _events = play(state, word)
    return state


def boards(draw: st.DrawFn, rows: int = 12) -> np.ndarray:
    """Locked cells without a full row, empty above this many rows."""
    cells = np.zeros((15, 9), np.int8)
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    height = draw(st.integers(0, rows))
    density = draw(st.floats(0.1, 0.95))
    cells[15 - height :] = random.integers(1, 8, (height, 9)) * (random.random((height, 9)) < density)
    cells[np.arange(15), random.integers(0, 9, 15)] = 0
    return cells


some_board = st.composite(boards)()
tall_board = st.composite(lambda draw: boards(draw, 15))()


# The board and the 19 forms.


def test_board_of_15_rows_and_9_columns() -> None:
    """Board 15 rows × 9 columns."""
    rows = nineteen.view(start(PLAIN, 0)).boards[0].rows
    assert [len(row) for row in rows] == [9] * 15


SPAWN_TABLE = {
    1: ("I", [(0, 4), (1, 4), (2, 4), (3, 4)], (1, 4), 2),
    2: ("L", [(0, 4), (1, 4), (2, 4), (2, 5)], (1, 4), 4),
    3: ("J", [(0, 4), (1, 4), (2, 4), (2, 3)], (1, 4), 4),
    4: ("Z", [(0, 3), (0, 4), (1, 4), (1, 5)], (1, 4), 2),
    5: ("S", [(0, 4), (0, 5), (1, 3), (1, 4)], (1, 4), 2),
    6: ("O", [(0, 4), (0, 5), (1, 4), (1, 5)], None, 1),
    7: ("T", [(0, 4), (1, 3), (1, 4), (1, 5)], (1, 4), 4),
}


@pytest.mark.parametrize("shape", SPAWN_TABLE)
def test_shapes_1_to_7_and_their_spawn_cells_forms_and_pivots(shape: int) -> None:
    """The table of the rules."""
    letter, cells, pivot, forms = SPAWN_TABLE[shape]
    piece = spawned(shape)
    assert LETTERS[shape] == letter
    assert sorted(piece.cells) == sorted(cells)
    assert sum(form.shape == shape for form in NINETEEN_FORMS) == forms
    assert (piece.turned is None) == (pivot is None)
    if pivot is not None:
        assert (piece.row, piece.column) == pivot
        assert pivot in cells


def test_19_forms_in_all() -> None:
    """19 forms in all: those of the pictures, each once."""
    assert len(NINETEEN_FORMS) == 19
    seen = set()
    for number, form in enumerate(NINETEEN_FORMS):
        seen.add((LETTERS[form.shape], picture(Piece(number, 7, 4))))
    assert seen == {(letter, form) for letter, forms in PIECE_FORMS.items() for form in forms}


def picture(piece: Piece) -> tuple[Cell, ...]:
    """The cells of a piece in its own bounding box."""
    top = min(row for row, _ in piece.cells)
    left = min(column for _, column in piece.cells)
    return tuple(sorted((row - top, column - left) for row, column in piece.cells))


# Turning.


@pytest.mark.parametrize("letter", "LJTIZS")
def test_rotate_is_a_quarter_turn_clockwise_about_the_pivot(letter: str) -> None:
    """`rotate` goes to the next form: a quarter turn clockwise about the pivot."""
    state = position("", letter, at=(7, 4))
    for _ in range(1 if letter in "IZS" else 4):
        before = state.piece
        state, _events = play(state, "rotate")
        away = [(row - 7, column - 4) for row, column in before.cells]
        assert sorted(state.piece.cells) == sorted((7 + column, 4 - row) for row, column in away)
        assert picture(state.piece) == turned(picture(before))


@pytest.mark.parametrize("letter", "LJT")
def test_four_turns_restore_the_piece(letter: str) -> None:
    """Shapes of four forms are as they were after four turns."""
    state = position("", letter, at=(7, 4))
    assert run(state, "rotate rotate rotate rotate").piece == state.piece
    assert len({run(state, "rotate " * turns).piece for turns in range(4)}) == 4


@pytest.mark.parametrize("letter", "IZS")
def test_two_form_shapes_turn_back(letter: str) -> None:
    """For the two-form shapes the second `rotate` is the same quarter turn backwards, to the spawn form."""
    state = position("", letter, at=(7, 4))
    once = run(state, "rotate")
    assert once.piece != state.piece
    assert run(once, "rotate").piece == state.piece
    assert sorted(once.piece.swept + once.piece.cells) == sorted(state.piece.swept + state.piece.cells)


def test_the_o_has_one_form() -> None:
    """O: pivot none, forms 1."""
    state = position("")
    assert play(state, "rotate") == (state, ())
    assert "rotate" not in nineteen.moves(state)


def test_the_documents_example_of_a_turn() -> None:
    """The L at (1,4) (2,4) (3,4) (3,5) may turn only if cells 14, 21, 23 and 30 are free, and lands on
    (2,3) (2,4) (2,5) (3,3)."""
    state = position("", "L", at=(2, 4))
    assert sorted(state.piece.cells) == [(1, 4), (2, 4), (3, 4), (3, 5)]
    needed = set()
    for number in range(15 * 9):
        cells = state.cells.copy()
        cells[divmod(number, 9)] = 1
        if divmod(number, 9) in state.piece.cells:
            continue
        there = replace(state, cells=cells)
        if play(there, "rotate")[0] is there:
            needed.add(number)
    assert needed == {14, 21, 23, 30}
    assert sorted(run(state, "rotate").piece.cells) == [(2, 3), (2, 4), (2, 5), (3, 3)]


def test_a_cell_at_distance_2_travels_along_the_ring_of_radius_2() -> None:
    """A cell at Chebyshev distance d from the pivot travels along the square ring of radius d; every cell
    that it passes and its destination must be free: the lower end of the I goes round a corner."""
    state = position("", "I", at=(5, 4))
    assert set(state.piece.swept) == {(4, 5), (5, 5), (6, 3), (5, 3), (7, 3), (7, 2), (6, 2), (5, 2)}
    # The corner is only passed, yet it stops the turn; the cell beyond it is not touched.
    corner = position("..S...... " + "......... " * 7, "I", at=(5, 4))
    beyond = position(".S....... " + "......... " * 7, "I", at=(5, 4))
    assert corner.cells[7, 2] and beyond.cells[7, 1]
    assert play(corner, "rotate") == (corner, ())
    assert run(beyond, "rotate").piece == Piece(1, 5, 4)


def test_turning_back_follows_the_ring_the_other_way() -> None:
    """Backwards: along the ring the other way: a lying I needs room below and not above."""
    lying = position("", "I", turns=1, at=(5, 4))
    above, below = lying.cells.copy(), lying.cells.copy()
    above[4, 2] = above[3, 2] = above[3, 6] = above[4, 6] = 1
    below[7, 3] = 1
    assert run(replace(lying, cells=above), "rotate").piece.form == 0
    assert run(replace(lying, cells=below), "rotate").piece.form == 1


def test_a_turn_needs_every_cell_on_the_board() -> None:
    """Every cell that it passes and its destination must be on the board."""
    at_the_wall = position("", "T", turns=1, at=(7, 0))
    assert play(at_the_wall, "rotate") == (at_the_wall, ())
    at_the_floor = position("", "I", turns=1, at=(13, 4))
    assert play(at_the_floor, "rotate") == (at_the_floor, ())
    beside_the_wall = position("", "I", at=(7, 1))
    assert play(beside_the_wall, "rotate") == (beside_the_wall, ())


def test_a_piece_does_not_block_itself() -> None:
    """… not filled by a locked piece: the piece's own cells do not count."""
    assert all(not set(form.swept) & set(form.cells) for form in NINETEEN_FORMS)


@few
@given(some_board, st.integers(0, 18), st.data())
def test_turning_agrees_with_walking_every_ring(cells: Any, form: int, data: st.DataObject) -> None:
    """The table of swept cells says the same as cells that walk their rings one step at a time."""
    offsets = np.array(NINETEEN_FORMS[form].cells)
    lowest, highest = -offsets.min(axis=0), (14, 8) - offsets.max(axis=0)
    row, column = (data.draw(st.integers(*ends)) for ends in zip(lowest.tolist(), highest.tolist(), strict=True))
    piece = Piece(form, row, column)
    cells[tuple(zip(*piece.cells, strict=True))] = 0
    state = replace(position(""), cells=cells, piece=piece)
    shape = piece.shape
    backwards = LETTERS[shape] in "ISZ" and piece.form != nineteen.FIRST_FORM[shape]
    goal = walked(cells, piece, backwards)
    after, _events = play(state, "rotate")
    if goal is None or LETTERS[shape] == "O":
        assert after is state
    else:
        assert set(after.piece.cells) == goal


def walked(cells: np.ndarray, piece: Piece, backwards: bool) -> set[Cell] | None:
    """Where the cells end after each walks a quarter of its ring; None if one is blocked."""
    ends = set()
    for row, column in piece.cells:
        y, x = row - piece.row, column - piece.column
        radius = max(abs(y), abs(x))
        for _ in range(2 * radius):
            mirror = -1 if backwards else 1
            x *= mirror
            if y == -radius and x != radius:
                x += 1
            elif x == radius and y != radius:
                y += 1
            elif y == radius and x != -radius:
                x -= 1
            else:
                y -= 1
            x *= mirror
            here = piece.row + y, piece.column + x
            if not (0 <= here[0] < 15 and 0 <= here[1] < 9) or cells[here]:
                return None
        ends.add((piece.row + y, piece.column + x))
    return ends


# Moving, landing, locking.


def test_left_right_down_are_one_cell() -> None:
    """`left`, `right`, `down`: one cell."""
    state = position("", "T", at=(5, 4))
    assert run(state, "left").piece == Piece(state.piece.form, 5, 3)
    assert run(state, "right").piece == Piece(state.piece.form, 5, 5)
    assert run(state, "down").piece == Piece(state.piece.form, 6, 4)


def test_a_move_needs_every_cell_on_the_board_and_free() -> None:
    """… if every cell is on the board and free."""
    assert lowest(run(position("", "O", at=(14, 0)), "left"), 2) == "OO....... OO......."
    assert lowest(run(position("", "O", at=(14, 7)), "right"), 2) == ".......OO .......OO"
    stuck = position("..I...... .........", "O", at=(14, 3))
    assert play(stuck, "left") == (stuck, ())
    assert lowest(stuck, 2) == "..IOO.... ...OO...."


@pytest.mark.parametrize("word", ["down", "tick"])
def test_down_or_tick_locks_a_piece_that_cannot_go_down(word: str) -> None:
    """`down` or `tick` when the piece cannot go down: it locks, and the next piece spawns; no points."""
    state = position("..I......", "O", at=(13, 1))
    after, events = play(state, word)
    assert locked(after, 3) == ".OO...... .OO...... ..I......"
    assert after.piece == spawned(1)
    assert after.score == 0
    assert isinstance(events[0], Locked)


def test_a_piece_that_can_go_down_does_not_lock() -> None:
    """`down` or `tick` when the piece cannot go down: only then."""
    state = run(position("..I......", "O", at=(12, 1)), "tick")
    assert locked(state, 1) == "..I......"
    assert lowest(state, 3) == ".OO...... .OO...... ..I......"


def test_drop_goes_all_the_way_down_then_locks() -> None:
    """`drop`: all the way down, then locks."""
    after, events = play(position("....S.... ..SS.....", "T"), "drop")
    assert locked(after, 4) == "....T.... ...TTT... ....S.... ..SS....."
    assert isinstance(events[0], Moved)
    assert events[0].steps[0] == ("T", (0, 4), (11, 4))
    assert after.piece == spawned(1)


def test_full_rows_vanish_and_the_rows_above_come_down() -> None:
    """On lock: full rows vanish, what is above comes down."""
    after = run(position("J........ LLLL..LLL ZZZZ..ZZZ S........", "O"), "drop")
    assert locked(after, 5) == "......... ......... J........ LLLL..LLL S...OO..."
    assert after.lines == 1


def test_full_rows_with_others_between_them() -> None:
    """Full rows vanish, what is above comes down: by as many rows as vanished below; gaps stay gaps."""
    after = run(position("T........ IIII.IIII S....LLLL JJJJ.JJJJ OOOO.OOOO", "I"), "drop")
    assert locked(after, 4) == "......... ......... T........ S...ILLLL"
    assert after.lines == 3


def test_the_next_piece_spawns() -> None:
    """… and the next piece spawns."""
    after = run(position("", "O", next=7), "drop")
    assert nineteen.view(after).boards[0].rows[:2] == ("....T....", "...TTT...")


# Draws.


def test_draw_order_at_the_start_and_at_each_spawn() -> None:
    """A piece is `1 + next(7)`. At the start the current piece, then the next one, are drawn; at each spawn
    the next becomes current and a new next is drawn."""
    random = rng.standard(5)
    shapes = []
    for _ in range(6):
        index, random = random.next(7)
        shapes.append(1 + index)
    state = start(PLAIN, 5)
    for at in range(4):
        assert (state.piece, state.next) == (spawned(shapes[at]), shapes[at + 1])
        state = run(state, "drop")


def test_the_last_spawn_draws_too() -> None:
    """… at each spawn, the last one that has no room included."""
    before = position("....I.... " * 14, "O", at=(3, 0), next=7)
    after = run(before, "drop")
    assert after.ended
    index, random = before.random.next(7)
    assert (after.next, after.random) == (1 + index, random)
    assert nineteen.view(after).fields["next"] == LETTERS[1 + index]


def test_without_a_seed_it_is_0() -> None:
    """Default seed in a terminal: 0."""
    assert start(PLAIN, None).random == start(PLAIN, 0).random


def test_a_bag_is_shuffled_by_fisher_and_yates() -> None:
    """It starts as 1 to 7 at indices 0 to 6, is shuffled (for i = 6 down to 1 swap index i with index
    `next(i + 1)`) and dealt from index 0; when it is empty, a new one starts from 1 to 7 again."""
    random = rng.standard(11)
    dealt: list[int] = []
    for _ in range(3):
        bag = [1, 2, 3, 4, 5, 6, 7]
        for i in range(6, 0, -1):
            j, random = random.next(i + 1)
            bag[i], bag[j] = bag[j], bag[i]
        dealt += bag
    state = start(BAG, 11)
    seen = [state.piece.shape]
    empty = state.cells
    while len(seen) < 20:
        seen.append(state.next)
        state = replace(run(state, "drop"), cells=empty)
    assert seen == dealt[:20]
    assert sorted(seen[:7]) == [1, 2, 3, 4, 5, 6, 7]


# Score, level, pace.


WELL = "IIII.IIII "


@pytest.mark.parametrize(("rows", "points"), [(1, 100), (2, 300), (3, 500), (4, 800)])
@pytest.mark.parametrize("lines", [0, 8, 9, 25])
def test_rows_score_times_the_level_before_them(rows: int, points: int, lines: int) -> None:
    """1, 2, 3, 4 rows at once score 100, 300, 500, 800, times the level before them."""
    bottom = "J........ " + WELL * rows
    state = position(bottom, "I", at=(12, 4), lines=lines)
    after, events = play(state, "tick")
    level = 1 + lines // 10
    assert after.score == points * level
    assert after.lines == lines + rows
    scored = [event for event in events if isinstance(event, Scored)]
    assert scored == [Scored(points * level, (15 - rows, 4), f"{points} × {level}")]
    # The part of the I above the well stays, and the row above has come down.
    assert locked(after, 5).split()[-1] == ("J........" if rows == 4 else "J...I....")


def test_level() -> None:
    """Level = 1 + rows cleared so far // 10."""
    levels = [position("", lines=lines).level for lines in (0, 9, 10, 19, 20, 105)]
    assert levels == [1, 1, 2, 2, 3, 11]
    _after, events = play(position(WELL, "I", at=(12, 4), lines=9), "tick")
    assert Noted("Level {level}.", {"level": 2}) in events
    _after, events = play(position(WELL, "I", at=(12, 4), lines=10), "tick")
    assert not any(isinstance(event, Noted) for event in events)


def test_down_scores_1_a_cell_moved() -> None:
    """`down` scores 1 a cell moved."""
    assert run(position(""), "down down down").score == 3
    assert run(position("", at=(14, 4)), "down").score == 0


def test_drop_scores_2_a_cell() -> None:
    """`drop` 2 a cell."""
    assert run(position(""), "drop").score == 26
    assert run(position("", at=(14, 4)), "drop").score == 0


def test_other_words_score_nothing() -> None:
    """A tick, a step aside and a turn score nothing."""
    assert run(position("", "T"), "tick left right rotate tick").score == 0


@pytest.mark.parametrize(("lines", "seconds"), [(0, 1.0), (10, 0.793), (20, 0.786**2), (190, 0.667**19)])
def test_pace(lines: int, seconds: float) -> None:
    """Gravity between ticks: `(0.8 - 0.007*(level - 1)) ** (level - 1)` seconds, from level 1."""
    assert nineteen.pace(position("", lines=lines)) == pytest.approx(seconds)


def test_pace_never_goes_below_zero() -> None:
    """The formula's base is negative from level 116."""
    paces = [nineteen.pace(position("", lines=10 * level)) for level in range(300)]
    assert all(0 <= later <= sooner for sooner, later in pairwise(paces))


# The end.


@pytest.mark.parametrize("cell", SPAWN_TABLE[7][1])
def test_the_game_ends_when_a_spawn_cell_is_filled(cell: tuple[int, int]) -> None:
    """End. A spawn cell is filled."""
    before = position("", "O", at=(14, 0), next=7)
    cells = before.cells.copy()
    cells[cell] = 2
    after, events = play(replace(before, cells=cells), "drop")
    assert nineteen.over(after)
    assert events[-1] == Ended()


def test_filled_cells_next_to_the_spawn_cells_do_not_end_it() -> None:
    """End. A spawn cell is filled: no other."""
    before = position("", "O", at=(14, 0), next=7)
    cells = before.cells.copy()
    cells[0, [3, 5]] = cells[2, 3:6] = 2
    after, events = play(replace(before, cells=cells), "drop")
    assert not nineteen.over(after)
    assert isinstance(events[-1], Appeared)


@pytest.mark.parametrize("word", nineteen.GAME.words)
def test_nothing_happens_after_the_end(word: str) -> None:
    """A move that comes after the end prints the unchanged state."""
    state = run(start(PLAIN, 3), "drop " * 60)
    assert nineteen.over(state)
    assert play(state, word) == (state, ())
    assert nineteen.moves(state) == ()


# The view.


def test_json_fields_in_order() -> None:
    """JSON: game, rows, score, over, next (a letter), level, lines; 15 rows, letters `I L J Z S O T`, the
    piece in play drawn in."""
    state = position("ZZ..SSTT.", "J", score=7, lines=12, next=5)
    expected = {
        "game": "nineteen",
        "rows": ["....J....", "....J....", "...JJ....", *["........."] * 11, "ZZ..SSTT."],
        "score": 7,
        "over": False,
        "next": "S",
        "level": 2,
        "lines": 12,
    }
    shown = fields(nineteen.GAME, nineteen.view(state))
    assert shown == expected
    assert list(shown) == list(expected)


def test_a_finished_game_shows_only_what_is_locked() -> None:
    """The piece in play is drawn in, but not once the game is over."""
    state = run(position("....I.... " * 14, "O", at=(3, 0), next=7), "drop")
    board = nineteen.view(state).boards[0]
    assert board.rows == (*[".........", "....I...."], *["....I...."] * 11, "OO..I....", "OO..I....")
    assert (board.piece, board.ghost) == ((), ())


def test_ghost_and_next() -> None:
    """Where the piece would come to rest, and the next piece as it will appear."""
    board = nineteen.view(position("....S.... ..SS.....", "T", next=2)).boards[0]
    assert board.ghost == tuple(("T", cell) for cell in ((11, 4), (12, 3), (12, 4), (12, 5)))
    assert board.piece == ((0, 4), (1, 3), (1, 4), (1, 5))
    assert board.next == (("L.", "L.", "LL"),)


def test_symbols() -> None:
    """Every character of the rows has a form, and the seven pieces seven tones."""
    assert set(nineteen.GAME.symbols) == set(LETTERS)
    assert all(symbol.form in FORMS for symbol in nineteen.GAME.symbols.values())
    assert sorted(symbol.tone for symbol in nineteen.GAME.symbols.values()) == list(range(8))


BAD_WORDS = ["", "Left", "lef", "3left", "left right", "quit", "rotate ", "{x}", "\x00", "é" * 99]


@pytest.mark.parametrize("word", BAD_WORDS)
def test_bad_words(word: str) -> None:
    """A bad command changes nothing; counts and cut commands are for biquadris only."""
    state = start(PLAIN, 1)
    with pytest.raises(BadInput):
        play(state, word)
    assert nineteen.GAME.spell(word, ()) == word


# Events.


def test_events_of_a_lock_in_order() -> None:
    """What moves, locks, is full, vanishes, scores, falls, levels up and appears, in order."""
    state = position("J........ " + WELL * 2, "I", at=(11, 4), lines=8)
    after, events = play(state, "drop")
    assert [type(event) for event in events] == [
        Moved, Scored, Locked, Completed, Vanished, Scored, Fell, Noted, Appeared,
    ]  # fmt: skip
    moved, soft, rest, completed, vanished, scored, fell, _level, appeared = cast(tuple[Any, ...], events)
    assert moved.steps[0] == ("I", (10, 4), (11, 4))
    assert soft == Scored(2, sum="2 × 1")
    assert rest.cells == tuple(("I", (row, 4)) for row in (11, 12, 13, 14))
    assert (completed.lines, len(completed.cells)) == (2, 18)
    assert len(vanished.cells) == 18
    assert scored == Scored(300, (13, 4), "300 × 1")
    assert fell.steps == (("J", (12, 0), (14, 0)), ("I", (12, 4), (14, 4)), ("I", (11, 4), (13, 4)))
    assert appeared.cells == tuple(("I", cell) for cell in spawned(1).cells)
    assert after.level == 2


@few
@given(SEEDS, st.booleans(), INPUTS)
def test_events_say_everything(seed: int, bag: bool, inputs: list[str]) -> None:
    """The events applied to the board that was seen give the board and the score that come."""
    state = start({"bag": bag}, seed)
    for word in inputs:
        seen = {
            (row, column): symbol
            for row, line in enumerate(nineteen.view(state).boards[0].rows)
            for column, symbol in enumerate(line)
            if symbol != "."
        }
        after, events = play(state, word)
        points = 0
        for event in events:
            match event:
                case Moved(steps) | Fell(steps):
                    assert all(seen.pop(begin) == letter for letter, begin, _end in steps)
                    assert not {end for _letter, _begin, end in steps} & set(seen)
                    seen |= {end: letter for letter, _begin, end in steps}
                case Locked(cells):
                    assert all(seen[cell] == letter for letter, cell in cells)
                case Vanished(cells):
                    assert all(seen.pop(cell) == letter for letter, cell in cells)
                case Appeared(cells):
                    assert not {cell for _letter, cell in cells} & set(seen)
                    seen |= {cell: letter for letter, cell in cells}
                case Scored(gained):
                    points += gained
        rows = nineteen.view(after).boards[0].rows
        assert rows == tuple("".join(seen.get((r, c), ".") for c in range(9)) for r in range(15))
        assert after.score - state.score == points
        assert bool(events) == (after is not state)
        state = after


# Properties.


@few
@given(SEEDS, st.booleans(), INPUTS)
def test_moves_are_the_words_that_change_something(seed: int, bag: bool, inputs: list[str]) -> None:
    """Ticks included; a word that changes nothing gives back the very same state."""
    state = run(start({"bag": bag}, seed), " ".join(inputs))
    changing = tuple(word for word in nineteen.GAME.words if play(state, word)[0] is not state)
    assert nineteen.moves(state) == changing


@few
@given(SEEDS, st.booleans(), INPUTS)
def test_the_number_of_cells_adds_up(seed: int, bag: bool, inputs: list[str]) -> None:
    """Every piece adds four cells and every row removes nine; pieces are on free cells; no row is full."""
    state = start({"bag": bag}, seed)
    pieces = 0
    for word in inputs:
        before = state
        state, events = play(state, word)
        pieces += sum(isinstance(event, Locked) for event in events)
        assert np.count_nonzero(state.cells) == 4 * pieces - 9 * state.lines
        assert nineteen.free(state.cells != 0, state.piece.cells) == (not state.ended)
        assert not (state.cells != 0).all(axis=1).any()
        assert state.score >= before.score
        assert not state.cells.flags.writeable


@few
@given(SEEDS, st.booleans(), st.lists(st.sampled_from([*nineteen.GAME.words, "restart"]), max_size=80))
def test_undo_restores_and_replay_reproduces(seed: int, bag: bool, inputs: list[str]) -> None:
    """Undoing a whole session shows the same views again; a save gives the same game."""
    session = Session(nineteen.GAME, {"bag": bag}, seed)
    shown = [fields(nineteen.GAME, session.view)]
    for word in inputs:
        if word == "restart":
            session.restart()
        else:
            session.play(word)
        if len(session.inputs) == len(shown):
            shown.append(fields(nineteen.GAME, session.view))
    again = Session.load(session.save(), lambda _name: nineteen.GAME)
    assert fields(nineteen.GAME, again.view) == shown[-1]
    for view in reversed(shown[:-1]):
        assert session.undo()
        assert fields(nineteen.GAME, session.view) == view
    assert not session.undo()
    while session.redo():
        pass
    assert fields(nineteen.GAME, session.view) == shown[-1]


@few
@given(SEEDS, st.lists(st.text(max_size=8) | st.sampled_from(nineteen.GAME.words), max_size=40))
def test_no_input_crashes(seed: int, inputs: list[str]) -> None:
    """Any word gives a state or BadInput."""
    state = start(PLAIN, seed)
    for word in inputs:
        try:
            state, _events = play(state, word)
        except BadInput:
            assert word not in nineteen.GAME.words
        nineteen.view(state)


@pytest.mark.parametrize("bag", [False, True])
def test_long_games(bag: bool) -> None:
    """Hundreds of legal moves, to the end and beyond."""
    random = np.random.default_rng(7)
    for seed in range(4):
        state = start({"bag": bag}, seed)
        for _ in range(600):
            choices = nineteen.moves(state)
            if not choices:
                break
            state, events = play(state, choices[random.integers(len(choices))])
            assert events
        assert nineteen.pace(state) > 0


# Batches.


@few
@given(st.lists(tall_board, min_size=1, max_size=6), PIECES)
def test_room_and_landing_on_many_boards(stack: Any, piece: Any) -> None:
    """Array functions on a batch equal the boards one by one."""
    many = batch(np.stack(stack))
    able = nineteen.free(many != 0, piece.cells)
    assert able.tolist() == [bool(nineteen.free(cells != 0, piece.cells)) for cells in stack]
    for word in ("left", "right", "down", "rotate"):
        goal, roomy = nineteen.step(many != 0, piece, word)
        singly = [nineteen.step(cells != 0, piece, word) for cells in stack]
        assert [(goal, bool(one)) for one in roomy] == [(one[0], bool(one[1])) for one in singly]
    if able.all():
        boards, distances = nineteen.land(many, piece)
        for cells, board, distance in zip(stack, boards, distances, strict=True):
            alone, far = nineteen.land(cells, piece)
            assert np.array_equal(board, alone)
            assert distance == far


@pytest.mark.parametrize(("shape", "count"), [(1, 15), (2, 30), (3, 30), (4, 15), (5, 15), (6, 8), (7, 30)])
def test_placements(shape: int, count: int) -> None:
    """All forms and columns, each once."""
    choices = nineteen.placements(shape)
    assert len(choices) == len(set(choices)) == count
    assert all(0 <= column < 9 and row >= 0 for piece in choices for row, column in piece.cells)
