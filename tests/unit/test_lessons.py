"""Lessons: each can be completed by its own words, and not before the player plays them."""

from __future__ import annotations

import pytest

from game import files
from game.contract import Lesson
from game.rules import GAMES
from game.session import Session
from tests.toy import GAME as TOY

LESSONS = [(name, number) for name, rules in GAMES.items() for number in range(len(rules.lessons))]


def begun(name: str, lesson: Lesson) -> Session:
    """A lesson's board as the player finds it."""
    session = Session(GAMES[name], lesson.options, lesson.seed, files.read)
    for word in lesson.unseen:
        assert session.play(word), (word, "changes nothing")
    return session


def test_every_game_has_at_least_three_lessons_but_needs_none() -> None:
    assert all(len(rules.lessons) >= 3 for rules in GAMES.values())
    assert TOY.lessons == ()


@pytest.mark.parametrize("name,number", LESSONS)
def test_the_words_of_a_lesson_reach_its_goal(name: str, number: int) -> None:
    lesson = GAMES[name].lessons[number]
    session = begun(name, lesson)
    reached = []
    for word in lesson.seen:
        before = session.state
        events = session.play(word)
        assert session.state is not before, (word, "changes nothing")
        reached.append(any(map(lesson.reached, events)))
    assert reached[-1], "the last word completes it"
    assert len(reached) <= 8, "short enough to watch"


def test_a_lesson_about_a_chain_is_not_done_by_one_link() -> None:
    chain, rows = GAMES["chain"].lessons[-1], GAMES["nineteen"].lessons[-1]
    for name, lesson in (("chain", chain), ("nineteen", rows)):
        session = begun(name, lesson)
        assert not any(map(lesson.reached, session.play("drop")))
