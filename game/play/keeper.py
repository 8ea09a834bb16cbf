"""Keeps an open game: saves it, times its pieces, and counts it at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.contract import Appeared, Event, Locked
from game.play.changes import PositionChanged, TakenElsewhere
from game.play.context import GameContext
from game.play.narrator import Narrator
from game.play.stopwatch import Stopwatch
from game.session.records import ranked_by_time
from game.store import names, races


class Keeper:
    """Saves after each move, when there is time."""

    def __init__(self, game: GameContext, narrator: Narrator, lost: Callable[[], None]) -> None:
        """`lost` is called when the game turns out to be played elsewhere by now."""
        self._game, self._narrator, self._lost = game, narrator, lost
        self._saves, self._records = game.around.saves, game.around.records
        name = names.piece_times(game.session.rules.name, daily=game.mode.day is not None)
        timed = game.session.clock_runs
        self.stopwatch = Stopwatch(game.session, game.clock.time_until, self._saves.store, name) if timed else None
        """Times each piece of a game with a clock."""
        self.final_tenths: int | None = None
        """How long a game for time took, in tenths of a second, once it is over."""

    def opened(self) -> None:
        """Begins to keep the game."""
        game = self._game
        if game.mode.saved:
            self._saves.claim(game.session.rules.name, game.mode.day)
        self._records.began(game.session, game.mode.day)
        self.keep()

    def keep(self) -> None:
        """Saves the whole game, except during a replay."""
        game = self._game
        if game.mode.saved and not game.replaying:
            self._check(ours=self._saves.keep(game.session, game.mode.day))

    def schedule(self, events: Sequence[Event]) -> None:
        """Schedules saving and counting the game after these events."""
        idle = self._game.around.idle
        idle.put("keep", lambda: self._keep_played(events))
        idle.put("count", self.count)
        idle.put("moved", lambda: self._game.tell(PositionChanged()))

    def count(self) -> None:
        """Updates the records after a move. A try's result is its first end."""
        game = self._game
        if not game.mode.saved:
            return
        session = game.session
        if self._records.count_input(session, game.around.now() / 1000, self.final_tenths):
            game.around.work(self._records.count_feats(session))
        if session.over and session.own and session.rules.seats == 1:
            races.keep_best(self._saves.store, session, self.tenths, self.final_tenths)
        if session.over and game.mode.handle_end(session):
            game.tell(self._narrator.caption())

    @property
    def tenths(self) -> dict[int, int]:
        """Tenths of a second up to each new piece, by the number of inputs then; empty in a game without a clock."""
        return self.stopwatch.tenths if self.stopwatch else {}

    def tenths_taken(self) -> int:
        """Returns how long the game has taken, in tenths of a second, without pauses if it has a clock."""
        if self.stopwatch:
            return max(1, round(self.stopwatch.elapsed(self._game.around.now()) / 100))
        return max(1, round(10 * self._records.seconds(self._game.session)))

    def new_piece(self, events: Sequence[Event]) -> None:
        """Times the piece in play if a new one has appeared, and the game if it is over."""
        if self._game.session.over and ranked_by_time(self._game.session):
            self.final_tenths = self.tenths_taken()
        if self.stopwatch and any(isinstance(event, Appeared) for event in events):
            self.stopwatch.new_piece(self._game.around.now())

    def after_jump(self) -> None:
        """Handles a jump to another state."""
        if self.stopwatch:
            self.stopwatch.after_jump(self._game.around.now())

    def _keep_played(self, events: Sequence[Event]) -> None:
        game = self._game
        if game.mode.saved:
            whole = not game.continuous or has_landed(events) or game.session.over
            self._check(ours=self._saves.keep_input(game.session, landed=whole, day=game.mode.day))
            if self.stopwatch and whole:
                self.stopwatch.keep(whole=game.session.over)

    def _check(self, *, ours: bool) -> None:
        if not ours:
            self._lost()
            self._game.tell(TakenElsewhere())


def has_landed(events: Sequence[Event]) -> bool:
    """Returns whether a piece locked or a new one appeared."""
    return any(isinstance(event, Locked | Appeared) for event in events)
