"""Chain's bot: its advice gives a true reason, and its search is right (the rest: test_every_bot.py)."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots import EFFORT, advise, bot_for
from game.bots.chain.core import (
    PLACEMENTS,
    adjacent,
    has_ended,
    heights,
    open_columns,
    packed,
    placed,
    resolved,
    triggers,
    unique,
)
from game.bots.chain.evaluation import waiting
from game.bots.chain.pairs import places
from game.rules import chain
from game.rules.chain import COLUMNS, ROWS, State, play, start
from tests.advised import played
from tests.boards import lowest_rows, settle, unpacked

few = settings(max_examples=12, derandomize=True)


def stack(seed: int, colours: int = 4) -> np.ndarray:
    """Returns a settled board, from empty to full."""
    random = np.random.default_rng(seed)
    height = random.integers(0, random.integers(2, ROWS + 2), COLUMNS)
    cells = random.integers(1, colours + 1, (ROWS, COLUMNS)).astype(np.int8)
    cells[np.arange(ROWS)[:, None] < ROWS - height] = 0
    return np.ascontiguousarray(settle(cells).cells)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draws a settled board and a pair that may have moved already."""
    colours = draw(st.integers(3, 5))
    state = start({"colours": colours}, draw(st.integers(0, 1000)))
    cells = stack(draw(st.integers(0, 2**32)), colours)
    state = replace(state, cells=cells, pair=None if cells[chain.START] else state.pair)
    for word in draw(st.lists(st.sampled_from(("left", "right", "cw", "ccw", "tick")), max_size=8)):
        state, _events = play(state, word)
    return state


def position(rows: str, pair: str = "rg", following: tuple[str, str] = ("by", "by")) -> State:
    """Returns a state from its lowest rows as text and the colours of the pair (axis first) and the next two."""
    cells = lowest_rows(rows, chain.LETTERS, (ROWS, COLUMNS))
    axis, satellite = map(chain.LETTERS.index, pair)
    nexts = tuple((chain.LETTERS.index(pair[0]), chain.LETTERS.index(pair[1])) for pair in following)
    return replace(start({"colours": 4}, 0), cells=cells, pair=chain.Pair((axis, satellite)), next=nexts)


@few
@given(positions(), st.integers(1, EFFORT - 2))
def test_advice_ends_in_a_drop_and_its_reason_is_true(state: State, effort: int) -> None:
    for advice in filter(attrgetter("words"), bot_for(chain.GAME).think(chain.GAME, state, effort, 7)):
        assert advice.words[-1] == "drop" and "drop" not in advice.words[:-1]
        after = played(chain.GAME, state, advice)
        if "sets off" in advice.reason:
            assert after.chain == advice.values["links"]
        elif "will then set off" in advice.reason:
            assert int(waiting(packed(after.cells[None]), state.colours)[0][0]) == advice.values["links"]


def test_bot_gives_the_right_reason() -> None:
    assert advise(chain.GAME, position(""), 1).nudge.startswith("No chain is ready")
    joins = advise(chain.GAME, position("r.....", "rb"), 1)
    assert joins.reason.startswith("It brings blocks of one colour together")
    waits = advise(chain.GAME, position("..g... .gg... grr...", "by"), 1)
    assert "set off a {links}-chain" in waits.reason and waits.values == {"links": 2}
    sets_off = advise(chain.GAME, position("..g... .gg... grr...", "rr"), 1)
    assert "sets off" in sets_off.reason and sets_off.values == {"links": 2}


def test_bot_fires_its_chain_rather_than_lose() -> None:
    """The third column is nearly full, and only a red block on the red group makes room."""
    rows = "..r... ..r... ..r... " + "gbgbgb ybybyb " * 4
    state = position(rows, "ry", ("gb", "yb"))
    after = played(chain.GAME, state, advise(chain.GAME, state, 3))
    assert not chain.over(after) and after.chain


@pytest.mark.slow("a bot plays whole games")
def test_more_effort_builds_longer_chains() -> None:
    def longest(effort: int) -> int:
        state, best = start({"colours": 4}, 2), 0
        for _ in range(40):
            if not chain.over(state):
                state = played(chain.GAME, state, advise(chain.GAME, state, effort))
                best = max(best, state.chain)
        return best

    assert longest(1) < longest(2)


# The boards.


