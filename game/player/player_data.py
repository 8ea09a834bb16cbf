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
RESERVE = 100_000
"""Characters that must still fit into the browser's storage after an import: the settings, and games to come."""
ROOM = names.PREFIX + "test"
"""The key of a text that is written only to see whether there is room."""
NO_ROOM = N_(
    "this browser has no room for all of it, so nothing was imported: delete imported games here or code in the "
    "workshop"
)


class Staging:
    """Storage whose changes are not made yet: an import is put together here, and then made whole or not at all."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.changes: dict[str, str | None] = {}

    def getItem(self, key: str) -> str | None:
        name = key.removeprefix(names.PREFIX)
        return self.changes[name] if name in self.changes else self._store.get(name)

    def setItem(self, key: str, text: str) -> None:
        self.changes[key.removeprefix(names.PREFIX)] = text

    def removeItem(self, key: str) -> None:
        self.changes[key.removeprefix(names.PREFIX)] = None

    def commit(self, room: int) -> bool:
        """Makes all changes if the browser takes them all and has room for this many more characters, else none;
        returns whether they were made.
        """
        store, keys = self._store, {names.PREFIX + name: text for name, text in self.changes.items()}
        before = {name: store.get(name) for name in self.changes}
        if store.blocked:
            return False
        try:
            for key, text in (*keys.items(), (ROOM, "x" * room), (ROOM, None)):
                if text is None:
                    store.storage.removeItem(key)
                else:
                    store.storage.setItem(key, text)
        except Exception:
            for name in sorted(before, key=lambda name: before[name] is not None):  # what makes room first
                text = before[name]
                if text is None:
                    store.remove(name)
                elif store.get(name) != text:
                    store.put(name, text)
            return False
        return True


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
        """Exports them as one text; BadInput if it is too long. Reports damaged data, which are left out."""
        everything = self._everything(settings)
        if backup.left_out(everything):
            self._store.report(BadInput(N_("damaged games are not in this file")))
        return backup.write(everything)

    def take(self, text: str, settings: Settings) -> Settings:
        """Merges an exported text, all of it or, with BadInput, nothing; returns the resulting settings.

        Refuses data that the browser does not keep or that could not be exported again.
        """
        ours, theirs = self._everything(settings), backup.read(self._exported(text))
        merged = backup.merge(ours, theirs)
        backup.write(merged)
        staging = Staging(self._store)
        staged = Store(staging)
        settings = self._of(staged)._put(ours, theirs, merged, settings)
        if not staging.commit(RESERVE):
            raise BadInput(NO_ROOM)
        for error in staged.refusals:
            self._store.report(error)
        return settings

    def _put(self, ours: Backup, theirs: Backup, merged: Backup, settings: Settings) -> Settings:
        """Keeps what was merged; returns the resulting settings. BadInput for what could not be read again."""
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
        exported = self._of(store).export(Settings.load(store.get(names.SETTINGS)))
        for error in store.refusals:
            self._store.report(error)
        return exported

    def _of(self, store: Store) -> PlayerData:
        """Returns the data in another store, which has the name of its browser if it has any records of games."""
        finished, imported = FinishedGames(store, lambda: "unknown"), ImportedSaves(Saves(store, files.read))
        return PlayerData(store, finished, Dailies(store), imported, self._games)

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
