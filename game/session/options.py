"""What is chosen before a game starts, its options and its seed: checked, and completed by defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.contract import BadInput, File, Flag, Rules, shorten
from game.session.seats import options_of, settled
from game.words import N_

LONGEST_SEED = 1000
"""Digits; any whole number makes a game, but a page of digits is a mistake."""
CLASSIC = "classic"
"""How the seed of a game's own start is written."""

Reader = Callable[[str], str]
"""Name of a file → its text, or BadInput."""


def no_files(name: str) -> str:
    """The reader of a place that has no files."""
    raise BadInput(N_("no such file: {name}"), name=shorten(name))


def complete(rules: Rules[Any], given: Mapping[str, Any], reader: Reader = no_files) -> dict[str, Any]:
    """Values for all options of a game: those given, checked, and defaults for the rest; files become their texts.

    A given value may be what `parse` made of it before, so that the options of a save are checked like any other.
    """
    options: dict[str, Any] = {}
    for name, option in options_of(rules).items():
        if isinstance(option, File):
            options[name] = str(given[name]) if name in given else reader(option.default)
        elif name not in given:
            options[name] = option.default
        elif isinstance(option, Flag):
            options[name] = option.parse(str(int(given[name]) if isinstance(given[name], bool) else given[name]))
        else:
            options[name] = option.parse(str(given[name]))
    return settled(rules, options)


def parse_seed(text: str) -> int | None:
    """A seed as people write it, `classic` for a game's own start; BadInput for anything else."""
    if text == CLASSIC:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEED):
        raise BadInput(
            N_("a seed is a whole number of at most {digits} digits, not {text}"),
            digits=LONGEST_SEED,
            text=shorten(text),
        )
    return int(text)
