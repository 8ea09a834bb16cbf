"""Typed commands do what keys and buttons do, to the board, the clock, the times, the store and the message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.contract import BadInput, Role, Variant
from game.play import changes
from game.play.actions import Action
from game.play.activity import Activity
from game.play.changes import Change
from game.play.mode import Introduction
from game.play.modes import OwnGame
from game.rules import game
from game.session import Session, complete
from game.session.commands import execute
from tests.table import Table, session_of
from tests.unit.test_exercises import Exercising
from tests.unit.test_problem_page import Solving

pytestmark = pytest.mark.native

AT_ONCE = Introduction(at_once=True)
ENDLESS = "c1p63H4mR1r-K0"
"""A composed problem of Chain, which takes minutes to prove."""


def nineteen(*words: str, calm: bool = False) -> Table:
    return Table(session_of("nineteen", 7, words, calm=calm), introduction=AT_ONCE)


def pushed() -> Table:
    """Returns a game of Push and Clear with some moves."""
    return Table(session_of("push-clear", 7)).press(Role.LEFT, Role.UP, Role.RIGHT)


def alone() -> Table:
    class Alone(OwnGame):
        actions = frozenset({Action.UNDO})

    table = pushed()
    table.open(table.session, Alone(table.around.translator))
    return table


# Words.


def test_words_are_played_like_in_the_terminal() -> None:
    table, expected = Table(session_of("biquadris", 0)), session_of("biquadris", 0)
    for command in ("4right", "drop", "clockwise", "undo", "10right", "drop"):
        table.play.execute(command)
        execute(expected, command)
        assert table.run().view == expected.view
    with pytest.raises(BadInput):
        table.play.execute("jump")
    assert table.session.inputs == expected.inputs == table.kept().inputs


@pytest.mark.parametrize("motion", [0.0, 300.0])
def test_a_game_that_ends_by_typed_words_opens_its_card(motion: float) -> None:
    table = Table(session_of("nineteen", calm=True), motion=motion)
    while not table.session.over:
        table.play.execute("drop")
    table.play.execute("drop")  # typed on the same line
    table.run(2 * motion)
    assert table.card.score == str(table.session.score) and table.message == table.play.narrator.ending


def test_a_word_that_changes_nothing_says_so() -> None:
    assert nineteen().typed(*["left"] * 9)[-1] == "Nothing changed."


def test_what_is_offered_meanwhile_is_no_answer() -> None:
    table = nineteen()
    table.play.say("New to this game?", "Learn it", lambda: None, most=9)
    table.play.pause()
    assert table.typed("left") == [] and table.message == "New to this game?"


def test_pieces_are_timed() -> None:
    typed, pressed = nineteen(), nineteen()
    for _piece in range(4):
        for table in (typed, pressed):
            table.run(700)
        typed.play.execute("drop")
        pressed.play.do(Role.DROP)
        for table in (typed, pressed):
            table.run()
    assert typed.play.tenths == pressed.play.tenths and len(typed.play.tenths) == 4
    assert typed.play.landings == pressed.play.landings == 4


@pytest.mark.parametrize("paused", [False, True])
def test_a_sprint_has_its_true_time(paused: bool) -> None:
    """Also if it is paused: a typed word goes on with it, as a key does."""
    rules = replace(game("nineteen"), variants=(Variant("Sprint", {"rows": 1}, by_time=True),))
    row = (*("left",) * 4, "drop", "rotate", "drop", *("rotate",) * 3, *("right",) * 3)
    table = Table(Session(rules, complete(rules, {"rows": 1}), 3), introduction=AT_ONCE)
    for word in (*row, "drop"):
        if paused:
            table.play.pause()
        table.typed(word)
        table.run(500)
    table.run(3000)
    [tenths] = table.finished.times(table.session)
    assert table.card.title == "Goal reached!" and 55 <= tenths <= 70
    assert table.card.score == table.around.translator.formatted_time(tenths) == table.figures()["Time"]


def test_a_move_that_cannot_be_shown_is_not_kept() -> None:
    """Whatever of the page fails, board, session and store agree."""
    table = nineteen(calm=True)
    tell, failing = table.play.game.tell, True

    def fail(change: Change) -> None:
        if failing and isinstance(change, changes.BoardsChanged):
            raise RuntimeError("no picture")
        tell(change)

    table.play.game.tell = fail
    table.play.execute("right")
    with pytest.raises(RuntimeError):
        table.run()
    failing = False
    table.typed("left")
    table.run()
    assert table.session.inputs == table.kept().inputs == ("left",)


def test_a_rolled_back_line_is_another_list() -> None:
    """A list of inputs kept elsewhere is not the one that the session has now."""
    session = session_of("nineteen", 7, ["left"])
    line, back = session.main_line, session.savepoint()
    session.play("left")
    back()
    assert session.main_line == ["left"] and session.main_line is not line


# Actions.


@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize("word", ["undo", "redo", "restart"])
def test_a_typed_action_is_the_button(word: str, calm: bool) -> None:
    """In a game with a clock, undo goes to where a piece appeared, and pauses."""
    typed, pressed = (nineteen("left", "drop", "right", "drop", "tick", calm=calm) for _ in range(2))
    for table in (typed, pressed):
        table.run(219)
        if word == "redo":
            table.act("undo", "undo")
        if word == "restart":
            table.play.pause()
    typed.play.execute(word)
    pressed.play.act(Action(word))
    for table in (typed, pressed):
        table.run(48)
    assert typed.session.history.position == pressed.session.history.position == (6 if word == "restart" else 2)
    assert typed.play.game.paused == pressed.play.game.paused
    assert typed.play.clock.time_until(typed.time) == pressed.play.clock.time_until(pressed.time)
    assert (typed.message, typed.said.offer) == (pressed.message, pressed.said.offer)
    assert typed.session.assisted == pressed.session.assisted
    assert typed.run().kept().history.position == typed.session.history.position


def test_undo_at_the_start_says_that_there_is_nothing_to_undo() -> None:
    table = nineteen()
    assert table.typed("undo") == [table.message] == ["Nothing to undo."]


# Hints.


def test_a_hint_says_what_the_move_costs_before_it_shows_it() -> None:
    table = pushed()
    [warning] = table.typed("hint")
    assert warning.endswith("Seeing it counts as help. Type hint again to see it.")
    assert not table.session.assisted
    [move] = table.typed("hint")
    assert move.rstrip(".").split()[-1].lower() in table.session.rules.words and table.session.assisted
    table.press(Role.LEFT, Role.RIGHT).run()
    assert "help" not in " ".join(table.typed("hint")), "it costs nothing more"


def test_a_hint_is_marked_in_the_replay_like_any_other() -> None:
    table = pushed()
    table.typed("hint", "hint")
    table.act("replay").run()
    assert [mark[0] for mark in table.bar.marks].count("hint") == 1


def test_a_hint_that_takes_minutes_is_thought_about_between_frames() -> None:
    table = Solving().open(ENDLESS)
    heard: list[str] = []
    table.play.execute("hint", heard.append)
    table.run(500)
    assert table.play.thinks_of_hint and heard and "" not in heard
    before = table.session.length
    table.play.execute("drop", heard.append)
    table.run()
    assert table.session.length > before and not table.play.thinks_of_hint and heard[-1] == ""


@pytest.mark.parametrize(
    ("refused", "table"),
    [
        ("close the replay first", lambda: pushed().act("replay")),
        ("hint is not possible here", alone),
    ],
)
def test_a_hint_is_refused_where_the_button_is(refused: str, table: Callable[[], Table]) -> None:
    opened = table()
    with pytest.raises(BadInput, match=refused):
        opened.play.execute("hint")
    assert not opened.session.assisted and opened.play.game.activity is not Activity.HINT


def test_a_hint_in_an_exercise_reveals_the_turn_as_the_button_does() -> None:
    typed, pressed = Exercising(), Exercising()
    for desk in (typed, pressed):
        desk.exercises.begin()
    typed.table.typed("hint")
    pressed.table.act("hint")
    assert typed.table.message == pressed.table.message != ""
    assert typed.table.session.inputs == pressed.table.session.inputs
