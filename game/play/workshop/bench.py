"""Plays foreign games where there is no page: takes what the visitor does, and answers with what to show.

It runs in a worker without a document (`static/jail/`) and uses nothing of the browser, so tests can run it too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from game import files
from game.contract import BadInput, Role, Rules
from game.play import changes
from game.play.actions import Action, ReplayAction
from game.play.changes import Change
from game.play.context import Handling, Loader, Surroundings, WarmUp
from game.play.controller import Controller
from game.play.mode import Introduction
from game.play.workshop import wire
from game.play.workshop.foreign_game import ForeignGame, WatchedPlayer
from game.play.workshop.motion_clock import MotionClock
from game.rules import GAMES
from game.session import Session, Work, complete
from game.session.reader import compact
from game.slices import Tasks, finished, sooner
from game.store.finished_games import FinishedGames
from game.store.saves import Saves
from game.store.store import Store
from game.words import Translator
from game.workshop.limits import SourceError
from game.workshop.loading import load_in_steps
from game.workshop.modules import run
from game.workshop.players import load_player

if TYPE_CHECKING:
    from game.play.open_game import ReplayControls

WATCHED = ("start", "play", "moves", "over", "score", "view")
"""The functions of foreign rules whose errors are reported."""

WARM_UP = "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass State:\n    score: int = 0\n"
FRAME, SLICE, PAUSE = 16.0, 10.0, 50.0
"""Milliseconds between frames, of one slice of a game's trial, and between two slices."""
LARGEST_SEED = 2**31
LONGEST = 60_000
"""Characters of a message that shows something; the page reads no longer ones."""

Send = Callable[[str], object]


class DistantBar:
    """The replay's bar, which is on the page."""

    def __init__(self, send: Callable[[Any], None]) -> None:
        self.speed = 1.0
        self.player: ReplayControls | None = None
        self._send, self._shown = send, wire.ReplayShown(open=False)

    def open(self, player: ReplayControls) -> None:
        self.player = player
        self._show(wire.ReplayShown(open=True))

    def close(self) -> None:
        self.player = None
        self._show(wire.ReplayShown(open=False))

    def show_place(self, at: int, length: int, note: str) -> None:
        self._show(replace(self._shown, at=at, length=length, note=note))

    def show_running(self, *, running: bool) -> None:
        self._show(replace(self._shown, running=running))

    def show_marks(self, marks: Iterable[tuple[str, float]]) -> None:
        self._show(replace(self._shown, marks=tuple(marks)))

    def show_branches(self, labels: Sequence[str]) -> None:
        self._show(replace(self._shown, branches=tuple(labels)))

    def focus_last_branch(self) -> None:
        """Does nothing: where the focus goes is for the page to say."""

    def _show(self, shown: wire.ReplayShown) -> None:
        self._shown = shown
        self._send(shown)


