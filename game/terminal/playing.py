"""Plays in a terminal: reads commands from a stream and prints the results, as text or as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any

from game.bots import Advice, advise
from game.contract import BadInput, Rules
from game.session import Session
from game.session.commands import HELP, HINT, QUIT, command_list, commands, execute, play_quit, words_of
from game.session.seats import Opponent, display_name, is_computers, seat_and_name
from game.text import fields, text
from game.text.names import names_of
from game.text.sentences import ending
from game.words import BRACKETS, Translator


class JsonLines:
    """Prints one JSON object per line."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self.out = out or sys.stdout

    def state(self, session: Session) -> None:
        self._print(fields(session.rules, session.view))

    def answer(self, computer: Opponent, words: tuple[str, ...]) -> None:
        """Prints nothing: each command gets one line, with the state."""

    def error(self, message: str) -> None:
        self._print({"error": message})

    def hint(self, words: tuple[str, ...], reason: str) -> None:
        self._print({"hint": list(words)})

    def help(self, message: str) -> None:
        self._print({"help": message})

    def _print(self, thing: object) -> None:
        print(json.dumps(thing, ensure_ascii=False), file=self.out, flush=True)


class TextScreen:
    """Prints the board as text after every command, in the player's language; in colour on a terminal."""

    def __init__(self, out: IO[str] | None = None, translator: Translator | None = None) -> None:
        self.out = out or sys.stdout
        self._translator = translator or Translator()
        self._console = _console(self.out)

    def state(self, session: Session) -> None:
        drawn = text(session.view, self._translator)
        self._print(_coloured(drawn, session.rules) if self._console else drawn)
        said = self.said(session)
        if said:
            self._print(said)

    def said(self, session: Session) -> str:
        """Returns what is said below the board: how the game ended."""
        names = names_of(*seat_and_name(session.opponent), session.rules.seats)
        return ending(session.view.winner, session.score, self._translator, names) if session.over else ""

    def answer(self, computer: Opponent, words: tuple[str, ...]) -> None:
        self._print(self._translator.labelled(display_name(computer, self._translator), " ".join(words)))

    def error(self, message: str) -> None:
        self._print(self._translator.labelled(self._translator("Error"), message))

    def hint(self, words: tuple[str, ...], reason: str) -> None:
        self._print(
            self._translator(BRACKETS, text=" ".join(words), more=reason)
            if words
            else reason or self._translator("No moves left.")
        )

    def help(self, message: str) -> None:
        self._print(message)

    def _print(self, thing: Any) -> None:
        if self._console:
            self._console.print(thing, highlight=False, markup=False)
        else:
            print(thing, file=self.out, flush=True)


def _console(out: IO[str]) -> Any:
    """Returns Rich's console on a terminal where Rich is installed, else None."""
    if not out.isatty():
        return None
    try:
        from rich.console import Console
    except ModuleNotFoundError:
        return None
    return Console(file=out)


TONES = ("default", "blue", "dark_orange", "green", "yellow", "magenta", "red", "cyan")


def _coloured(drawn: str, rules: Rules[Any]) -> Any:
    """Returns the text of a view with each symbol in its tone."""
    from rich.text import Text

    styled = Text()
    for line in drawn.splitlines():
        board = line.startswith(("|", " "))
        for letter in line:
            symbol = rules.symbols.get(letter) if board else None
            styled.append(letter, style=TONES[symbol.tone] if symbol else None)
        styled.append("\n")
    styled.rstrip()
    return styled


def run_commands(
    session: Session,
    source: IO[str],
    out: JsonLines | TextScreen,
    _: Translator,
    advisor: Callable[[Rules[Any], Any], Advice] = advise,
) -> int:
    """Plays the words from a stream until `quit` or its end; returns the exit status."""
    answer(session, out)
    out.state(session)
    for command in commands(words_of(source), session.rules):
        if command == QUIT:
            play_quit(session)
            out.state(session)
            return 0
        try:
            if command == HINT:
                session.hinted()
                advice = advisor(session.rules, session.state)
                out.hint(advice.words, _(advice.reason, **advice.values) if advice.reason else "")
            elif command == HELP:
                out.help(command_list(session.rules))
            else:
                execute(session, command)
                answer(session, out)
                out.state(session)
        except BadInput as error:
            out.error(_(error.message, **error.values))
    return 0


def answer(session: Session, out: JsonLines | TextScreen) -> None:
    """Plays and prints the computer's turns, the same as on the page, if it is a player and to move."""
    while session.opponent is not None and is_computers(session.options, session.view):
        words = advise(session.rules, session.state, session.opponent.strength, session.seed or 0).words
        if not words:
            return
        for word in words:
            session.play(word)
        out.answer(session.opponent, words)
