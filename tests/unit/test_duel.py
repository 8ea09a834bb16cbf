"""Duel: positions, moves, and the exact text of the result. Docstrings quote the rules (rules.md, 6. Duel)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from game import rng
from game.contract import Appeared, Ended, Event, Fell, Locked, Moved, Noted, Scored, Vanished
from game.kernel import Cells, fall, frozen
from game.rules import chain, duel
from game.rules.duel import Player, State, play, rate, start
from game.words import P_, Translator
from tests.boards import lowest_rows

EMPTY = "......"
CANCELLED = P_("{count} garbage block cancelled.", "{count} garbage blocks cancelled.")
FALLING = P_("Nothing vanished, so {count} garbage block falls.", "Nothing vanished, so {count} garbage blocks fall.")
SENT = P_("{count} garbage block for {target}.", "{count} garbage blocks for {target}.")


def board(picture: str) -> Cells:
    """Returns all 13 rows of a field from its lowest rows, separated by spaces."""
    return frozen(lowest_rows(picture, chain.LETTERS, (13, 6)))


def side(picture: str = "", blocks: str = "rg", seat: int = 0, **changes: Any) -> Player:
    """Returns a player with locked blocks and a pair in play (axis, satellite); only yellow pairs follow."""
    colours = chain.LETTERS.index(blocks[0]), chain.LETTERS.index(blocks[1])
    field = chain.State(board(picture), chain.Pair(colours), ((4, 4), (4, 4)), rng.standard(0), 4)
    known = {name: changes.pop(name) for name in ("score", "all_clear") if name in changes}
    return Player(replace(field, **known), rng.standard(seat + 1), **changes)


def position(one: Player | None = None, two: Player | None = None, **changes: Any) -> State:
    return State((one or side(), two or side("", "by", 1)), **changes)


def drawn(state: State, seat: int, pairs: bool = False) -> str:
    """Returns a board's rows from the highest block down, by default without the pair in play."""
    rows = list(duel.view(state if pairs else replace(state, ended=True)).boards[seat].rows)
    while rows and rows[0] == EMPTY:
        del rows[0]
    return " ".join(rows)


def after(state: State, words: str) -> State:
    for word in words.split():
        state, _events = play(state, word)
    return state


def events(state: State, word: str, kind: type[Event]) -> list[Any]:
    return [event for event in play(state, word)[1] if isinstance(event, kind)]


def started(seed: int = 0, colours: int = 4) -> State:
    return start({"colours": colours}, seed)


def by_hand(seed: int, *limits: int) -> list[int]:
    """Draws numbers by a second implementation of the standard generator."""
    m, k, numbers = 2**31 - 1, 1 + seed % (2**31 - 2), []
    for _ in range(8):
        k = 48271 * k % m
    for limit in limits:
        k = 48271 * k % m
        while k >= m // limit * limit:
            k = 48271 * k % m
        numbers.append(k % limit)
    return numbers


# The players, their turns and pairs.


# Play.


def test_placement_is_where_the_pair_to_move_is() -> None:
    state = started()
    assert duel.placement(state) == duel.placement(after(state, "left right")) != duel.placement(after(state, "left"))
    assert duel.placement(after(state, "left drop")) == duel.placement(state), "the other player's pair is the same one"


def test_down_scores_nothing() -> None:
    """(`down` scores nothing here)"""
    state = after(position(), "down down down")
    assert duel.view(state).scores == (0, 0) and not events(position(), "down", Scored)
    assert drawn(state, 0, pairs=True).startswith("..g... ..r...") and state.turn == 0
    assert after(position(), "down " * 11).turn == 0
    locked = after(position(), "down " * 12)
    assert (drawn(locked, 0), locked.turn) == ("..g... ..r...", 1)


# Garbage.


