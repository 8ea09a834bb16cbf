"""Imported saves: games from an import for which the player had one already, kept next to it and swapped on request."""

from __future__ import annotations

from contextlib import suppress

from game.contract import BadInput
from game.session.backup import MOST_SAVES
from game.session.save_text import saved_game, saved_seed
from game.store import names
from game.store.saves import Saves


class ImportedSaves:
    """Saves under the game's name and a number from two on; no other part of the page uses them."""

    def __init__(self, saves: Saves) -> None:
        self.saves, self._store = saves, saves.store

    def names(self, game: str) -> list[str]:
        """Returns the names of a game's imported saves."""
        return [name for name in _places(game) if self._store.get(name) is not None]

    def seeds(self, game: str) -> dict[str, int | None]:
        """Returns the seed of each undamaged save by its name; None for a classic game."""
        found: dict[str, int | None] = {}
        for name in self.names(game):
            with suppress(BadInput):
                found[name] = saved_seed(self._store.get(name) or "")
        return found

    def add(self, save: str) -> None:
        """Keeps another save; BadInput if it is damaged. There is room for all that a backup may hold."""
        free = (name for name in _places(saved_game(save)) if self._store.get(name) is None)
        self._store.put(next(free), save)

    def remove(self, name: str) -> None:
        """Deletes the save of this name."""
        self._store.remove(name)

    def exchange(self, name: str) -> str:
        """Swaps the save of this name with the current game; returns the game's name."""
        theirs = self._store.get(name) or ""
        game = saved_game(theirs)
        if self._store.get(names.since(game)) is not None:
            with suppress(BadInput):  # a damaged one is put aside
                self.saves.current(game)  # completes its save with what was played since
        ours = self._store.get(names.save(game))
        self.saves.claim(game)
        self._store.put(names.save(game), theirs)
        if ours is None:
            self._store.remove(name)
        else:
            self._store.put(name, ours)
        return game


def _places(game: str) -> list[str]:
    return [names.imported(game, number) for number in range(2, MOST_SAVES + 2)]
