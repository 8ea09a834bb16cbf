"""The computer's opponents as a ladder: wins counted from the records, and who can be chosen by them."""

from __future__ import annotations

import pytest

from game.play import changes
from game.play.mode import Introduction
from game.session.ladder import open_to, wins
from game.session.records import Records, merge
from game.session.seats import PERSONS, STRENGTHS, Opponent, person
from game.words import Translator
from tests.table import Table, session_of


def recorded(device: str = "a", /, **won: int) -> Records:
    """Returns records of won games against the computer, by strength ("s2"), and of one lost game each."""
    found = Records(device)
    for name, count in won.items():
        for number in range(count + 1):
            found.add(f"duel/1/computer={name[1:]}", number, int(number < count), 60, False, number)
    return found


def test_each_strength_has_a_name_and_face() -> None:
    assert list(PERSONS) == list(STRENGTHS)
    assert [person(Opponent(1, number), Translator()) for number in range(1, 6)] == [
        "Pip", "Loop", "Brick", "Spike", "Gem",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("won", "opened"),
    [({}, 1), ({"s1": 1}, 2), ({"s1": 0}, 1), ({"s1": 3, "s2": 1}, 3), ({"s4": 1}, 5), ({"s5": 2}, 5)],
)
def test_next_one_opens_by_beating_the_last(won: dict[str, int], opened: int) -> None:
    """Records of earlier builds, in which all could be chosen, open everybody below."""
    assert open_to(wins(recorded(**won), "duel")) == list(STRENGTHS)[:opened]


def test_wins_count_with_any_options_in_this_game_alone() -> None:
    found = recorded(s1=2)
    for preset in ("duel/1/computer=1&seat=1", "duel/2/computer=1&colours=5", "biquadris/1/computer=1", "duel/1/", "x"):
        found.add(preset, 9, 1, 60, False, 3)
    assert wins(found, "duel") == {"1": 4, "2": 0, "3": 0, "4": 0, "5": 0}
    assert wins(found, "biquadris")["1"] == 1 and not any(wins(found, "chain").values())


def test_a_win_with_help_opens_nobody() -> None:
    """An assisted win once counted like any other."""
    found = recorded(s1=0)
    found.add("duel/1/computer=1", 9, 1, 60, True, 3)
    assert wins(found, "duel")["1"] == 0 and open_to(wins(found, "duel")) == ["1"]
    table = duel(computer="1")
    table.session.note(assisted=True)
    table.play.play("quit", mine=False)
    table.run(3000)
    assert table.card.comparison == "Assisted, so this win is not counted." and table.card.title == "You win!"
    assert wins(table.finished.all(), "duel")["1"] == 0


def test_wins_of_two_devices_add_up_and_are_not_counted_twice() -> None:
    one, other = recorded("a", s1=2), recorded("b", s1=1, s2=1)
    both = merge(merge(one, other), other)
    assert wins(both, "duel") == {"1": 3, "2": 1, "3": 0, "4": 0, "5": 0}
    assert wins(Records.from_text(both.text(), "c"), "duel") == wins(both, "duel")


CHAIN = ["drop", "drop", "ccw", "drop", "ccw", "drop", "left", "drop", "left", "drop", "ccw", "drop"]
"""The person makes a chain of two; the computer's turns are recorded too."""


def duel(**options: str) -> Table:
    """Opens a game of Duel in which player 1 leads by a chain."""
    return Table(session_of("duel", 18, CHAIN, colours="3", **options), introduction=Introduction(at_once=True))


def test_card_counts_the_wins_and_says_who_is_open_now() -> None:
    table = duel(computer="1")
    table.play.play("quit", mine=False)
    table.run(3000)
    assert table.card.comparison == "1 win against Pip. You can play Loop now."
    assert table.card.comparison in table.card.spoken and table.card.title == "You win!"
    table.finished.put(recorded(s1=4, s2=1))
    again = Table(table.session, store=table.store, introduction=Introduction(at_once=True))
    again.play.ending.say()
    assert again.card.comparison == "4 wins against Pip.", "the game has been counted, and opens nobody new"


def test_card_of_a_lost_game_or_of_two_people_counts_nothing() -> None:
    for table in (duel(computer="1", seat="1"), duel()):
        table.play.play("quit", mine=False)
        table.run(3000)
        assert not table.card.comparison


def test_front_hears_who_the_computer_is() -> None:
    opened = duel(computer="1", seat="1").all(changes.Opened)[0]
    assert opened.opponent == Opponent(0, 1) and opened.players == ["Pip", "You"]
    assert duel().all(changes.Opened)[0].opponent is None
