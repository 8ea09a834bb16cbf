"""The page that shows foreign games: it paints what arrives, passes on keys and fingers, and runs no foreign code."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import create_proxy

from game.contract import BadInput, Cell, Locked, Role, Rules, View
from game.play import changes
from game.play.actions import Action, ReplayAction
from game.play.changes import ActionWanted, Change
from game.play.ending import SETTLED
from game.play.mode import Introduction
from game.play.workshop import wire
from game.rules import GAMES
from game.web.app import App
from game.web.board.replay_bar import ReplayBar
from game.web.platform import dom
from game.web.platform.dom import by_id, make, put
from game.web.platform.loop import now

if TYPE_CHECKING:
    from game.play.open_game import OpenGame

HERE = (Action.MUTE, Action.RULES)
"""Actions of the page itself."""

PassOn = Callable[..., None]
"""Passes on what the visitor did: what, and the values that go with it."""


class DistantCursor:
    """Passes on the cells that are pointed at."""

    def __init__(self, send: PassOn, symbol: Callable[[Cell], str]) -> None:
        """`symbol` returns what can be dragged from a cell; empty if nothing can."""
        self._send, self._symbol = send, symbol

    def grab(self, cell: Cell) -> str:
        self._send("grab", cell)
        return self._symbol(cell)

    def carry(self, cell: Cell | None) -> None:
        self._send("carry", cell)

    def drop(self, cell: Cell | None) -> None:
        self._send("let go", cell)

    def tap(self, cell: Cell) -> None:
        self._send("tap", cell)

    def pick(self, cell: Cell) -> None:
        self._send("pick", cell)

    def point(self, what: str) -> None:
        self._send("point", str(what))


class DistantReplay:
    """Passes on what is done on the replay's bar."""

    def __init__(self, send: PassOn, bar: ReplayBar) -> None:
        self._send, self._bar = send, bar
        self._switched, self._branches = False, tuple[str, ...]()

    def act(self, action: ReplayAction) -> None:
        self._pass_on("act", action)

    def go(self, position: int) -> None:
        self._pass_on("go", position)

    def switch(self, branch: int) -> None:
        self._pass_on("switch", branch)
        self._switched = True

    def show_branches(self, branches: tuple[str, ...]) -> None:
        """Shows the branches if they have changed. The last branch gets the focus only after the visitor has chosen
        another one, so that no message can move the focus.
        """
        if branches == self._branches:
            return
        self._branches = branches
        self._bar.show_branches(branches)
        if self._switched and branches:
            self._bar.focus_last_branch()
        self._switched = False

    def _pass_on(self, what: str, which: Any) -> None:
        self._switched = False
        self._send("replay", what, which, self._bar.speed)


class DistantGame:
    """An OpenGame that is played where foreign code runs; everything that the page does with it is passed on."""

    def __init__(self, opening: wire.Opening, rules: Rules[Any], tell: changes.Front, send: PassOn) -> None:
        """`send` passes on what the visitor does."""
        self.rules, self.cursor = rules, DistantCursor(send, self._symbol) if rules.cursor else None
        self.replay: DistantReplay | None = None
        self.landings, self.demo_running = 0, False
        self._tell, self._send = tell, send
        self._view, self._clock_runs, self._bot = opening.view, opening.clock_runs, opening.bot
        self._situation = wire.Situation(opening.view.over, repeats=False, holds=())
        self._ended_at: float | None = None
        tell(changes.Opened(rules, opening.view, opening.players, lambda _board, _events: None))

    # What arrives.

    def show(self, value: Any) -> None:
        """Shows something that has arrived."""
        if isinstance(value, wire.Situation):
            self._situation = value
        elif isinstance(value, wire.Said):
            then = (lambda: self._send("offer")) if value.offer else None
            self._tell(changes.Message(value.text, value.offer, then, value.more))
        else:
            self._note(value)
            self._tell(value)

    def _note(self, change: Change) -> None:
        if isinstance(change, changes.BoardsChanged):
            self._view, self._situation = change.view, replace(self._situation, over=change.view.over)
            self._ended_at = None
            self.landings += any(isinstance(event, Locked) for event in change.events)
        elif isinstance(change, changes.GameOver):
            self._ended_at = now()
        elif isinstance(change, changes.DemoChanged):
            self.demo_running = change.running

    def _symbol(self, cell: Cell) -> str:
        if self.over or cell not in self._situation.holds:
            return ""
        return self._view.boards[self._view.turn].rows[cell[0]][cell[1]]

    # What the page asks.

    @property
    def over(self) -> bool:
        return self._situation.over

    @property
    def takes_repeats(self) -> bool:
        return self._situation.repeats

    @property
    def end_seen(self) -> bool:
        return self._ended_at is not None and now() - self._ended_at > SETTLED

    @property
    def plays_unfocused(self) -> bool:
        return self.demo_running and self._bot

    # What the visitor does.

    def press(self, role: Role, time: float) -> None:
        self._send("press", str(role))

    def release(self, role: Role, time: float) -> None:
        self._send("release", str(role))

    def do(self, role: Role) -> None:
        self._send("do", str(role))

    def play(self, *words: str) -> None:
        self._send("play", words)

    def act(self, action: Action) -> None:
        if action in HERE:
            self._tell(ActionWanted(action))
        elif action in wire.ACTIONS:
            self._send("act", action)

    def set_demo_speed(self, speed: float) -> None:
        self._send("speed", speed)

    def pause(self) -> None:
        if self._clock_runs:
            self._send("pause")

    def go_on(self) -> None:
        self._send("go on")

    def halt(self) -> None:
        self._send("halt")

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None) -> None:
        self._tell(changes.Message(text, offer, then))

    def resume(self) -> None:
        self._send("resume")

    def run_frame(self, time: float, move: Callable[[float], float | None]) -> float | None:
        return move(time)

    def apply_settings(self) -> None:
        """Does nothing: the page passes on changed settings."""

    def finish_deferred(self) -> None:
        """Does nothing: nothing is deferred here."""

    def keep(self) -> None:
        """Does nothing: nothing is kept."""

    def close(self) -> None:
        """Stops it."""
        self._send("halt")


