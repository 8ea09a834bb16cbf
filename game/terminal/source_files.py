"""`-rules FILE` and `-player FILE`: the user's own games and players, from files that run with the user's rights."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

from game import files
from game.contract import BadInput, Rules, shorten
from game.rules import game
from game.session import Session
from game.terminal.command_line import PLAYER, RULES, Parser, is_file, usual_limit
from game.terminal.playing import JsonLines, TextScreen
from game.words import N_, Translator
from game.workshop import sources
from game.workshop.limits import SourceError
from game.workshop.loading import load
from game.workshop.players import load_player

T = TypeVar("T")
WARNING = N_("{name} is a program: it runs with your permissions, so run only code you trust")


def chosen_game(given: list[str], _: Translator) -> tuple[Rules[Any], str, list[str]]:
    """Returns the game that the arguments name, the text of its file if it has one, and the other arguments.

    BadInput if there is none, or the file cannot be used.
    """
    name, rest = _value_of(RULES, given)
    if name is not None:
        if rest and not rest[0].startswith("-"):
            raise BadInput(N_("{name} is the game: leave out {other}"), name=shorten(name), other=shorten(rest[0]))
        text = read(name, sources.RULES, _)
        return _from_file(name, lambda: load(text)), text, rest
    player, _rest = _value_of(PLAYER, given)
    if given[0].startswith("-") and player is not None and is_file(player):
        of = sources.read(files.read(player), sources.PLAYER).game
        if of:
            return game(of), "", given
    return game(given[0]), "", given[1:]


def _value_of(flags: tuple[str, ...], given: list[str]) -> tuple[str | None, list[str]]:
    """Returns the value of an option, or None, and the other arguments; BadInput if the value is missing."""
    parser = Parser()
    parser.add_argument(*flags, dest="value")
    choice, rest = parser.read_known(given)
    return choice.value, rest


def read(name: str, kind: str, _: Translator) -> str:
    """Reads the text of a Python file and prints a warning; BadInput if it cannot be read."""
    source = sources.read(files.read(name), kind)
    print(f"kesu: {_(WARNING, name=shorten(name))}", file=sys.stderr)
    return source.text


def own_player(name: str, rules: Rules[Any], _: Translator) -> str:
    """Runs a player's file once and returns its text; BadInput if it is not a player for this game."""
    text = read(name, sources.PLAYER, _)
    _from_file(name, lambda: load_player(text, rules))
    return text


def watch_player(session: Session, text: str, out: JsonLines | TextScreen) -> None:
    """Plays and prints a game by a player's source, up to the usual number of turns; SourceError if it fails."""
    player = load_player(text, session.rules)
    out.state(session)
    for _turn in range(usual_limit(session.rules)):
        words = () if session.over else player(session.state)
        if not words:
            return
        for word in words:
            session.play(word)
        out.state(session)


def _from_file(name: str, make: Callable[[], T]) -> T:
    """Calls `make`, adding the file's name to errors."""
    try:
        return make()
    except SourceError as error:
        raise BadInput(N_("{name}: {problem}"), name=shorten(name), problem=error) from None
