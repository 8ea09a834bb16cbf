"""The notebook: boxes, when cards are due, merging, and reading damaged texts."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.contract import BadInput
from game.session.notebook import DAYS, KNOWN, LONGEST_CODE, MOST, Notebook, StudyCard

CARD = StudyCard("a", "left", "right")
CARDS = st.builds(StudyCard, st.text(max_size=9), st.text(max_size=9), st.text(max_size=9), st.integers(0, KNOWN),
                  st.integers(0, 999))  # fmt: skip


def test_right_answers_promote_a_card_and_wrong_ones_demote_it() -> None:
    card, today = StudyCard("a", "left", "right"), 100
    for days in [*DAYS[1:], 0]:
        card = card.answered(True, today)
        assert card.due == today + days
    assert card.box == KNOWN and not Notebook([card]).due(10**6), "it is learned"
    assert card.answered(False, today) == StudyCard("a", "left", "right", 0, today + DAYS[0])


def test_due_cards_come_back_longest_due_first() -> None:
    notebook = Notebook([StudyCard("a", "", "", due=5), StudyCard("b", "", "", due=3), StudyCard("c", "", "", due=9)])
    assert [card.code for card in notebook.due(5)] == ["b", "a"]


def test_a_position_is_added_once_and_a_very_long_game_never() -> None:
    notebook = Notebook([StudyCard("a", "", "", 3, 9)])
    notebook.add(StudyCard("a", "", ""))
    with pytest.raises(BadInput, match="so long a game"):
        notebook.add_all([StudyCard("x" * (LONGEST_CODE + 1), "", ""), StudyCard("a", "", "")])
    assert notebook.text() == Notebook([StudyCard("a", "", "", 3, 9)]).text()


def full(box: int = 0, name: str = "") -> Notebook:
    return Notebook(StudyCard(f"{name}{number}", "", "", box, number) for number in range(MOST))


def test_a_full_notebook_refuses_another_card_unless_one_is_known() -> None:
    notebook = full()
    with pytest.raises(BadInput, match="there is room for"):
        notebook.add(StudyCard("another", "", ""))
    assert notebook.text() == full().text()
    notebook.put(StudyCard("7", "", "", KNOWN, 900))
    with pytest.raises(BadInput, match="was removed to make room"):
        notebook.add(StudyCard("another", "", ""))
    assert len(notebook) == MOST
    assert {card.code for card in notebook.due(10**6)} == {str(n) for n in range(MOST)} - {"7"} | {"another"}


def test_two_full_notebooks_are_not_merged_in_silence() -> None:
    for one, other in ((full(), full(name="b")), (full(1), full(2, "b"))):
        with pytest.raises(BadInput, match="there is room for"):
            one.merged(other)
    both = full().merged(full(KNOWN, "b"))
    assert both.text() == full().text(), "known cards, which would not come back, make room"


@given(st.lists(CARDS, max_size=9))
def test_a_notebook_reads_what_it_writes(cards: list[StudyCard]) -> None:
    notebook = Notebook(cards)
    assert Notebook.from_text(notebook.text()).text() == notebook.text()


@given(st.lists(CARDS, max_size=9), st.lists(CARDS, max_size=9))
def test_merging_keeps_every_position_and_the_later_answer(ours: list[StudyCard], theirs: list[StudyCard]) -> None:
    one, other = Notebook(ours), Notebook(theirs)
    both = one.merged(other)
    assert one.merged(both).text() == both.text(), "merging again changes nothing"
    kept = {card[0] for card in json.loads(both.text())["cards"]}
    assert kept == {card.code for card in (*ours, *theirs)}, "none is lost"


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"kesu":"notebook","form":1}', '{"kesu":"notebook","form":2,"cards":[]}',
     '{"kesu":"notebook","form":1,"cards":[["a","b","c",0]]}',
     '{"kesu":"notebook","form":1,"cards":[["a","b","c",9,0]]}',
     '{"kesu":"notebook","form":1,"cards":[["a","b","c",0,-1]]}'],
)  # fmt: skip
def test_a_damaged_notebook_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Notebook.from_text(text)


def test_a_later_wrong_answer_survives_an_older_right_one() -> None:
    known = replace(CARD, box=3, due=100).answered(right=True, today=100)
    failed = replace(CARD, box=1, due=110).answered(right=False, today=110)
    assert known.due > failed.due
    for one, other in ((known, failed), (failed, known)):
        assert list(Notebook([one]).merged(Notebook([other]))._cards.values()) == [failed]


def test_of_two_answers_of_one_day_the_card_comes_back_sooner() -> None:
    right, wrong = CARD.answered(right=True, today=100), CARD.answered(right=False, today=100)
    for one, other in ((right, wrong), (wrong, right)):
        assert list(Notebook([one]).merged(Notebook([other]))._cards.values()) == [wrong]
