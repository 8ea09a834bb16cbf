"""What cannot be read in a store is put aside whole and reported once, whatever is written afterwards."""

from __future__ import annotations

import json
from datetime import date
from typing import NamedTuple

import pytest

from game.player.player_data import PROBLEMS, SOURCES
from game.player.settings import Settings
from game.session.notebook import Notebook, StudyCard
from game.session.problem_book import Attempt, ProblemBook
from game.session.reader import Format, OtherVersion, many, whole
from game.store import names, races
from game.store.collection import Collection, Kind
from game.store.dailies import Dailies
from game.store.kept_exercises import NOTEBOOK
from game.store.store import Store
from tests.storage import empty_store
from tests.unit.test_player_data import data_in, finished_in, play_to_the_end

pytestmark = pytest.mark.native  # only texts: the same inside Pyodide


def imported() -> Store:
    """Returns a store with something of each kind, to be imported elsewhere."""
    store = empty_store()
    play_to_the_end(finished_in(store), 1)
    Dailies(store).begin("chain", date(2026, 11, 21))
    Collection(store, NOTEBOOK).put(Notebook([StudyCard("Imported", "left", "up")]))
    Collection(store, PROBLEMS).put(ProblemBook([Attempt("Imported", 5, solved=True)]))
    Collection(store, races.BESTS).put([("imported/1/", 5, "code")])
    Collection(store, SOURCES).put((("imported", "x = 1"),))
    return store


class Case(NamedTuple):
    """A kind of data with two rows in one text, of which the first can be damaged."""

    name: str
    form: int
    text: str
    good: str
    bad: str
    """A part of the first row, and what replaces it."""
    rest: str = ""
    """The rows that stay in use, if they are independent."""


CARDS = '[["DeF","left","up",0,9],["GhI","left","up",1,9]]'
ATTEMPTS = '[["DeF",9,true],["GhI",10,false]]'
RECORDS = "[[1,9,58,4,false,3],[2,10,60,4,false,3]]"
TOTALS = '{"dropped":0,"records":' + RECORDS + ',"totals":[0,0,0,0,null,null]}'
CASES = [
    Case(names.STATISTICS, 2, '{"form":2,"feats":{},"presets":{"nineteen/1/":{"other":' + TOTALS + "}}}", "58", '"58"'),
    Case(names.DAILY, 1, '{"form":1,"games":{"chain":[[20261119,5,false],[20261120,6,false]]}}', "5,", '"5",'),
    Case(names.NOTEBOOK, 1, '{"kesu":"notebook","form":1,"cards":' + CARDS + "}", ",0,9", ",7,9", '["GhI"'),
    Case(names.PROBLEMS, 1, '{"kesu":"problems","form":1,"attempts":' + ATTEMPTS + "}", ",9,", ",-9,", '["GhI"'),
    Case(names.BESTS, 1, '[["a/1/",7,"old"],["b/1/",8,"mine"]]', "7", '"7"', '["b/1/",8,"mine"]'),
    Case(names.WORKSHOP, 1, '[{"name":"a","text":"y"},{"name":"b","text":"z"}]', '"y"', "7", '{"name":"b","text":"z"}'),
]  # fmt: skip

each_kind = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def set_aside(case: Case, text: str, place: str) -> Store:
    """Imports into a store with this text, which must be put aside to this place and reported once."""
    store = empty_store()
    store.put(case.name, text)
    backup = data_in(imported()).export(Settings())
    data_in(store).take(backup, Settings())
    data_in(store).take(backup, Settings())
    assert store.get(place) == text and store.get(f"{place}#2") is None
    assert "mported" in data_in(store).export(Settings()), "what was imported is in use"
    assert len(store.refusals) == 1
    return store


@each_kind
@pytest.mark.parametrize("text", ["{", "null", "7", '"' + "x" * 12_000_000 + '"'], ids=lambda text: text[:4])
def test_a_damaged_text_survives_an_import(case: Case, text: str) -> None:
    set_aside(case, text, names.damaged(case.name))


@each_kind
def test_a_newer_text_survives_an_import_and_comes_back(case: Case) -> None:
    newer = json.dumps({"form": case.form + 1, "unknown": case.text})
    place = names.other(f"form {case.form + 1}", case.name)
    store = set_aside(case, newer, place)
    assert isinstance(store.refusals[0], OtherVersion)
    assert store.get(names.damaged(case.name)) is None
    store.put(case.name, newer + " ")
    data_in(store).export(Settings())
    assert (store.get(place), store.get(f"{place}#2")) == (newer, newer + " "), "neither replaces the other"
    mine = names.other(f"form {case.form}", case.name)
    for number in ("", "#2"):
        store.put(mine + number, case.text)  # as the later version would have left it to this one
    data_in(store).export(Settings())
    assert store.get(mine) is None and store.get(f"{mine}#2") is None
    assert case.rest in (store.get(case.name) or "")


@each_kind
def test_one_bad_row_loses_no_other_row(case: Case) -> None:
    text = case.text.replace(case.good, case.bad, 1)
    store = set_aside(case, text, names.damaged(case.name))
    assert case.rest in (store.get(case.name) or "")


@each_kind
def test_undamaged_texts_are_neither_moved_nor_reported(case: Case) -> None:
    store = empty_store()
    store.put(case.name, case.text)
    data_in(store).export(Settings())
    assert (store.get(case.name), store.refusals) == (case.text, [])


def test_what_is_too_long_to_be_kept_is_not_shown_either() -> None:
    """A change whose text is refused is gone, and what was kept before stays."""
    form = Format(shape=many(whole()), longest=100)
    kept = Collection(empty_store(), Kind[list[int]]("numbers", form, list, json.loads, json.dumps, list.__add__))
    kept.put([1])
    kept.change(lambda data: data.extend(range(100)))
    assert kept.all() == [1]
