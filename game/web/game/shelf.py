"""The shelf of the open game: the browser's store of saves, records and races."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.play.modes import Mode
from game.session import Session, Work
from game.web.storage import names, races
from game.web.storage.finished_games import FinishedGames
from game.web.storage.saves import Saves


class StoreShelf:
    """Keeps the player's games and records, as game.play.state.Shelf says."""

    def __init__(self, saves: Saves, records: FinishedGames, work: Callable[[Work[None]], object]) -> None:
        """`work` does what takes long when there is time."""
        self._saves, self._records, self._work = saves, records, work
        self.get, self.put = saves.store.get, saves.store.put
        self.best, self.recent = saves.best, records.recent

    def began(self, session: Session, mode: Mode) -> None:
        if mode.kept:
            self._saves.claim(session.rules.name, mode.day)
        self._records.began(session, mode.day)

    def keep(self, session: Session, mode: Mode) -> bool:
        return self._saves.keep(session, mode.day)

    def played(self, session: Session, mode: Mode, whole: bool) -> bool:
        return self._saves.played(session, whole, mode.day)

    def put_aside(self, session: Session) -> None:
        self._saves.put_aside(session.rules.name)

    def times_of(self, session: Session, mode: Mode) -> str:
        return names.piece_times(session.rules.name, mode.day is not None)

    def count(self, session: Session, time: float, tenths: Mapping[int, int]) -> None:
        if self._records.played(session, time / 1000):
            self._work(self._records.count_feats(session))
        if session.over and session.own and session.rules.seats == 1:
            races.keep_best(self._saves.store, session, tenths)
