"""What an open game shows after a move: its boards, and what follows as the move is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.contract import Cell, Event, Role, View
from game.geometry import Geometry
from game.play.changes import (
    Arrived,
    BoardsChanged,
    FrameWanted,
    LevelUp,
    MotionCut,
    PossibleActions,
    TableOutdated,
    Veil,
)
from game.play.context import GameContext
from game.play.ending import Ending
from game.play.foresight import foresee
from game.play.last_move import LastMove
from game.play.narrator import Narrator
from game.play.partner import Pointed
from game.play.picker import Picker
from game.play.scoreboard import Scoreboard
from game.session import Work
from game.session.seats import is_computers

LISTING_PAUSE = 400.0
"""Milliseconds between updates of the table in a game with a clock: one that keeps changing cannot be read."""


class Display:
    """Shows one game. Sentences and figures appear together with the motion. It never affects what is played."""

    def __init__(self, game: GameContext, narrator: Narrator, scoreboard: Scoreboard, ending: Ending) -> None:
        self._game, self._narrator, self._scoreboard, self._ending = game, narrator, scoreboard, ending
        verb = game.session.rules.by_role.get(Role.MOVE)
        self.picker = Picker(verb, Geometry.of(game.session.view.boards[0].rows)) if verb else None
        """The cells chosen so far, in a game whose moves go from cell to cell."""
        self.hint = Pointed()
        """The hint, or the nudge before it, shown on the board."""
        self.closed = False
        """Whether the game has left the screen."""

    def show(self, events: Sequence[Event] = (), *, speaks: bool = False) -> None:
        """Shows the current state after these events, which the narrator puts into words if it `speaks`."""
        game = self._game
        skipped = None if game.last_move.all_seen else game.last_move
        game.tell(MotionCut())
        if skipped and speaks and events:
            self._narrator.skip(skipped.seen)
        if self.picker:
            self.picker.look(game.session.moves)
        game.last_move = LastMove(game.last_move.after, game.session.view, events, said=not speaks)
        self._ending.card_left()
        self._scoreboard.show_all()
        game.tell(BoardsChanged(self._hinted_view, events, self._marks, self.hint.arrow, not game.continuous))
        game.around.idle.put("around", self._show_possible)
        pause = LISTING_PAUSE if game.session.clock_runs and not game.session.over else 0.0
        game.around.idle.put("cells", lambda: game.tell(TableOutdated(pause)))
        if not (game.replaying or game.demo or game.computers_turn or game.session.over):
            game.around.idle.put("foresee", lambda: game.around.foresee(foresee(game.session)))
        if speaks and not events:
            self._narrate()

    def withdraw_hint(self) -> None:
        """Removes the hint from the board, if there is one."""
        if self.hint.shown:
            self.hint = Pointed()
            if not self.closed:
                self.show()

    def seen(self, board: int, events: Sequence[Event]) -> None:
        """Notes that these events have been seen on a board: shows their points, and says what happened."""
        game, move = self._game, self._game.last_move
        seen = move.see(board, events)
        for index in seen.boards:
            self._scoreboard.show(index, runs=True)
        if seen.level_up:
            game.tell(LevelUp(board))
        if move.all_seen:
            game.tell(Arrived())
        if not move.said:
            self._narrate()

    def _narrate(self) -> None:
        """Says what has been seen so far; more may follow."""
        move = self._game.last_move
        if self._narrator.narrate(move.seen, whole=move.all_seen):
            self._ending.open_card()
        move.said = False

    def refresh(self) -> None:
        """Shows everything, without motion."""
        game = self._game
        self.show()
        game.around.idle.do("around")
        game.tell(TableOutdated())
        game.tell(self._narrator.caption())
        game.tell(self._narrator.veil() if game.paused else Veil())
        game.tell(FrameWanted())

    def replayed(self, events: Sequence[Event]) -> None:
        """Shows the state that a replay has reached after these events, and says nothing."""
        game = self._game
        self.show(events)
        if game.race:
            game.race.move_ghost()
        game.tell(TableOutdated())
        game.tell(FrameWanted())

    def find_goal(self) -> None:
        """Computes the goal of a day's game in idle time, and shows it then."""
        computing = self._game.mode.find_goal(self._game.session)

        def work(computing: Work[None]) -> Work[None]:
            yield from computing
            if not self.closed:
                self._show_goal()

        if computing is not None:
            name = self._game.session.rules.name
            self._scoreboard.seeks_goal = self._game.around.warm_up.add(name, work(computing))

    def _show_goal(self) -> None:
        if self._game.paused:
            self._game.tell(self._narrator.veil())
        self._scoreboard.show_all()
        if self._ending.card_open and self._game.session.over:
            self._ending.open_card()

    @property
    def _hinted_view(self) -> View:
        """The view, with a hint's piece as the ghost."""
        view, things = self._game.session.view, self.hint.things
        if not things:
            return view
        boards = list(view.boards)
        boards[view.turn] = replace(boards[view.turn], ghost=things)
        return replace(view, boards=tuple(boards))

    @property
    def _marks(self) -> dict[Cell, frozenset[str]]:
        """The marks on the board: the picked cell, its targets and the hint."""
        marks = self.picker.marks if self.picker else {}
        return marks | {cell: marks.get(cell, frozenset()) | {"hint"} for cell in self.hint.cells}

    def _show_possible(self) -> None:
        game, session = self._game, self._game.session
        self._scoreboard.best_may_have_changed()
        words = () if is_computers(session.options, session.view) else session.view.choices
        can_undo, can_redo = session.can_undo, session.can_redo
        going = not (session.over or self._narrator.asks_who_plays)
        game.tell(PossibleActions(words, can_undo, can_redo, going, session.length > 0))
