"""An open game is kept: through a cleared or full store, another visit with its whole history, and from day to day."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from game.contract import Role
from game.play.daily_game import DailyGame
from game.slices import finished
from game.store.dailies import Dailies
from game.store.store import Store
from game.words import Translator
from tests.table import Table, session_of
from tests.unit.test_dailies import DAY, LAST_SECOND, Clock
from tests.unit.test_play_whole_games import AT_ONCE, EVERY, play_on, play_to_the_end, small
from tests.unit.test_store import Browser

pytestmark = [
    pytest.mark.native,  # it cannot behave differently inside Pyodide
    pytest.mark.usefixtures("registered_toy"),
]


@pytest.mark.parametrize("fault", ["cleared", "full"])
def test_store_cleared_or_filled_during_play_loses_nothing(fault: str) -> None:
    browser, reported = Browser(), list[str]()
    store = Store(browser, lambda: reported.append("blocked"))
    table = Table(session_of("push-clear"), introduction=AT_ONCE, store=store).press(Role.LEFT)
    if fault == "cleared":
        browser.kept.clear()
    else:
        browser.full = True
    table.press(Role.UP, Role.RIGHT)
    assert table.kept().inputs == ("left", "up", "right")
    assert reported == (["blocked"] if fault == "full" else []), "it is reported once"


@pytest.mark.parametrize("name", EVERY)
def test_next_visit_can_undo_and_redo_the_whole_game(name: str) -> None:
    before = play_to_the_end(Table(small(name), introduction=AT_ONCE))
    inputs, end = before.session.inputs, before.session.view
    after = Table(before.kept(), store=before.store)
    assert after.view == end
    while after.session.can_undo:
        after.act("undo")
    assert after.view == small(name).view
    after = Table(after.kept(), store=before.store)
    assert after.view == small(name).view
    while after.session.can_redo:
        after.act("redo")
    assert after.view == end and after.session.inputs == inputs


@pytest.mark.parametrize("name", EVERY)
def test_daily_try_survives_midnight_and_a_reload_and_days_make_a_streak(name: str) -> None:
    clock, store = Clock(LAST_SECOND), Store(None)
    tries = Dailies(store, clock)
    for number in range(3):
        day = tries.today()
        assert day == date(2026, 11, 20) + timedelta(days=number)
        tries.begin(name, day)
        table = Table(small(name), DailyGame(Translator(), tries, day), AT_ONCE, store=store)
        play_on(table, random.Random(number))
        clock.now += 60 if number == 0 else DAY  # it is finished on the next day
        assert tries.unfinished(name, tries.today()) == day
        again = finished(table.saves.loading(name, day))
        assert again and again.inputs == table.session.inputs
        table = Table(again, DailyGame(Translator(), tries, day), AT_ONCE, store=store)
        play_to_the_end(table, seed=number)
        tried = tries.tried(name, day)
        assert tried and tried.score == table.session.score, "it counts for the day on which it began"
        assert table.card.day and table.card.day.streak == (f"{number + 1}-day streak" if number else "")
        assert sum(bar.days for bar in table.card.day.bars) == (number + 1 if number else 0)
    assert tries.streak(name).current == 3
    assert table.saves.current(name) is None, "a daily game does not replace one's own"
