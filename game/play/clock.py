"""Real time in a game: gravity becomes ticks, and held keys become repeated presses. It reads no clock: callers pass
the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite
from typing import TYPE_CHECKING

from game.contract import REPEATING, Role

if TYPE_CHECKING:
    from game.play.context import GameContext

DELAY = 167.0
REPEAT = 33.0
OPPOSITE = {Role.LEFT: Role.RIGHT, Role.RIGHT: Role.LEFT}
LONGEST_FRAME = 250.0
"""Milliseconds of a frame that count as time in the game; a longer frame is a stall, and the rest of it does not count.
"""
MOST_REPEATS = 64
"""The most presses of one held key in one frame."""
RETRY = 30.0
"""Milliseconds until a tick that was held back is due again."""
STANDING = 250.0
"""Milliseconds between looks at the clock while nothing falls."""
SHORTEST_TICK = 2.0
"""The least milliseconds between two ticks, because a frame must end however fast a game claims to be."""


@dataclass
class Clock:
    """The real time of one game; all times in milliseconds."""

    delay: float = DELAY
    repeat: float = REPEAT
    held: dict[Role, float] = field(default_factory=dict)
    """When each held key repeats next, by role; the one pressed last comes last."""
    since_tick: float = 0
    last: float | None = None
    planned: float = 0
    """Milliseconds after `last` in which nothing is due; such a planned wait is not a stall."""
    time_played: float = 0
    """Total time that has passed in the game."""

    def press(self, role: Role, now: float) -> bool:
        """Handles a key that went down; returns whether it counts at once, which a key already held does not."""
        if role in REPEATING:
            if role in self.held:
                return False
            self.held[role] = now + (self.repeat if role is Role.SOFT_DROP else self.delay)
        return True

    def release(self, role: Role, now: float) -> None:
        """Handles a key that went up; the opposite one, if still held, starts its delay again."""
        self.held.pop(role, None)
        other = OPPOSITE.get(role)
        if other in self.held:
            self.held[other] = now + self.delay

    def begin(self) -> None:
        """Resets the clock: no key is held, no time has passed."""
        self.stop()
        self.since_tick = self.planned = self.time_played = 0.0

    def stop(self) -> None:
        """Releases all keys and forgets the time, as on pause, blur or a hidden page."""
        self.held.clear()
        self.last = None

    def went_down(self) -> None:
        """Restarts gravity, because the piece went down or a new one appeared."""
        self.since_tick = 0

    def landed(self) -> None:
        """Releases soft drop, because the piece has locked: the next one needs a new press."""
        self.held.pop(Role.SOFT_DROP, None)

    def advance(self, now: float, pace: float) -> list[Role]:
        """Advances to this time, with `pace` milliseconds between ticks; returns the roles that fell due, in order."""
        passed = self._passed(now)
        if self.last is not None and (stalled := now - self.last - passed) > 0:
            self.held = {role: due + stalled for role, due in self.held.items()}
        self.last, self.planned = now, 0.0
        self.time_played += passed
        due = self._repeats(now)
        if Role.SOFT_DROP in due:
            self.since_tick = 0
        else:
            self.since_tick += passed
        while self.since_tick >= pace:
            self.since_tick -= pace
            due.append(Role.TICK)
        return due

    def time_until(self, now: float) -> float:
        """Returns how much time has passed in the game by now, which may be between two frames."""
        return self.time_played + max(0.0, self._passed(now))

    def until_due(self, now: float, pace: float) -> float | None:
        """Returns the milliseconds until something falls due; None if nothing will."""
        due = [self.held[role] for role in self._active()]
        self.planned = max(0.0, min([*(at - now for at in due), pace - self.since_tick]))
        return self.planned if isfinite(self.planned) else None

    def _passed(self, now: float) -> float:
        return 0.0 if self.last is None else min(now - self.last, self.planned + LONGEST_FRAME)

    def _active(self) -> list[Role]:
        """Returns the held keys that count: of two opposite ones the one pressed last."""
        held = list(self.held)
        return [role for i, role in enumerate(held) if OPPOSITE.get(role) not in held[i + 1 :]]

    def _repeats(self, now: float) -> list[Role]:
        due = []
        for role in self._active():
            times = 0
            while self.held[role] <= now and times < MOST_REPEATS:
                self.held[role] += max(self.repeat, 1.0)
                due.append(role)
                times += 1
            if self.held[role] <= now:
                self.held[role] = now + self.repeat
        return due


class GameClock(Clock):
    """The clock of an open game: whether time passes in it, and how fast."""

    def __init__(self, game: GameContext) -> None:
        super().__init__()
        self._game = game
        rules = game.session.rules
        self._turns = not rules.timed and Role.DROP in rules.by_role
        """Whether pieces fall turn by turn: then held keys and buttons repeat, but no time passes."""
        self.apply_settings()

    @property
    def repeats(self) -> bool:
        """Whether our own clock repeats held keys and buttons."""
        return self._game.continuous or self._turns

    @property
    def running(self) -> bool:
        """Whether held keys or the clock can have an effect now."""
        return self.repeats and not self._game.paused and not self._game.session.over

    @property
    def pausable(self) -> bool:
        """Whether something can happen without the player: a tick, or the computer's turn."""
        session = self._game.session
        return not session.over and (session.clock_runs or session.opponent is not None)

    @property
    def pace(self) -> float:
        """The milliseconds between two ticks now; infinite if there are none."""
        session = self._game.session
        pace = session.rules.pace
        if not session.clock_runs:
            return inf
        return max(SHORTEST_TICK, 1000 * pace(session.state)) if pace else SHORTEST_TICK

    def apply_settings(self) -> None:
        """Applies changed settings."""
        handling = self._game.around.handling()
        self.delay, self.repeat = handling.delay, handling.repeat

    def pause(self) -> None:
        """Pauses the game until the player resumes it, if it has a clock and is not over."""
        self._game.paused = self._game.session.clock_runs and not self._game.session.over

    def press(self, role: Role, now: float) -> bool:
        return not self.repeats or super().press(role, now)

    def landed(self) -> None:
        if self._turns:
            self.stop()  # held keys were meant for this player's piece, not the other player's
        else:
            super().landed()

    def stand(self, now: float) -> float:
        """Counts the time up to now, in which nothing falls; returns the milliseconds until the next look."""
        self.time_played += self._passed(now)
        self.last, self.planned = now, STANDING
        return STANDING

    def skip_to(self, time: float) -> None:
        """Skips the time up to now, because something was moving or the partner was thinking."""
        self.last = time

    def delay_tick(self, pace: float) -> None:
        """Postpones the due tick for a moment."""
        self.since_tick = max(0.0, pace - RETRY)
