"""What waits above a board: where it is shown, and what a chain sent or cancelled."""

from __future__ import annotations

import pytest

from game.contract import Appeared, Board, Marks, Scored, Vanished
from game.effects.animation import Phase, announced
from game.effects.waiting import hung, newly, source


def test_waiting_icons_fill_free_cells_of_the_top_row_from_the_left() -> None:
    board = Board((".r....", "......"), waiting=("@", "=", "o"), coming=(("o", (0, 5)),))
    assert hung(board).coming == (("@", (0, 0)), ("=", (0, 2)), ("o", (0, 3)))
    moved = Board(("..r...", "......"), waiting=("@", "=", "o"))
    assert hung(moved).coming == (("@", (0, 0)), ("=", (0, 1)), ("o", (0, 3))), "it steps aside for a piece"
    assert len(hung(Board(("..rr..",), waiting=("o",) * 6)).coming) == 4, "as much as has room"
    calm = Board(("......",), coming=(("o", (0, 5)),))
    assert hung(calm) is calm, "nothing is done for a board above which nothing waits"


def _marks(symbols: str) -> Marks:
    return tuple((symbol, (0, column)) for column, symbol in enumerate(symbols))


@pytest.mark.parametrize(
    ("before", "after", "sent", "cancelled"),
    [
        ("", "oo", "oo", ""),
        ("o", "=o", "=", ""),
        ("=ooo", "ooo", "", "="),
        ("@", "==", "==", "@"),
        ("=o", "=o", "", ""),
    ],
)
def test_only_new_icons_fly_and_only_lost_ones_burst(before: str, after: str, sent: str, cancelled: str) -> None:
    assert "".join(symbol for symbol, _cell in newly(_marks(before), _marks(after))) == sent
    assert "".join(symbol for symbol, _cell in newly(_marks(after), _marks(before))) == cancelled


def test_it_flies_from_where_the_last_link_vanished() -> None:
    links = (
        Vanished((("r", (9, 0)),), 1, 1),
        Scored(40),
        Vanished((("g", (5, 2)), ("g", (5, 3)), ("g", (5, 4))), 2, 1),
        Appeared((("b", (0, 2)),)),
    )
    assert source(links) == (1, "g", (5, 3))
    assert source((Scored(5), Appeared((("b", (0, 2)),)))) is None, "what falls or is undone sends nothing"


def test_rows_of_garbage_are_gone_when_it_appears_in_their_place() -> None:
    waits = (("=", (0, 0)), ("o", (0, 1)), ("o", (0, 3)))
    falls = Appeared(tuple(("o", (0, column)) for column in range(6)))
    assert announced(Phase(100, ("......",), cues=(falls,)), waits)[1] == ()