def test_garbage_falls_like_a_block_and_is_in_no_group() -> None:
    """It falls like a block, is in no group"""
    assert drawn(after(position(side("o..... o..... rrr...")), "right drop"), 0) == "o..g.."
    assert drawn(after(position(side("oooo.. oooo..")), "drop"), 0) == "..g... ..r... oooo.. oooo.."


@pytest.mark.parametrize(
    ("picture", "left"),
    [
        ("rrr.oo", "...g.o"),
        (".o.... oo.... rrr.oo", ".o.g.o"),
        ("rrr... oooooo", "...goo"),
    ],
)
def test_garbage_vanishes_with_what_touches_it(picture: str, left: str) -> None:
    """… and vanishes together with a vanishing coloured block that touches it up, down, left or right"""
    assert drawn(after(position(side(picture)), "right drop"), 0) == left


def test_only_in_the_visible_rows_does_garbage_vanish() -> None:
    """(both in the visible rows)"""
    rest = "by.... yb.... " * 4 + "by...."
    state = position(side("o..... r..... r..... r..... " + rest))
    assert state.players[0].field.cells[0, 0] == chain.GARBAGE
    assert drawn(after(state, "left drop"), 0) == "og.... " + rest


@pytest.mark.parametrize(
    ("pair", "points"),
    [(1, 70), (64, 70), (65, 52), (80, 52), (81, 39), (96, 39), (97, 29), (113, 21), (129, 15), (145, 11), (161, 8),
     (177, 6), (193, 4), (209, 3), (225, 2), (241, 1), (257, 1), (10**9, 1)],
)  # fmt: skip
def test_rate_falls_with_the_number_of_pairs(pair: int, points: int) -> None:
    """`rate` is 70 for a player's pairs 1 to 64, and for every 16 pairs begun after these it becomes
    `max(1, rate * 3 // 4)`: 52 for pairs 65 to 80, 39 for 81 to 96, and so on."""
    assert rate(pair) == points


def test_pairs_are_counted_for_each_player() -> None:
    state = started(1)
    assert [player.pair for player in state.players] == [1, 1]
    assert [player.pair for player in after(state, "left drop").players] == [2, 1]
    assert [player.pair for player in after(state, "left drop drop").players] == [2, 2]


TRIPLE = "rrr..."
"""A red block in the fourth column scores 40 points."""


@pytest.mark.parametrize(
    ("remainder", "pair", "sent", "left"),
    [(0, 1, 0, 40), (29, 1, 0, 69), (30, 1, 1, 0), (69, 1, 1, 39), (12, 65, 1, 0), (0, 81, 1, 1), (0, 97, 1, 11)],
)
def test_points_become_garbage(remainder: int, pair: int, sent: int, left: int) -> None:
    """`points = score of this turn + remainder`; `sent = points // rate`, `remainder = points % rate`"""
    state = after(position(side(TRIPLE, "rg", remainder=remainder, pair=pair)), "right drop")
    assert (state.players[1].pending, state.players[0].remainder) == (sent, left)
    assert duel.view(state).fields["pending"] == [0, sent]


def test_a_remainder_becomes_garbage_when_the_rate_falls() -> None:
    """… also in a turn that scores nothing."""
    state = after(position(side("", "rg", remainder=69, pair=65)), "drop")
    assert (state.players[1].pending, state.players[0].remainder) == (1, 17)


def test_garbage_is_cancelled_before_the_rest_of_it_falls() -> None:
    """`sent` first cancels what is pending for the player … Then, if this turn vanished nothing"""
    state = position(side("", "rg", remainder=69, pair=65, pending=3))
    counts = [(event.message, event.values["count"]) for event in events(state, "drop", Noted)]
    assert counts == [(CANCELLED, 1), (FALLING, 2)]


