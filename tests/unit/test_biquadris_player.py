"""One side of Biquadris, worked out by hand: blocks, boards alone and in batches, and all events of a drop."""

from __future__ import annotations

import string
from dataclasses import replace
from typing import Any

import numpy as np

from game import kernel, rng
from game.contract import Appeared, Completed, Event, Fell, Locked, Moved, Scored, Vanished
from game.rules import biquadris_player as sides
from game.rules.biquadris_player import COLUMNS, LETTERS, ROWS, Block, Coming, Player, seated
from tests.boards import lowest_rows

FULL = "OOOOOOOOOOO"
NUMBERS = "." + string.digits[1:] + string.ascii_lowercase


def cells(*lowest: str) -> np.ndarray:
    """Returns a board from its lowest rows."""
    return lowest_rows(" ".join(lowest), LETTERS, (ROWS, COLUMNS))


def numbers(*lowest: str) -> np.ndarray:
    """Returns block numbers from the lowest rows; each letter of NUMBERS is the number of a block."""
    return lowest_rows(" ".join(lowest), NUMBERS, (ROWS, COLUMNS), np.int32)


def rows(board: np.ndarray, count: int, letters: str = LETTERS) -> list[str]:
    """Returns a board's lowest rows, after checking that the rows above are empty."""
    assert not board[: ROWS - count].any()
    return ["".join(letters[cell] for cell in line) for line in board[ROWS - count :]]


def digits(board: np.ndarray, count: int) -> list[str]:
    return rows(board, count, NUMBERS)


def player(*lowest: str, own: tuple[str, ...] = (), **values: Any) -> Player:
    """Returns player 2 at level 0 with this board and an I in play; without numbers every row is one block."""
    own = own or tuple("".join("." if s == "." else NUMBERS[n] for s in line) for n, line in enumerate(lowest, 1))
    started = seated(1, 0, "IJ", 0)
    return replace(started, cells=cells(*lowest), numbers=numbers(*own), **values)


# The rule on boards, alone and together.


def test_block_has_room_on_free_cells_of_the_board() -> None:
    board = cells("O..........")
    assert kernel.free(board, ((17, 1), (0, 0), (17, 10)))
    for taken in ((17, 0), (-1, 3), (18, 3), (3, -1), (3, 11)):
        assert not kernel.free(board, ((3, 3), taken))
    six = np.stack([[cells(), board, cells()], [board, cells(FULL), cells("*..........")]])
    assert kernel.free(six, ((17, 0), (16, 0))).tolist() == [[True, False, True], [False, False, False]]
    outside = kernel.free(six, ((18, 0),))
    assert outside.tolist() == [[False] * 3] * 2 and outside.dtype == np.bool_


def test_clearing_counts_rows_and_whole_blocks() -> None:
    board, own = (
        cells("Z..........", FULL, "S..........", FULL),
        numbers("1..........", "11223344556", "5..........", "77777777777"),
    )
    after, marked, gone, whole = sides.clear(board, own)
    assert (rows(after, 2), digits(marked, 2)) == (["Z..........", "S.........."], ["1..........", "5.........."])
    assert (int(gone), int(whole)) == (2, 5), "2, 3, 4, 6 and 7 are gone; parts of 1 and 5 stay"
    both = sides.clear(np.stack([cells(), board]), np.stack([numbers(), own]))
    assert [counts.tolist() for counts in both[2:]] == [[0, 2], [0, 5]]


def test_clearing_no_boards_gives_none() -> None:
    none = np.zeros((0, ROWS, COLUMNS), np.int8)
    assert [len(part) for part in sides.clear(none, none.astype(np.int32))] == [0, 0, 0, 0]


def test_points_of_a_drop() -> None:
    assert [sides.points(*counts) for counts in ((0, 0, 4), (1, 0, 0), (1, 0, 4), (2, 5, 0), (4, 1, 3))] == [
        0, 1, 25, 29, 65,
    ]  # fmt: skip


# One player.


def test_a_player_starts_with_an_empty_board_and_two_blocks() -> None:
    started = seated(1, 3, "IJ", 6)
    drawn, once = rng.standard(6).next(9)
    following, twice = once.next(9)
    assert {key: value for key, value in vars(started).items() if key not in ("cells", "numbers")} == {
        "seat": 1, "block": Block("SSZZIJLOT"[drawn], True), "coming": Coming("SSZZIJLOT"[following], True),
        "score": 0, "level": 3, "placed": 0, "blind": False, "made_heavy": False, "random": twice,
        "script": "IJ", "line": 0, "file": "", "file_line": 0,
    }  # fmt: skip
    assert started.blind is started.made_heavy is False
    for board, kind in ((started.cells, np.int8), (started.numbers, np.int32)):
        assert (board.shape, board.dtype, board.flags.writeable) == ((18, 11), kind, False)
        assert not board.any()


