"""In every mode, whatever is pressed or typed in whatever order, nothing breaks, and board and session agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.contract import BadInput, Role
from game.play.actions import Action, ReplayAction
from game.problems import choice
from game.session import Session
from game.session.commands import COMMON
from tests.table import Table, session_of
from tests.unit.test_exercises import Exercising
from tests.unit.test_play_whole_games import Teacher, lesson_table
from tests.unit.test_problem_page import Solving

pytestmark = pytest.mark.native


def own_game() -> Table:
    return Table(session_of("nineteen", 7, ["left", "drop", "right", "drop"]))


def replay() -> Table:
    return own_game().act("replay")


def lesson() -> Table:
    return lesson_table("nineteen", 1, Teacher())


def exercise() -> Table:
    desk = Exercising()
    desk.exercises.begin()
    return desk.table


def problem() -> Table:
    return Solving().open(choice.listed("nineteen", "rows", 2)[0])


MODES: Mapping[str, Callable[[], Table]] = {
    table_in.__name__: table_in for table_in in (own_game, replay, lesson, exercise, problem)
}
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("typed"), st.sampled_from([*COMMON, "left", "drop", "tick", "clockwise", "nothing"])),
        st.tuples(st.just("pressed"), st.sampled_from([Role.LEFT, Role.DROP, Role.SOFT_DROP])),
        st.tuples(st.just("chosen"), st.sampled_from([*set(Action) - {Action.HINT, Action.DEMO}])),
        st.tuples(st.just("replayed"), st.sampled_from(list(ReplayAction))),
        st.tuples(st.just("accepted"), st.none()),
    ),
    max_size=8,
)


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=40, deadline=None)
@given(deeds=DEEDS)
def test_nothing_that_is_done_in_a_mode_breaks_it(mode: str, deeds: list[tuple[str, object]]) -> None:
    table = MODES[mode]()
    for kind, what in deeds:
        session, play = table.session, table.play
        line = session.main_line[:]
        if kind == "typed":
            try:
                play.execute(what)  # type: ignore[arg-type]
            except BadInput:
                assert session.main_line == line
            if play.replay:
                assert session.main_line == line, "a replay only shows"
        elif kind == "pressed":
            table.press(what)  # type: ignore[arg-type]
        elif kind == "chosen":
            play.act(what)  # type: ignore[arg-type]
        elif kind == "replayed" and play.replay:
            play.replay.act(what)  # type: ignore[arg-type]
        elif kind == "accepted" and table.said.then:
            table.said.then()
        table.run()
        if not play.display.hint.shown:  # on the board, as a piece that is not there
            assert repr(table.view) == repr(table.session.view)
        again = Session.load(table.session.save(), lambda _name: table.session.rules)
        assert repr(again.view) == repr(table.session.view)
