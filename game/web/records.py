"""What the player has done: finished games, the time they took, and everything as one file out and in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

from game import backup
from game.contract import BadInput
from game.daily import Daily
from game.session import Session
from game.statistics import Statistics, merge, preset_of
from game.web.settings import Settings
from game.web.store import Store

LONGEST_THOUGHT = 120.0
"""Seconds between two inputs beyond which the player was somewhere else."""

STATISTICS, DEVICE, SAVES, SETTINGS = "statistics", "device", ("save/", "before/"), "settings"


class Records:
    """The player's records in a store; damaged ones are put aside and begun anew."""

    def __init__(self, store: Store, games: tuple[str, ...], random_name: Callable[[], str]) -> None:
        self._store, self._games = store, games
        self._device = store.get(DEVICE) or random_name()
        store.put(DEVICE, self._device)
        self._last: float | None = None
        self._over: tuple[str, int | None, int] | None = None

    def began(self, session: Session) -> None:
        """Another game is on the screen; one that is over already was counted when it ended."""
        self._last = None
        self._over = _mark(session) if session.over else None

    def played(self, session: Session, now: float) -> None:
        """An input was played (seconds on any clock); the first time that the game is over, it is counted."""
        if self._last is not None:
            passed = min(max(now - self._last, 0.0), LONGEST_THOUGHT)
            self._store.put(_time_key(session), f"{self._seconds(session) + passed:.1f}")
        self._last = now
        if session.over and self._over != _mark(session):
            self._over = _mark(session)
            self._count(session)

    def statistics(self) -> Statistics:
        """All finished games."""
        text = self._store.get(STATISTICS)
        if text is None:
            return Statistics(self._device)
        try:
            return Statistics.of_text(text, self._device)
        except BadInput:
            self._store.put("damaged/" + STATISTICS, text)
            return Statistics(self._device)

    def export(self, settings: Settings) -> str:
        """Everything as one text."""
        return backup.write(self._backup(settings))

    def take_in(self, text: str, settings: Settings) -> Settings:
        """Merges what an exported text holds, all of it or, with BadInput, nothing → the settings after it."""
        merged = backup.merge(self._backup(settings), backup.read(text))
        self._store.put(STATISTICS, merged.statistics.text())
        for name, save in merged.saves.items():
            self._store.put(name, save)
        kept = merged.settings.get(SETTINGS)
        return Settings.load(str(kept)) if kept and settings == Settings() else settings

    def _backup(self, settings: Settings) -> backup.Backup:
        names = [prefix + game for prefix in SAVES for game in self._games]
        saves: Mapping[str, str | None] = {name: self._store.get(name) for name in names}
        return backup.Backup(
            self.statistics(),
            Daily(),
            {name: save for name, save in saves.items() if save},
            {SETTINGS: settings.dump()} if asdict(settings) else {},
        )

    def _count(self, session: Session) -> None:
        stored = self.statistics()
        stored.add(
            preset_of(session),
            _today(),
            session.result,
            round(self._seconds(session)),
            session.assisted,
            session.seed,
        )
        self._store.put(STATISTICS, merge(self.statistics(), stored).text())
        self._store.remove(_time_key(session))

    def _seconds(self, session: Session) -> float:
        try:
            return min(max(float(self._store.get(_time_key(session)) or 0), 0.0), 10.0**7)
        except ValueError:
            return 0.0


def _today() -> int:
    """Seconds since 1970."""
    import time

    return int(time.time())


def _time_key(session: Session) -> str:
    return f"time/{session.rules.name}"


def _mark(session: Session) -> tuple[str, int | None, int]:
    """What tells one ended game from another."""
    return preset_of(session), session.seed, len(session.inputs)
