"""The command line on the page: accepts the terminal's commands, and shows the board as text."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.contract import BadInput, shorten
from game.play.controller import Controller
from game.session import Work
from game.session.commands import HELP, QUIT, command_list, commands, words_of
from game.text import text
from game.web.platform.dom import by_id, listen
from game.web.platform.handover import read_chosen
from game.web.platform.loop import PausedWork
from game.words import Translator

LARGEST_FILE = 1_000_000
LONGEST_LOG = 40
"""Number of answers kept in the log."""
SLICE = 12.0
"""Milliseconds for which commands run before the page can do anything else."""


class Console:
    """An input line, the board as text, and a log of answers."""

    def __init__(self, translator: Translator, controller: Callable[[], Controller | None]) -> None:
        self._translator, self._controller = translator, controller
        self._game: Controller | None = None
        """The game that the log belongs to."""
        self._line, self._log = by_id("command-line"), by_id("command-log")
        self._board, self._box = by_id("command-board"), by_id("console")
        self._answers: list[str] = []
        self._typed: list[str] = []
        self._recalled = 0
        self._waiting: deque[str] = deque()
        """The open game's commands that have not run yet."""
        self._running = False
        """Whether commands are running; if not, those that wait do so for a hint."""
        self._work = PausedWork(SLICE, 0, lambda _done: self._show_progress())
        listen(by_id("command-form"), "submit", self._submitted)
        listen(self._line, "keydown", self._recall)
        listen(by_id("command-file"), "change", self._file_chosen)
        listen(self._box, "toggle", lambda _event: self.refresh())

    def refresh(self) -> None:
        """Updates the board while the console is open; another game starts with an empty log."""
        game = self._controller()
        if game is not self._game:
            self._game = game
            self._waiting.clear()
            self._answers.clear()
            self._log.textContent = ""
        if self._box.open and game:
            self._board.textContent = text(game.session.view, self._translator)

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        typed, self._line.value = str(self._line.value), ""
        game = self._controller()
        if game is None or not typed.strip():
            return
        self._typed.append(typed)
        self._recalled = 0
        self.refresh()
        self._waiting.extend(commands(words_of([typed]), game.session.rules))
        self._work.begin(self._run_waiting(game))
        self._work.go_on()

    def _run_waiting(self, game: Controller) -> Work[None]:
        """Runs waiting commands as long as the game they were meant for is open, and no hint is being thought about."""
        self._running = True
        try:
            while self._waiting and self._controller() is game:
                self._run(game, self._waiting.popleft())
                yield 0
                if game.thinks_of_hint:
                    break
        finally:
            self._running = False
        self._show_progress()

    def _show_progress(self) -> None:
        self._log.setAttribute("aria-busy", str(bool(self._waiting)).lower())
        self.refresh()

    def _run(self, game: Controller, command: str) -> None:
        self._answer("> " + shorten(command, 80))
        rules = game.session.rules
        try:
            if command == HELP:
                self._answer(command_list(rules))
            elif command == QUIT and QUIT not in rules.words:
                self._answer(self._translator("There is nothing to quit here: just close the page."))
            else:
                game.execute(command, lambda said: self._hear(game, said))
        except BadInput as error:
            self._answer(self._translator.error(error))

    def _hear(self, game: Controller, said: str) -> None:
        """Shows what is said in answer to a command; at the end of the answer goes on with those that waited for it."""
        if said:
            self._answer(said)
        elif self._waiting and not self._running:
            self._work.begin(self._run_waiting(game))

    def _answer(self, line: str) -> None:
        self._answers.append(line)
        del self._answers[:-LONGEST_LOG]
        self._log.textContent = "\n".join(self._answers)
        self._log.scrollTop = self._log.scrollHeight

    def _recall(self, event: Any) -> None:
        """Recalls earlier lines with the arrow keys."""
        step = {"ArrowUp": 1, "ArrowDown": -1}.get(str(event.code))
        if step is None or not self._typed:
            return
        event.preventDefault()
        self._recalled = min(max(self._recalled + step, 0), len(self._typed))
        self._line.value = self._typed[-self._recalled] if self._recalled else ""

    def _file_chosen(self, event: Any) -> None:
        """Reads a sequence file from the player's disk, which commands may name from then on."""
        read_chosen(
            event.target,
            LARGEST_FILE,
            self._keep_file,
            lambda name: self._answer(self._translator("the file {name} is too large", name=shorten(name))),
        )

    def _keep_file(self, name: str, text: str) -> None:
        safe = "_".join(Path(name).name.split()) or "file"
        Path(safe).write_text(text, encoding="utf-8")
        self._answer(self._translator("You can now use {name} in commands: sequence {name}", name=safe))
