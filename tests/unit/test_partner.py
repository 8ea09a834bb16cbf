"""The partner thinks in slices that fit into a frame, can be stopped at any time, and plays at a given pace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from game import files
from game.bots import Advice, Bot, advice_steps, advise, bot_for
from game.bots.chain import pairs
from game.bots.search import greedy
from game.play import partner as module
from game.play.partner import FOREVER, SLICE, Partner, pointed
from game.rules import GAMES, game
from game.session import Session

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide

EVERY = pytest.mark.parametrize("name", list(GAMES))


class Clock:
    """A clock set by the tests."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """A bot whose slices take this many milliseconds each."""

    def __init__(self, clock: Clock, slices: list[float], first: int = 0) -> None:
        self._clock, self._slices, self._first = clock, slices, first
        self.done = 0
        self.asked: tuple[int, int] = (0, 0)

    def think(self, rules: Any, state: Any, effort: int = 5, seed: int = 0) -> Iterator[Advice]:
        self.asked = (effort, seed)
        for number, milliseconds in enumerate(self._slices):
            self._clock.now += milliseconds
            self.done += 1
            yield Advice((str(number),) if number >= self._first else ())


@pytest.fixture
def clock() -> Clock:
    return Clock()


def asking(clock: Clock, bot: Slow, monkeypatch: pytest.MonkeyPatch, patience: float = FOREVER) -> Partner:
    monkeypatch.setattr(module, "bot_for", lambda _rules: Bot(bot.think))
    partner = Partner(clock)
    partner.ask(game("chain"), None, 2, 7, patience)
    return partner


def frames(partner: Partner, clock: Clock) -> tuple[list[float], Advice]:
    """Returns the thinking time in each frame, and the result."""
    spent = []
    while True:
        began = clock.now
        advice = partner.think()
        spent.append(clock.now - began)
        if advice is not None:
            return spent, advice
        clock.now += 16.7 - spent[-1]


def test_thinking_is_done_in_slices_that_fit_a_frame(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Slow(clock, [2.0] * 20)
    spent, advice = frames(asking(clock, bot, monkeypatch), clock)
    assert advice.words == ("19",) and bot.done == 20 and bot.asked == (2, 7)
    assert max(spent) <= SLICE


def test_a_long_slice_gets_its_own_frame(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    spent, _advice = frames(asking(clock, Slow(clock, [8.0, 8.0, 1.0, 1.0]), monkeypatch), clock)
    assert spent[:2] == [8.0, 8.0]


def test_with_little_patience_it_takes_the_best_advice_so_far(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Slow(clock, [4.0] * 100)
    began = clock.now
    _spent, advice = frames(asking(clock, bot, monkeypatch, 75.0), clock)
    assert 55.0 < clock.now - began <= 75.0
    assert advice.words == (str(bot.done - 1),) and bot.done < 100


def test_it_waits_for_advice_with_words(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Slow(clock, [30.0] * 9, first=5)
    _spent, advice = frames(asking(clock, bot, monkeypatch, 75.0), clock)
    assert advice.words == ("5",)


def test_it_reports_that_no_move_is_possible(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    _spent, advice = frames(asking(clock, Slow(clock, [1.0] * 3, first=9), monkeypatch), clock)
    assert advice == Advice(())


def test_thinking_can_be_stopped_at_any_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Slow(clock, [8.0] * 9)
    partner = asking(clock, bot, monkeypatch)
    assert partner.think() is None
    partner.stop()
    assert not partner.thinking and partner.think() is None and bot.done == 1
    partner.line_up(("a", "b"), clock.now, 0.0, 10.0, 10.0)
    assert partner.due(clock.now) == ["a"]
    partner.stop()
    clock.now += 100.0
    assert partner.due(clock.now) == [] and partner.wants_advice(clock.now)


def test_words_come_at_the_chosen_pace() -> None:
    partner = Partner(lambda: 0.0)
    partner.line_up(("a", "b", "c"), 0.0, 100.0, 20.0, 300.0)
    dealt = {time: partner.due(float(time)) for time in range(0, 500, 10)}
    assert {time: words for time, words in dealt.items() if words} == {100: ["a"], 120: ["b"], 140: ["c"]}
    assert [partner.wants_advice(time) for time in (430.0, 440.0)] == [False, True]
    assert partner.until_due(400.0) == 40.0


def test_without_pauses_all_words_come_at_once() -> None:
    partner = Partner(lambda: 0.0)
    partner.line_up(("a", "b", "c"), 5.0, 0.0, 0.0, 0.0)
    assert partner.due(5.0) == ["a", "b", "c"] and partner.wants_advice(5.0)


@pytest.mark.parametrize("name", ["lines98", "nineteen", "chain"])
def test_preparing_a_bot_does_not_change_its_advice(name: str) -> None:
    rules = game(name)
    state, bot = Session(rules, {}, 3, files.read).state, bot_for(rules)
    found = list(advice_steps(bot, rules, state, 2))
    alone = list(bot.think(rules, state, 2))
    assert found[len(found) - len(alone) :] == alone
    assert (len(found) > len(alone)) == (name != "chain")


@EVERY
def test_advice_points_at_cells_of_the_board(name: str) -> None:
    session = Session(game(name), {}, 3, files.read)
    words = advise(session.rules, session.state, slices=30).words
    rows = session.view.boards[0].rows
    found = pointed(session.rules, session.state, words)
    on_board = {(r, c) for r in range(len(rows)) for c in range(len(rows[0]))}
    assert found.cells and {*found.cells, *found.arrow} <= on_board
    assert bool(found.arrow) == (name in ("push-clear", "lines98")), "an arrow where a thing goes, none for a piece"
    assert session.inputs == ()


def test_the_blocks_of_a_pair_are_pointed_at_where_they_come_to_rest() -> None:
    session = Session(game("chain"), {}, 7)
    for word in ("drop", "cw", "drop"):
        session.play(word)
    words = ("left", "cw", "drop")
    before = session.view.boards[0].rows
    there = pointed(session.rules, session.state, words)
    tops = {
        column: next((r for r, row in enumerate(before) if row[column] != "." and r > 2), 13) for column in range(6)
    }
    assert len(there.cells) == 2
    assert all(row == tops[column] - 1 for row, column in there.cells)


class Endless(Clock):
    """A clock on which a thousand seconds pass whenever somebody looks: no machine is slower."""

    def __call__(self) -> float:
        self.now += 1_000_000.0
        return self.now


def slowest(session: Session) -> tuple[str, ...]:
    """Returns the turn that a demo plays on the slowest machine."""
    partner = Partner(Endless())
    partner.ask(session.rules, session.state, patience=module.DEMO_PATIENCE / 4)
    while (advice := partner.think()) is None:
        pass
    return advice.words


@pytest.mark.parametrize("name", ["chain", "duel"])
def test_no_advice_is_given_before_every_place_of_the_pair_is_evaluated(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first placement of a list is not advice, however small the slices are."""
    session = Session(game(name), {}, 21, files.read)
    usual = slowest(session)
    monkeypatch.setattr(pairs, "SLICE", 1)
    assert slowest(session) == usual


