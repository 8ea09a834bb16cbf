"""The end of the game of a day: its card, the player's days, the next game, and the result to share."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

import pytest

from game import files
from game.contract import Role
from game.play import changes
from game.play.daily_game import DailyGame
from game.play.mode import Introduction
from game.play.par import computed
from game.rules import GAMES
from game.session import Session
from game.session.daily import NEW_FORM, WON, options_of_day, seed_of_day
from game.slices import finished
from game.store.dailies import Dailies
from game.store.store import Store
from game.words import C_, PLURAL, Translator
from tests.table import Table

pytestmark = pytest.mark.native  # texts are the same in Pyodide

DAY = NEW_FORM + timedelta(days=3)
NOON = 1_795_694_400.0
"""Seconds since 1970 at noon (UTC) of DAY."""
AT_ONCE = Introduction(at_once=True)


def opened(name: str, store: Store | None = None, *, motion: float = 0.0) -> tuple[Table, Dailies]:
    """Opens the game of DAY."""
    store = store or Store(None)
    tries = Dailies(store, lambda: NOON)
    assert tries.today() == DAY
    tries.begin(name, DAY)
    rules = GAMES[name]
    session = Session(rules, options_of_day(rules, DAY), seed_of_day(DAY), files.read)
    mode = DailyGame(Translator(), tries, DAY, tuple(GAMES.values()))
    return Table(session, mode, AT_ONCE, store=store, motion=motion), tries


class RememberingTranslator(Translator):
    """Remembers which texts it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def __call__(self, message: str, **values: object) -> str:
        self.asked.add(message)
        return super().__call__(message, **values)


def play(table: Table) -> None:
    """Plays to the end, at random; the computer plays its own turns."""
    choose, session = random.Random(4), table.session
    while not session.over:
        if table.play.game.computers_turn:
            table.until(lambda: session.over or not table.play.game.computers_turn)
            continue
        lowers = session.rules.by_role.get(Role.DROP)
        words = [word for word in session.moves if session.rules.role(word) in (Role.LEFT, Role.RIGHT, Role.ROTATE)]
        usual = [choose.choice(words), lowers] if lowers and words else [lowers or choose.choice(session.moves)]
        table.play.play(*(session.view.choices[:1] or usual))
        table.run()
    table.run(1000)


@pytest.mark.parametrize("name", ["push-clear", "nineteen", "chain", "lines98", "biquadris"])
def test_the_card_opens_though_the_try_is_counted_while_things_still_move(name: str) -> None:
    """On the page, idle tasks run during the last move's motion. Saying there that the try has ended silenced the
    narrator, and with it the card.
    """
    table, tries = opened(name, motion=200.0)
    play(table)
    tried = tries.tried(name, DAY)
    assert tried and tried.score is not None
    card = table.card
    assert card.day and card.day.streak == "" and "streak" not in card.comparison, "one day is no streak"
    assert not card.day.bars, "one day is no histogram"
    names = list(GAMES)
    following = names[(names.index(name) + 1) % len(names)]
    assert (card.day.following, card.day.title) == (following, GAMES[following].title)


@pytest.mark.parametrize("yesterday", ["push-clear", "chain"])
def test_the_card_names_a_streak_of_two_days(yesterday: str) -> None:
    store = Store(None)
    tries = Dailies(store, lambda: NOON)
    tries.begin(yesterday, DAY - timedelta(1))
    tries.finish(yesterday, DAY - timedelta(1), 1, assisted=False)
    table, _tries = opened("push-clear", store)
    play(table)
    card = table.card
    assert card.day and card.day.streak == "2-day streak" and card.day.streak in card.comparison


def test_the_card_of_a_finished_day_opens_again_with_the_page() -> None:
    table, tries = opened("push-clear")
    play(table)
    mode = DailyGame(Translator(), tries, DAY, tuple(GAMES.values()))
    kept = finished(table.saves.loading("push-clear", DAY))
    assert kept and table.card.day
    again = Table(kept, mode, AT_ONCE, store=table.store)
    assert again.card.day and again.card.day.result == table.card.day.result


def test_the_next_game_is_one_not_yet_played_today() -> None:
    store = Store(None)
    names = list(GAMES)
    tries = Dailies(store, lambda: NOON)
    for other in names[1:-1]:
        tries.begin(other, DAY)
        tries.finish(other, DAY, 1, assisted=False)
    tries.begin(names[-1], DAY)  # begun, but not over
    table, _tries = opened(names[0], store)
    play(table)
    assert table.card.day and table.card.day.following == names[-1]
    assert table.card.day.complete == ""
    tries.finish(names[-1], DAY, 1, assisted=False)
    day = table.play.mode.day_end(table.session)
    assert day and (day.following, day.title) == ("", "")


