"""The player's finished games in a store, counted as they end."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

from game.contract import BadInput
from game.session import Session, Work
from game.session.records import FORM, LONGEST_NAME, Records, merge, preset_of, result_of
from game.session.setup import RESTART
from game.session.tally import feats
from game.store import names
from game.store.play_time import PlayTime
from game.store.store import Store

RECENT = 20
"""Games in the curve on the card at the end of a game."""


class FinishedGames:
    """Records of finished games; damaged ones are put aside and started again."""

    def __init__(self, store: Store, random_name: Callable[[], str]) -> None:
        self._store, self._random_name = store, random_name
        self._read: tuple[str, Records] | None = None
        """The records as last read or written, with their text: parsing thousands of them takes long."""
        self._time = PlayTime(store)
        self._counted: tuple[str, int | None, int] | None = None
        left = store.take_back(names.STATISTICS, FORM)
        if left is not None:
            self.put(merge(self.all(), self._parsed(left)))

    def began(self, session: Session, day: date | None = None) -> None:
        """Starts timing another game; one that is already over was counted when it ended."""
        self._time.begin(session, day)
        self._counted = _mark(session) if session.over else None

    def played(self, session: Session, now: float) -> bool:
        """Counts an input (seconds on any clock); returns whether it ended a game of the player's own."""
        self._time.add(session, now)
        if session.over and self._counted != _mark(session):
            self._counted = _mark(session)
            if session.own:
                self.count(session)
                return True
        return False

    def count(self, session: Session) -> None:
        """Adds a game that has ended."""
        stored, seconds = self.all(), round(self._time.seconds(session))
        stored.add(preset_of(session), int(time.time()), result_of(session), seconds, session.assisted, session.seed)
        self.put(stored)
        self._time.forget()

    def count_feats(self, session: Session) -> Work[None]:
        """Counts the feats of a finished game of the player's own, in slices."""
        preset, assisted = preset_of(session), session.assisted
        counts = yield from feats(session)
        stored = self.all()
        stored.note_feats(preset, counts, assisted)
        self.put(stored)

    def all(self) -> Records:
        """Returns all finished games."""
        text = self._store.get(names.STATISTICS)
        if text is None:
            return Records(self._device)
        if self._read is None or self._read[0] != text:
            self._read = text, self._parsed(text)
        return self._read[1]

    def put(self, records: Records) -> None:
        """Replaces all records."""
        text = records.text()
        self._store.put(names.STATISTICS, text)
        self._read = text, records

    def recent(self, session: Session) -> list[int]:
        """Returns the player's last scores with the options of a game, the latest last."""
        return [record.score for record in self.all().games(preset_of(session))[-RECENT:]]

    def _parsed(self, text: str) -> Records:
        """Parses records; an unreadable text is put aside, and counts as no records."""
        try:
            return Records.from_text(text, self._device)
        except BadInput as error:
            self._store.put_aside(names.STATISTICS, text, error)
            return Records(self._device)

    @property
    def _device(self) -> str:
        """The name that distinguishes this browser's records from others."""
        device = self._store.get(names.DEVICE)
        if not device or len(device) > LONGEST_NAME:
            device = self._random_name()
            self._store.put(names.DEVICE, device)
        return device


def _mark(session: Session) -> tuple[str, int | None, int]:
    """Identifies a finished game; it stays the same if the player takes moves back and ends it differently."""
    return preset_of(session), session.seed, session.inputs.count(RESTART)
