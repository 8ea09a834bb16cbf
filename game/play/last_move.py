"""The last move, as far as it has been seen: words, figures and points come with its motion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.contract import CHAIN_LABEL, SCORE_LABEL, Event, Scored, Vanished, View


class Seen(NamedTuple):
    """What follows from the events that have just been seen."""

    boards: Sequence[int]
    """The boards whose figures change with them."""
    level_up: bool
    """Whether a new level of the board is seen now."""


class LastMove:
    """What one move did to the boards, from its events to the last of its motion."""

    def __init__(self, before: View, after: View, events: Sequence[Event] = (), *, said: bool = True) -> None:
        self._before, self.after = before, after
        self.said = said
        """Whether nothing more is to be said about it, because something else has been said."""
        self.seen: list[Event] = []
        """Its events that have been seen so far."""
        self._unseen = len(events)
        self._boards = range(len(after.boards))
        self._pending = [_points(events, board) for board in self._boards]
        """Points of each board that have been scored but not seen yet."""
        self._level_ups = {
            board for board in self._boards if events and after.boards[board].level > before.boards[board].level
        }
        """The boards that have reached a new level that has not been seen yet."""

    @property
    def all_seen(self) -> bool:
        """Whether nothing of it is left to be seen."""
        return not self._unseen

    def pending(self, board: int) -> int:
        """Returns a board's points that have not been seen yet."""
        return self._pending[board]

    def see(self, board: int, events: Sequence[Event]) -> Seen:
        """Notes that these events have been seen on a board. Returns what follows."""
        self.seen += events
        self._unseen -= len(events)
        scored = _points(events)
        self._pending[board] = max(0, self._pending[board] - scored)
        changed: Sequence[int] = ()
        if scored:  # changes that wait for all points come with the last one
            changed = (board,) if any(self._pending) else self._boards
        if self.all_seen and len(self._boards) > 1:
            changed = self._boards
        level_up = board in self._level_ups and not self._pending[board]
        if level_up:
            self._level_ups.remove(board)
        return Seen(changed, level_up)

    def figures(self, board: int) -> list[tuple[str, int | str]]:
        """Returns a board's figures: the score without pending points, a chain's links as far as they are seen, the
        others as before until all are seen.
        """
        waits = any(self._pending) or (self._unseen and len(self._boards) > 1)
        shown = dict(self._before.boards[board].figures) if waits else {}
        links = max((event.link for event in self.seen if isinstance(event, Vanished)), default=0)
        if waits and links:
            shown[CHAIN_LABEL] = links
        pending = self._pending[board]
        return [
            (label, value - pending if label == SCORE_LABEL and isinstance(value, int) else shown.get(label, value))
            for label, value in self.after.boards[board].figures
        ]


def _points(events: Sequence[Event], board: int | None = None) -> int:
    """Returns the points that were scored on a board, or on any."""
    return sum(event.points for event in events if isinstance(event, Scored) and board in (None, event.board))
