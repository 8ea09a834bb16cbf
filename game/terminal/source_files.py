"""`-rules FILE` and `-player FILE`: the user's own games and players, from files that run with the user's rights."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from game import files
from game.contract import BadInput, Rules, shorten
from game.rules import game
from game.session import Session
from game.terminal.playing import JsonLines, Screen
from game.tournament.players import PLAYERS
from game.words import N_
from game.workshop import sources
from game.workshop.limits import SourceError
from game.workshop.loading import load
from game.workshop.players import own

RULES, PLAYER = ("-rules", "--rules"), ("-player", "--player")
WARNING = "{name} is a program: it runs with your permissions, so run only code you trust"


class Chosen(NamedTuple):
    """The game to play, and the remaining arguments."""

    rules: Rules[Any]
    source: str
    """The text of its file; empty for a built-in game."""
    rest: list[str]


def chosen(given: Sequence[str]) -> Chosen:
    """The game that the arguments name, or its file; BadInput if there is none, or the file cannot be used."""
    name, rest = _without_option(given, RULES)
    if name is not None:
        if rest and not rest[0].startswith("-"):
            raise BadInput(N_("{name} is the game: leave out {other}"), name=shorten(name), other=shorten(rest[0]))
        text = read(name, sources.RULES)
        return Chosen(_from_file(name, lambda: load(text)), text, rest)
    player, _rest = _without_option(given, PLAYER)
    if given[0].startswith("-") and player is not None and is_file(player):
        of = sources.read(files.read(player), sources.PLAYER).game
        if of:
            return Chosen(game(of), "", list(given))
    return Chosen(game(given[0]), "", list(given[1:]))


def is_file(player: str) -> bool:
    """Whether a player is a file, such as mine.py or ./mine, not a built-in one."""
    return player not in PLAYERS and any(sign in player for sign in "./\\")


def read(name: str, kind: str) -> str:
    """Reads the text of a Python file and prints a warning; BadInput if it cannot be read."""
    source = sources.read(files.read(name), kind)
    print(f"kesu: {WARNING.format(name=shorten(name))}", file=sys.stderr)
    return source.text


def own_player(name: str, rules: Rules[Any]) -> str:
    """Runs a player's file once and returns its text; BadInput if it is not a player for this game."""
    text = read(name, sources.PLAYER)
    _from_file(name, lambda: own(text, rules))
    return text


def watch(session: Session, text: str, out: JsonLines | Screen, most: int) -> None:
    """Plays and prints a game by a player's source, at most `most` turns of it; SourceError if it fails."""
    player = own(text, session.rules)
    out.state(session)
    for _turn in range(most):
        words = () if session.over else player(session.state)
        if not words:
            return
        for word in words:
            session.play(word)
        out.state(session)


def _from_file(name: str, make: Any) -> Any:
    """Calls `make`, adding the file's name to errors."""
    try:
        return make()
    except SourceError as error:
        raise BadInput(N_("{name}: {problem}"), name=shorten(name), problem=error) from None


def _without_option(given: Sequence[str], flags: tuple[str, ...]) -> tuple[str | None, list[str]]:
    """The value of an option, or None, and the other arguments; BadInput if the value is missing."""
    rest, value = list(given), None
    for at, argument in enumerate(given):
        flag, sign, text = argument.partition("=")
        if flag in flags:
            if not sign and at + 1 >= len(given):
                raise BadInput(N_("{name} needs a value"), name=flag)
            value = text if sign else given[at + 1]
            rest = [*given[:at], *given[at + (1 if sign else 2) :]]
    return value, rest
