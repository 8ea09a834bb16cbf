"""The player's records: pages open at the same time count into one store and lose nothing of each other's."""

from __future__ import annotations

from datetime import date

import pytest

from game.rules import GAMES
from game.session import Session
from game.web.storage.dailies import Dailies
from game.web.storage.imported import ImportedSaves
from game.web.storage.records import Records
from game.web.storage.saves import Saves
from game.web.storage.settings import Settings
from game.web.storage.store import Store

pytestmark = pytest.mark.native  # texts: nothing can differ there


WORDS = ("left", "up", "right", "down")


def records_in(store: Store) -> Records:
    return Records(store, Dailies(store), ImportedSaves(Saves(store)), tuple(GAMES), lambda: "device")


def kept(store: Store, name: str, *words: str, seed: int = 1) -> str:
    """A game put into a store → its save."""
    session = Session(GAMES["chain"], {}, seed)
    for word in words:
        session.play(word)
    store.put(name, session.save())
    return session.save()


def play_to_the_end(records: Records, seed: int) -> int:
    """A game on the smallest board → its score."""
    session = Session(GAMES["push-clear"], {"size": 4}, seed)
    records.began(session)
    for turn in range(600):
        session.play(WORDS[(turn * 7 + turn // 5) % 4])
        records.played(session, float(turn))
    assert session.over
    return session.score


def test_games_of_two_pages_both_count() -> None:
    store = Store(None)
    one, two = (records_in(store) for _page in range(2))
    scores = [play_to_the_end(one, 1), play_to_the_end(two, 2), play_to_the_end(one, 7)]
    for page in (one, two):
        [preset] = page.statistics().presets
        assert [record.score for record in page.statistics().games(preset)] == scores


def test_what_was_imported_is_there_beside_what_was() -> None:
    here, there = Store(None), Store(None)
    mine, theirs = records_in(here), records_in(there)
    ours, theirs_kept = kept(here, "save/chain", "drop"), kept(there, "save/chain", "drop", seed=2)
    Dailies(there).begin("chain", date(2026, 11, 21))
    Dailies(there).finish("chain", date(2026, 11, 21), 7, False)
    mine.take_in(theirs.export(Settings()), Settings())
    assert here.get("save/chain") == ours
    assert ImportedSaves(Saves(here)).seeds("chain") == {"save/chain#2": 2}
    assert here.get("save/chain#2") == theirs_kept
    tried = Dailies(here).tried("chain", date(2026, 11, 21))
    assert tried is not None and tried.score == 7


def test_games_of_three_devices_are_all_there_and_change_places() -> None:
    here = Store(None)
    beside, mine = ImportedSaves(Saves(here)), records_in(here)
    ours = kept(here, "save/chain", "drop")
    brought = []
    for words in (("left", "drop"), ("right", "drop")):
        there = Store(None)
        brought += [kept(there, "save/chain", *words), kept(there, "before/chain", *words, "drop")]
        text = records_in(there).export(Settings())
        mine.take_in(text, Settings())
        mine.take_in(text, Settings())  # once more, and nothing is there twice
    assert here.get("save/chain") == ours
    assert [here.get(name) for name in ("before/chain", *beside.names("chain"))] == [
        brought[1], brought[0], brought[3], brought[2]
    ]  # fmt: skip
    elsewhere = Store(None)
    records_in(elsewhere).take_in(mine.export(Settings()), Settings())
    assert ImportedSaves(Saves(elsewhere)).names("chain") == beside.names("chain")
    name = beside.names("chain")[1]
    assert beside.exchange(name) == "chain"
    assert here.get("save/chain") == brought[3] and here.get(name) == ours


def test_what_was_played_since_the_last_save_changes_places_too() -> None:
    here = Store(None)
    shelf = Saves(here)
    session = Session(GAMES["chain"], {}, 1)
    shelf.keep(session)
    session.play("left")
    shelf.note(session)
    ImportedSaves(shelf).add(kept(Store(None), "", "drop", seed=2))
    assert ImportedSaves(shelf).exchange("save/chain#2") == "chain"
    current = shelf.current("chain")
    assert current is not None and list(current.inputs) == ["drop"]
    assert here.get("save/chain#2") == session.save()
