"""Typed commands: a stream of words, split into commands and obeyed; the same in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from game.contract import Event, Rules
from game.session.session import RESTART, Session

UNDO, REDO, HINT, QUIT, HELP = "undo", "redo", "hint", "quit", "help"
COMMON = (UNDO, REDO, RESTART, HINT, QUIT, HELP)
"""The words that every game has."""


def words_of(lines: Iterable[str]) -> Iterator[str]:
    """The words of lines as they arrive, separated by blanks or commas."""
    for line in lines:
        yield from line.replace(",", " ").split()


def commands(words: Iterator[str], rules: Rules[Any]) -> Iterator[str]:
    """Words → commands: each in full, with the words that it takes, whatever they are."""
    for typed in words:
        word = rules.spell(typed, COMMON)
        taken = (next(words, None) for _ in range(rules.arguments(word)))
        yield " ".join([word, *(given for given in taken if given is not None)])


def obey(session: Session, command: str) -> tuple[Event, ...]:
    """A command that may change the state → what happened; BadInput leaves everything as it was."""
    if command == UNDO:
        session.undo()
    elif command == REDO:
        session.redo()
    elif command == RESTART:
        session.restart()
    else:
        return session.play(command)
    return ()


def finish(session: Session) -> None:
    """Tells the game that the player leaves; only some games know the word."""
    if QUIT in session.rules.words:
        session.play(QUIT)


def command_list(rules: Rules[Any]) -> str:
    """The commands of a game in one line."""
    words = [word + " X" * rules.arguments(word) for word in rules.words]
    return " ".join([*words, *(word for word in COMMON if word not in rules.words)])
