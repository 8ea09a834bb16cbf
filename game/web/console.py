"""The command line on the page: takes what the terminal takes, and shows the board as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.contract import BadInput, shorten
from game.session import Session
from game.session.commands import HELP, HINT, QUIT, command_list, commands, words_of
from game.text import text
from game.web.dom import by_id, listen
from game.words import Words

LARGEST_FILE = 1_000_000
LONGEST_LOG = 40
"""Lines of what was typed that are kept in sight."""


class Console:
    """A form with one line, the board as text, and what was answered."""

    def __init__(self, words: Words, obey: Callable[[str], None], hint: Callable[[], str]) -> None:
        self._words, self._obey, self._hint = words, obey, hint
        self._session: Session | None = None
        self._line, self._log = by_id("command-line"), by_id("command-log")
        self._board, self._box = by_id("command-board"), by_id("console")
        self._answers: list[str] = []
        self._typed: list[str] = []
        self._recalled = 0
        listen(by_id("command-form"), "submit", self._submitted)
        listen(self._line, "keydown", self._recall)
        listen(by_id("command-file"), "change", self._file_chosen)
        listen(self._box, "toggle", lambda _event: self.refresh())

    def open(self, session: Session) -> None:
        """Commands are for this game from now on."""
        if self._session is not session:
            self._answers.clear()
            self._log.textContent = ""
        self._session = session
        self.refresh()

    def refresh(self) -> None:
        """The text display follows the game while it is in sight."""
        if self._box.open and self._session is not None:
            self._board.textContent = text(self._session.view, self._words)

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        typed, self._line.value = str(self._line.value), ""
        session = self._session
        if session is None or not typed.strip():
            return
        self._typed.append(typed)
        self._recalled = 0
        for command in commands(words_of([typed]), session.rules):
            self._answer("> " + shorten(command, 80))
            try:
                if command == HINT:
                    self._answer(self._hint())
                elif command == HELP:
                    self._answer(command_list(session.rules))
                elif command == QUIT and QUIT not in session.rules.words:
                    self._answer(self._words("The page stays; close it to leave."))
                else:
                    self._obey(command)
            except BadInput as error:
                self._answer(self._words(error.message, **error.values))
        self.refresh()

    def _answer(self, line: str) -> None:
        self._answers.append(line)
        del self._answers[:-LONGEST_LOG]
        self._log.textContent = "\n".join(self._answers)
        self._log.scrollTop = self._log.scrollHeight

    def _recall(self, event: Any) -> None:
        """The arrows bring back what was typed before."""
        way = {"ArrowUp": 1, "ArrowDown": -1}.get(str(event.code))
        if way is None or not self._typed:
            return
        event.preventDefault()
        self._recalled = min(max(self._recalled + way, 0), len(self._typed))
        self._line.value = self._typed[-self._recalled] if self._recalled else ""

    def _file_chosen(self, event: Any) -> None:
        """A sequence file from the player's disk: from now on commands may name it."""
        for file in event.target.files:
            if int(file.size) > LARGEST_FILE:
                self._answer(self._words("the file {name} is too large", name=shorten(str(file.name))))
                continue
            name = str(file.name)
            file.text().then(lambda text, name=name: self._keep_file(name, str(text)))

    def _keep_file(self, name: str, text: str) -> None:
        safe = "_".join(Path(name).name.split()) or "file"
        Path(safe).write_text(text, encoding="utf-8")
        self._answer(self._words("{name} can be named in commands now: sequence {name}", name=safe))
