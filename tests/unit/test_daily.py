"""The daily game: one official try a day, streaks that a wrong clock does not break, merging."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import files
from game.contract import BadInput, View
from game.play.results import day_text
from game.rules import GAMES
from game.session import Session, address
from game.session.daily import (
    DRAWN,
    FIRST_DAY,
    LOST,
    NEW_FORM,
    WON,
    Daily,
    Streak,
    Try,
    add_months,
    day_of,
    day_result,
    day_result_name,
    is_of_day,
    is_old,
    merge,
    month_of,
    options_of_day,
    seed_of_day,
)
from game.session.reader import OtherVersion
from game.session.records import options_in, preset_of
from game.session.seats import Opponent
from game.words import Translator

pytestmark = pytest.mark.native  # texts are the same in Pyodide


LAST = datetime.date(2026, 11, 21)


def day(back: int) -> datetime.date:
    """Returns the day that many days before LAST."""
    return LAST - datetime.timedelta(days=back)


def played(*back: int, score: int = 5, game: str = "chain") -> Daily:
    found = Daily()
    for each in back:
        assert found.begin(game, day(each))
        assert found.finish(game, day(each), score, False)
    return found


@given(st.dates(datetime.date(1970, 1, 1)))
def test_every_date_is_a_day_and_its_own_seed(date: datetime.date) -> None:
    assert seed_of_day(date) == int(date.isoformat().replace("-", ""))
    assert day_of(str(seed_of_day(date))) == date


@given(st.integers(0, 10**8))
def test_invalid_numbers_are_not_days(number: int) -> None:
    try:
        datetime.date(number // 10000, number // 100 % 100, number % 100)
        there = number >= 19700101
    except ValueError:
        there = False
    try:
        found = seed_of_day(day_of(str(number)))
    except BadInput:
        found = 0
    assert found == (number if there else 0)


@pytest.mark.parametrize(
    "text",
    ["", "20260229", "20260001", "20261301", "19691231", "202601100", "20260100", "2026-1-1", "٢٠٢٦٠١٠١"],
)
def test_invalid_date_gets_a_message(text: str) -> None:
    with pytest.raises(BadInput, match="no such day"):
        day_of(text)


def test_day_before_the_first_has_no_game() -> None:
    with pytest.raises(ValueError):
        Daily().begin("chain", datetime.date(1969, 12, 31))


def test_days_of_a_newer_form_are_not_reported_as_damaged() -> None:
    with pytest.raises(OtherVersion):
        Daily.from_text(GOOD.replace('"form":1', '"form":2'))


def test_the_first_try_of_a_day_is_the_official_one() -> None:
    found = Daily()
    assert found.tried("chain", day(0)) is None
    assert found.begin("chain", day(0))
    assert found.tried("chain", day(0)) == Try(None)
    assert not found.begin("chain", day(0)), "an unfinished try still counts"
    assert found.finish("chain", day(0), 30, True)
    assert not found.finish("chain", day(0), 99, False)
    assert not found.begin("chain", day(0))
    assert found.tried("chain", day(0)) == Try(30, True)
    assert found.begin("nineteen", day(0)), "each game has its own try"
    assert not found.finish("lines98", day(0), 1, False), "practice does not count as a try"


def test_only_a_try_that_is_not_over_can_be_withdrawn() -> None:
    tries = Daily()
    assert not tries.withdraw("chain", day(0))
    assert tries.begin("chain", day(0)) and tries.withdraw("chain", day(0))
    assert tries.tried("chain", day(0)) is None and tries.text() == Daily().text()
    assert tries.begin("chain", day(0)) and tries.finish("chain", day(0), 5, False)
    assert not tries.withdraw("chain", day(0)) and tries.tried("chain", day(0)) == (5, False)


def test_setting_the_clock_back_gives_no_second_try() -> None:
    found = played(1, 0)
    assert not found.begin("chain", day(1))
    assert not found.begin("chain", day(0))


def test_consecutive_days_make_a_streak() -> None:
    found = played(9, 8, 7, 6, 2, 1, 0)
    assert found.streak("chain", day(0)) == Streak(3, 4)
    assert found.streak("chain", day(-1)) == Streak(3, 4), "today's game can still extend the streak"
    assert found.streak("chain", day(-2)) == Streak(0, 4)
    assert found.streak("nineteen", day(0)) == Streak(0, 0)


def test_one_game_a_day_keeps_the_streak_of_days() -> None:
    found = merge(played(3, 1), played(3, 2, 0, game="nineteen"))
    found.begin("duel", day(4))
    assert found.streak(None, day(0)) == Streak(4, 4)
    assert found.streak("chain", day(0)) == Streak(1, 1), "one game's own"
    assert Daily().streak(None, day(0)) == Streak(0, 0)


def test_unfinished_try_does_not_count_towards_a_streak() -> None:
    found = played(2, 1)
    found.begin("chain", day(0))
    assert found.streak("chain", day(0)) == Streak(2, 2)
    assert found.streak("chain", day(-1)) == Streak(0, 2)


def test_streaks_span_months_and_years() -> None:
    found = Daily()
    for text in ("20231230", "20231231", "20240101", "20240228", "20240229", "20240301"):
        found.begin("chain", day_of(text))
        found.finish("chain", day_of(text), 1, False)
    assert found.streak("chain", day_of("20240101")) == Streak(3, 3)
    assert found.streak("chain", day_of("20240302")) == Streak(3, 3)


@pytest.mark.parametrize("back", [1, 2, 3, 30, 4000])
def test_setting_the_clock_back_does_not_break_a_streak(back: int) -> None:
    assert played(2, 1, 0).streak("chain", day(back)).current == 3


def test_clock_that_was_ahead_does_not_break_a_streak() -> None:
    found = played(3, 2, -1000, 1, 0)
    assert found.streak("chain", day(0)) == Streak(4, 4)


def test_shared_result_has_two_lines_and_the_story() -> None:
    translator, date = Translator(), datetime.date(2026, 1, 5)
    assert (
        day_text("Chain", date, ["120"], Streak(3, 9), translator, ["⬜🟥", "🟨🏁"])
        == "Kesu · Chain · 2026-01-05\n120 · 3-day streak\nPoints along the way:\n⬜🟥\n🟨🏁"
    )
    assert (
        day_text("Chain", date, ["0 (assisted)"], Streak(1, 9), translator) == "Kesu · Chain · 2026-01-05\n0 (assisted)"
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_day_has_its_own_form_from_the_first_such_day_on(name: str) -> None:
    rules, before = GAMES[name], NEW_FORM - datetime.timedelta(days=1)
    assert not options_of_day(rules, before) and is_old(rules, before)
    chosen = options_of_day(rules, NEW_FORM)
    session = Session(rules, chosen, seed_of_day(NEW_FORM), files.read)
    assert session.limit.turns == rules.day.turns > 0
    assert (session.opponent is not None) == (rules.seats > 1), "nobody plays both sides"
    assert address(session)["turns"] == str(rules.day.turns), "practice and links are the same game"
    assert not is_old(rules, NEW_FORM)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_games_of_days_are_recognised_by_their_options(name: str) -> None:
    rules = GAMES[name]
    daily = Session(rules, options_of_day(rules, NEW_FORM), 3, files.read)
    assert is_of_day(rules, options_in(preset_of(daily)))
    assert not is_of_day(rules, options_in(preset_of(Session(rules, {}, 3, files.read))))


def test_biquadris_has_other_blocks_every_day() -> None:
    """Level 0 deals the same blocks in a fixed order."""
    rules = GAMES["biquadris"]
    firsts = set()
    for back in range(8):
        session = Session(
            rules, options_of_day(rules, NEW_FORM), seed_of_day(NEW_FORM + datetime.timedelta(back)), files.read
        )
        firsts.add((session.view.boards[0].rows, session.view.boards[0].next))
    assert len(firsts) > 4


@pytest.mark.parametrize("winner,over,wanted", [(1, True, WON), (2, True, LOST), (0, True, DRAWN), (0, False, LOST)])
def test_a_game_against_the_computer_is_won_drawn_or_lost(winner: int, over: bool, wanted: int) -> None:
    session = SimpleNamespace(opponent=Opponent(1, 2), over=over, view=View((), over, winner=winner), score=900)
    assert day_result(cast("Session", session)) == wanted
    assert day_result_name(GAMES["duel"], NEW_FORM, wanted, Translator()) in ("Won", "Lost", "Drawn")
    assert day_result_name(GAMES["duel"], FIRST_DAY, 1, Translator()) == "1", "the old form had a score"


tries = st.dictionaries(
    st.sampled_from(["chain", "nineteen"]),
    st.dictionaries(st.integers(0, 40), st.none() | st.tuples(st.integers(-3, 3), st.booleans()), max_size=8),
)


def daily_with(tries: dict[str, dict[int, tuple[int, bool] | None]]) -> Daily:
    found = Daily()
    for game, days in tries.items():
        for back, result in days.items():
            found.begin(game, day(back))
            if result:
                found.finish(game, day(back), *result)
    return found


@given(one=tries, other=tries, third=tries)
def test_merging_is_commutative_and_idempotent(one: Any, other: Any, third: Any) -> None:
    a, b, c = daily_with(one), daily_with(other), daily_with(third)
    before = a.text(), b.text()
    both = merge(a, b)
    assert both.text() == merge(b, a).text() == merge(both, a).text() == merge(b, both).text()
    assert merge(merge(a, b), c).text() == merge(a, merge(b, c)).text()
    assert merge(a, a).text() == a.text()
    assert (a.text(), b.text()) == before
    for game in ("chain", "nineteen"):
        assert {each for each, _ in both.days(game)} == {each for found in (a, b) for each, _ in found.days(game)}
        for each, tried in both.days(game):
            scores = [t.score for t in (a.tried(game, each), b.tried(game, each)) if t and t.score is not None]
            assert tried.score == max(scores, default=None)
        assert both.streak(game, day(0)).longest >= a.streak(game, day(0)).longest


@given(tries)
def test_daily_text_is_read_back_unchanged(one: Any) -> None:
    found = daily_with(one)
    assert Daily.from_text(found.text()).text() == found.text()


GOOD = '{"form":1,"games":{"chain":[[20261120,5,false],[20261121,null,false]]}}'


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", '{"form":1}', "[" * 100_000, '"' + "x" * 3_000_000 + '"',
        GOOD.replace('"form":1', '"form":2'),
        GOOD.replace('"form":1', '"form":true'),
        GOOD.replace("20261120", "20261131"),
        GOOD.replace("20261120", "20261121"),
        GOOD.replace("20261120", "true"),
        GOOD.replace("5", "5.0"),
        GOOD.replace("5", '"5"'),
        GOOD.replace("5", "9" * 30),
        GOOD.replace("null,false", "null,true"),
        GOOD.replace("null,false", "null"),
        GOOD.replace("5,false", "5,0"),
        GOOD.replace("chain", "c" * 300),
        '{"form":1,"games":{"chain":[]}}',
        '{"form":1,"games":{"chain":{}}}',
        '{"form":1,"games":[]}',
    ],
)  # fmt: skip
def test_invalid_text_gets_a_message(text: str) -> None:
    assert Daily.from_text(GOOD).text() == GOOD
    with pytest.raises(BadInput) as caught:
        Daily.from_text(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("first", [1, 6, 7])
def test_calendar_month_shows_six_weeks(first: int) -> None:
    for number in range(1, 13):
        weeks = month_of(datetime.date(2026, number, 15), first)
        days = [day for week in weeks for day in week]
        assert len(weeks) == 6 and {len(week) for week in weeks} == {7}
        assert all(week[0].isoweekday() == first for week in weeks)
        assert days == [days[0] + datetime.timedelta(days=n) for n in range(42)]
        assert datetime.date(2026, number, 1) in weeks[0] and [day.month for day in days].count(number) >= 28


@pytest.mark.parametrize(
    "day,months,wanted",
    [
        (datetime.date(2026, 1, 31), 1, datetime.date(2026, 2, 28)),
        (datetime.date(2026, 3, 31), -1, datetime.date(2026, 2, 28)),
        (datetime.date(2024, 1, 31), 1, datetime.date(2024, 2, 29)),
        (datetime.date(2026, 12, 5), 1, datetime.date(2027, 1, 5)),
        (datetime.date(2026, 1, 5), -1, datetime.date(2025, 12, 5)),
        (datetime.date(2026, 11, 22), 0, datetime.date(2026, 11, 22)),
        (datetime.date(2026, 10, 31), 2, datetime.date(2026, 12, 31)),
    ],
)
def test_next_month_has_the_same_day_or_its_last(day: datetime.date, months: int, wanted: datetime.date) -> None:
    assert add_months(day, months) == wanted