def test_the_card_of_the_last_game_says_that_all_are_done() -> None:
    store = Store(None)
    tries = Dailies(store, lambda: NOON)
    for other in list(GAMES)[1:]:
        for day in (DAY - timedelta(1), DAY):
            tries.begin(other, day)
            tries.finish(other, day, 1, assisted=False)
    tries.begin("push-clear", DAY - timedelta(1))
    tries.finish("push-clear", DAY - timedelta(1), 1, assisted=False)
    table, _tries = opened("push-clear", store)
    play(table)
    assert table.card.comparison.endswith("6 of 6 today · 2-day streak")
    assert "6 of 6 today." in table.card.spoken
    past = DailyGame(Translator(), tries, DAY - timedelta(1), tuple(GAMES.values())).day_end(table.session)
    assert past and past.complete == "", "that was another day"


def test_my_days_are_a_histogram_of_results_that_can_be_compared() -> None:
    store = Store(None)
    tries = Dailies(store, lambda: NOON)
    for day, score in ((date(2026, 1, 5), 5000), (DAY - timedelta(2), 40), (DAY - timedelta(1), 41)):
        tries.begin("push-clear", day)
        tries.finish("push-clear", day, score, assisted=False)
    table, _tries = opened("push-clear", store)
    play(table)
    assert table.card.day
    bars, score = table.card.day.bars, table.session.score
    assert sum(bar.days for bar in bars) == 3, "the old form had no limit of moves"
    assert len(bars) <= 6 and [bar.this for bar in bars].count(True) == 1
    low, _dash, high = next(bar.label for bar in bars if bar.this).partition("–")
    assert int(low) <= score <= int(high or low)


def test_days_against_the_computer_are_won_drawn_or_lost() -> None:
    store = Store(None)
    tries = Dailies(store, lambda: NOON)
    tries.begin("biquadris", DAY - timedelta(1))
    tries.finish("biquadris", DAY - timedelta(1), WON, assisted=False)
    table, _tries = opened("biquadris", store)
    play(table)
    assert table.card.day and [bar.label for bar in table.card.day.bars] == ["Won", "Drawn", "Lost"]
    assert [bar.this for bar in table.card.day.bars].count(True) == 1
    assert table.card.day.result in ("Won", "Drawn", "Lost")


@pytest.mark.parametrize("name", ["push-clear", "biquadris"])
def test_result_to_paste_has_no_address_and_no_moves(name: str) -> None:
    table, _tries = opened(name)
    play(table)
    assert table.card.day
    first, result, story, *squares = table.card.day.text().splitlines()
    assert first == f"Kesu · {GAMES[name].title} · {DAY.isoformat()}"
    mine, shown = table.session.score, table.card.day.result
    whose = f"My score: {mine}" if name == "push-clear" else f"{shown} · Against the computer: Loop (Medium)"
    assert result == whose and story == "Points along the way:", "somebody who has never seen the game understands it"
    assert squares and not any(letter.isalnum() or letter in ":/?" for line in squares for letter in line)


def test_practice_after_the_end_shares_the_result_that_counts() -> None:
    table, tries = opened("push-clear")
    play(table)
    counted = tries.tried("push-clear", DAY)
    table.act("restart")
    table.press(Role.LEFT)
    day = table.play.mode.day_end(table.session)
    assert counted and day and day.result == str(counted.score)
    assert len(day.text().splitlines()) == 2, "another game's story is left out"


ALONE = [name for name, rules in GAMES.items() if rules.day.par]


def test_every_game_alone_has_a_goal() -> None:
    assert set(ALONE) == {name for name, rules in GAMES.items() if rules.seats == 1}


@pytest.mark.parametrize("name", ALONE)
def test_the_goal_is_what_the_computer_scores_in_the_same_game_and_is_computed_once_a_day(name: str) -> None:
    table, tries = opened(name)
    assert table.figures()["Goal"] == "…", "there is one, and it comes before the first move"
    work = table.warm_up.added[name]
    first = finished(work)
    assert first is None
    score = tries.par(GAMES[name], DAY)
    assert score is not None and score > 0 and table.figures()["Goal"] == score == table.play.mode.goal
    session = Session(GAMES[name], options_of_day(GAMES[name], DAY), seed_of_day(DAY), files.read)
    assert finished(computed(session, GAMES[name].day.par)) == score, "the same on every device"
    assert not table.session.inputs and not table.session.assisted
    again, _tries = opened(name, table.store)
    assert not again.warm_up.added and again.figures()["Goal"] == score
    assert tries.par(GAMES[name], DAY - timedelta(1)) is None


def test_the_goal_comes_onto_the_card_that_is_open() -> None:
    table, tries = opened("push-clear")
    play(table)
    assert table.card.day and not table.card.day.goal and not table.card.celebrates
    finished(table.warm_up.added["push-clear"])
    goal, score = tries.par(GAMES["push-clear"], DAY) or 0, table.session.score
    assert score < goal, "this test is about falling short"
    assert table.card.day.goal == f"{goal - score} short of Pip's goal of {goal}"
    assert table.card.day.goal in table.card.comparison
    assert table.card.day.won is table.card.celebrates is (table.session.score > (goal or 0))
    assert f" · Pip (computer): {goal}" in table.card.day.text()


