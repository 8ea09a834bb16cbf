"""The player's finished games in a store, counted as they end."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

from game.session import Session, Work
from game.session.records import (
    FORMAT,
    LONGEST_DEVICE,
    Records,
    counted_score,
    identity,
    merge,
    preset_of,
    ranked_by_time,
    time_preset,
)
from game.session.tally import feats
from game.session.timeline import RESTART
from game.store import names
from game.store.collection import Collection, Kind
from game.store.play_time import PlayTime
from game.store.store import Store

MARKED = 20
"""Counted games of each kind that are still recognized when they end again."""
RECENT = 20
"""Games in the curve on the card at the end of a game."""


class FinishedGames(Collection[Records]):
    """Records of finished games."""

    def __init__(self, store: Store, random_name: Callable[[], str]) -> None:
        self._random_name = random_name
        self._time = PlayTime(store)

        def read(text: str) -> Records:
            return Records.from_text(text, self._device)

        super().__init__(
            store, Kind(names.STATISTICS, FORMAT, lambda: Records(self._device), read, Records.text, merge)
        )

    def began(self, session: Session, day: date | None = None) -> None:
        """Starts timing another game; if it is already over, it was counted when it ended."""
        self._time.begin(session, day)
        if session.over:
            self._mark(session)
        elif not session.length:
            new = identity(session)
            self._keep_marks(session, [mark for mark in self._marks(session) if mark.partition(" ")[2] != new])

    def count_input(self, session: Session, now: float, tenths: int | None = None) -> bool:
        """Counts an input (seconds on any clock); returns whether it ended a game of the player's own. `tenths` of a
        second is how long that game took, if it was measured.
        """
        self._time.add(session, now)
        if session.over and not self.has_counted(session):
            self._mark(session)
            if session.own:
                self.count(session, tenths)
                return True
        return False

    def count(self, session: Session, tenths: int | None = None) -> None:
        """Adds a game that has ended; one that is for time counts only if it has reached its goal."""
        stored, passed = self.all(), self._time.seconds(session)
        preset, result, seconds = preset_of(session), counted_score(session), round(passed)
        if ranked_by_time(session):
            tenths = round(10 * passed) if tenths is None else tenths
            preset, result, seconds = time_preset(session), -tenths, round(tenths / 10)
        if session.view.reached or not ranked_by_time(session):
            stored.add(preset, int(time.time()), result, seconds, session.assisted, session.seed)
            self.put(stored)
        self._time.forget()

    def count_feats(self, session: Session) -> Work[None]:
        """Counts the feats of a finished game of the player's own, in slices."""
        preset, assisted = preset_of(session), session.assisted
        counts = yield from feats(session)
        stored = self.all()
        stored.note_feats(preset, counts, assisted)
        self.put(stored)

    def has_counted(self, session: Session) -> bool:
        """Returns whether a game that is over has been counted, which waits for idle time."""
        return _mark(session) in self._marks(session)

    def recent(self, session: Session) -> list[int]:
        """Returns the player's last scores with the options of a game, the latest last."""
        return [record.score for record in self.all().games(preset_of(session))[-RECENT:]]

    def seconds(self, session: Session) -> float:
        """Returns how long an open game has been played."""
        return self._time.seconds(session)

    def times(self, session: Session) -> list[int]:
        """Returns the times of the player's games like this one, in tenths of a second; the latest last."""
        return [-record.score for record in self.all().games(time_preset(session))]

    def _marks(self, session: Session) -> list[str]:
        """Returns the marks of games that have been counted, so that none is counted again in another visit."""
        return (self._store.get(names.counted(session.rules.name)) or "").split("\n")

    def _mark(self, session: Session) -> None:
        if not self.has_counted(session):
            self._keep_marks(session, [*self._marks(session), _mark(session)][-MARKED:])

    def _keep_marks(self, session: Session, marks: list[str]) -> None:
        if marks != self._marks(session):
            self._store.put(names.counted(session.rules.name), "\n".join(marks))

    @property
    def _device(self) -> str:
        """The name that distinguishes this browser's records from others."""
        device = self._store.get(names.DEVICE)
        if not device or len(device) > LONGEST_DEVICE:
            device = self._random_name()
            self._store.put(names.DEVICE, device)
        return device


def _mark(session: Session) -> str:
    """Identifies a finished game; it stays the same if the player takes moves back and ends it differently."""
    return f"{session.inputs.count(RESTART)} {identity(session)}"
