"""Moves an open game through its history: undo, redo, restart and replay."""

from __future__ import annotations

from game.play.activity import Activity
from game.play.assistant import Assistant
from game.play.changes import FrameWanted, PositionChanged, Veil
from game.play.context import GameContext
from game.play.display import Display
from game.play.ending import Ending
from game.play.modes import OwnGame
from game.play.moves import Moves
from game.play.narrator import NOTHING_TO_REDO, NOTHING_TO_REPLAY, NOTHING_TO_UNDO, RESTARTED, UNDO, Narrator
from game.play.replay import Replay


class Navigation:
    """Goes to other states of the game, where it pauses."""

    def __init__(
        self,
        game: GameContext,
        narrator: Narrator,
        display: Display,
        ending: Ending,
        assistant: Assistant,
        moves: Moves,
    ) -> None:
        self._game, self._clock, self._narrator = game, game.clock, narrator
        self._display, self._ending, self._assistant, self._moves = display, ending, assistant, moves
        self.replay: Replay | None = None
        """The replay, if one is open."""

    def undo(self) -> None:
        """Goes back one move; in a game with a clock, goes back one piece and pauses."""
        self._step(-1, NOTHING_TO_UNDO)

    def redo(self) -> None:
        """Goes forward again, like `undo`."""
        self._step(1, NOTHING_TO_REDO)

    def restart(self) -> None:
        """Restarts the same game."""
        game, session = self._game, self._game.session
        if game.replaying or game.mode.restart() or not self.may_restart():
            return
        self._assistant.stop()
        could_undo = session.can_undo
        session.restart()
        game.paused = False
        self._clock.begin()
        self._moves.after_jump()
        self._display.refresh()
        self._narrator.say(RESTARTED, *((UNDO, self.undo) if could_undo else ()))
        self._moves.keep()
        game.tell(PositionChanged())

    def may_restart(self) -> bool:
        """Returns whether to restart at once. If that would end a try, asks the player instead."""
        warning = self._game.mode.restart_warning(self._game.session)
        if warning:
            self._narrator.warn(warning, self._end_and_restart)
        return not warning

    def open_replay(self) -> None:
        """Plays the game back from its start."""
        game = self._game
        if not game.session.length:
            self._narrator.say(NOTHING_TO_REPLAY)
            return
        self._assistant.stop()
        self._clock.stop()
        if self._clock.running and game.session.clock_runs:
            self.veil()
        self._moves.keep()
        self._narrator.clear()
        game.tell(Veil())
        self.replay = Replay(game, self._narrator, self._display, self._replay_closed)
        game.change_to(Activity.REPLAY)
        game.tell(FrameWanted())

    def abandon_replay(self) -> None:
        """Ends the replay, if one is open, because the game leaves the screen."""
        if self.replay is not None:
            self.replay.abandon()
            self.replay = None
            self._game.change_to(Activity.PLAY)

    def veil(self) -> None:
        """Pauses the game under the veil, and saves it."""
        self._game.paused = True
        self._display.refresh()
        self._moves.keep()

    def go_on(self) -> None:
        """Resumes a paused game."""
        if self._game.paused:
            self._game.paused = self._narrator.asks_who_plays = False
            self._clock.stop()
            self._display.refresh()
            self._narrator.clear()  # withdraws any earlier offer

    def toggle_pause(self) -> None:
        """Pauses or resumes the clock, and the computer if it plays."""
        if self._game.paused:
            self.go_on()
        elif self._clock.pausable:
            self._clock.stop()
            self.veil()

    def toggle_demo(self) -> None:
        """Starts a demo, or stops it."""
        if self._assistant.demo_running:
            self._assistant.stop_demo()
            return
        self.go_on()
        self._assistant.start_demo()
        self._game.tell(FrameWanted())

    def jumped(self) -> None:
        """Handles a jump to another state: pauses, shows everything and saves."""
        game = self._game
        self._clock.pause()
        self._moves.after_jump()
        self._display.refresh()
        if game.session.over:
            self._ending.say()
        else:
            self._narrator.clear()
        self._moves.keep()
        game.tell(PositionChanged())

    def _step(self, direction: int, nothing: str) -> None:
        game = self._game
        if game.replaying:
            return
        self._assistant.stop()
        by_pieces = game.continuous or game.mode.undoes_pieces
        if game.session.step_piece(direction) if by_pieces else game.session.step(direction):
            self.jumped()
        else:
            self._narrator.say(nothing)

    def _end_and_restart(self) -> None:
        self._game.mode.handle_end(self._game.session)
        self._moves.finish_deferred()
        self.restart()

    def _replay_closed(self, *, stay: bool) -> None:
        """Returns to the game: where it was or, with `stay`, to the point shown, to be played on."""
        game, self.replay = self._game, None
        game.change_to(Activity.PLAY)
        if stay:
            if game.mode.shared:
                game.around.saves.put_aside(game.session.rules.name)
                game.mode.leave()
                game.mode = OwnGame(game.around.translator)
            game.session.note(assisted=True)
        self.jumped()
