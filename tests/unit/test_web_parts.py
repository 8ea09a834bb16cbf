"""Parts of the page that can be tried in CPython, where a stand-in answers for the browser to anything."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from game.bots.judging import Cost
from game.contract import Noted
from game.play.workshop import wire
from game.review.continuation import Compared, ContinuedTurn
from game.rules import game
from game.slices import finished
from game.store.dailies import Dailies
from game.store.store import Store
from game.words import Translator
from tests.table import session_of

pytestmark = pytest.mark.native  # in Pyodide there is no such stand-in

BROWSER = ("js", "pyodide", "pyodide.ffi", "pyodide_js", "pyscript")


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """Imports a module of game.web, which is forgotten afterwards."""
    for name in BROWSER:
        monkeypatch.setitem(sys.modules, name, MagicMock())
    before = set(sys.modules)
    yield lambda name: import_module(f"game.web.{name}")
    for name in set(sys.modules) - before:
        if name.startswith("game.web"):
            del sys.modules[name]


@pytest.mark.parametrize(("painted", "flying", "wait"), [(90.0, 20.0, 20.0), (5.0, 20.0, 5.0), (None, 20.0, 20.0)])
def test_what_flies_lands_in_time_although_a_board_moves_longer(
    web: Callable[[str], Any], painted: float | None, flying: float, wait: float
) -> None:
    screen = web("board.screen").Screen(Translator())
    screen.panels = [MagicMock()]
    screen.panels[0].painter.animate.return_value = painted
    screen._flights = MagicMock()
    screen._flights.animate.return_value = flying
    assert screen.animate(0.0) == wait


def test_only_the_visitors_own_choice_of_a_branch_moves_the_focus(web: Callable[[str], Any]) -> None:
    front = web("workshop.front").WorkshopFront(MagicMock())
    front._bar, front._game = MagicMock(speed=1.0), MagicMock(replay=None)
    focus = front._bar.focus_last_branch

    def shows(*branches: str) -> int:
        front._show_replay(wire.ReplayShown(open=True, branches=branches))
        return int(focus.call_count)

    assert shows("a") == shows("a", "b") == shows("b") == 0
    front._game.replay.switch(0)
    assert (shows("b"), shows("a"), shows("a"), shows("b")) == (0, 1, 1, 1)
    front._game.replay.switch(0)
    front._game.replay.go(3)
    assert shows("c") == 1


class Live:
    """Live games with a match that is going on, and a dialog that remembers its buttons."""

    def __init__(self, web: Callable[[str], Any]) -> None:
        live = web("live.live_games")
        self.games = live.LiveGames(Translator(), MagicMock(), MagicMock(), MagicMock())
        self.games._front = MagicMock()
        self.games._connecting = MagicMock()
        self.games.match = self.running = MagicMock()
        self.games._link = MagicMock()

    def invite(self, name: str = "duel", **options: Any) -> None:
        self.games.invite_to_play(game(name), session_of(name, **options).options, 3)

    def found(self, match: Any) -> None:
        """Says which match is kept."""
        self.games._front.matches.load.return_value = match

    @property
    def buttons(self) -> dict[str, Callable[[], object]]:
        _title, _text, *buttons = self.games._connecting.dialog.ask.call_args.args
        return dict(buttons)


def test_a_live_game_goes_on_if_no_other_begins(web: Callable[[str], Any]) -> None:
    live = Live(web)
    live.found(None)
    live.invite("duel", computer="1")
    assert live.games.match is live.running and not live.running.leave.called, "it cannot be played by two"
    live.found(MagicMock(session=session_of("duel")))
    live.invite()
    assert live.games.match is live.running and not live.running.leave.called, "the player has not chosen yet"


@pytest.mark.parametrize("choice", ["New game", "Continue"])
def test_another_live_game_takes_the_place_of_the_one_before(web: Callable[[str], Any], choice: str) -> None:
    live, now = Live(web), MagicMock(watched=False, session=session_of("duel"))
    live.found(MagicMock(session=session_of("duel")))
    live.invite()
    live.found(now)
    live.buttons[choice]()
    assert live.running.leave.called and live.games._connecting.invite.called
    assert (live.games.match is now) == (choice == "Continue"), "as it is when it is chosen"


def test_a_duration_in_japanese_has_no_blanks(web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    dates, texts = web("platform.dates"), {"hour": "{} 時間", "minute": "{} 分"}
    monkeypatch.setattr(dates, "_counts", lambda _language, unit: SimpleNamespace(format=texts[unit].format))
    assert dates.formatted_duration(336, "ja") == "5時間36分"


def test_a_month_begins_with_a_capital(web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    module = web("dialogs.calendar")
    monkeypatch.setattr(module, "formatted_day", lambda *_day, **_parts: "tháng 11 năm 2026")
    monkeypatch.setattr(module, "first_weekday", lambda _language: 1)
    monkeypatch.setattr(module, "make", lambda *_parts, **_attributes: MagicMock())
    calendar = module.CalendarDialog(Translator("vi"), Dailies(Store(None), lambda: 1_795_694_400.0), MagicMock())
    calendar.open("chain")
    assert calendar._month.textContent == "Tháng 11 năm 2026"


def test_what_a_move_leads_to_has_the_names_of_the_game(web: Callable[[str], Any]) -> None:
    module, duel = web("review.mistake_card"), game("duel")
    module.make = lambda _tag, *parts, **_attributes: MagicMock(parts=parts)
    module.put = lambda _parent, *parts: shown.extend(part for each in parts for part in getattr(each, "parts", ()))
    module.Painter = MagicMock()
    shown: list[object] = []
    state = session_of("duel").setup.start()
    mistake = MagicMock(turn=MagicMock(before=state, seat=0), cost=MagicMock(mostly_ahead=False))
    judge = MagicMock(CURVE="Lead", OUTCOME="", FORM=".0f")
    names = ["You", "Pip"]
    card = module.MistakeCard(Translator(), duel, mistake, judge, "1.", names, shapes=False)
    sent = ContinuedTurn(state, [Noted("For {target}.", {"target": 2})])
    card._compare(Compared(sent, sent, (1.0, 1.0)))
    assert shown.count("For Pip.") == 2


class Judged:
    """A try at a mistake whose answer is the first input, and as good as the better one."""

    judge = SimpleNamespace(MARGIN=0.5)

    def answer(self, session: Any) -> tuple[str, ...] | None:
        return session.inputs[:1] or None

    def found(self, _answer: object) -> bool:
        return False

    repeated = found

    def judged(self, _answer: object) -> Generator[None, None, Any]:
        yield
        return None, Cost(0)


def test_a_verdict_is_said_again_after_the_computers_turn(web: Callable[[str], Any]) -> None:
    """The computer's own words once took its place at once."""
    module = web("review.look_back")
    session, said = MagicMock(inputs=()), list[str]()
    module.is_computers = lambda *_about: len(session.inputs) == 2
    game_on = SimpleNamespace(session=session, replay=None, act=None)
    game_on.say = lambda text, *_offer, more: said.append(text)
    look = module.LookBack(
        Translator(), MagicMock(), Store(None), lambda: game_on, MagicMock(), MagicMock(), MagicMock()
    )
    look._work, look._retry = MagicMock(begin=finished), Judged()
    look.moved()
    assert not said
    verdict = ["Just as good as the better move."]
    for inputs, times in (("drop",), 1), (("drop", "left"), 1), (("drop", "left", "drop"), 2), (("drop",) * 4, 2):
        session.inputs = inputs
        look.moved()
        assert said == verdict * times, "at once, and when the computer has moved"
