"""The player's records: finished games and the time they took; export and import of everything as one file."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

from game.contract import BadInput
from game.session import Session, Work, backup
from game.session.daily import Streak
from game.session.notebook import Notebook
from game.session.records import FORM, LONGEST_NAME, merge, preset_of, result_of
from game.session.records import Records as Statistics
from game.session.setup import RESTART
from game.session.tally import feats
from game.web.storage import races
from game.web.storage.dailies import Dailies
from game.web.storage.imported import ImportedSaves
from game.web.storage.settings import SETTINGS, Settings
from game.web.storage.store import Store

LONGEST_THOUGHT = 120.0
"""Seconds that count at most between two inputs: after longer, the player was away."""

STATISTICS, DEVICE, SAVES = "statistics", "device", ("save/", "before/")
WORKSHOP = "workshop"
"""The visitor's own sources; static/workshop-page/kept.js keeps them."""
NOTEBOOK = "notebook"
"""Positions from costly moves; the dialog of Look back keeps them (game/web/review/practice.py)."""
RECENT = 20
"""Games in the curve on the card at the end of a game."""


class Records:
    """The player's records in a store; damaged ones are put aside and started again."""

    def __init__(
        self,
        store: Store,
        dailies: Dailies,
        imported: ImportedSaves,
        games: tuple[str, ...],
        random_name: Callable[[], str],
    ) -> None:
        self._store, self._dailies, self._imported, self._games = store, dailies, imported, games
        self._random_name = random_name
        self._read: tuple[str, Statistics] | None = None
        """The statistics as last read or written, with their text: parsing thousands of records takes long."""
        self._last_input: float | None = None
        self._counted: tuple[str, int | None, int] | None = None
        self._time_key = "time"
        left = store.take_back(STATISTICS, FORM)
        if left is not None:
            self._write(merge(self.statistics(), self._parsed(left)))

    def began(self, session: Session, day: date | None = None) -> None:
        """Starts timing another game; one that is already over was counted when it ended."""
        self._last_input = None
        self._time_key = f"time/{session.rules.name}" + ("" if day is None else "/daily")
        self._counted = _mark(session) if session.over else None

    def played(self, session: Session, now: float) -> bool:
        """Counts an input (seconds on any clock); returns whether it ended a game of the player's own."""
        if self._last_input is not None:
            passed = min(max(now - self._last_input, 0.0), LONGEST_THOUGHT)
            self._store.put(self._time_key, f"{self._seconds(session) + passed:.1f} {_identity(session)}")
        self._last_input = now
        if session.over and self._counted != _mark(session):
            self._counted = _mark(session)
            if session.own:
                self._count(session)
                return True
        return False

    def statistics(self) -> Statistics:
        """Returns all finished games."""
        text = self._store.get(STATISTICS)
        if text is None:
            return Statistics(self._device)
        if self._read is None or self._read[0] != text:
            self._read = text, self._parsed(text)
        return self._read[1]

    def _parsed(self, text: str) -> Statistics:
        """Parses statistics; a text that cannot be read is put aside, and means none."""
        try:
            return Statistics.from_text(text, self._device)
        except BadInput as error:
            self._store.put_aside(STATISTICS, text, error)
            return Statistics(self._device)

    def recent(self, session: Session) -> list[int]:
        """Returns the player's last scores with the options of a game, the latest last."""
        return [record.score for record in self.statistics().games(preset_of(session))[-RECENT:]]

    def count_feats(self, session: Session) -> Work[None]:
        """Counts the feats of a finished game of the player's own, in slices."""
        preset, assisted = preset_of(session), session.assisted
        counts = yield from feats(session)
        stored = self.statistics()
        stored.note_feats(preset, counts, assisted)
        self._write(stored)

    def streak(self, game: str) -> Streak:
        """Returns the days in a row with a finished daily challenge of a game."""
        return self._dailies.streak(game)

    def export(self, settings: Settings) -> str:
        """Exports everything as one text."""
        return backup.write(self._backup(settings))

    def import_backup(self, text: str, settings: Settings) -> Settings:
        """Merges an exported text, all of it or, with BadInput, nothing; returns the resulting settings."""
        ours = self._backup(settings)
        merged = backup.merge(ours, backup.read(text))
        self._store.put(STATISTICS, merged.records.text())
        self._dailies.put(merged.daily)
        races.put_all(self._store, merged.races)
        for name, save in merged.saves.items():
            if "#" not in name:
                self._store.put(name, save)
            elif name not in ours.saves:
                self._imported.add(save)
        if merged.sources != ours.sources:
            self._store.put(WORKSHOP, backup.write_sources(merged.sources))
        if len(merged.notebook):
            self._store.put(NOTEBOOK, merged.notebook.text())
        kept = merged.settings.get(SETTINGS)
        return Settings.load(str(kept)) if kept and settings == Settings() else settings

    @property
    def _device(self) -> str:
        """The name that distinguishes this browser's records from others."""
        device = self._store.get(DEVICE)
        if not device or len(device) > LONGEST_NAME:
            device = self._random_name()
            self._store.put(DEVICE, device)
        return device

    def _backup(self, settings: Settings) -> backup.Backup:
        names = [prefix + game for prefix in SAVES for game in self._games]
        names += [name for game in self._games for name in (*self._dailies.slots(game), *self._imported.names(game))]

        return backup.Backup(
            self.statistics(),
            self._dailies.all(),
            {name: save for name in names if (save := self._store.get(name))},
            {SETTINGS: settings.dump()} if settings != Settings() else {},
            races.kept_all(self._store, self._games),
            backup.read_sources(self._store.get(WORKSHOP) or ""),
            self._notebook(),
        )

    def _notebook(self) -> Notebook:
        """Returns the kept notebook; an empty one if it cannot be read, which Look back reports when it opens."""
        try:
            return Notebook.from_text(self._store.get(NOTEBOOK) or "")
        except BadInput:
            return Notebook()

    def _count(self, session: Session) -> None:
        stored = self.statistics()
        stored.add(
            preset_of(session),
            int(time.time()),
            result_of(session),
            round(self._seconds(session)),
            session.assisted,
            session.seed,
        )
        self._write(stored)
        self._store.remove(self._time_key)

    def _write(self, stored: Statistics) -> None:
        text = stored.text()
        self._store.put(STATISTICS, text)
        self._read = text, stored

    def _seconds(self, session: Session) -> float:
        """Returns how long this game has been played; a time kept for another game does not count."""
        seconds, _blank, identity = (self._store.get(self._time_key) or "").partition(" ")
        try:
            passed = float(seconds) if identity == _identity(session) else 0.0
        except ValueError:
            return 0.0
        return min(passed, 10.0**7) if passed > 0 else 0.0  # "nan" is not a time either


def _identity(session: Session) -> str:
    """Identifies a game while it is played."""
    return f"{preset_of(session)} {session.seed}"


def _mark(session: Session) -> tuple[str, int | None, int]:
    """Identifies a finished game; it stays the same if the player takes moves back and ends it differently."""
    return preset_of(session), session.seed, session.inputs.count(RESTART)
