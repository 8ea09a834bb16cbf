"""Exercises on the board: a turn is judged, the better one is shown, and the player's own game is left alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from game.bots import advise
from game.contract import Role
from game.play.review.exercises import Exercises
from game.session.notebook import DAYS, Notebook, StudyCard
from game.session.replay_code import encode
from game.store.collection import Collection
from game.store.kept_exercises import NOTEBOOK
from game.store.store import Store
from game.text.names import turn_name
from game.words import Translator
from tests.table import Desk, session_of

PLAYED = ["drop"] * 4
TODAY = date(2026, 11, 26)


class Later:
    """A timer that the test lets go off."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.act, self.waits = act, False

    def begin(self, milliseconds: float) -> None:
        self.waits = milliseconds > 0

    def cancel(self) -> None:
        self.waits = False


class Exercising(Desk):
    """A table with exercises, whose work and timers run when the test says so."""

    def __init__(self, cards: int = 1, name: str = "nineteen", played: Sequence[str] = PLAYED) -> None:
        super().__init__()
        self.timers: list[Later] = []
        self.left = 0
        self.kept = Collection(Store(None), NOTEBOOK)
        for seed in range(7, 7 + cards):
            session = session_of(name, seed, played)
            self.better = advise(session.rules, session.state).words
            card = StudyCard(encode(session), session.moves[-1], ",".join(self.better), 0, TODAY.toordinal())
            self.kept.change(partial(self._put, card))
        about = self.table.around.translator, self.kept, self, self._leave, self
        self.exercises = Exercises(*about, today=lambda: TODAY, later=self._timer)

    @staticmethod
    def _put(card: StudyCard, notebook: Notebook) -> None:
        notebook.put(card)

    def _leave(self) -> None:
        self.left += 1

    def _timer(self, act: Callable[[], None]) -> Later:
        self.timers.append(Later(act))
        return self.timers[-1]

    def ring(self) -> None:
        [timer] = self.timers
        assert timer.waits
        timer.act()


def test_a_wrong_turn_is_judged_and_the_better_one_is_played_on_the_board() -> None:
    desk = Exercising()
    desk.exercises.begin()
    table = desk.table
    assert "what would you do here" in table.message and table.said.offer == "Show me"
    start = len(table.session.inputs)
    table.press(Role.DROP)  # as before, which was a mistake
    assert table.message == "Thinking…"
    table.press(Role.LEFT)
    assert len(table.session.inputs) == start + 1, "nothing can be played while it is judged"
    desk.think()
    verdict, spoken = table.message, table.said.more
    assert verdict == f"Not quite. Better: {turn_name(table.session.rules, desk.better, Translator())}."
    assert "ten pieces later" in spoken and table.said.offer == "Next"
    [card] = desk.kept.all()._cards.values()
    assert card.due == TODAY.toordinal() + DAYS[0] and card.box == 0
    desk.ring()
    table.until(lambda: len(table.session.inputs) > start and not table.play.assistant.demo_running)
    wanted = session_of("nineteen", 7, [*PLAYED, *desk.better]).view.boards[0].rows
    assert table.view.boards[0].rows == wanted, "the one that Look back has named"
    assert table.message and spoken.startswith(table.message), "one reason: a phone has room for no more"
    assert table.said.offer == "Next"
    table.accept()
    assert desk.left == 1, "no other exercise is due"
    own = session_of("nineteen", 3, ["left", "drop"])
    assert repr(table.kept().view) == repr(own.view), "the player's own game is as it was"


def test_the_better_turn_is_found_and_undo_is_free() -> None:
    desk = Exercising()
    desk.exercises.begin()
    table = desk.table
    start = len(table.session.inputs)
    table.press(Role.LEFT).act("undo", "undo", "undo")
    assert len(table.session.inputs) == start, "no further back than the position"
    for word in desk.better:
        table.play.play(word)
        table.run()
    desk.think()
    assert table.message == "Found it: nothing else is clearly better." and table.said.offer == "Next"
    [card] = desk.kept.all()._cards.values()
    assert card.box == 1
    table.act("undo")
    assert len(table.session.inputs) < start + len(desk.better)
    assert card == next(iter(desk.kept.all()._cards.values())), "a second try counts no more"


def test_typed_words_go_no_further_back_than_buttons() -> None:
    desk = Exercising()
    desk.exercises.begin()
    table = desk.table
    start = table.session.main_line[:]
    for command in ("undo", "restart", "left", "undo", "undo"):
        table.play.execute(command)
        table.run()
    assert table.session.main_line[: len(start)] == start and len(table.session.inputs) == len(start)
    assert desk.work is None, "nothing was judged"


def test_a_turn_is_judged_where_it_was_asked_for_and_not_where_it_leads() -> None:
    """The better push is one that cannot be made twice."""
    desk = Exercising(name="push-clear", played=["left", "down"])
    desk.exercises.begin()
    [word] = desk.better
    desk.table.play.play(word)
    desk.table.run()
    assert word not in desk.table.session.moves
    desk.think()
    assert desk.table.message == "Found it: nothing else is clearly better."


def test_a_hint_shows_the_better_turn_and_counts_as_not_found() -> None:
    desk = Exercising(cards=2)
    desk.exercises.begin()
    table = desk.table
    first = table.session.seed
    table.act("hint")
    assert table.message.startswith("Better: ")
    table.until(lambda: not table.play.assistant.demo_running)
    assert len(desk.kept.all().due(TODAY.toordinal())) == 1
    table.accept()
    assert table.session.seed != first and desk.left == 0
    assert "what would you do here" in table.message


def test_an_exercise_that_is_left_is_neither_judged_nor_answered() -> None:
    desk = Exercising()
    desk.exercises.begin()
    desk.table.press(Role.DROP)
    desk.table.play.close()
    assert desk.work is None
    assert len(desk.kept.all().due(TODAY.toordinal())) == 1
