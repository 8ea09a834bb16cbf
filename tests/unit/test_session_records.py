"""Statistics: exact totals, bounded records, and merging that loses nothing and counts nothing twice."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.contract import BadInput
from game.rules import game
from game.session import Session, records
from game.session.records import (
    MOST_BINS,
    MOST_RECORDS,
    Feat,
    Record,
    Records,
    Totals,
    against_computer,
    merge,
    preset_of,
)
from tests.examples import at_most

pytestmark = pytest.mark.native  # only texts and files: the same inside Pyodide

Deed = tuple[str, str, tuple[int, int, int, bool, int | None]]

games = st.tuples(
    st.integers(0, 30), st.integers(-5, 50), st.integers(0, 9), st.booleans(), st.none() | st.integers(0, 3)
)
deeds = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["play", "play", "a", "b", "c", "load"]), games))


def played(*scores: int, device: str = "a", preset: str = "p") -> Records:
    found = Records(device)
    for at, score in enumerate(scores):
        found.add(preset, at, score, 60, False, 7)
    return found


def together(*all_of_them: Records) -> Records:
    first, *others = all_of_them
    for other in others:
        first = merge(first, other)
    return first


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_RECORDS", 4)


def test_the_totals_of_a_preset() -> None:
    found = played(10, 40, 20)
    found.add("p", 9, 30, 5, True, None)
    found.add("p", 9, 99, 5, True, None)
    totals = found.totals("p")
    assert totals is not None
    assert totals.best_unassisted == 40
    assert totals == Totals(5, 199, 190, 2, 99, 40) and (totals.mean, found.median("p")) == (39.8, 30.0)
    assert found.totals("q") is None
    assert found.presets == ("p",)
    assert found.games("p")[0] == Record(1, 0, 10, 60, False, 7)
    assert played(1, 2).median("p") == 1.5


def simulate(deeds: list[Deed]) -> tuple[dict[str, Records], dict[str, dict[str, list[Any]]]]:
    """Simulates three devices that play and import from each other, with all the games each one knows."""
    devices = {name: Records(name) for name in "abc"}
    known: dict[str, dict[str, list[Any]]] = {name: {other: [] for other in "abc"} for name in "abc"}
    for who, deed, finished in deeds:
        if deed == "play":
            devices[who].add("p", *finished)
            known[who][who].append(finished)
        elif deed == "load":
            devices[who] = Records.from_text(devices[who].text(), who)
        else:
            devices[who] = merge(devices[who], devices[deed])
            for of in "abc":
                known[who][of] = max(known[who][of], list(known[deed][of]), key=len)
    return devices, known


@settings(max_examples=at_most(200))
@given(deeds=deeds)
def test_merging_loses_nothing_and_counts_nothing_twice(deeds: list[Deed]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "MOST_RECORDS", 4)
        devices, known = simulate(deeds)
        for name, found in devices.items():
            games = [finished for each in known[name].values() for finished in each]
            totals = found.totals("p")
            if not games:
                assert totals is None
                continue
            assert totals is not None
            assert totals.games == len(games)
            assert totals.seconds == sum(seconds for _at, _score, seconds, _assisted, _seed in games)
            assert totals.mean == sum(score for _at, score, *_ in games) / len(games)
            assert totals.best == max(score for _at, score, *_ in games)
            alone = [score for _at, score, _seconds, assisted, _seed in games if not assisted]
            assert totals.best_unassisted == max(alone, default=None)
            assert totals.assisted == len(games) - len(alone)
            kept = found.games("p")
            assert len(kept) <= 4  # fewer than four of more games where two devices had dropped different ones
            assert len(kept) == len(games) or len(games) > 4
            assert {tuple(record[1:]) for record in kept} <= set(games)


@settings(max_examples=at_most(100))
@given(deeds=deeds)
def test_merging_is_the_same_either_way_and_twice(deeds: list[Deed]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "MOST_RECORDS", 4)
        devices, _known = simulate(deeds)
        a, b, c = devices.values()
        both = merge(a, b)
        assert both.text() == merge(b, a).text()
        assert both.text() == merge(both, b).text() == merge(a, both).text()
        assert merge(a, a).text() == a.text()
        assert (both.device, merge(b, a).device) == ("a", "b")
        one, other = together(a, b, c).totals("p"), together(c, b, a).totals("p")
        assert one == other


@given(one=st.lists(games, max_size=9), other=st.lists(games, max_size=9), shared=st.lists(games, max_size=3))
def test_devices_of_one_name_are_distinguished_by_their_contents(
    one: list[Any], other: list[Any], shared: list[Any]
) -> None:
    left, right = Records("same"), Records("same")
    for found, own in ((left, one), (right, other)):
        for finished in [*shared, *own]:
            found.add("p", *finished)
    merged = merge(left, right)
    assert merged.text() == merge(right, left).text()
    assert set(merged.games("p")) == {*left.games("p"), *right.games("p")}


def test_merging_does_not_change_what_is_merged() -> None:
    a, b = played(1, 2), played(3, device="b")
    before = a.text(), b.text()
    merge(a, b).add("p", 1, 1, 1, False, None)
    assert (a.text(), b.text()) == before


@pytest.mark.usefixtures("few")
def test_the_oldest_are_dropped_but_counted() -> None:
    found = together(played(100, 5, 5), played(6, 6, 6, device="b"))
    assert [record.score for record in found.games("p")] == [5, 6, 5, 6]
    totals = found.totals("p")
    assert totals is not None
    assert (totals.games, totals.best) == (6, 100)


def test_two_thousand_records_are_kept_and_fit() -> None:
    found = played(*range(MOST_RECORDS + 500))
    totals = found.totals("p")
    assert totals is not None
    assert totals.games == MOST_RECORDS + 500
    assert len(found.games("p")) == MOST_RECORDS
    assert len(found.text()) < 100_000
    assert Records.from_text(found.text(), "a").text() == found.text()


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=40))
def test_bins_hold_every_game_once_within_round_bounds(scores: list[int]) -> None:
    bins = played(*scores).distribution("p")
    assert 1 <= len(bins) <= MOST_BINS
    width = bins[0].high - bins[0].low + 1
    assert str(width).strip("0") in ("1", "2", "5")
    for bin in bins:
        assert bin.low % width == 0
        assert bin.games == sum(bin.low <= score <= bin.high for score in scores)
    assert all(one.high + 1 == other.low for one, other in pairwise(bins))
    assert sum(bin.games for bin in bins) == len(scores)
    assert bins[0].games and bins[-1].games


def test_an_impossible_game_is_not_added() -> None:
    found = Records("a")
    for at, score, seconds, seed in ((-1, 1, 1, 1), (1, 1, -1, 1), (1, 10**16, 1, 1), (1, 1, 1, -1)):
        with pytest.raises(ValueError):
            found.add("p", at, score, seconds, False, seed)
    with pytest.raises(ValueError):
        found.add("p" * 300, 1, 1, 1, False, 1)
    assert found.presets == ()
    assert found.add("p", 1, 1, 1, False, 10**999).seed is None


def test_a_preset_is_a_game_its_rules_version_and_options() -> None:
    assert preset_of(Session(game("push-clear"), {"size": 5}, 9)) == "push-clear/1/size=5"
    assert preset_of(Session(game("push-clear"))) == "push-clear/1/"


GOOD = json.loads(together(played(1, 2), played(3, device="b")).text())


LINE = GOOD["presets"]["p"]["a"]


@pytest.mark.parametrize(
    "line",
    [
        LINE | {"dropped": 1},
        LINE | {"records": LINE["records"][::-1]},
        LINE | {"records": LINE["records"][:1] * 2},
        LINE | {"records": []},
        LINE | {"totals": [1, 5, 60, 0, 5, 5]},
        LINE | {"dropped": 1, "totals": [1, 5, 60, 0, 5, 5]},
        {"dropped": 3, "totals": [2, 5, 60, 0, 5, 5], "records": []},
        {"dropped": 1, "totals": [1, 5, 60, 0, 4, 4], "records": []},
        {"dropped": 1, "totals": [1, 5, 60, 0, 5, None], "records": []},
        {"dropped": 1, "totals": [1, 5, 60, 1, 5, 5], "records": []},
        {"dropped": 1, "totals": [1, 5, 60, 2, 5, None], "records": []},
        LINE | {"records": [[number, 0, 0, 0, False, None] for number in range(1, MOST_RECORDS + 2)]},
    ],
)
def test_impossible_records_are_refused(line: Any) -> None:
    with pytest.raises(BadInput, match="damaged"):
        Records.from_text(json.dumps({"form": 1, "presets": {"p": {"a": line}}}), "a")


@pytest.mark.parametrize(
    "text", ["", "{}", "[", "null", "[" * 100_000, '{"form":2,"presets":{}}', '"' + "x" * 6_000_000]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Records.from_text(text, "a")


@pytest.mark.parametrize("name", ["", "chain", "chain/1", "///", "a/1/=&=", "x=y"])
def test_an_unknown_preset_can_be_shown(name: str) -> None:
    assert not against_computer(name)


def test_feats_are_kept_and_assisted_ones_are_marked() -> None:
    found = played(1)
    found.note_feats("p", {"chain": 5, "rows": 2}, assisted=True)
    found.note_feats("p", {"chain": 4}, assisted=False)
    found.note_feats("p", {"rows": 2}, assisted=False)
    found.note_feats("q", {}, assisted=False)
    assert found.feats("p") == {"chain": Feat(5, True), "rows": Feat(2, False)} and not found.feats("q")
    read = Records.from_text(found.text(), "b")
    assert read.text() == found.text() and read.feats("p") == found.feats("p")
    other = played(2, device="b")
    other.note_feats("p", {"chain": 6}, assisted=False)
    for both in (merge(found, other), merge(other, found)):
        assert both.feats("p") == {"chain": Feat(6), "rows": Feat(2)}
    with pytest.raises(ValueError, match="invalid counts"):
        found.note_feats("p", {"chain": 0}, assisted=False)


def test_records_in_the_previous_format_are_read() -> None:
    text = json.loads(played(1, 2).text())
    del text["feats"]
    old = Records.from_text(json.dumps(text | {"form": 1}), "a")
    assert old.text() == played(1, 2).text()
