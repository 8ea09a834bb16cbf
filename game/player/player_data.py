"""The player's data in a store, and its export and import as one text."""

from __future__ import annotations

from contextlib import suppress

from game import files
from game.contract import BadInput
from game.player.settings import Settings
from game.session import backup
from game.session import problem_book as book
from game.session.backup import SOURCES_FORMAT, Backup
from game.session.notebook import REPLACED
from game.session.problem_book import ProblemBook
from game.session.reader import Format, table, text, where
from game.store import names, races
from game.store.collection import Collection, Kind
from game.store.dailies import Dailies
from game.store.finished_games import FinishedGames
from game.store.imported import ImportedSaves
from game.store.kept_exercises import NOTEBOOK
from game.store.saves import Saves
from game.store.store import Store
from game.words import N_

PROBLEMS = Kind(names.PROBLEMS, book.FORMAT, ProblemBook, ProblemBook.from_text, ProblemBook.text, ProblemBook.merged)
SOURCES = Kind(
    names.WORKSHOP, SOURCES_FORMAT, lambda: (), backup.read_sources, backup.write_sources, backup.merge_sources
)
LARGEST = 4 * backup.LONGEST
"""Bytes of a file to import."""
BROWSER_STORE = Format(
    shape=where(table(text(), 10_000, least=1), lambda found: all(name.startswith(names.PREFIX) for name in found)),
    longest=LARGEST,
    damaged=backup.FORMAT.damaged,
    too_long=backup.FORMAT.too_long,
)
"""A browser's whole store, as the page saves it when it cannot start (static/net.js)."""


class PlayerData:
    """Statistics, daily tries, saves, settings, races, sources, exercises and problems; live games are not in it."""

    def __init__(
        self, store: Store, finished: FinishedGames, dailies: Dailies, imported: ImportedSaves, games: tuple[str, ...]
    ) -> None:
        """`games` are the names of the games whose saves and races are included."""
        self.finished, self.dailies, self.imported = finished, dailies, imported
        self._store, self._games = store, games
        self._notebook, self._sources = Collection(store, NOTEBOOK), Collection(store, SOURCES)
        self._problems = Collection(store, PROBLEMS)

    def export(self, settings: Settings) -> str:
        """Exports them as one text; BadInput if it is too long. Reports what is damaged and so not in it."""
        everything = self._everything(settings)
        if backup.left_out(everything):
            self._store.report(BadInput(N_("damaged games are not in this file")))
        return backup.write(everything)

    def take(self, text: str, settings: Settings) -> Settings:
        """Merges an exported text, all of it or, with BadInput, nothing; returns the resulting settings."""
        ours, theirs = self._everything(settings), backup.read(self._exported(text))
        merged = backup.merge(ours, theirs)
        self.finished.checked(merged.records)
        self.dailies.checked(merged.daily)
        self._sources.checked(merged.sources)
        self._problems.checked(merged.problems)
        self.finished.put(merged.records)
        self.dailies.put(merged.daily)
        races.put_all(self._store, merged.races)
        for name, save in merged.saves.items():
            if "#" not in name:
                if name not in ours.saves:
                    self._store.put(name, save)
            elif name not in ours.saves:
                self.imported.add(save)
        if merged.sources != ours.sources:
            self._sources.put(merged.sources)
        if len(merged.notebook):
            self._notebook.put(merged.notebook)
        if merged.notebook.codes != ours.notebook.codes | theirs.notebook.codes:
            self._store.report(BadInput(REPLACED))
        if len(merged.problems):
            self._problems.put(merged.problems)
        kept = merged.settings.get(names.SETTINGS)
        return Settings.load(str(kept)) if kept and settings == Settings() else settings

    def _exported(self, text: str) -> str:
        """Returns what `export` gives for a browser's whole store, saying what is damaged; any other text as it is."""
        found: dict[str, str] = {}
        with suppress(BadInput):
            found = BROWSER_STORE.read(text)
        if not found:
            return text
        store = Store(None)
        for name, kept in found.items():
            store.put(name.removeprefix(names.PREFIX), kept)
        finished, imported = FinishedGames(store, lambda: "unknown"), ImportedSaves(Saves(store, files.read))
        data = PlayerData(store, finished, Dailies(store), imported, self._games)
        exported = data.export(Settings.load(store.get(names.SETTINGS)))
        for error in store.refusals:
            self._store.report(error)
        return exported

    def _everything(self, settings: Settings) -> Backup:
        games = self._games
        saves: dict[str, str | None] = {}
        for game in games:
            days = (None, *self.dailies.saved_days(game))
            saves |= {names.save(game, day): self.imported.saves.whole(game, day) for day in days}
            saves |= {name: self._store.get(name) for name in (names.before(game), *self.imported.names(game))}
        return Backup(
            self.finished.all(),
            self.dailies.all(),
            {name: save for name, save in saves.items() if save},
            {names.SETTINGS: settings.dump()} if settings != Settings() else {},
            races.saved_races(self._store, games),
            self._sources.all(),
            self._notebook.all(),
            self._problems.all(),
        )