@pytest.mark.native
@few
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 4))
def test_search_places_pairs_like_the_game(seed: int, axis: int, satellite: int) -> None:
    """Every board with a pair laid can be reached by the game's own inputs."""
    cells = stack(seed)
    if cells[chain.START]:
        return
    state = replace(start({"colours": 4}, 0), cells=cells, pair=chain.Pair((axis, satellite)))
    reached = {settle(_with(cells, pair)).cells.tobytes() for pair in places(state)}
    after = placed(packed(cells[None]), np.array([axis]), np.array([satellite])).planes
    assert {
        np.ascontiguousarray(board).tobytes() for board in [settle(cells).cells for cells in unpacked(after)]
    } <= reached


def _with(cells: np.ndarray, pair: chain.Pair) -> np.ndarray:
    cells = cells.copy()
    for colour, cell in zip(pair.colours, pair.cells, strict=True):
        cells[cell] = colour
    return cells


def test_empty_board_has_every_placement_once() -> None:
    empty = packed(np.zeros((1, ROWS, COLUMNS), np.int8))
    assert len(placed(empty, np.array([1]), np.array([2])).source) == len(PLACEMENTS) == 22
    assert len(placed(empty, np.array([1]), np.array([1])).source) == 11


def test_a_full_column_is_a_wall() -> None:
    height = np.array([[0, 12, 0, 11, 13, 0], [12, 0, 0, 0, 0, 12]])
    expected = [[False, False, True, True, False, False], [False, True, True, True, True, False]]
    assert open_columns(height.T).T.tolist() == expected


def test_no_pair_passes_a_wall() -> None:
    cells = np.zeros((1, ROWS, COLUMNS), np.int8)
    cells[0, chain.HIDDEN :, 1] = [1, 2] * 6
    boards, source = placed(packed(cells), np.array([3]), np.array([4]))
    assert len(source) == 4 + 6 + 4, "upright, side by side, and upside down, in four columns"
    assert not (unpacked(boards)[:, :, 0]).any()
    cells[0, -2:, 0] = 3
    assert len(triggers(packed(cells), 4).source) == 0, "the group behind the wall cannot be completed"


def test_a_board_has_ended_when_the_next_pair_has_no_room() -> None:
    cells = np.zeros((3, ROWS, COLUMNS), np.int8)
    cells[1][chain.START] = 4
    cells[2] = 4 - cells[1]
    assert has_ended(packed(cells)).tolist() == [False, True, False]


@few
@given(st.integers(0, 2**32))
def test_triggers_are_exactly_the_drops_that_start_a_chain(seed: int) -> None:
    board = stack(seed)
    height = heights(packed(board[None]))[:, 0]
    after = triggers(packed(board[None]), 4).planes
    links = resolved(after).links
    assert links.all() or height.max() > ROWS - chain.HIDDEN - 2, "only the hidden row can be in the way"
    found = {after[..., number].tobytes() for number in np.flatnonzero(links)}
    expected = set()
    for column in np.flatnonzero(open_columns(height[:, None])):
        for colour in range(1, 5):
            cells = board.copy()
            cells[ROWS - 2 - height[column] : ROWS - height[column], column] = colour
            if settle(cells).links:
                expected.add(packed(cells[None]).tobytes())
    assert found == expected


def test_the_longest_waiting_chain_and_its_points() -> None:
    two = position("..g... .gg... grr...").cells
    links, points = waiting(packed(np.stack([two, np.zeros_like(two)])), 4)
    assert (links.tolist(), points.tolist()) == ([2, 0], [10 * 4 * (1 + 8), 0])
    found = adjacent(packed(two[None]))
    assert found.tolist() == [3] and found.dtype == np.int64


@pytest.mark.parametrize("key", [[0, 0, 0], [0, 1, 0]])
def test_equal_boards_are_kept_once(key: list[int]) -> None:
    boards = packed(np.zeros((3, ROWS, COLUMNS), np.int8))
    assert unique(boards, np.array(key)).tolist() == sorted({key.index(k) for k in key})


def test_boards_with_the_same_block_in_another_column_are_all_kept() -> None:
    cells = np.zeros((COLUMNS, ROWS, COLUMNS), np.int8)
    cells[:, -1] = np.eye(COLUMNS)
    assert unique(packed(cells), np.zeros(COLUMNS, np.int64)).tolist() == list(range(COLUMNS))
