"""Games that an import brought where the player had one already: kept beside it, and exchanged for it when wanted."""

from __future__ import annotations

from contextlib import suppress

from game.contract import BadInput
from game.session.backup import MOST_SAVES
from game.session.saves import saved_game, saved_seed
from game.web.storage.saves import Saves


class ImportedSaves:
    """Saves under the game's own name and a number from two on; no other part of the page looks at them."""

    def __init__(self, saves: Saves) -> None:
        self._saves, self._store = saves, saves.store

    def names(self, game: str) -> list[str]:
        """Under which names there are such saves of a game."""
        return [name for name in _places(game) if self._store.get(name) is not None]

    def seeds(self, game: str) -> dict[str, int | None]:
        """The seeds of those that are not damaged by the names they are kept under; None for a classic game."""
        found: dict[str, int | None] = {}
        for name in self.names(game):
            with suppress(BadInput):
                found[name] = saved_seed(self._store.get(name) or "")
        return found

    def add(self, save: str) -> None:
        """Keeps one more; BadInput if it is damaged. There is room for all that a backup may hold."""
        free = (name for name in _places(saved_game(save)) if self._store.get(name) is None)
        self._store.put(next(free), save)

    def exchange(self, name: str) -> str:
        """What is kept under a name becomes the game being played, and that one lies here → which game it is."""
        theirs = self._store.get(name) or ""
        game = saved_game(theirs)
        if self._store.get(f"since/{game}") is not None:
            with suppress(BadInput):  # a damaged one is put aside
                self._saves.current(game)  # now all that was played of it is in its save
        ours = self._store.get(f"save/{game}")
        self._saves.claim(game)
        self._store.put(f"save/{game}", theirs)
        if ours is None:
            self._store.remove(name)
        else:
            self._store.put(name, ours)
        return game


def _places(game: str) -> list[str]:
    return [f"save/{game}#{number}" for number in range(2, MOST_SAVES + 2)]
