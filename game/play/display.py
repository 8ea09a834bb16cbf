"""What an open game shows: its boards after a move, and the figures as far as the move has been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.contract import CHAIN_LABEL, SCORE_LABEL, Cell, Event, Role, Scored, Vanished, View
from game.geometry import Geometry
from game.play.changes import (
    Arrived,
    BoardsChanged,
    FiguresChanged,
    FrameWanted,
    LevelUp,
    MotionCut,
    PossibleActions,
    TableOutdated,
    Veil,
)
from game.play.context import GameContext
from game.play.foresight import foresee
from game.play.keeper import Keeper
from game.play.narrator import Narrator, signed
from game.play.partner import Pointed
from game.play.picker import Picker
from game.session import Work
from game.session.records import ranked_by_time
from game.session.seats import is_computers
from game.slices import sooner
from game.words import C_, N_

LISTING_PAUSE = 400.0
"""Milliseconds between updates of the table in a game with a clock: one that keeps changing cannot be read."""
SETTLED = 600.0
"""Milliseconds until a key counts for the end card: one pressed for the last piece was not meant for it."""


class Display:
    """Shows one game. Sentences and figures appear together with the motion. It never affects what is played."""

    def __init__(self, game: GameContext, narrator: Narrator, keeper: Keeper) -> None:
        self._game, self._narrator, self._keeper = game, narrator, keeper
        verb = game.session.rules.by_role.get(Role.MOVE)
        self.picker = Picker(verb, Geometry.of(game.session.view.boards[0].rows)) if verb else None
        """The cells chosen so far, in a game whose moves go from cell to cell."""
        self.hint = Pointed()
        """The hint, or the nudge before it, shown on the board."""
        self._best = self._best_before = game.around.saves.best(game.session)
        self._celebrated = game.session.over
        self.closed = False
        """Whether the game has left the screen."""
        self._ended_at: float | None = None
        self._seeks_goal = False
        """Whether the goal was not known at first, and is being computed."""
        self._second, self._ticks = 0, game.one_board and ranked_by_time(game.session)
        self._before = self._view = game.session.view
        """The views before and after the last move."""
        self._pending_points = [0] * len(self._view.boards)
        """Points of each board that have been scored but not seen yet."""
        self._level_ups: set[int] = set()
        """The boards that have reached a new level that has not been seen yet."""
        self._seen: list[Event] = []
        """The events of the last move seen so far."""
        self._unseen = 0
        """How many of its events are still to be seen."""

    def show(self, events: Sequence[Event] = (), *, speaks: bool = False) -> None:
        """Shows the current state after these events, which the narrator puts into words if it `speaks`."""
        game = self._game
        game.tell(MotionCut())
        if self.picker:
            self.picker.look(game.session.moves)
        self._before, self._view = self._view, game.session.view
        self._seen, self._unseen, self._narrator.quiet = [], len(events), not speaks
        boards = range(len(self._view.boards))
        self._pending_points = [
            sum(event.points for event in events if isinstance(event, Scored) and event.board == board)
            for board in boards
        ]
        self._level_ups = {
            board for board in boards if events and self._view.boards[board].level > self._before.boards[board].level
        }
        self._ended_at = None
        for board in boards:
            self.show_figures(board)
        game.tell(BoardsChanged(self._hinted_view, events, self._marks, self.hint.arrow, not game.continuous))
        game.around.idle.put("around", self._show_possible)
        pause = LISTING_PAUSE if game.session.clock_runs and not game.session.over else 0.0
        game.around.idle.put("cells", lambda: game.tell(TableOutdated(pause)))
        if not (game.replaying or game.demo or game.computers_turn or game.session.over):
            game.around.idle.put("foresee", lambda: game.around.foresee(foresee(game.session)))
        if speaks and not events:
            self._narrate()

    def seen(self, board: int, events: Sequence[Event]) -> None:
        """Notes that these events have been seen on a board: shows their points, and says what happened."""
        game = self._game
        scored = sum(event.points for event in events if isinstance(event, Scored))
        self._seen += events
        self._unseen -= len(events)
        if scored:
            self._pending_points[board] = max(0, self._pending_points[board] - scored)
            for index in (board,) if any(self._pending_points) else range(len(self._pending_points)):
                self.show_figures(index, runs=True)
        if board in self._level_ups and not self._pending_points[board]:
            self._level_ups.remove(board)
            game.tell(LevelUp(board))
        if not self._unseen:
            for index in () if game.one_board else range(len(self._pending_points)):
                self.show_figures(index, runs=True)
            game.tell(Arrived())
        if not self._narrator.quiet:
            self._narrate()

    def _narrate(self) -> None:
        """Says what has been seen so far; more may follow."""
        if self._narrator.narrate(self._seen, whole=not self._unseen):
            self._open_card()
        self._narrator.quiet = False

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

    def show_figures(self, board: int, *, runs: bool = False) -> None:
        """Shows a board's figures: the score without pending points, a chain's links as far as they are seen, the
        others unchanged until all are seen.
        """
        game, pending = self._game, self._pending_points[board]
        later = any(self._pending_points) or (self._unseen and not game.one_board)
        before = dict(self._before.boards[board].figures) if later else {}
        links = max((event.link for event in self._seen if isinstance(event, Vanished)), default=0)
        if later and links:
            before[CHAIN_LABEL] = links
        figures = [
            (label, value - pending if label == SCORE_LABEL and isinstance(value, int) else before.get(label, value))
            for label, value in self._view.boards[board].figures
        ]
        if game.session.limit.turns:
            figures.append((C_("turns", "Left"), game.session.limit.left(board)))
        by_time = game.one_board and ranked_by_time(game.session)
        if by_time:
            figures = [(N_("Time"), self._time()), *(each for each in figures if each[0] != SCORE_LABEL)]
        if game.race and not by_time:
            figures.append((N_("Lead"), signed(game.race.lead, game.around.translator)))
        elif self._seeks_goal or game.mode.goal is not None:
            figures.append((N_("Goal"), "…" if game.mode.goal is None else game.mode.goal))
        elif game.one_board and game.mode.saved:
            own = game.session.score - pending if game.session.own else 0
            best = max(self._best, own)
            figures.append((N_("Best"), self._best_time() if by_time else best))
        game.tell(FiguresChanged(board, figures, runs))

    def _time(self) -> str:
        """Returns how long a game for time has taken: in whole seconds, and exactly at its end."""
        game = self._game
        self._second = self._keeper.tenths_taken() // 10
        if game.session.over and self._keeper.final_tenths is not None:
            return game.around.translator.formatted_time(self._keeper.final_tenths)
        return f"{self._second // 60}:{self._second % 60:02}"

    def tick(self, wait: float | None) -> float | None:
        """Lets the clock of a game for time run; returns the milliseconds until something is due."""
        if not self._ticks or self._game.paused or self._game.session.over:
            return wait
        if self._keeper.tenths_taken() // 10 != self._second:
            self.show_figures(0)
        left = 100.0 * (10 - self._keeper.tenths_taken() % 10)
        return sooner(wait, left)

    def end(self) -> None:
        """Says that the game is over, and opens the card, unless what ended it is still being shown."""
        if self.all_seen:
            self._narrator.end()
            self._open_card()

    def _open_card(self) -> None:
        game, session = self._game, self._game.session
        if game.replaying:
            return
        if game.mode.handle_end(session):  # before it is counted, which waits for idle time
            game.tell(self._narrator.caption())
        if game.mode.own_end:
            card = game.mode.ending(session)
            if card is not None:
                self._ended_at = game.around.now()
                game.tell(card)
            return
        if ranked_by_time(session):
            self._open_time_card()
            return
        best = game.around.saves.best(session) if self._best_before else 0  # a first game has nothing to beat
        new_best = session.rules.seats == 1 and session.own and session.score == best > self._best_before
        day = game.mode.day_end(session)
        celebrates = (new_best if day is None else day.won) and not self._celebrated
        self._celebrated = self._celebrated or celebrates
        self._ended_at = game.around.now()
        recent = game.around.records.recent(session)
        game.tell(self._narrator.end_card(best, recent, day, new_best=new_best, celebrates=celebrates))

    def _best_time(self) -> str:
        """Returns the best time of games like this one; a dash if there is none."""
        times = self._game.around.records.times(self._game.session)
        return self._game.around.translator.formatted_time(min(times)) if times else "–"

    def _open_time_card(self) -> None:
        """Opens the card of a game for time: its time if it has reached its goal, and whether that is the best."""
        game, session, records = self._game, self._game.session, self._game.around.records
        others, mine = records.times(session), self._keeper.final_tenths
        if records.has_counted(session) and session.view.reached and others:
            if mine is None:
                mine = others.pop()
            elif mine in others:
                others.remove(mine)
        new_best = bool(session.view.reached and session.own and mine is not None and others and mine < min(others))
        celebrates, self._celebrated = new_best and not self._celebrated, self._celebrated or new_best
        self._ended_at = game.around.now()
        best = min(others, default=None)
        game.tell(self._narrator.time_card(mine, best, new_best=new_best, celebrates=celebrates))

    def find_goal(self) -> None:
        """Computes the goal of a day's game in idle time, and shows it then."""
        computing = self._game.mode.find_goal(self._game.session)

        def work(computing: Work[None]) -> Work[None]:
            yield from computing
            if not self.closed:
                self._show_goal()

        if computing is not None:
            self._seeks_goal = self._game.around.warm_up.add(self._game.session.rules.name, work(computing))

    def _show_goal(self) -> None:
        if self._game.paused:
            self._game.tell(self._narrator.veil())
        for board in range(len(self._view.boards)):
            self.show_figures(board)
        if self._ended_at is not None and self._game.session.over:
            self._open_card()

    @property
    def all_seen(self) -> bool:
        """Whether all of the last move has been seen."""
        return not self._unseen

    @property
    def settled(self) -> bool:
        """Whether the end card has been open for a moment."""
        return self._ended_at is not None and self._game.around.now() - self._ended_at > SETTLED

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
        self._best = game.around.saves.best(session)
        words = () if is_computers(session.options, session.view) else session.view.choices
        can_undo, can_redo = session.can_undo, session.can_redo
        game.tell(PossibleActions(words, can_undo, can_redo, not session.over, session.length > 0))
