"""Times each piece of a game with a clock, so that the game can be raced; stored next to the save, not in it."""

from __future__ import annotations

from collections.abc import Callable

from game.contract import BadInput
from game.session import Session
from game.session.reader import Format, compact, fields, many, text, whole
from game.session.records import identity
from game.session.timeline import MOST_TENTHS, USUAL_TENTHS
from game.store.store import Store

TENTH = 100.0
"""Milliseconds."""
MOST_PIECES = 5_000
"""The number of pieces that are timed; later ones are not."""
LONGEST_IDENTITY = 300
ALWAYS_SAVED, SAVED_EVERY = 500, 16
"""After the first number of pieces, the times are written only once in the second number of pieces."""
FORMAT = Format(
    shape=fields(
        of=text(LONGEST_IDENTITY),
        at=many(whole(0, 10**7), MOST_PIECES),
        tenths=many(whole(0, MOST_TENTHS), MOST_PIECES),
    ),
    longest=200_000,
)


class Stopwatch:
    """Measures the time from new piece to new piece in one game."""

    def __init__(self, session: Session, time_played: Callable[[float], float], store: Store, name: str) -> None:
        """`time_played` maps a time to the milliseconds played by then; `name` is that of the times in the store."""
        self._session, self._time_played, self._store = session, time_played, store
        self._name = name
        self._identity = identity(session)[:LONGEST_IDENTITY]
        self.tenths = self._load()
        """Tenths of a second up to each new piece, by the number of inputs then; the latest if played twice."""
        self._mark = time_played(0.0)
        self._before: float | None = None

    def new_piece(self, now: float) -> None:
        """Records that a new piece is in play at this time (milliseconds)."""
        passed = max(0, int((self._time_played(now) - self._mark) / TENTH))
        self._mark += TENTH * passed
        at = self._session.history.position
        if len(self.tenths) < MOST_PIECES or at in self.tenths:
            self.tenths[at] = min(passed, MOST_TENTHS)
        if self._before is not None:
            self._before += TENTH * passed

    def after_jump(self, now: float) -> None:
        """Handles a jump to another state: restarts the time of the piece in play."""
        self._mark, self._before = self._time_played(now), None

    def elapsed(self, now: float) -> float:
        """Returns the milliseconds since the game last began."""
        if self._before is None:
            session = self._session
            known = (self.tenths.get(at) for at in session.timeline.pieces(session.timeline.beginning))
            self._before = sum(TENTH * (USUAL_TENTHS if tenths is None else tenths) for tenths in known)
        return self._before + max(0.0, self._time_played(now) - self._mark)

    def keep(self, *, whole: bool = False) -> None:
        """Saves the times; in a long game not after each piece, unless `whole`."""
        if not self.tenths or (len(self.tenths) > ALWAYS_SAVED and len(self.tenths) % SAVED_EVERY and not whole):
            return
        kept = {"of": self._identity, "at": list(self.tenths), "tenths": list(self.tenths.values())}
        self._store.put(self._name, compact(kept))

    def _load(self) -> dict[int, int]:
        """Returns the times saved for this game; none if they belong to another game or are damaged."""
        try:
            found = FORMAT.read(self._store.get(self._name) or "{}")
        except BadInput:
            return {}
        if found["of"] != self._identity or len(found["at"]) != len(found["tenths"]):
            return {}
        return dict(zip(found["at"], found["tenths"], strict=True))
