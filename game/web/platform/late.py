"""Parts of Python that are fetched after the start: the bots with their tables, and what few visitors use."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Generic, TypeVar

from js import window

from game.play.context import Loader
from game.play.narrator import NOT_LOADED
from game.web.platform.dom import guarded
from game.words import Translator

T = TypeVar("T")

ARCHIVE = "/lib/later.zip"
"""The path of the modules that the first board does not need. An ImportError with it means that they could not be
fetched.
"""


def fetch(part: str, then: Callable[[str], object], failed: Callable[[], object] = lambda: None) -> None:
    """Calls `then` with the part's texts as soon as it has loaded, or `failed` (prelit's later.mjs lists them)."""
    window.kesuPart(part).then(guarded(lambda texts: then(str(texts))), lambda *_why: failed())


def failed_to_load(error: BaseException) -> bool:
    """Returns whether an import failed only because the archive could not be fetched."""
    return isinstance(error, ImportError) and error.path == ARCHIVE


class LaterModules(Loader):
    """Lets code wait for the modules not needed for the first board, instead of blocking the page with an import."""

    def __init__(self, translator: Translator) -> None:
        """`translator` learns their texts."""
        self._translator = translator
        self._loaded = self._requested = False
        self.failed = False
        """Whether fetching them failed."""

    def loaded(self) -> bool:
        """Returns whether they have loaded; requests them the first time."""
        if not self._requested:
            self._requested = True
            fetch("later", self._learn, self._fail)
        return self._loaded

    def try_again(self) -> None:
        """Lets the next call of `loaded` request them again."""
        self._requested = self.failed = False

    def _learn(self, texts: str) -> None:
        self._translator.learn(json.loads(texts))
        self._loaded = True

    def _fail(self) -> None:
        self.failed = True


class LatePart(Generic[T]):
    """A feature that few visitors use, created once its modules and texts have been fetched."""

    def __init__(self, name: str, make: Callable[[], T], translator: Translator, say: Callable[[str], object]) -> None:
        """`make` imports the modules and creates the feature; `say` shows a failure."""
        self._name, self._make, self._translator, self._say = name, make, translator, say
        self.part: T | None = None
        """None until it has been fetched."""

    def use(self, act: Callable[[T], object]) -> None:
        """Calls `act` with the feature as soon as it is loaded."""

        def fetched(texts: str) -> None:
            if self.part is None:  # it may have been requested twice
                self._translator.learn(json.loads(texts))
                self.part = self._make()
            act(self.part)

        if self.part is None:
            fetch(self._name, fetched, lambda: self._say(self._translator(NOT_LOADED)))
        else:
            act(self.part)
