"""Daily games in a store: which day it is, which try counts, two pages at once, damage."""

from __future__ import annotations

from datetime import date

import pytest

from game.contract import BadInput
from game.session.daily import Try, seed_of_day
from game.store import names
from game.store.dailies import MOST_KEPT, Dailies
from game.store.store import Store

pytestmark = pytest.mark.native  # texts are the same in Pyodide


DAY = 86_400.0
LAST_SECOND = 20_778 * DAY - 1
"""The last second of 2026-11-20."""


class Clock:
    """Replaces the system's clock."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store() -> Store:
    return Store(None)


def test_the_day_begins_at_midnight(store: Store) -> None:
    clock = Clock(LAST_SECOND)
    dailies = Dailies(store, clock)
    assert dailies.today() == dailies.day("today") == dailies.day("") == date(2026, 11, 20)
    clock.now += 1
    assert dailies.today() == date(2026, 11, 21)
    assert dailies.day("20240229") == date(2024, 2, 29)


@pytest.mark.parametrize("text", ["20260230", "2026112", "202611211", "yesterday", "-0261121", "２０２６１１２１"])
def test_unknown_day_is_rejected(store: Store, text: str) -> None:
    with pytest.raises(BadInput, match="no such day"):
        Dailies(store).day(text)


def test_try_counts_for_the_day_on_which_it_started(store: Store) -> None:
    clock = Clock(LAST_SECOND)
    dailies = Dailies(store, clock)
    day = dailies.today()
    assert dailies.begin("chain", day) and dailies.counts("chain", day)
    clock.now += 60
    assert dailies.finish("chain", day, 7, assisted=False)
    assert not dailies.begin("chain", day) and not dailies.finish("chain", day, 99, assisted=False)
    assert dailies.tried("chain", day) == Try(7, False) and not dailies.counts("chain", day)
    assert dailies.streak("chain").current == 1 and not dailies.counts("lines98", day)


def test_two_pages_share_their_tries(store: Store) -> None:
    one, two = Dailies(store, Clock(LAST_SECOND)), Dailies(store, Clock(LAST_SECOND))
    day = one.today()
    assert one.begin("chain", day) and not two.begin("chain", day)
    assert two.begin("lines98", day) and one.finish("chain", day, 3, assisted=True)
    assert not two.finish("chain", day, 9, assisted=False)
    assert one.all().text() == two.all().text()


def test_unfinished_try_is_offered_while_its_game_is_stored(store: Store) -> None:
    dailies = Dailies(store, Clock(LAST_SECOND))
    for day in (date(2026, 11, 18), date(2026, 11, 19)):
        dailies.begin("chain", day)
        store.put(names.save("chain", day), "a save")
    dailies.finish("chain", date(2026, 11, 19), 1, assisted=False)
    assert dailies.unfinished("chain", date(2026, 11, 20)) == date(2026, 11, 18)
    assert dailies.unfinished("chain", date(2026, 11, 18)) is None
    store.remove(names.save("chain", date(2026, 11, 18)))
    assert dailies.unfinished("chain", date(2026, 11, 20)) is None


def test_only_games_of_recent_days_are_stored(store: Store) -> None:
    dailies = Dailies(store, Clock(LAST_SECOND))
    days = [date(2026, 11, 1 + number) for number in range(MOST_KEPT + 2)]
    for day in days:
        store.put(names.save("chain", day), "a save")
        store.put(f"page/chain/{seed_of_day(day)}", "a page")
        dailies.begin("chain", day)
    assert [day for day in days if store.get(f"page/chain/{seed_of_day(day)}")] == days[-MOST_KEPT:], (
        "their extra entries are removed too"
    )
    assert [day for day in days if store.get(names.save("chain", day))] == days[-MOST_KEPT:]
    assert dailies.saved_days("chain") == days[-MOST_KEPT:]
    assert len(dailies.all().days("chain")) == len(days), "the results are kept"


def test_days_of_a_later_version_are_preserved_and_merged() -> None:
    """As after a rollback: in the end the results from before and after it are all there."""
    store, first, second = Store(None), date(2026, 3, 1), date(2026, 3, 2)
    Dailies(store).begin("chain", first)
    ours = store.get("daily") or ""
    theirs = ours.replace('"form":1', '"form":2')
    store.put("daily", theirs)
    Dailies(store).begin("chain", second)
    assert store.get("other/form 2/daily") == theirs
    assert Dailies(store).tried("chain", first) is None
    store.put("other/form 1/daily", ours)  # as the later version would have left it to this one
    both = Dailies(store)
    assert [both.tried("chain", day) for day in (first, second)] == [Try(), Try()]
    assert store.get("other/form 1/daily") is None