def test_alike_compares_every_attribute_of_players() -> None:
    one = player("T..........")
    assert sides.alike(one, replace(one)) and sides.alike(one, player("T.........."))
    other = {
        "seat": 0, "cells": cells("I.........."), "numbers": numbers("2.........."), "block": Block("I", True),
        "coming": Coming("J", True), "score": 1, "level": 1, "placed": 1, "blind": True, "made_heavy": True,
        "random": rng.standard(1), "script": "I", "line": 1, "file": "I", "file_line": 1,
    }  # fmt: skip
    assert set(other) == set(vars(one))
    for key, value in other.items():
        assert not sides.alike(one, replace(one, **{key: value})), key  # type: ignore[arg-type]


def test_blocks_of_a_file_repeat_endlessly() -> None:
    for level in (3, 4):
        given = player(level=level, file="OS")
        seen = []
        for _ in range(3):
            given = sides.drop(replace(given, cells=cells(), numbers=numbers())).player
            seen.append((given.block, given.coming, given.file_line, given.line))
        assert seen == [
            (Block("J", False), ("O", True), 1, 0),
            (Block("O", True), ("S", True), 0, 0),
            (Block("S", True), ("O", True), 1, 0),
        ]
        assert given.random == rng.standard(0), "no random number is drawn"


def test_block_moves_as_far_as_it_has_room() -> None:
    board, block = cells("...O......."), Block("T", False, 17, 0, 1)
    assert sides.steered(board, block, "right", 9) == Block("T", False, 17, 1, 1)
    assert sides.steered(board, block, "right", 0) == block
    assert sides.steered(board, Block("I", False), "down", 99) == Block("I", False, 16, 0)
    assert sides.steered(board, Block("T", False, 9, 4), "clockwise", 7) == Block("T", False, 9, 4, 3)
    assert sides.steered(board, Block("T", True, 9, 4), "counterclockwise", 2) == Block("T", True, 9, 4, 2)


def moved(start: int, end: int, columns: tuple[int, int] = (0, 0)) -> Moved:
    """Returns the event of player 2's I moving between these rows and columns."""
    one, other = columns
    return Moved(tuple(("I", (start, one + n), (end, other + n)) for n in range(4)), 1)


def test_all_events_of_steering() -> None:
    light, heavy = player(block=Block("I", False, 9, 0)), player(block=Block("I", True, 9, 0))
    made_heavy = replace(heavy, made_heavy=True)
    for one, word, count, events, at in (
        (light, "right", 2, (moved(9, 9, (0, 2)),), (9, 2)),
        (light, "left", 2, (), (9, 0)),
        (light, "right", 0, (), (9, 0)),
        (heavy, "right", 0, (), (9, 0)),
        (heavy, "right", 2, (moved(9, 9, (0, 2)), moved(9, 10, (2, 2))), (10, 2)),
        (heavy, "left", 1, (moved(9, 10),), (10, 0)),
        (heavy, "down", 3, (moved(9, 12), moved(12, 13)), (13, 0)),
        (made_heavy, "down", 3, (moved(9, 12), moved(12, 13)), (13, 0)),
        (made_heavy, "left", 1, (moved(9, 10), moved(10, 12)), (12, 0)),
        (made_heavy, "right", 7, (moved(9, 9, (0, 7)), moved(9, 10, (7, 7)), moved(10, 12, (7, 7))), (12, 7)),
        (replace(light, made_heavy=True), "right", 1, (moved(9, 9, (0, 1)), moved(9, 11, (1, 1))), (11, 1)),
    ):  # fmt: skip
        after, events_of, forced = sides.move(one, word, count)
        assert (events_of, (after.block.row, after.block.column)) == (events, at)
        assert forced is False
        assert (after is one) == (not events)


def test_burdened_block_that_cannot_fall_two_rows_is_dropped() -> None:
    for row, word, events in (
        (16, "right", (moved(16, 16, (0, 1)),)),
        (16, "left", ()),
        (17, "right", (moved(17, 17, (0, 1)),)),
    ):
        one = player(block=Block("I", False, row, 0), made_heavy=True)
        after, events_of, forced = sides.move(one, word, 1)
        assert (events_of, after.block.row, forced) == (events, row, True)
        assert (after is one) == (not events)
    assert not sides.move(player(block=Block("I", False, 15, 0), made_heavy=True), "left", 1)[2]
    assert not sides.move(player(block=Block("I", False, 17, 0), made_heavy=True), "clockwise", 1)[2]


