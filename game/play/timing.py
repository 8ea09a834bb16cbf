"""Real time in an open game: whether it passes, which key repeats and ticks are due, and when to check again."""

from __future__ import annotations

from math import inf, isfinite

from game.contract import Role
from game.play.clock import Clock
from game.play.state import OpenGame

RETRY = 30.0
"""Milliseconds until a tick that was held back is due again."""
SHORTEST_TICK = 2.0
"""Milliseconds; a frame must end however fast a game claims to be."""


class Timing:
    """The clock of one game, and the keys held in it."""

    def __init__(self, game: OpenGame) -> None:
        self._game = game
        rules = game.session.rules
        self._turns = not rules.timed and Role.DROP in rules.by_role
        """Whether pieces fall turn by turn: then held keys and buttons repeat, but no time passes."""
        self.begin()

    @property
    def repeats(self) -> bool:
        """Whether our own clock repeats held keys and buttons."""
        return self._game.timed or self._turns

    @property
    def running(self) -> bool:
        """Whether held keys or the clock can have an effect now."""
        return self.repeats and not self._game.paused and not self._game.session.over

    @property
    def pausable(self) -> bool:
        """Whether something can happen without the player: a tick, or the computer's turn."""
        session = self._game.session
        return not session.over and (session.clock_runs or session.opponent is not None)

    def begin(self) -> None:
        """Resets the clock: no key is held, no time has passed."""
        self._clock = Clock()
        self.apply_settings()

    def apply_settings(self) -> None:
        """Applies changed settings."""
        handling = self._game.around.handling()
        self._clock.delay, self._clock.repeat = handling.delay, handling.repeat

    def pause(self) -> None:
        """Pauses the game until the player resumes it, if it has a clock and is not over."""
        self._game.paused = self._game.session.clock_runs and not self._game.session.over

    def press(self, role: Role, time: float) -> bool:
        """Handles a key going down at this time (milliseconds). Returns whether it counts at once."""
        return not self.repeats or self._clock.press(role, time)

    def release(self, role: Role, time: float) -> None:
        """Handles a key going up."""
        self._clock.release(role, time)

    def stop(self) -> None:
        """Releases all keys; the time until the next frame does not count."""
        self._clock.stop()

    def played(self, time: float) -> float:
        """Returns the milliseconds played since the game was opened or restarted."""
        return self._clock.played_until(time)

    def skip_to(self, time: float) -> None:
        """Skips the time up to now, because something was moving or the partner was thinking."""
        self._clock.last = time

    def went_down(self) -> None:
        """Restarts gravity after a soft drop."""
        self._clock.went_down()

    def landed(self) -> None:
        """Handles a piece locking."""
        if self._turns:
            self._clock.stop()  # held keys were meant for this player's piece, not the other player's
        else:
            self._clock.landed()

    def pace(self) -> float:
        """Returns the milliseconds between two ticks now; infinite if there are none."""
        session = self._game.session
        pace = session.rules.pace
        if not session.clock_runs:
            return inf
        return max(SHORTEST_TICK, 1000 * pace(session.state)) if pace else SHORTEST_TICK

    def due(self, time: float, pace: float) -> list[Role]:
        """Returns the roles that are due by now."""
        return self._clock.advance(time, pace)

    def delay_tick(self, pace: float) -> None:
        """Postpones the due tick for a moment."""
        self._clock.since_tick = max(0.0, pace - RETRY)

    def until_due(self, time: float, pace: float) -> float | None:
        """Returns the milliseconds until something is due; None if nothing is."""
        wait = self._clock.until_due(time, pace)
        return wait if isfinite(wait) else None
