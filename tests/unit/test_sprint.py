"""Nineteen's ways to play by name: those for time have records of their own, and a card that says the time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.contract import Role, Variant
from game.play import changes
from game.play.context import Handling
from game.play.mode import Introduction
from game.rules import game
from game.session import Session, complete
from game.session.records import Records, is_by_time, merge, preset_of, ranked_by_time, time_preset
from game.words import Translator
from tests.table import Table

AT_ONCE = Introduction(at_once=True)
ROW = (*("left",) * 4, "drop", "rotate", "drop", *("rotate",) * 3, *("right",) * 3)
"""With seed 3, a drop after these clears a row."""
SPRINT = "nineteen/1/rows=1&by=time"


def sprint(seconds: float = 0.0, before: Table | None = None, **options: object) -> Table:
    """Returns a sprint of one row that took so long before its last drop."""
    rules = replace(game("nineteen"), variants=(Variant("Sprint", {"rows": 1}, by_time=True),))
    session = Session(rules, complete(rules, {"rows": 1, **options}), 3)
    table = Table(session, introduction=AT_ONCE, store=before.store if before else None)
    table.handling = Handling(motion=0.0)
    table.play.play(*ROW)
    if seconds:
        table.run(1000 * seconds)
    table.press(Role.DROP).run(3000)
    return table


@pytest.mark.parametrize(
    ("options", "name", "by_time"),
    [({}, "endless", False), ({"rows": 20}, "Sprint: 20 rows", True), ({"rows": 40}, "Sprint: 40 rows", True),
     ({"pieces": 60}, "Sixty pieces", False), ({"rows": 20, "hold": True}, "Sprint: 20 rows", True),
     ({"rows": 30}, None, False), ({"rows": 20, "pieces": 60}, None, False)],
)  # fmt: skip
def test_options_have_a_name_or_not(options: dict[str, object], name: str | None, by_time: bool) -> None:
    rules = game("nineteen")
    session = Session(rules, complete(rules, options), 3)
    variant = rules.variant(session.options)
    assert (variant.name if variant else None) == name and ranked_by_time(session) == by_time
    assert "by" not in preset_of(session), "links, saves and records of points are as they were"


def test_records_of_time_are_apart_for_each_way_and_hold() -> None:
    rules = game("nineteen")
    given: list[dict[str, object]] = [{"rows": 20}, {"rows": 40}, {"rows": 20, "hold": True}, {"rows": 20, "bag": True}]
    presets = {time_preset(Session(rules, complete(rules, options), 3)) for options in given}
    assert len(presets) == 4 and all(map(is_by_time, presets))


def test_card_says_the_time_and_whether_it_is_the_best() -> None:
    first = sprint()
    table, card = first, first.card
    times = first.finished.times(first.session)
    assert len(times) == 1 and card.title == "Goal reached!" and card.score == Translator().formatted_time(times[0])
    assert f"Your time: {card.score}." in card.spoken and not card.comparison, "a first game has nothing to beat"
    slower = sprint(2, table)
    assert slower.finished.times(slower.session)[1] > times[0]
    assert slower.card.comparison == f"Best: {card.score}" and not slower.card.celebrates
    assert slower.card.spoken.endswith(f"Best: {card.score}."), "a sentence, when it is read out"
    found = Records("here")
    found.add(SPRINT, 1, -9_000, 900, False, 3)
    faster = Table(slower.session, introduction=AT_ONCE)
    faster.finished.put(found)
    assert faster.finished.times(faster.session) == [9_000]


def test_time_in_which_a_hint_is_read_counts() -> None:
    """Nothing falls meanwhile, and a nudge does not make the game assisted: a pause with the board in sight."""
    rules = replace(game("nineteen"), variants=(Variant("Sprint", {"rows": 1}, by_time=True),))
    table = Table(Session(rules, complete(rules, {"rows": 1}), 3), introduction=AT_ONCE)
    table.handling = Handling(motion=0.0)
    table.play.play(*ROW)
    table.act("hint").until(lambda: table.said.offer == "Show it")
    table.run(5000)
    assert table.session.inputs == ROW and not table.session.assisted
    table.press(Role.DROP).run(3000)
    [time] = table.finished.times(table.session)
    assert 50 <= time <= 80


def test_new_best_time_is_celebrated() -> None:
    slow = sprint(4)
    fast = sprint(0, slow)
    assert fast.card.comparison == "New best!" and fast.card.celebrates
    assert min(fast.finished.times(fast.session)) == fast.finished.times(fast.session)[-1]
    assert fast.finished.all().totals(SPRINT) is not None
    assert not fast.finished.all().games("nineteen/1/rows=1"), "its points are not recorded as well"


def test_sprint_that_does_not_reach_its_goal_has_no_time() -> None:
    rules = replace(game("nineteen"), variants=(Variant("Sprint", {"rows": 1}, by_time=True),))
    table = Table(Session(rules, complete(rules, {"rows": 1}), 3), introduction=AT_ONCE)
    table.handling = Handling(motion=0.0)
    while not table.session.over:
        table.press(Role.DROP).run(50)
    table.run(3000)
    assert table.card.title == "The stack reached the top." and not table.card.comparison
    assert not table.finished.times(table.session)


def test_figure_best_is_the_best_time() -> None:
    first = sprint()
    assert dict(first.all(changes.FiguresChanged)[0].figures)["Best"] == "–"
    again = sprint(0, first)
    assert dict(again.all(changes.FiguresChanged)[0].figures)["Best"] == first.card.score


def test_times_survive_a_backup_and_merge_keeps_the_fastest() -> None:
    one, other = Records("a"), Records("b")
    one.add(SPRINT, 1, -612, 61, False, 3)
    other.add(SPRINT, 2, -598, 60, True, 4)
    both = Records.from_text(merge(one, other).text(), "c")
    totals = both.totals(SPRINT)
    assert totals and (totals.best, totals.best_unassisted) == (-598, -612)


@pytest.mark.parametrize(("tenths", "text"), [(1, "0:00.1"), (583, "0:58.3"), (624, "1:02.4"), (36_000, "60:00.0")])
def test_times_read_as_minutes_and_seconds(tenths: int, text: str) -> None:
    assert Translator().formatted_time(tenths) == text
