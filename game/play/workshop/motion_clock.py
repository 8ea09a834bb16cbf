"""When each event is seen on the page, known without the page."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from game.contract import Event, Symbol
from game.effects.animation import Phase, covers, phases
from game.play import changes
from game.play.context import Handling
from game.slices import sooner


class MotionClock:
    """Knows when each event is seen on the page, which moves the same things for as long."""

    def __init__(self, handling: Callable[[], Handling]) -> None:
        self._handling = handling
        self.faster = 1.0
        self.seen: Callable[[int, Sequence[Event]], None] = lambda _board, _events: None
        self._rows: list[tuple[str, ...]] = []
        self._moving: list[deque[tuple[float, tuple[Event, ...]]]] = []
        """For each board, how long each phase takes, and its events."""
        self._until: list[float | None] = []
        """For each board, when the phase that is shown ends."""

    def open(self, boards: int) -> None:
        """Forgets the game before."""
        self._rows = [()] * boards
        self._moving, self._until, self.faster = [deque() for _board in range(boards)], [None] * boards, 1.0

    def begin(self, change: changes.BoardsChanged, symbols: Mapping[str, Symbol]) -> None:
        """Begins the motion of these events."""
        speed = self._handling().motion / self.faster
        for index, board in enumerate(change.view.boards):
            events = [event for event in change.events if event.board == index]
            before, self._rows[index] = self._rows[index], board.rows
            moving: list[Phase] = []
            if speed and before and events:
                covered = covers(before, symbols) or covers(board.rows, symbols)
                moving = phases(
                    before, events, index, glide=change.glides, particles=True, stuck=board.stuck, covered=covered
                )
            self._moving[index] = deque((phase.milliseconds * speed, phase.cues) for phase in moving)
            self._until[index] = None
            if events and not moving:
                self.seen(index, events)

    def cut(self) -> None:
        """Ends all motion: the rest of the events is seen now."""
        for index, moving in enumerate(self._moving):
            events = [event for _time, cues in moving for event in cues]
            moving.clear()
            self._until[index] = None
            if events:
                self.seen(index, events)

    def advance(self, now: float) -> float | None:
        """Lets the phases begin that are due. Returns the milliseconds until the next, or None if nothing moves."""
        return sooner(*[self._board(index, now) for index in range(len(self._moving))])

    def _board(self, index: int, now: float) -> float | None:
        while True:
            until, moving = self._until[index], self._moving[index]
            if until is not None and until > now:
                return until - now
            self._until[index] = None
            if not moving:
                return None
            milliseconds, cues = moving.popleft()
            self._until[index] = now + max(milliseconds, 1)
            if cues:
                self.seen(index, cues)
