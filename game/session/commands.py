"""Typed commands: a stream of words, split into commands and executed, in the terminal and on the page alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from game.contract import Event, Role, Rules
from game.session.session import Session
from game.session.timeline import RESTART

UNDO, REDO, HINT, QUIT, HELP = "undo", "redo", "hint", "quit", "help"
COMMON = (UNDO, REDO, RESTART, HINT, QUIT, HELP)
"""The words that work in every game."""


def words_of(lines: Iterable[str]) -> Iterator[str]:
    """Splits lines, as they arrive, into words separated by blanks or commas."""
    for line in lines:
        yield from line.replace(",", " ").split()


def commands(words: Iterator[str], rules: Rules[Any]) -> Iterator[str]:
    """Groups words into commands: each spelled in full and followed by its arguments, which are not checked here."""
    for typed in words:
        word = rules.spell(typed, COMMON)
        taken = (next(words, None) for _ in range(rules.arguments(word)))
        yield " ".join([word, *(given for given in taken if given is not None)])


def execute(session: Session, command: str) -> tuple[Event, ...]:
    """Executes a command that may change the state and returns the events; BadInput leaves everything unchanged."""
    if command == UNDO:
        session.undo()
    elif command == REDO:
        session.redo()
    elif command == RESTART:
        session.restart()
    else:
        return session.play(command)
    return ()


def play_quit(session: Session) -> None:
    """Plays `quit`, in games that know the word, when the player leaves."""
    if QUIT in session.rules.words:
        session.play(QUIT)


def command_list(rules: Rules[Any]) -> str:
    """Lists the commands of a game on one line; a word that takes two cells has two as an example."""
    examples = {rules.by_role.get(Role.MOVE): " a1 b2"}
    words = [word + examples.get(word, " X" * rules.arguments(word)) for word in rules.words]
    return " ".join([*words, *(word for word in COMMON if word not in rules.words)])
