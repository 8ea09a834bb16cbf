"""The first lessons that are played before Python has loaded: the recordings agree with the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from game.play.mode import Introduction, Mode
from game.rules import GAMES
from game.session import Session
from game.words import LANGUAGES, Translator
from tools.build import lessons
from tools.samples import lesson_positions as played

pytestmark = pytest.mark.native
RECORDED = [name for name, rules in GAMES.items() if not rules.cursor]


def draw(
    session: Session, mode: Mode, _introduction: Introduction, _translator: Translator
) -> Mapping[str, Sequence[Any]]:
    """Draws only the boards' cells and figures."""
    assert not mode.saved, "a lesson has no best score"
    boards = []
    for board in session.view.boards:
        figures = ["dl", {}, *(["dd", {}, str(value)] for _label, value in board.figures)]
        cells = json.dumps([board.rows, board.ghost, board.coming, board.hidden])
        boards.append(["div", {"class": "board"}, figures, ["div", {}, ["canvas", {"data-board": cells}]]])
    return {"boards": boards}


@pytest.mark.parametrize("name", RECORDED)
def test_each_recorded_word_leads_where_the_rules_lead(name: str) -> None:
    rules, lesson = GAMES[name], GAMES[name].lessons[0]
    found = lessons.paths(draw)[name]
    assert len(found) <= played.MOST
    waiting: list[tuple[int, list[str]]] = [(0, [])]
    seen = {0}
    for number, words in waiting:
        *_shown, leads = found[number]
        for word, after in leads.items():
            session = played.lesson_session(rules, lesson, words)
            events = session.play(word)
            outcome, _classes, boards, _figures, _leads = found[after]
            assert [tuple(board[0]) for board in boards] == [board.rows for board in session.view.boards]
            assert (outcome == played.REACHED) is any(map(lesson.reached, events))
            if after not in seen:
                seen.add(after)
                waiting.append((after, [*words, word]))
    assert seen == set(range(len(found))), "each position can be reached"
    assert all(position[0] != played.GOES_ON or position[-1] for position in found), "no position is a dead end"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_recorded_lesson_can_be_done_as_it_is_shown(tag: str) -> None:
    recorded = lessons.paths(draw)
    assert list(recorded) == RECORDED
    spoken = json.loads(lessons.in_language(recorded, Translator(tag, {})))
    for name, lesson in spoken.items():
        at = 0
        for word in lesson["seen"]:
            at = lesson["positions"][at][-1][word]
        assert lesson["positions"][at][0] == played.REACHED
        assert set(lesson["keys"].values()) >= set(lesson["seen"])
        assert all(text.strip() for instructions in lesson["instructions"] for _key, text in instructions)
        assert lesson["step"] == f"1/{len(GAMES[name].lessons)}"
