"""Unforeseen errors: a plain message with a report to copy; the game continues as it was before the move."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from js import console, location, navigator

from game.play.controller import Controller
from game.play.narrator import NOT_LOADED
from game.web.dialogs.notice import Notice
from game.web.platform.handover import copy_text
from game.web.platform.late import failed_to_load
from game.words import Translator


class ErrorReport:
    """Handles the exceptions that `guarded` catches."""

    def __init__(
        self,
        translator: Translator,
        notice: Notice,
        controller: Callable[[], Controller | None],
        say: Callable[[str], object],
    ) -> None:
        """`say` shows failures that are not bugs: a part of the page that could not be fetched."""
        self._translator, self._notice, self._controller, self._say = translator, notice, controller, say
        self._text = ""

    def caught(self, error: Exception) -> None:
        """Shows the player an error; further ones, while the notice is open, go to the console only."""
        console.error("".join(traceback.format_exception(error)))
        if self._notice.is_open:
            return
        if failed_to_load(error):
            self._say(self._translator(NOT_LOADED))
            return
        self._text = self.report(error)
        game = self._controller()
        if game:
            game.halt()
        self._notice.open(
            self._translator("Something went wrong"),
            self._translator("Sorry, that's a bug. Your game is safe."),
            (self._translator("Copy error report"), self._copy),
            (self._translator("Continue"), self._go_on),
        )

    def report(self, error: Exception) -> str:
        """Returns the text needed to find the bug; of the player's data it holds only the game."""
        lines = [str(location.href), str(navigator.userAgent), *traceback.format_exception(error)]
        game = self._controller()
        if game:
            try:
                lines.append(game.session.save())
            except Exception as worse:
                lines.append(repr(worse))
        return "\n".join(lines)

    def _copy(self) -> None:
        copy_text(self._text, self._copied)

    def _copied(self, *, done: bool) -> None:
        translator = self._translator
        self._notice.say(translator("Copied.") if done else translator("Couldn't copy."))

    def _go_on(self) -> None:
        self._notice.close()
        game = self._controller()
        if game:
            game.resume()