@pytest.mark.parametrize(("by", "said"), [(1, "1 short of Pip's goal of {goal}"), (0, "Equal to Pip's goal of {goal}"),
    (-1, "1 above Pip's goal of {goal}")])  # fmt: skip
def test_the_card_says_how_far_the_goal_was(by: int, said: str) -> None:
    table, _tries = opened("push-clear")
    play(table)
    goal = table.session.score + by
    table.play.mode.goal = goal
    day = table.play.mode.day_end(table.session)
    assert day and day.goal == said.format(goal=goal) and day.won is (by < 0)
    table.act("restart")
    table.press(Role.LEFT)
    day = table.play.mode.day_end(table.session)
    assert day and day.goal == f"Pip (Easy): {goal}", "practice is not what counted"


def test_beating_the_computer_is_celebrated_once() -> None:
    store = Store(None)
    Dailies(store, lambda: NOON).keep_par(GAMES["push-clear"], DAY, 0)
    table, _tries = opened("push-clear", store)
    play(table)
    assert table.card.day and table.card.day.won and table.card.title == "You beat Pip!"
    assert [card.celebrates for card in table.all(changes.GameOver)].count(True) == 1


def test_a_goal_of_a_game_that_was_left_is_kept_but_shown_nowhere() -> None:
    table, tries = opened("push-clear")
    work = table.warm_up.added["push-clear"]
    table.play.close()
    seen = len(table.changes)
    finished(work)
    assert tries.par(GAMES["push-clear"], DAY) is not None and len(table.changes) == seen


@pytest.mark.parametrize("text", ["", "31", "20261126 1 100 1", "20261126 1 100 1 x", "20261126 1 100 1 " + "9" * 40])
def test_damaged_goal_is_computed_again(text: str) -> None:
    store = Store(None)
    store.put("par/push-clear", text)
    assert Dailies(store, lambda: NOON).par(GAMES["push-clear"], DAY) is None


@pytest.mark.parametrize("name", list(GAMES))
def test_the_heading_says_all_the_time_that_it_is_the_game_of_a_day(name: str) -> None:
    table, _tries = opened(name)
    assert table.play.mode.subtitle(table.session) == f"Daily, {GAMES[name].day.turns} turns"
    assert ("Turns left" if name in ("push-clear", "lines98") else C_("turns", "Left")) in table.figures()


def test_a_try_that_has_not_begun_is_put_off_for_lessons() -> None:
    table, tries = opened("push-clear")
    table.play.mode.put_off(table.session)
    assert tries.tried("push-clear", DAY) is None
    tries.begin("push-clear", DAY)
    table.press(Role.LEFT)
    table.play.mode.put_off(table.session)
    assert tries.counts("push-clear", DAY), "a move has been made"


def test_the_message_of_the_end_stays() -> None:
    table, _tries = opened("push-clear", motion=200.0)
    play(table)
    assert "Game over" in table.message


def test_the_goal_and_the_reason_of_the_end_are_said() -> None:
    store = Store(None)
    Dailies(store, lambda: NOON).keep_par(GAMES["nineteen"], DAY, 1234)
    table, _tries = opened("nineteen", store)
    assert table.play.narrator.veil().text == "Goal: 1,234"
    play(table)
    assert table.card.title == "The stack reached the top."
    assert re.fullmatch("[0-9,]+ short of .*'s goal of 1,234", table.card.comparison), "no more, so that it is short"
    table, _tries = opened("chain")
    table.session.limit.turns = 1
    play(table)
    assert (table.card.title, table.card.comparison) == ("That was the last turn.", "")


TODAY = {"en": "today", "ja": "今日|本日", "vi": "hôm nay", "zh-Hant": "今[天日]", "zh-Hans": "今[天日]"}
"""How each language says it."""


@pytest.mark.parametrize("name", ["push-clear", "biquadris"])
def test_nothing_says_today_in_the_try_of_a_past_day(name: str) -> None:
    pytest.importorskip("babel")
    from game.text.catalogue import entries

    past, store, translator = DAY - timedelta(1), Store(None), RememberingTranslator()
    tries = Dailies(store, lambda: NOON)
    rules = GAMES[name]

    def open_past() -> Table:
        session = Session(rules, options_of_day(rules, past), seed_of_day(past), files.read)
        mode = DailyGame(translator, tries, past, tuple(GAMES.values()))
        return Table(session, mode, AT_ONCE, store=store, translator=translator)

    tries.begin(name, past)
    table = open_past()
    table.play.play(table.session.moves[0])
    table.act("restart")
    assert table.message.startswith("Restarting ends")
    table = open_past()
    play(table)
    assert table.card.day and table.card.day.text() and len(translator.asked) > 10
    for tag, today in TODAY.items():
        known = entries(tag)
        said = [str(known.get(text.partition(PLURAL)[0], text)) for text in translator.asked]
        assert [text for text in said if re.search(today, text, re.I)] == [], tag