def test_no_advice_is_given_before_every_turn_has_been_tried() -> None:
    """Four turns would do for a greedy bot's slice, but the best may come later."""
    rules = game("lines98")
    state = Session(rules, {}, 9, files.read).state
    found = [advice.words for advice in greedy.think(rules, state)]
    assert len(found) > 1 and all(not words for words in found[:-1]) and found[-1]


def test_action_that_nothing_has_been_compared_with_is_no_advice() -> None:
    lesson = game("biquadris").lessons[-1]
    session = Session(game("biquadris"), {}, None, files.read)
    for word in lesson.unseen:
        session.play(word)
    assert session.view.choices
    assert next(bot_for(session.rules).think(session.rules, session.state)).words == ()
    assert slowest(session)


@pytest.mark.parametrize(
    ("name", "turns", "least"),
    [("push-clear", 60, 8), ("chain", 30, 700), ("nineteen", 30, 800), ("lines98", 40, 50), ("duel", 40, 700)],
)
def test_a_demo_plays_well_on_the_slowest_machine(name: str, turns: int, least: int) -> None:
    """The expected scores are half of those reached by looking one turn ahead, and far above those of the first
    possible move."""
    session = Session(game(name), {}, 21, files.read)
    for _turn in range(turns):
        if session.over:
            break
        words = slowest(session)
        assert words
        for word in words:
            session.play(word)
    assert max(session.view.scores) >= least
    assert session.over is (name == "duel"), "only a duel has a loser"
