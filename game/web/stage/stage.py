"""The stage shows games, one at a time: it holds the open one, is its front, and runs its frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, assert_never

from js import ResizeObserver
from pyodide.ffi import create_proxy

from game.contract import Cell, Event, Locked, Noted, Role, Rules, Scored
from game.effects.animation import Motion
from game.effects.melody import Note, fanfare, melody
from game.play import changes
from game.play.actions import Action
from game.play.changes import Change
from game.play.context import Surroundings
from game.play.controller import Controller
from game.play.mode import NO_INTRODUCTION, Introduction, Mode
from game.player.preferences import Preferences
from game.session import Session
from game.text.sentences import cheer
from game.web.board.heading import Heading
from game.web.board.panel import BoardPanel
from game.web.board.rival import RivalBoard
from game.web.board.screen import Screen
from game.web.board.status import StatusLine
from game.web.home.home import Home
from game.web.platform.dom import guarded
from game.web.platform.haptics import Haptics
from game.web.platform.late import fetch
from game.web.platform.loop import IdleWork, Loop, now
from game.web.platform.sound import Sound
from game.words import N_

if TYPE_CHECKING:
    from game.play.open_game import OpenGame

STRONG = 300
"""The least points of one event that are shown in larger letters."""


@dataclass(frozen=True)
class PageParts:
    """The parts of the page on which every open game is shown, created once when the page starts."""

    around: Surroundings
    screen: Screen
    status: StatusLine
    sound: Sound
    haptics: Haptics
    preferences: Preferences
    loop: Loop
    counting: IdleWork
    """Counts the feats of the game that ended last."""


class Follower(Protocol):
    """The page around the stage, which follows what happens on it."""

    def coming(self, rules: Rules[Any]) -> None:
        """Prepares for a game of these rules."""

    def opened(self, game: OpenGame, introduction: Introduction) -> None:
        """Follows up the opening of a game."""

    def act(self, action: Action) -> None:
        """Does something outside the game: opens another game or the rules, or shares this one."""

    def moved(self) -> None:
        """Updates everything that follows the game's position."""

    def taken(self) -> None:
        """Gives up the game, which goes on in another tab and cannot be kept here."""