class Bench:
    """Does what the page asks for, one task at a time."""

    def __init__(self, translator: Translator, send: Send, now: Callable[[], float]) -> None:
        """`send` gets each answer as a text; `now` returns milliseconds."""
        self._translator, self._send, self._now = translator, send, now
        self._task, self._number = 0, 0
        self._handling = Handling()
        self._waiting: list[Any] = []
        """The changes to send in the next message."""
        self._offer: Callable[[], object] | None = None
        self._situation: wire.Situation | None = None
        self._trial: Work[None] | None = None
        self._game: Controller | None = None
        self._opening: tuple[Session, ForeignGame] | None = None
        """The game that is being opened, or is open."""
        self._reported: SourceError | None = None
        self._motion = MotionClock(lambda: self._handling)
        self._idle, self._bar = Tasks(), DistantBar(self._waiting.append)
        store = Store(None)
        self._around = Surroundings(
            translator=translator,
            saves=Saves(store, files.read),
            records=FinishedGames(store, lambda: "bench"),
            idle=self._idle,
            work=finished,
            warm_up=WarmUp(),
            foresee=lambda _work: None,
            bots=Loader(),
            bar=self._bar,
            handling=lambda: self._handling,
            now=now,
        )

    # What the page asks for.

    def take(self, text: str) -> float | None:
        """Handles a message from the page, which is trusted. Returns the milliseconds until a frame is due, or None."""
        message = json.loads(text)
        what = message["do"]
        if what == "handling":
            self._handling = Handling(*message["values"])
            if self._game:
                self._game.apply_settings()
        elif what in ("play", "watch"):
            self._task, self._trial, self._game = message["task"], None, None
            self._guarded(lambda: {"play": self._play, "watch": self._watch}[what](message))
        elif self._game and message["game"] == self._number:
            self._guarded(lambda: self._input(message["what"], message["given"]))
        return self.run_frame()

    def run_frame(self) -> float | None:
        """Does what is due. Returns the milliseconds until something is due again, or None."""
        wait: list[float | None] = [None, None]
        self._guarded(lambda: self._frame(wait))
        self._flush()
        due = sooner(*wait)
        return None if due is None else max(due, 0.0) or FRAME

    def _frame(self, wait: list[float | None]) -> None:
        if self._game:
            wait[0] = self._game.run_frame(self._now(), self._motion.advance)
            self._idle.finish()
            wait[0] = self._game.run_frame(self._now(), self._motion.advance) if wait[0] is None else wait[0]
            self._look()
        if self._trial:
            until = self._now() + SLICE
            while self._now() < until:
                if next(self._trial, self) is self:
                    self._trial = None
                    return
            wait[1] = PAUSE

    def _guarded(self, act: Callable[[], object]) -> None:
        """Does something with foreign code, and reports its error."""
        try:
            act()
        except SourceError as error:
            self._failed(error)
        except BadInput as error:
            self._say("failed", line=0, problem=self._translator.error(error)[: wire.LONGEST_PROBLEM])
        except Exception as error:  # whatever foreign code made of what it was given
            self._failed(SourceError(0, f"{error} ({type(error).__name__})"))

    def _failed(self, error: SourceError) -> None:
        if error is self._reported:
            return
        self._reported, self._trial = error, None
        if self._game:
            self._game.halt()
        self._flush()
        self._say("failed", line=error.line, problem=error.phrase(self._translator)[: wire.LONGEST_PROBLEM])
        if error.stopped:
            self._say("spent")

    def _play(self, message: dict[str, Any]) -> None:
        held, trial = load_in_steps(message["text"])
        rules = reporting(held, self._failed)

        def begin(*, at_once: bool = True) -> None:
            self._show(rules, ForeignGame(self._translator, begin), at_once=at_once)

        begin(at_once=False)
        self._flush()
        self._say("shown")
        self._trial = trial

    def _watch(self, message: dict[str, Any]) -> None:
        rules = GAMES[message["game"]]
        player = load_player(message["text"], rules)

        def begin() -> None:
            self._show(rules, WatchedPlayer(self._translator, begin, player), at_once=True)
            if self._game:
                self._game.act(Action.DEMO)

        begin()
        self._flush()
        self._say("shown")

    def _show(self, rules: Rules[Any], mode: ForeignGame, *, at_once: bool) -> None:
        seed = random.randrange(LARGEST_SEED)
        session = Session(rules, complete(rules, {}, files.read), seed, files.read)
        self._number += 1
        self._situation, self._opening = None, (session, mode)
        self._idle.drop("moved")
        self._game = Controller(self._around, self._show_change, session, mode, Introduction(at_once=at_once))

    def _input(self, what: str, given: list[Any]) -> None:
        """Passes on what the visitor did."""
        game = self._game
        assert game
        now, cursor, replay = self._now(), game.cursor, self._bar.player
        cell: Any = tuple(given[0]) if given and isinstance(given[0], list) else None
        acts: dict[str, Callable[[], object]] = {
            "press": lambda: game.press(Role(given[0]), now),
            "release": lambda: game.release(Role(given[0]), now),
            "do": lambda: game.do(Role(given[0])),
            "play": lambda: game.play(*given[0]),
            "act": lambda: game.act(Action(given[0])),
            "pause": game.pause,
            "go on": game.go_on,
            "halt": game.halt,
            "resume": game.resume,
            "offer": lambda: self._offer() if self._offer else None,
            "speed": lambda: game.set_demo_speed(given[0]),
        }
        if what in acts:
            acts[what]()
        elif replay and what == "replay":
            self._bar.speed = given[2]
            if given[0] == "act":
                replay.act(ReplayAction(given[1]))
            elif given[0] in ("go", "switch"):
                getattr(replay, given[0])(given[1])
        elif cursor:
            points: dict[str, Callable[[], object]] = {
                "grab": lambda: cursor.grab(cell),
                "carry": lambda: cursor.carry(cell),
                "let go": lambda: cursor.drop(cell),
                "tap": lambda: cursor.tap(cell),
                "pick": lambda: cursor.pick(cell),
                "point": lambda: cursor.point(given[0]),
            }
            points.get(what, lambda: None)()

    # What is shown.

    def _show_change(self, change: Change) -> None:
        """Puts a change among those to be sent, in the form in which the page can show it."""
        waiting = self._waiting
        match change:
            case changes.Opened():
                waiting.append(self._opened(change))
            case changes.BoardsChanged():
                waiting.append(change)
                assert self._opening
                self._motion.begin(change, self._opening[0].rules.symbols)
            case changes.MotionCut():
                waiting.append(change)
                self._motion.cut()
            case changes.Message():
                self._offer = change.then
                waiting.append(wire.Said(change.text, change.offer, change.more))
            case changes.DemoChanged():
                self._motion.faster = change.faster
                waiting.append(change)
            case changes.Arrived() | changes.ArrowShown() | changes.FiguresChanged() | changes.LevelUp():
                waiting.append(change)
            case changes.SpokenOnly() | changes.CaptionChanged() | changes.PossibleActions() | changes.TableOutdated():
                waiting.append(change)
            case changes.Refused() | changes.Veil() | changes.GameOver():
                waiting.append(change)
            case changes.FrameWanted() | changes.PositionChanged() | changes.ActionWanted() | changes.TakenElsewhere():
                pass  # the page around the frame has nothing to do for a foreign game
            case changes.Rival():
                pass  # foreign games are not raced
            case _:
                assert_never(change)

    def _opened(self, opened: changes.Opened) -> wire.Opening:
        assert self._opening
        session, mode = self._opening
        declared = wire.Declared.of(opened.rules)
        self._motion.open(len(opened.view.boards))
        self._motion.seen = opened.seen
        subtitle, clock_runs, bot = mode.subtitle(session), session.clock_runs, mode.bot is not None
        return wire.Opening(self._number, declared, opened.view, tuple(opened.players), subtitle, clock_runs, bot)

    def _look(self) -> None:
        """Sends what keys and fingers have to know, if it has changed."""
        game = self._game
        if not game:
            return
        holds = game.cursor.movable if game.cursor else ()
        situation = wire.Situation(game.session.over, game.takes_repeats, holds)
        if situation != self._situation:
            self._situation = situation
            self._waiting.append(situation)

    def _flush(self) -> None:
        """Sends what waits to be shown, in messages that are not too long."""
        texts, length = list[str](), 0
        waiting, self._waiting[:] = list(self._waiting), []
        for each in waiting:
            text = compact(wire.write(each), ensure_ascii=False)
            if texts and length + len(text) > LONGEST:
                self._say_shown(texts)
                texts, length = [], 0
            texts.append(text)
            length += len(text)
        if texts:
            self._say_shown(texts)

    def _say_shown(self, texts: list[str]) -> None:
        self._say("show", changes=f"[{','.join(texts)}]")

    def _say(self, kind: str, **content: object) -> None:
        self._send(json.dumps({"is": kind, "task": self._task, **content}, ensure_ascii=False))


def reporting(rules: Rules[Any], report: Callable[[SourceError], object]) -> Rules[Any]:
    """Returns rules that also report their errors."""

    def reported(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            try:
                return call(*given)
            except SourceError as error:
                report(error)
                raise

        return run

    changed: dict[str, Any] = {name: reported(getattr(rules, name)) for name in WATCHED}
    return replace(rules, **changed, rewrapped_with=lambda options: reporting(rules.having(options), report))


def warm_up() -> None:
    """Runs a source in advance, while no one is waiting, because the first one takes longer."""
    run(WARM_UP)
