"""Tests of the table that says what each trick saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from prelit import gains
from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.visits import PageVisit


def visit(name: str, network: str, which: str, time: float, cpu: float) -> PageVisit:
    """Returns a visit during which a megabyte arrived, and another one afterwards."""
    requests = [["a", 0, time / 2, 0, 1_000_000], ["b", 0, time * 2, 0, 1_000_000]]
    return PageVisit(name, network, which, time, None, {}, requests, [], cpu)


def test_every_build_is_compared_with_the_complete_one() -> None:
    found = [
        visit(name, *key, 1000 * slow * share, 500 * slow * share)
        for slow in (1, 3, 2)
        for name, share in (("nothing", 1), ("bytecode", 1.5))
        for key in gains.COUNTED
    ]
    lines = list(gains.table(found, 3))
    assert lines[2].count("|") == 9 and "time: later, localhost" in lines[2]
    assert [cell.strip() for cell in lines[-1].strip("|").split("|")] == [
        "bytecode", "1,000", *["1.50 (1.50 to 1.50)"] * 6
    ]  # fmt: skip


def test_each_trick_that_may_save_time_is_switched_off_once_and_then_all_are() -> None:
    *each, everything = map(gains.label, gains.EACH)
    assert set(each) == TRICKS.keys() - {"progress", "early"} and everything == "everything"


def test_no_run_is_refused_before_anything_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gains", str(tmp_path), "--runs", "0"]) == 2
    assert "ask for at least one run" in capsys.readouterr().err