class Stage:
    """Holds the open game, and shows it on the screen and the status line, with sound and haptics."""

    def __init__(self, page: PageParts, home: Home, follower: Follower) -> None:
        self.game: OpenGame | None = None
        """None on the home screen, and while a game is being loaded."""
        self._page, self._home, self._follower = page, home, follower
        self._translator = page.around.translator
        self._screen, self._heading = page.screen, Heading(self._translator)
        self._turn = 0
        self._seen: Callable[[int, Sequence[Event]], None] = lambda _board, _events: None
        self._rival: RivalBoard | None = None
        self._notes: Callable[[Sequence[Event]], Iterable[Note]] = melody
        self._missed: list[tuple[int, Sequence[Event]]] = []
        """Boards, and the events on them whose motion has just been cut short."""
        self._listed = 0.0
        """When the table of cells was updated last."""
        self._frames = ResizeObserver.new(create_proxy(guarded(lambda *_seen: page.screen.fit())))
        page.loop.frame = self.run_frame

    # The open game.

    def open_game(self) -> OpenGame | None:
        """Returns the open game."""
        return self.game

    def controller(self) -> Controller | None:
        """Returns the controller of the open game; None if there is none, or foreign code plays it."""
        return self.game if isinstance(self.game, Controller) else None

    def show(self, session: Session, mode: Mode, introduction: Introduction = NO_INTRODUCTION) -> None:
        """Opens a game in place of whatever was there."""
        make = partial(Controller, self._page.around, self.tell, session, mode, introduction)
        self.present(session.rules, mode.subtitle(session), make, introduction, clock_runs=session.clock_runs)

    def present(
        self,
        rules: Rules[Any],
        subtitle: str,
        make: Callable[[], OpenGame],
        introduction: Introduction = NO_INTRODUCTION,
        *,
        clock_runs: bool,
    ) -> None:
        """Shows the game that `make` creates in place of whatever was there; `subtitle` is how it is played."""
        self.wait_for(rules)
        self._heading.open(rules, subtitle, clock_runs=clock_runs)
        self._follower.coming(rules)
        self.game = make()
        self._frames.disconnect()
        for panel in self._screen.panels:
            self._frames.observe(panel.frame)
        self._follower.opened(self.game, introduction)

    def wait_for(self, rules: Rules[Any]) -> None:
        """Closes whatever was there and announces a game of these rules."""
        self._home.leave()
        self.close()
        self._heading.announce(rules)

    def close(self) -> None:
        """Takes the game off the screen."""
        game, own, self.game = self.game, self.controller(), None
        if game:
            game.close()
        if own:
            self._home.keep(own)

    def lose(self) -> Controller | None:
        """Gives up the game, which goes on in another tab; returns it."""
        own, self.game = self.controller(), None
        return own

    def say(self, text: str, offer: str = "", then: Callable[[], object] | None = None) -> None:
        """Shows a message, as StatusLine.say does, in place of the rest of the last move's."""
        (self.game.say if self.game else self._page.status.say)(text, offer, then)

    @property
    def panel(self) -> BoardPanel:
        """The board of the player to move."""
        return self._screen.panels[self._turn]

    def pause(self) -> None:
        """Pauses the open game, if any."""
        if self.game:
            self.game.pause()

    def finish_deferred(self) -> None:
        """Runs the tasks that the game has put off."""
        if self.game:
            self.game.finish_deferred()

    def settle(self) -> None:
        """Completes all deferred work and ends all motion, because nobody will see it."""
        self.finish_deferred()
        self._screen.flush()
        self.finish_deferred()
        self.list_cells()

    # Its frames.

    def run_frame(self, time: float) -> float | None:
        """Runs a frame of the open game. Returns the milliseconds until it needs another, or None."""
        return self.game.run_frame(time, self._screen.animate) if self.game else None

    def tell(self, change: Change) -> None:
        """Shows a change."""
        screen, status = self._screen, self._page.status
        # Not `match`: the functions of the interpreter that it needs come after a first board (docs/start.md).
        if isinstance(change, changes.FrameWanted):
            self._wake(change)
        elif isinstance(change, changes.BoardsChanged):
            self._show_boards(change)
        elif isinstance(change, changes.FiguresChanged):
            screen.panels[change.board].show_figures(change.figures, runs=change.runs and self._animated)
        elif isinstance(change, changes.Arrived):
            screen.finish_move()
        elif isinstance(change, changes.PositionChanged):
            self._follower.moved()
        elif isinstance(change, changes.PossibleActions):
            screen.show_possible(change)
        elif isinstance(change, changes.TableOutdated):
            self.list_cells(change.pause)
        elif isinstance(change, changes.Message):
            status.say(change.text, change.offer, change.then, change.more)
        elif isinstance(change, changes.SpokenOnly):
            status.whisper(change.text)
        elif isinstance(change, changes.CaptionChanged):
            screen.caption(change.text)
        elif isinstance(change, changes.MotionCut):
            self._missed.clear()
            screen.flush()
        elif isinstance(change, changes.ArrowShown):
            screen.point(change.arrow, self._turn)
        elif isinstance(change, changes.LevelUp):
            if self._animated:
                screen.panels[change.board].level_up()
        elif isinstance(change, changes.Refused):
            if self._animated:
                screen.panels[self._turn].shake()
        elif isinstance(change, changes.Veil):
            screen.end_card.close()
            screen.veil(change.text, change.button, change.other)
        elif isinstance(change, changes.GameOver):
            self._open_end_card(change)
        elif isinstance(change, changes.DemoChanged):
            look = self._page.preferences.look
            screen.apply_look(replace(look, speed=look.speed / change.faster), demo=change.running)
        elif isinstance(change, changes.Rival):
            self._show_rival(change)
        elif isinstance(change, changes.Opened):
            self._open(change)
        elif isinstance(change, changes.ActionWanted):
            self._follower.act(change.action)
        elif isinstance(change, changes.TakenElsewhere):
            self._follower.taken()
        else:
            assert_never(change)

    def list_cells(self, pause: float = 0.0) -> None:
        """Updates the table of cells, unless that was done within the last `pause` milliseconds."""
        time = now()
        if time - self._listed >= pause:
            self._listed = time
            self._screen.list_cells()

    @property
    def _animated(self) -> bool:
        return not self._page.preferences.less_motion and bool(self._screen.look.speed)

    def _open(self, opened: changes.Opened) -> None:
        self._turn, self._seen, self._rival, self._listed = opened.view.turn, opened.seen, None, 0.0
        drops = any(control.role is Role.DROP for control in opened.rules.controls.values())
        self._notes = partial(melody, clocked=opened.rules.timed, drops=drops)
        self._screen.open(opened.rules, opened.view, opened.players, self._cue, opened.own)
        if opened.opponent:
            add_face = partial(self._screen.panels[opened.opponent.seat].add_face, opened.opponent)
            fetch("later", lambda _texts: add_face())  # the first board does not wait for it

    def _show_boards(self, boards: changes.BoardsChanged) -> None:
        self._turn = boards.view.turn
        self._screen.end_card.close()
        motion = Motion.GLIDES if boards.glides else Motion.JUMPS
        self._screen.show(boards.view, boards.events, motion if self._animated else Motion.NONE, boards.marks)
        for board, events in self._missed:
            # A move was played over them: of a chain only the first points would be seen.
            if boards.events and self._animated and self._cheer(board, events):
                self._rise_all(board, events)
        self._missed.clear()
        self._screen.point(boards.arrow, self._turn)

    def _cue(self, board: int, events: Sequence[Event], *, in_time: bool) -> None:
        """Plays sounds for events that are shown on a board now; if late, only their figures and sentences follow, and
        after them a last word.
        """
        panel, page, animated = self._screen.panels[board], self._page, self._animated
        for event in events if in_time else ():
            if isinstance(event, Locked) and animated:
                panel.nudge()
            elif isinstance(event, Noted) and animated and len(self._screen.panels) > 1:
                panel.glow()  # a special action, won or suffered
            elif isinstance(event, Scored) and event.at and animated:
                self._rise(board, event.points, event.at)
        if in_time:
            if animated:
                self._cheer(board, events)
            page.sound.play(self._notes(events))
            page.haptics.play(events)
        else:
            self._missed.append((board, events))
        self._seen(board, events)

    def _cheer(self, board: int, events: Sequence[Event]) -> bool:
        """Shows the word for these events on a board. Returns whether there is one."""
        panels = self._screen.panels
        # Full rows are rare in games for two, so each is cheered.
        word, size = cheer(events, self._translator, least=1 if len(panels) > 1 else 2)
        if word:
            panels[board].cheer(word, size)
        return bool(word)

    def _rise_all(self, board: int, events: Sequence[Event]) -> None:
        """Lets all points of these events rise from a board at once."""
        scored = [(event.points, event.at) for event in events if isinstance(event, Scored) and event.at]
        for _points, at in scored[-1:]:
            self._rise(board, sum(points for points, _at in scored), at)

    def _rise(self, board: int, points: int, at: Cell) -> None:
        self._screen.panels[board].rise(f"+{self._translator.number(points)}", at, strong=points >= STRONG)

    def _open_end_card(self, end: changes.GameOver) -> None:
        self._screen.end_card.open(end, counts=self._animated)
        if end.celebrates:
            self._page.sound.play(fanfare())
            if self._animated:
                fetch("later", lambda _texts: self._screen.celebrate())  # the first board does not wait for it

    def _show_rival(self, rival: changes.Rival) -> None:
        if self._rival is None:
            label = self._translator.labelled(self._translator(N_("Rival")), rival.name)
            self._rival = self._screen.add_rival(rival.name, label)
        self._rival.show(rival.board)

    def _wake(self, wake: changes.FrameWanted) -> None:
        self._page.loop.wake()
        if wake.unshown is not None:
            self._page.around.idle.put("show", wake.unshown)  # a hidden page has no next frame
