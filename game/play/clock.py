"""Turns real time into inputs: gravity into ticks, a held key into repeated presses. Pure: callers pass the time."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.contract import REPEATING, Role

DELAY = 167.0
REPEAT = 33.0
OPPOSITE = {Role.LEFT: Role.RIGHT, Role.RIGHT: Role.LEFT}
LONGEST_FRAME = 250.0
"""Milliseconds of a frame that count as play; the rest was a stall."""
MOST_REPEATS = 64
"""The most presses of one held key in one frame."""


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
    """How long nothing was due from `last` on: a planned wait is not a stall."""
    played: float = 0
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
        self.last, self.planned = now, 0.0
        self.played += passed
        due = self._repeats(now)
        if Role.SOFT_DROP in due:
            self.since_tick = 0
        else:
            self.since_tick += passed
        while self.since_tick >= pace:
            self.since_tick -= pace
            due.append(Role.TICK)
        return due

    def played_until(self, now: float) -> float:
        """Returns how much time has passed in the game by now, which may be between two frames."""
        return self.played + max(0.0, self._passed(now))

    def until_due(self, now: float, pace: float) -> float:
        """Returns the milliseconds until something falls due."""
        due = [self.held[role] for role in self._active()]
        self.planned = max(0.0, min([*(at - now for at in due), pace - self.since_tick]))
        return self.planned

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
