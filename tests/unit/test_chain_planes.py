"""Chain's bit planes give the same as its rules, for any contents and any number of boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.chain.core import packed, resolved
from game.kernel import batch
from game.rules.chain import COLUMNS, GARBAGE, ROWS
from tests.boards import settle, unpacked
from tests.examples import at_most

few = settings(max_examples=at_most(40), derandomize=True)


@st.composite
def fields(draw: st.DrawFn) -> np.ndarray:
    """Draws fields of up to five colours and garbage, with gaps, full to the hidden row or empty."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    count, colours = draw(st.integers(1, 9)), draw(st.integers(1, 6))
    cells = random.integers(1, colours + 1, (count, ROWS, COLUMNS)).astype(np.int8)
    return batch(cells * (random.random(cells.shape) < draw(st.sampled_from((0.0, 0.3, 0.7, 1.0)))))


@few
@given(fields())
def test_planes_settle_like_the_rules(cells: np.ndarray) -> None:
    wanted, (planes, links, _points) = [settle(each) for each in cells], resolved(packed(cells))
    assert np.array_equal(unpacked(planes), np.stack([each.cells for each in wanted]))
    assert links.tolist() == [each.links for each in wanted]


def test_memory_layout_of_planes() -> None:
    """Three planes for the bits of a colour's number; the lowest row is the lowest bit."""
    cells = np.zeros((5, ROWS, COLUMNS), np.int8)
    cells[0, ROWS - 1, 0] = 3
    cells[1, ROWS - 2, 0] = 1
    cells[4, 0, 5] = 4
    planes = packed(cells)
    assert (planes.shape, planes.dtype) == ((3, COLUMNS, 5), np.uint16)
    assert planes[:, 0].tolist() == [[1, 2, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert planes[2, 5].tolist() == [0, 0, 0, 0, 1 << (ROWS - 1)]
    assert np.count_nonzero(planes) == 4
    assert np.array_equal(unpacked(planes), cells)


def test_a_block_alone_over_a_gap_falls() -> None:
    cells = np.zeros((1, ROWS, COLUMNS), np.int8)
    cells[0, -2, 0] = 1
    assert unpacked(resolved(packed(cells)).planes)[0, -1, 0] == 1


def test_chain_lengths_are_counted() -> None:
    cells = np.zeros((3, ROWS, COLUMNS), np.int8)
    cells[0, -2:] = [[0, 0, 0, 3, 0, 1], [3, 3, 3, 1, 1, 1]]
    cells[1, -1] = [1, 1, 1, 1, 0, 0]
    cells[2, 0] = 2  # blocks in the hidden row fall, and then vanish
    _planes, links, _points = resolved(packed(cells))
    assert links.dtype == np.int64
    assert links.tolist() == [2, 1, 1]


def test_points_match_the_rules_without_bonuses() -> None:
    """One colour per link, groups of four, the field not empty; garbage does not count."""
    cells = np.zeros((3, ROWS, COLUMNS), np.int8)
    cells[0, -2:] = [[0, 0, GARBAGE, 3, 0, 1], [3, 3, 3, 1, 1, 1]]
    cells[1, -2:] = [[GARBAGE] * 6, [1, 1, 1, 1, 2, 2]]
    cells[2, -1] = [1, 1, 1, 2, 2, 2]
    _planes, links, points = resolved(packed(cells))
    assert points.tolist() == [settle(each).points for each in cells] == [10 * 4 * (1 + 8), 10 * 4, 0]
    assert links.tolist() == [settle(each).links for each in cells] == [2, 1, 0]


@pytest.mark.parametrize("count", [0, 1, 4, 1000])
def test_any_number_of_full_fields_settles(count: int) -> None:
    cells = batch(np.random.default_rng(count).integers(1, 5, (count, ROWS, COLUMNS)).astype(np.int8))
    planes, links, _points = resolved(packed(cells))
    assert unpacked(planes).tolist() == [settle(each).cells.tolist() for each in cells]
    assert (links > 0).sum() >= 0.9 * count