@pytest.mark.parametrize(("waiting", "mine", "theirs"), [(0, 0, 5), (3, 0, 2), (5, 0, 0), (6, 1, 0), (40, 35, 0)])
def test_sent_garbage_cancels_pending_garbage(waiting: int, mine: int, theirs: int) -> None:
    """`sent` first cancels what is pending for the player, one for one; the rest is added to what is pending for the
    opponent."""
    state = position(side(".r.... rgg... rrgb..", "gb", pending=waiting), side("", "by", 1, pending=0))
    assert duel.view(after(state, "drop")).fields["pending"] == [mine, theirs]
    more = replace(state, players=(state.players[0], side("", "by", 1, pending=7)))
    assert duel.view(after(more, "drop")).fields["pending"] == [mine, theirs + 7]


def columns_by_hand(seed: int, left: int) -> list[int]:
    columns = [0, 1, 2, 3, 4, 5]
    for i, drawn_number in enumerate(by_hand(seed, *(6 - i for i in range(left)))):
        columns[i], columns[i + drawn_number] = columns[i + drawn_number], columns[i]
    return sorted(columns[:left])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("pending", [1, 5, 6, 9, 17, 29, 30, 31, 100])
@pytest.mark.parametrize("seed", [0, 11, 2**40])
def test_garbage_falls_on_the_field(seat: int, pending: int, seed: int) -> None:
    """`n = min(30, pending)` blocks fall on that player's field: `n // 6` in every column, then the `n % 6` left over
    in different columns … Player p draws from a generator of their own, standard(seed + p). … `pending` falls by n."""
    state = replace(started(seed), turn=seat)
    players = list(state.players)
    players[seat] = replace(players[seat], pending=pending)
    state = after(replace(state, players=(players[0], players[1])), "left left drop")
    n = min(30, pending)
    more = columns_by_hand(seed + seat + 1, n % 6)
    cells = state.players[seat].field.cells
    counts = (cells == chain.GARBAGE).sum(axis=0).tolist()
    assert counts == [n // 6 + (column in more) for column in range(6)]
    assert state.players[seat].pending == pending - n
    assert np.array_equal(cells, fall(cells)), "garbage stacks on existing blocks"
    assert (cells[-2:, 0] != chain.GARBAGE).all(), "garbage lands on the pair"


def test_garbage_above_the_hidden_row_is_discarded() -> None:
    """The blocks of a column stack on what is there; those that would lie above the hidden row are gone. `pending`
    falls by n."""
    tower = "b..... y..... " * 5
    state = after(position(side(tower, "rg", pending=30)), "drop")
    assert state.players[0].pending == 0
    counts = (state.players[0].field.cells == chain.GARBAGE).sum(axis=0).tolist()
    assert counts == [3, 5, 5, 5, 5, 5]


def test_events_of_a_turn_come_in_order() -> None:
    """**Order at a lock**: lock, fall and vanish to the end, score, cancel and send, garbage falls, the player's next
    pair appears (or the player loses), the turn passes."""
    state = position(side("", "rg", pending=2))
    _state, happened = play(after(state, "cw"), "drop")
    assert [type(event) for event in happened] == [Moved, Locked, Noted, Appeared, Fell, Appeared]
    assert all(event.board == 0 for event in happened)
    more = columns_by_hand(1, 2)
    rows = [13 - 1 - (column in (2, 3)) for column in more]
    assert happened[2] == Noted(FALLING, {"player": 1, "count": 2}, 0)
    assert happened[3] == Appeared(tuple(("o", (0, column)) for column in more), 0)
    assert happened[4] == Fell(tuple(("o", (0, column), (row, column)) for column, row in zip(more, rows, strict=True)))
    two = position(two=side(".r.... rgg... rrgb..", "gb", 1, pending=3), turn=1)
    _state, happened = play(two, "drop")
    assert [type(event) for event in happened] == [
        Moved, Locked, Vanished, Scored, Fell, Vanished, Scored, Noted, Noted, Appeared,
    ]  # fmt: skip
    assert {event.board for event in happened} == {1}
    assert happened[-3:-1] == (
        Noted(CANCELLED, {"player": 2, "count": 3}, 1),
        Noted(SENT, {"player": 2, "count": 2, "target": 1}, 1),
    )


# The end.

TALL = "..b... ..y... " * 5
"""Ten blocks in the third column; a pair on top fills it."""


def test_a_player_without_room_for_the_next_pair_loses() -> None:
    """When a player's next pair should appear (right after that, at the end of the own turn) and the cell (top visible
    row, column 2) is filled, that player loses there and then; the pair is not drawn in."""
    state, happened = play(position(side(TALL)), "drop")
    assert happened[-1] == Ended(2)
    shown = duel.view(state)
    assert (shown.over, shown.winner, shown.turn) == (True, 2, 0)
    assert drawn(state, 0, pairs=True) == "..g... ..r... " + TALL.strip()
    assert drawn(state, 1, pairs=True) == "", "no pair of either player is drawn in once the game is over"
    assert [each.piece for each in shown.boards] == [(), ()]
    assert duel.view(after(position(two=side(TALL, "rg", 1), turn=1), "drop")).winner == 1
    assert shown.fields["next"] == duel.view(position()).fields["next"]


@pytest.mark.parametrize(("scores", "winner"), [((10, 0), 1), ((0, 10), 2), ((7, 7), 0)])
def test_quit_ends_the_game_and_the_higher_score_wins(scores: tuple[int, int], winner: int) -> None:
    """`quit` or end of input: the higher score wins, equal scores draw."""
    state, happened = play(position(side(score=scores[0]), side(score=scores[1])), "quit")
    assert (state.ended, state.winner, happened) == (True, winner, (Ended(winner, board=1 if winner == 1 else 0),))
    assert duel.view(state).fields["over"] and not duel.moves(state)


# What is shown.


def test_figures_are_score_and_incoming_garbage() -> None:
    state = position(side(score=5, pending=3))
    assert duel.view(state).boards[0].figures == (("Score", 5), ("Incoming", 3))
    assert duel.view(state).figures == (("Player to move", 1), ("Chain", 0))
    assert duel.view(after(state, "quit")).figures == (("Winner", 1), ("Chain", 0))
    assert duel.view(after(position(), "quit")).figures == (("Winner", "–"), ("Chain", 0))


# Pending garbage as shown.


def test_pending_garbage_hangs_over_its_board_until_it_falls() -> None:
    state = position(side(pending=2), side(pending=9))
    one, two = duel.view(state).boards
    assert (one.coming_label, one.coming) == ("Garbage", (("o", (0, 0)), ("o", (0, 5))))
    assert len(two.coming) == 6, "at most one per column; the figure shows the total"
    fell = duel.view(after(state, "drop"))
    assert fell.boards[0].coming == () and fell.boards[1].coming == two.coming


@pytest.mark.parametrize(
    ("pending", "shown"),
    [
        (0, ""),
        (1, "o"),
        (5, "ooooo"),
        (6, "="),
        (9, "=ooo"),
        (29, "====oo"),
        (30, "@"),
        (67, "@@=o"),
        (10**9, "@@@@@@"),
    ],
)
def test_pending_garbage_is_shown_as_rocks_rows_and_blocks(pending: int, shown: str) -> None:
    board = duel.view(position(two=side(pending=pending))).boards[1]
    assert "".join(board.waiting) == shown and set(shown) <= set(duel.GAME.symbols)
    assert len({duel.GAME.symbols[symbol].form for symbol in "o=@"}) == 3, "they differ without colour"


def test_notice_announces_garbage_and_how_to_stop_it() -> None:
    state = position(side(pending=2), side(pending=9))
    notice = duel.view(state).notice
    assert notice and Translator()(notice.message, **notice.values) == "2 garbage blocks fall if nothing vanishes."
    assert duel.view(position(side(), side(pending=9))).notice is None
    assert duel.view(play(state, "quit")[0]).notice is None
