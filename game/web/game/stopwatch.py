"""How long each piece of a game with a clock took, so that the game can be raced: kept next to the save, not in it."""

from __future__ import annotations

import json
from typing import Protocol

from game.contract import BadInput
from game.session import Session
from game.session.reader import Format, fields, many, text, whole
from game.web.storage.races import identity
from game.web.storage.store import Store

TENTH = 100.0
"""Milliseconds."""
MOST_TENTHS = 36_000
MOST_PIECES = 5_000
"""Of later ones no time is kept."""
LONGEST_NAME = 300
USUAL = 2_000.0
"""Milliseconds for a piece whose time is not known."""
OFTEN, SELDOM = 500, 16
"""With more pieces than the first, all times are written only after each so many."""
FORMAT = Format(
    shape=fields(
        of=text(LONGEST_NAME), at=many(whole(0, 10**7), MOST_PIECES), tenths=many(whole(0, MOST_TENTHS), MOST_PIECES)
    ),
    longest=200_000,
    damaged="these times are damaged",
    too_long="these times are too long",
)


class Passing(Protocol):
    """What knows how much time has passed in the game."""

    def played(self, time: float) -> float:
        """Milliseconds by this time."""


class Stopwatch:
    """Counts the time that passes in one game, from new piece to new piece."""

    def __init__(self, session: Session, timing: Passing, store: Store, daily: bool) -> None:
        self._session, self._timing, self._store = session, timing, store
        self._key = f"times/{session.rules.name}" + ("/daily" if daily else "")
        self._identity = identity(session)[:LONGEST_NAME]
        self.tenths = self._kept()
        """Tenths of seconds up to a new piece, by the number of inputs then; where it was played twice, the last."""
        self._mark = timing.played(0.0)
        self._before: float | None = None

    def new_piece(self, now: float) -> None:
        """A new piece is in play (milliseconds)."""
        passed = max(0, int((self._timing.played(now) - self._mark) / TENTH))
        self._mark += TENTH * passed
        at = len(self._session.inputs)
        if len(self.tenths) < MOST_PIECES or at in self.tenths:
            self.tenths[at] = min(passed, MOST_TENTHS)
        if self._before is not None:
            self._before += TENTH * passed

    def arrive(self, now: float) -> None:
        """The game was put at another point: the time of the piece in play begins there."""
        self._mark, self._before = self._timing.played(now), None

    def elapsed(self, now: float) -> float:
        """Milliseconds since the game last began."""
        if self._before is None:
            session = self._session
            known = (self.tenths.get(at) for at in session.pieces(session.beginning))
            self._before = sum(USUAL if tenths is None else TENTH * tenths for tenths in known)
        return self._before + max(0.0, self._timing.played(now) - self._mark)

    def keep(self, whole: bool = False) -> None:
        """Keeps the times for the next visit; those of a long game not after each piece, unless `whole`."""
        if not self.tenths or (len(self.tenths) > OFTEN and len(self.tenths) % SELDOM and not whole):
            return
        kept = {"of": self._identity, "at": list(self.tenths), "tenths": list(self.tenths.values())}
        self._store.put(self._key, json.dumps(kept, separators=(",", ":")))

    def _kept(self) -> dict[int, int]:
        """What was kept of this game; nothing of another one, and nothing that is damaged."""
        try:
            found = FORMAT.read(self._store.get(self._key) or "{}")
        except BadInput:
            return {}
        if found["of"] != self._identity or len(found["at"]) != len(found["tenths"]):
            return {}
        return dict(zip(found["at"], found["tenths"], strict=True))
