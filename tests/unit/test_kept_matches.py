"""Live games in a store: an unreadable one is put aside, and a version that can read it takes it back."""

from __future__ import annotations

import json

import pytest

from game import files
from game.rules import game
from game.store import names
from game.store.matches import SavedMatches
from game.store.store import Store
from tests.unit.test_live import Pair, Side

pytestmark = pytest.mark.native

DUEL, PLACE = game("duel"), names.live("duel", 0)


def kept(store: Store) -> SavedMatches:
    return SavedMatches(store, Side(), files.read)


def saved() -> tuple[Store, str]:
    store, pair = Store(None), Pair()
    pair.host.word("drop")
    kept(store).save(pair.host.match)
    return store, store.get(PLACE) or ""


def test_a_match_is_found_at_its_seat() -> None:
    store, text = saved()
    assert kept(store).load(DUEL, [1]) is None
    match = kept(store).load(DUEL, range(2))
    assert match and match.session.inputs == ("drop",) and match.dump() == text


@pytest.mark.parametrize("text", ["{", "null", "x" * 100])
def test_a_damaged_match_is_put_aside_next_to_earlier_ones(text: str) -> None:
    store, _text = saved()
    for damaged in (text, text + " "):
        store.put(PLACE, damaged)
        assert kept(store).load(DUEL, range(2)) is None
    kept(store).save(Pair().host.match)
    place = names.damaged(PLACE)
    assert (store.get(place), store.get(f"{place}#2"), len(store.refusals)) == (text, text + " ", 1)


def test_a_match_of_other_rules_is_left_to_them_and_comes_back() -> None:
    store, text = saved()
    other = json.dumps(json.loads(text) | {"rules": DUEL.version + 1})
    store.put(PLACE, other)
    assert kept(store).load(DUEL, range(2)) is None
    assert store.get(names.other(f"rules {DUEL.version + 1}", PLACE)) == other
    ours = names.other(f"rules {DUEL.version}", PLACE)
    store.put(ours, text)
    match = kept(store).load(DUEL, range(2))
    assert match and match.session.inputs == ("drop",) and store.get(ours) is None
