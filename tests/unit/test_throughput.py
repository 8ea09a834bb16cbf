"""The benchmark's loops over lists give the same results as the rules over arrays, so its comparison is fair."""

from __future__ import annotations

import numpy as np
import pytest

from game import kernel
from game.bots.nineteen import evaluation as nineteen_evaluation
from game.bots.nineteen.core import outcomes
from game.bots.search.rows import packed
from game.rules import chain, push_clear
from tools.measure import plain_loops, throughput

pytestmark = pytest.mark.native  # texts and files are the same in Pyodide

MANY = 40


def test_benchmark_matches_placements_of_nineteen() -> None:
    rows, shapes, cells = throughput.stacks(MANY)
    after = outcomes(rows, shapes)
    evaluation = nineteen_evaluation.evaluated(after, shapes).alone
    for board in range(MANY):
        wanted = plain_loops.placements(cells[board].tolist(), int(shapes[board]))
        assert evaluation[after.board == board].tolist() == pytest.approx(wanted)


def test_benchmark_matches_fields_of_chain() -> None:
    boards = throughput.full_boards(MANY)
    settled = chain.settle(boards)
    for board in range(MANY):
        cells, links = plain_loops.resolve(boards[board].tolist())
        assert (settled.cells[board].tolist(), settled.links[board]) == (cells, links)


def test_benchmark_matches_runs_and_regions_of_lines() -> None:
    boards = throughput.balls(MANY) % 3
    five, label = kernel.runs(boards, 5), kernel.groups((boards == 0).view(np.int8))
    assert five.any()
    for board in range(MANY):
        cells = boards[board].tolist()
        for axis, wanted in enumerate(plain_loops.five(cells)):
            assert set(map(tuple, np.argwhere(five[axis, board]).tolist())) == wanted
        regions = {frozenset(region) for region in plain_loops.regions(cells)}
        numbers = set(label[board].ravel().tolist()) - {0}
        assert {frozenset(map(tuple, np.argwhere(label[board] == n).tolist())) for n in numbers} == regions


def test_benchmark_matches_pushes_and_drops() -> None:
    rooms = throughput.rooms(MANY)
    pushed, points, _possible = push_clear.push(rooms, "left")
    cleared, _full = push_clear.clear(pushed)
    piles = throughput.piles(MANY)
    dropped, _blocks = throughput.dropped(piles)
    for board in range(MANY):
        assert plain_loops.push(rooms[board].tolist()) == (cleared[board].tolist(), points[board])
        after, gone = plain_loops.drop(piles[1][board].tolist(), throughput.BLOCK)
        assert gone == dropped.gone[board]
        assert packed(np.array(after)).tolist() == dropped.rows[:, board].tolist()


def test_benchmark_counts_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throughput, "LONG", 0.001)
    assert throughput.rate(sum, [1, 2, 3], 3) > 0
