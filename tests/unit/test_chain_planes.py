"""Chain's boards as bit planes do what its rule does, whatever is on them and however many there are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.kernel import batch, fall
from game.rules.chain import COLUMNS, ROWS, settle, vanishing
from game.rules.chain_planes import fallen, packed, resolved, unpacked
from game.rules.chain_planes import vanishing as vanishing_planes

few = settings(max_examples=40, derandomize=True)


@st.composite
def fields(draw: st.DrawFn) -> np.ndarray:
    """Any number of fields of up to five colours, with gaps, full to the hidden row or empty."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    count, colours = draw(st.integers(1, 9)), draw(st.integers(1, 5))
    cells = random.integers(1, colours + 1, (count, ROWS, COLUMNS)).astype(np.int8)
    return batch(cells * (random.random(cells.shape) < draw(st.sampled_from((0.0, 0.3, 0.7, 1.0)))))


@few
@given(fields())
def test_packed_and_back(cells: np.ndarray) -> None:
    assert np.array_equal(unpacked(packed(cells), len(cells)), cells)


@few
@given(fields())
def test_blocks_fall_and_vanish_as_by_the_rule(cells: np.ndarray) -> None:
    planes = fallen(packed(cells))
    assert np.array_equal(unpacked(planes, len(cells)), fall(cells))
    going = unpacked(np.stack([vanishing_planes(planes)] + [np.zeros_like(planes[0])] * 2), len(cells))
    assert np.array_equal(going != 0, vanishing(fall(cells)))


@few
@given(fields())
def test_chains_run_to_their_end_as_by_the_rule(cells: np.ndarray) -> None:
    wanted, (planes, links) = settle(cells), resolved(packed(cells))
    assert np.array_equal(unpacked(planes, len(cells)), wanted.cells)
    assert links[: len(cells)].tolist() == wanted.links.tolist()
    assert not links[len(cells) :].any()


@pytest.mark.parametrize("count", [0, 1, 4, 1000])
def test_any_number_of_full_fields(count: int) -> None:
    cells = batch(np.random.default_rng(count).integers(1, 5, (count, ROWS, COLUMNS)).astype(np.int8))
    planes, links = resolved(packed(cells))
    assert np.array_equal(unpacked(planes, count), settle(cells).cells)
    assert (links[:count] > 0).sum() >= 0.9 * count
