"""Parts of the page that few visitors use: their modules and texts are fetched on first use."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Generic, TypeVar

from js import window

from game.web.platform.dom import guarded
from game.words import Translator

T = TypeVar("T")


class Late(Generic[T]):
    """One part, created once."""

    def __init__(
        self, archive: str, make: Callable[[], T], translator: Translator, say: Callable[[str], object]
    ) -> None:
        """`make` imports the part's modules from the archive and creates the part; `say` shows a failure."""
        self._archive, self._make, self._translator, self._say = archive, make, translator, say
        self.part: T | None = None
        """None until it has been fetched."""

    def use(self, act: Callable[[T], object]) -> None:
        """Calls `act` with the part as soon as it is loaded."""
        if self.part is None:
            window.kesuLate(self._archive).then(guarded(lambda texts: self._fetched(str(texts), act)), self._failed)
        else:
            act(self.part)

    def _fetched(self, texts: str, act: Callable[[T], object]) -> None:
        if self.part is None:  # it may have been requested twice
            self._translator.learn(json.loads(texts))
            self.part = self._make()
        act(self.part)

    def _failed(self, *_why: object) -> None:
        self._say(self._translator("This part could not be loaded. Please check your connection."))
