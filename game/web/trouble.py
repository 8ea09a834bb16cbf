"""An error that nobody foresaw: told in plain words, with a report to copy; the game goes on as before the move."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from js import console, navigator

from game.web.notice import Notice
from game.web.play import Play
from game.web.sharing import copy_text
from game.words import Words


class Trouble:
    """Takes what `guarded` caught."""

    def __init__(self, words: Words, notice: Notice, play: Play, address: Callable[[], str]) -> None:
        self._words, self._notice, self._play, self._address = words, notice, play, address
        self._report = ""

    def caught(self, error: Exception) -> None:
        """Tells the player, once: what goes wrong while that is on the screen goes to the console only."""
        console.error("".join(traceback.format_exception(error)))
        if self._notice.is_open:
            return
        self._report = self.report(error)
        self._play.halt()
        self._notice.open(
            self._words("Something went wrong"),
            self._words("That is a mistake of ours. Your game is as it was before."),
            (self._words("Copy a report"), self._copy),
            (self._words("Go on"), self._go_on),
        )

    def report(self, error: Exception) -> str:
        """What somebody needs to find the mistake: nothing of the player's but the game."""
        session = self._play.session
        lines = [self._address(), str(navigator.userAgent), *traceback.format_exception(error)]
        if session is not None:
            try:
                lines.append(session.save())
            except Exception as worse:
                lines.append(repr(worse))
        return "\n".join(lines)

    def _copy(self) -> None:
        copy_text(self._report, self._copied)

    def _copied(self, done: bool) -> None:
        words = self._words
        self._notice.say(words("Copied.") if done else words("Copying is not allowed here."))

    def _go_on(self) -> None:
        self._notice.close()
        self._play.resume()
