"""The address of a game: the parameters from which anyone can start the same game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.contract import BadInput, File, Rules, shorten
from game.session.options import CLASSIC, ReadFile, complete, known_options, no_files, parse_seed
from game.session.reader import table, text
from game.session.session import Session
from game.words import LABEL, N_

REPLAY_HASH, CHALLENGE_HASH, PROBLEM_HASH, LIVE_HASH = "#replay=", "#challenge=", "#problem=", "#live="
"""How the last part of an address begins if it holds a whole game, a challenge, the id of a problem, or an invitation
to a live game or the answer to one.
"""
PARAMETERS = table(text(2_000), longest=200, most=50)
"""The limits of an address; each value is then parsed by its option."""


def address(session: Session) -> dict[str, str]:
    """Returns the address parameters of this game: its name, its seed and its non-default options."""
    parameters = {"game": session.rules.name}
    for name, option in known_options(session.rules).items():
        value = session.options.get(name, option.default)
        if isinstance(option, File) or value == option.default:
            continue
        parameters[name] = str(int(value)) if isinstance(value, bool) else str(value)
    return parameters | {"seed": CLASSIC if session.seed is None else str(session.seed)}


def query(parameters: Mapping[str, str]) -> str:
    """Returns the part of an address that carries these parameters, from its `?` on, escaped."""
    return "?" + "&".join(f"{_escaped(name)}={_escaped(value)}" for name, value in parameters.items())


def _escaped(text: str) -> str:
    """Escapes everything but letters, digits and marks that have no meaning in an address, as UTF-8.

    It is urllib.parse.quote with safe="", without the bytes of that module in the first part of the start.
    """
    plain = set(filter(str.isalnum, map(chr, range(128)))) | set("-._~")
    return "".join(chr(byte) if chr(byte) in plain else f"%{byte:02X}" for byte in text.encode())


def from_address(
    parameters: Mapping[str, str], find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files
) -> tuple[Rules[Any], dict[str, Any], int | None]:
    """Parses address parameters into rules, options and seed; BadInput, with the option's name, if one is wrong."""
    if not PARAMETERS([dict(parameters)]):
        raise BadInput(N_("this link is damaged"))
    rules = find(parameters["game"])
    known, given = known_options(rules), dict[str, Any]()
    for name, value in parameters.items():
        if name in ("game", "seed"):
            continue
        if name not in known:
            raise BadInput(N_("unknown option: {name}"), name=shorten(name))
        option = known[name]
        try:
            given[name] = read_file(value) if isinstance(option, File) else option.parse(value)
        except BadInput as error:
            raise BadInput(LABEL, label=name, value=error) from None
    seed = parse_seed(parameters["seed"]) if "seed" in parameters else None
    return rules, complete(rules, given, read_file), seed