def events_of(one: Player) -> tuple[Event, ...]:
    return sides.drop(one).events


def test_all_events_of_a_plain_drop() -> None:
    one = player("O..........", block=Block("I", False, 3, 2), blind=True, made_heavy=True, placed=3)
    after, gone, room, events = sides.drop(one)
    assert events == (
        moved(3, 17, (2, 2)),
        Locked(tuple(("I", (17, column)) for column in range(2, 6)), 1),
        Appeared((("J", (2, 0)), ("J", (3, 0)), ("J", (3, 1)), ("J", (3, 2))), 1),
    )
    assert (rows(after.cells, 1), digits(after.numbers, 1)) == (["O.IIII....."], ["1.2222....."])
    assert (gone, room, after.score, after.placed, after.line) == (0, True, 0, 0, 1)
    assert room is True and after.blind is after.made_heavy is False
    assert (after.block, after.coming) == (Block("J", False), Coming("I", False))
    assert not after.cells.flags.writeable and not after.numbers.flags.writeable


def test_all_events_of_a_clearing_drop() -> None:
    """Two rows clear with one between them, and the rows above fall by one or two."""
    one = player("..T........", "Z.OOOOOOOOO", "S.........Z", "L.OOOOOOOOO", block=Block("I", False, 17, 1, 1), level=1,
                 own=("..1........", "2.222222222", "3.........4", "5.222222222"), score=10)  # fmt: skip
    after, gone, _room, events = sides.drop(one)
    assert gone == 2
    assert events[:5] == (
        Locked(tuple(("I", (row, 1)) for row in range(14, 18)), 1),
        Completed(tuple((row, column) for row in (15, 17) for column in range(11)), 2, 1),
        Vanished(tuple(("ZIOOOOOOOOO"[column], (15, column)) for column in range(11))
                 + tuple(("LIOOOOOOOOO"[column], (17, column)) for column in range(11)), 1, 1),
        Scored(9 + 9, (15, 5), "(2 + 1)² + (2 + 1)²", 1),
        Fell((("S", (16, 0), (17, 0)), ("I", (16, 1), (17, 1)), ("Z", (16, 10), (17, 10)),
              ("I", (14, 1), (16, 1)), ("T", (14, 2), (16, 2))), 1),
    )  # fmt: skip
    assert isinstance(events[5], Appeared) and len(events) == 6
    assert (rows(after.cells, 2), digits(after.numbers, 2)) == (
        [".IT........", "SI........Z"], [".61........", "36........4"],
    )  # fmt: skip
    assert after.score == 10 + 18, "two rows, and blocks 2 and 5 whole"


def test_all_events_of_a_star() -> None:
    """It falls after the fifth block without a clear; its own row counts separately and restarts the count."""
    one = player("OOOO.OOOOOO", "OOOOO.OOOOO", level=4, placed=4, block=Block("I", False, 3, 0))
    after, gone, room, events = sides.drop(one)
    assert [type(event) for event in events] == [Moved, Locked, Appeared, Moved, Locked, Appeared]
    assert events[2:5] == (
        Appeared((("*", (0, 5)),), 1), Moved((("*", (0, 5), (15, 5)),), 1), Locked((("*", (15, 5)),), 1),
    )  # fmt: skip
    assert (gone, room, after.placed, after.score) == (0, True, 5, 0)
    assert digits(after.numbers, 3) == ["3333.4.....", "1111.111111", "22222.22222"]
    one = player("OOOOO.OOOOO", level=4, placed=9, block=Block("I", False, 3, 0), score=3)
    after, gone, room, events = sides.drop(one)
    assert events[2:8] == (
        Appeared((("*", (0, 5)),), 1),
        Moved((("*", (0, 5), (17, 5)),), 1),
        Locked((("*", (17, 5)),), 1),
        Completed(tuple((17, column) for column in range(11)), 1, 1),
        Vanished(tuple(("OOOOO*OOOOO"[column], (17, column)) for column in range(11)), 1, 1),
        Scored(25 + 36, (17, 5), "(1 + 4)² + (2 + 4)²", 1),
    )
    assert (gone, room, after.placed, after.score) == (0, True, 0, 64), "the drop itself cleared nothing"
    assert rows(after.cells, 1) == ["IIII......."]