class WorkshopFront:
    """Shows what comes from foreign code, and gives up at the first thing that cannot be shown."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._game: DistantGame | None = None
        self._number = 0
        self._bar = ReplayBar(app.translator)
        self._idle = app.page.around.idle
        dom.on_fault(self._fault)
        for name, act in (("kesuShow", self._show), ("kesuHandling", self._handling), ("kesuIdle", self._rest)):
            setattr(window, name, create_proxy(act))

    def _show(self, text: str) -> bool:
        """Shows a message of changes; returns whether that was possible."""
        try:
            for value in wire.read(text):
                self._show_one(value)
        except Exception as error:
            print(f"workshop: {type(error).__name__}: {error}")
            self._rest()
            return False
        return True

    def _show_one(self, value: Any) -> None:
        if isinstance(value, wire.Opening):
            self._open(value)
        elif self._game is None:
            return
        elif isinstance(value, wire.ReplayShown):
            self._show_replay(value)
        elif isinstance(value, changes.TableOutdated | changes.PossibleActions):
            game = self._game
            self._idle.put(type(value).__name__, lambda: game.show(value) if game is self._game else None)
        else:
            self._game.show(value)
        self._app.page.loop.wake()

    def _open(self, opening: wire.Opening) -> None:
        rules, app = opening.rules.rules, self._app
        rules = GAMES.get(rules.name, rules) if opening.bot else rules
        _check_seats(rules, opening.view, opening.players)
        self._number = opening.number
        self._close_replay()

        def create() -> OpenGame:
            self._game = DistantGame(opening, rules, app.stage.tell, self._send)
            return self._game

        self._write_rules(rules)
        app.notice.close()
        app.stage.present(rules, opening.subtitle, create, Introduction(at_once=True), clock_runs=opening.clock_runs)

    def _show_replay(self, shown: wire.ReplayShown) -> None:
        assert self._game
        if not shown.open:
            self._close_replay()
            return
        if self._game.replay is None:
            self._bar.show_branches(())
            self._game.replay = DistantReplay(self._send, self._bar)
            self._bar.open(self._game.replay)
        self._bar.show_place(shown.at, shown.length, shown.note)
        self._bar.show_running(running=shown.running)
        self._bar.show_marks((kind, min(max(share, 0.0), 1.0)) for kind, share in shown.marks)
        self._game.replay.show_branches(shown.branches)

    def _close_replay(self) -> None:
        self._bar.close()
        if self._game:
            self._game.replay = None

    def _send(self, what: str, *given: Any) -> None:
        window.kesuSend(json.dumps({"do": "input", "game": self._number, "what": what, "given": given}))

    def _handling(self) -> str:
        """Returns the visitor's settings, as a message to where foreign code runs."""
        handling = self._app.page.preferences.handling()
        motion = 0.0 if self._app.page.preferences.less_motion else handling.motion
        return json.dumps({"do": "handling", "values": [handling.delay, handling.repeat, motion]})

    def _rest(self) -> None:
        """Shows one of Kesu's own games, because the foreign one has ended."""
        self._close_replay()
        self._game = None
        self._app.notice.close()
        self._app.routing.route()

    def _fault(self, error: Exception) -> None:
        """Handles an unforeseen error: with a foreign game on the screen, what has arrived may be its cause."""
        if self._game is None:
            self._app.error_report.caught(error)
        else:
            print(f"workshop: {type(error).__name__}: {error}")
            self._rest()
            window.kesuBroken()

    def _write_rules(self, rules: Rules[Any]) -> None:
        """Adds this game's rules to the sheet, where the build has put those of Kesu's own games."""
        how = by_id("how")
        for article in how.querySelectorAll("article[data-foreign]"):
            article.remove()
        if rules.name in GAMES:
            return
        article = make("article", data_rules=rules.name, data_foreign="1")
        put(article, make("h2", rules.title), *(make("p", text) for text in rules.how), make("table"))
        how.prepend(article)


def _check_seats(rules: Rules[Any], view: View, players: Sequence[str]) -> None:
    """Raises BadInput unless there is a board for each player, and every symbol is declared."""
    if len(view.boards) != rules.seats or len(players) not in (1, rules.seats) or rules.seats not in (1, 2):
        raise BadInput(wire.DAMAGED)


def main(texts: str) -> None:
    """Starts the page in the frame, with the texts that were fetched with these modules."""
    app = App()
    app.translator.learn(json.loads(texts))
    app.store.blocked = False  # nothing is kept here anyway, so the player need not hear about it
    app.run()
    document.querySelector('[data-action="problems"]').remove()  # foreign games have none
    WorkshopFront(app)
    document.body.dataset.bench = "1"
    window.kesuReady()
