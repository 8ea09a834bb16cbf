"""A race against the ghost of a recorded game: where the ghost is, and how far ahead the player is."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from game.play.changes import Rival
from game.play.context import GameContext
from game.play.narrator import Narrator
from game.play.rival_ghost import RivalGhost
from game.play.scoreboard import Scoreboard
from game.play.stopwatch import Stopwatch
from game.session.challenge import Track
from game.session.records import ranked_by_time
from game.slices import Slices

SLICE = 4.0
"""Milliseconds per idle moment for the ghost to catch up."""
QUIET = 10_000.0
"""Milliseconds before announcing another change of the lead."""


class Race:
    """Lives as long as the open game. The ghost follows in idle moments, and never delays a frame."""

    def __init__(
        self, game: GameContext, narrator: Narrator, scoreboard: Scoreboard, track: Track, stopwatch: Stopwatch | None
    ) -> None:
        """In a game without a clock, and so without a stopwatch, the ghost moves with the player's moves."""
        self._game, self._narrator, self._scoreboard = game, narrator, scoreboard
        self._rival, self._stopwatch = track.session, stopwatch
        self._ghost = RivalGhost(track.session.length, track.pieces)
        self.name = game.mode.rival_name
        self.sender = track.game.name
        """Who sent the recorded game; empty if they gave no name."""
        self._beginning = 0
        self._wanted = 0
        self.final = track.session.score
        """The rival's final score."""
        self.lead = 0
        """Points by which the player is ahead of the ghost."""
        self._slices = Slices(game.around.now, SLICE)
        self._announced = 0
        self._announced_at = -inf
        self._rival.go(0)
        self._show()
        self.after_jump()

    def after_jump(self) -> None:
        """Handles a jump to another state: an opened or restarted game, or one moved through its history."""
        self._beginning = self._game.session.timeline.beginning
        self.move_ghost()

    def move_ghost(self) -> None:
        """Schedules the ghost's move to its place at this move or time; at the end, to its own end."""
        session = self._game.session
        if session.over:
            self._wanted = self._ghost.length
        elif self._stopwatch is None:
            self._wanted = self._ghost.at_move(session.history.position - self._beginning)
        else:
            self._wanted = self._ghost.at_time(self._stopwatch.elapsed(self._game.around.now()))
        self._game.around.idle.put("ghost", self._catch_up)

    def move_with_time(self) -> float | None:
        """Moves the ghost with time. Returns the milliseconds until its next move, or None."""
        if self._stopwatch is None:
            return None
        self.move_ghost()
        return self._ghost.until_next(self._stopwatch.elapsed(self._game.around.now()))

    def close(self) -> None:
        """Stops the ghost."""
        self._game.around.idle.drop("ghost")

    def _show(self) -> None:
        self._game.tell(Rival(self.name, self._rival.view.boards[0]))

    def _catch_up(self) -> None:
        rival = self._rival
        here = rival.history.position
        if here > self._wanted:
            rival.go(self._wanted)
        for _advanced in self._slices.of(self._advancing()):
            pass
        if rival.history.position != self._wanted:
            self._game.around.idle.put("ghost", self._catch_up)
            return
        if here != self._wanted:
            self._show()
        if ranked_by_time(rival):
            return  # the rival's board shows who is ahead
        lead = self._game.session.score - rival.score
        if lead != self.lead:
            self.lead = lead
            self._scoreboard.show(0)
            self._say_turned()

    def _advancing(self) -> Iterator[None]:
        while self._rival.history.position < self._wanted:
            self._rival.timeline.advance()
            yield

    def _say_turned(self) -> None:
        """Announces a new leader, but not too often."""
        side, now = (self.lead > 0) - (self.lead < 0), self._game.around.now()
        if side and side != self._announced and now - self._announced_at > QUIET:
            passed, self._announced, self._announced_at = self._announced < 0, side, now
            self._narrator.lead(self, passed=passed)
