"""Foreign games without a page: what the bench shows of them, in which form, and how much of it the page accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_type_hints

import pytest

from game.contract import BadInput, Board, Completed, Event, Vanished, View
from game.play import changes
from game.play.context import Handling
from game.play.workshop import wire
from game.play.workshop.bench import Bench
from game.play.workshop.motion_clock import MotionClock
from game.rules import GAMES
from game.words import Translator
from game.workshop import inspection, sources
from tests.table import Table, session_of

TEMPLATE = sources.template().text
PLAYER = sources.headed("def choose(state, moves, view):\n    return moves[0]\n", sources.PLAYER, "push-clear")


class Visitor:
    """A visitor at a bench, whose time passes only in `run`."""

    def __init__(self) -> None:
        self.time, self.said = 0.0, list[dict[str, Any]]()
        self.bench = Bench(Translator(), lambda text: self.said.append(json.loads(text)), lambda: self.time)
        self.wait: float | None = None

    def asks(self, **message: Any) -> Visitor:
        self.wait = self.bench.take(json.dumps(message))
        return self

    def does(self, what: str, *given: Any) -> Visitor:
        number = [each.number for each in self.shown(wire.Opening)][-1]
        return self.asks(do="input", game=number, what=what, given=given).run()

    def run(self, milliseconds: float = 1000.0) -> Visitor:
        until = self.time + milliseconds
        while self.wait is not None and self.time < until:
            self.time += max(self.wait, 1.0)
            self.wait = self.bench.run_frame()
        return self

    def all(self) -> Iterator[Any]:
        for message in self.said:
            if message["is"] == "show":
                yield from wire.read(message["changes"])

    def shown(self, kind: type[Any]) -> list[Any]:
        return [value for value in self.all() if isinstance(value, kind)]

    def kinds(self) -> list[str]:
        return [message["is"] for message in self.said]


def playing(text: str = TEMPLATE) -> Visitor:
    return Visitor().asks(do="play", task=1, text=text).run()


def test_a_game_is_played_with_its_figures_and_sentences_as_its_motion_is_seen() -> None:
    visitor = playing()
    opening = visitor.shown(wire.Opening)[0]
    assert opening.rules.name == "workshop-berries" and opening.rules.rules.by_role
    assert "shown" in visitor.kinds() and "failed" not in visitor.kinds()
    before = visitor.shown(changes.FiguresChanged)[-1].figures
    visitor.does("press", "right")
    assert visitor.shown(changes.FiguresChanged)[-1].figures != before
    assert visitor.shown(changes.Arrived) and visitor.shown(changes.BoardsChanged)[-1].events
    visitor.does("act", "undo")
    assert visitor.shown(changes.BoardsChanged)[-1].view.scores == (100,)


def test_a_foreign_player_plays_until_it_is_stopped() -> None:
    visitor = Visitor().asks(do="watch", task=1, game="push-clear", text=PLAYER).run(5000)
    assert visitor.shown(changes.DemoChanged)[-1].running and len(visitor.shown(changes.BoardsChanged)) > 3
    visitor.does("act", "demo")
    assert not visitor.shown(changes.DemoChanged)[-1].running


def test_a_replay_is_shown_on_a_bar_that_is_somewhere_else() -> None:
    visitor = playing().does("press", "right").does("press", "down").does("act", "replay")
    assert visitor.shown(wire.ReplayShown)[-1].length == 2
    visitor.does("replay", "act", "on", 1.0)
    assert visitor.shown(wire.ReplayShown)[-1].at == 1
    visitor.does("replay", "act", "close", 1.0)
    assert not visitor.shown(wire.ReplayShown)[-1].open


def test_an_error_in_a_move_is_reported_once_with_its_line_and_the_next_task_works() -> None:
    text = TEMPLATE.replace(
        "def play(state, word):\n", "def play(state, word):\n    if word == 'down' and COUNT:\n        1 / 0\n"
    )
    visitor = playing(
        text.replace("SIZE, BERRIES", "COUNT = []\nSIZE, BERRIES", 1).replace("GAME = ", "COUNT.append(1)\nGAME = ")
    )
    assert [each["line"] for each in visitor.said if each["is"] == "failed"] == [33]
    visitor.said.clear()
    visitor.asks(do="play", task=2, text=TEMPLATE).run()
    assert visitor.kinds().count("shown") == 1 and {each["task"] for each in visitor.said} == {2}


def test_input_for_a_game_that_is_gone_is_dropped() -> None:
    visitor = playing()
    visitor.said.clear()
    visitor.asks(do="input", game=99, what="press", given=["right"])
    assert visitor.said == []


def test_a_cell_is_dragged_in_a_game_of_cells() -> None:
    visitor = Visitor().asks(do="play", task=1, text=sources.change_of("lines98").text).run()
    holds = visitor.shown(wire.Situation)[-1].holds
    assert holds
    visitor.does("grab", holds[0])
    assert visitor.shown(changes.BoardsChanged)[-1].marks[holds[0]] == {"chosen"}


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_a_game_shows_survives_the_wire(name: str) -> None:
    table = Table(session_of(name)).act("hint").run(2000).act("demo").run(4000)
    values = [each for each in table.changes if type(each).__name__ in wire.KINDS]
    text = json.dumps([wire.write(each) for each in values])
    assert [wire.write(each) for each in wire.read(text)] == [wire.write(each) for each in values]
    assert len(values) > 20


def shown(*boards: Any, **more: Any) -> str:
    view = [list(boards), False, [], 0, [], 0, [0], [], None, False]
    return json.dumps([["BoardsChanged", view, [], [], [], True], *more.values()])


def board(*rows: str) -> list[Any]:
    return wire.write(Board(rows))[1:]


def test_a_board_of_the_right_shape_is_read() -> None:
    value = next(wire.read(shown(board(".@", ".."))))
    assert value.view.boards[0].rows == (".@", "..") and value.marks == {}


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "1",
            "{}",
            "[1]",
            "[[]]",
            '[["Nothing"]]',
            '[["ActionWanted", "mute"]]',
            '[["ReplayShown", true, 0, 5, "", false, [], ["a branch"], true]]',
            '[["MotionCut", 1]]',
            "[" * 100_000,
        ),
        *(shown(board(".", "..")), shown(board()), shown(board("")), shown(board(*["."] * 65)), shown(board("." * 65))),
        *(shown(board(".")).replace("false", "0"), shown(board(".")).replace("true", "null"), shown([["."]])),
        *('[["Said", 1, "", ""]]', json.dumps([["Said", "x" * 5000, "", ""]]), '[["Situation", false, false, [[1]]]]'),
        *('[["FiguresChanged", 1e400, [], false]]', '[["FiguresChanged", 0, [["a", NaN]], false]]'),
        '[["DemoChanged", true, "1"]]',
    ],
)
def test_messages_of_any_other_form_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        list(wire.read(text))


def possible(number: int) -> str:
    return json.dumps([["PossibleActions", [f"left {n}" for n in range(number)], True, True, True, True]])


def test_more_buttons_than_anybody_can_use_are_refused() -> None:
    assert len(next(wire.read(possible(wire.FEW))).choices) == wire.FEW == inspection.MOST_LISTED
    with pytest.raises(BadInput):
        list(wire.read(possible(wire.FEW + 1)))


def test_a_game_with_more_is_refused_with_the_reason() -> None:
    session = session_of("push-clear")
    view = replace(session.view, choices=("left",) * (wire.FEW + 1))
    problem = inspection._problem_of_view(view, session.rules, set(session.rules.symbols))
    assert str(problem) == "choices: there are more than 100"


def test_the_lists_of_few_are_fields_of_what_is_shown() -> None:
    read = {name for kind in (*wire.KINDS.values(), wire.Declared, View, Board) for name in get_type_hints(kind)}
    assert read >= wire.OF_FEW


def test_motion_behind_a_cover_takes_its_time_as_on_the_page() -> None:
    seen: list[Event] = []
    motion = MotionClock(lambda: Handling(motion=1.0))
    motion.open(1)
    motion.seen = lambda _board, events: seen.extend(events)
    symbols = GAMES["biquadris"].symbols
    [hidden] = [letter for letter, symbol in symbols.items() if symbol.form == "cover"]
    before, after = (hidden + "I", "II"), (hidden + ".", "..")
    fell = Completed(cells=((1, 0), (1, 1)), lines=1)
    vanished = Vanished(cells=(("I", (1, 0)), ("I", (1, 1))))
    for rows, events in ((before, ()), (after, (fell, vanished))):
        motion.begin(changes.BoardsChanged(View((Board(rows),), False, {}), events, {}, (), glides=True), symbols)
    assert seen == [] and motion.advance(0.0) is not None
    motion.advance(10_000.0)
    motion.advance(20_000.0)
    assert vanished in seen
