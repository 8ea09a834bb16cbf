"""What is chosen before a game starts, its options and its seed: checked, and completed by defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules, shorten
from game.session.seats import COMPUTER, PEOPLE, SEAT, STRENGTHS
from game.words import N_

LONGEST_SEED = 1000
"""Digits; any whole number makes a game, but a page of digits is a mistake."""
CLASSIC = "classic"
"""How the seed of a game's own start is written."""

ReadFile = Callable[[str], str]
"""Name of a file → its text, or BadInput."""


def no_files(name: str) -> str:
    """How files are read where there are none."""
    raise BadInput(N_("no such file: {name}"), name=shorten(name))


def options_of(rules: Rules[Any]) -> Mapping[str, Option]:
    """All that may be chosen before a game starts: the game's own options, and who plays where there are two."""
    if rules.seats < 2:
        return rules.options
    opponents = {PEOPLE: N_("another person, at this screen"), **STRENGTHS}
    return {
        COMPUTER: Choice(PEOPLE, tuple(opponents), N_("you play against"), opponents),
        SEAT: Number(rules.seats, 1, rules.seats, N_("the computer is player")),
        **rules.options,
    }


def complete(rules: Rules[Any], given: Mapping[str, Any], read_file: ReadFile = no_files) -> dict[str, Any]:
    """Values for all options of a game: those given, checked, and defaults for the rest; files become their texts.

    A given value may be what `parse` made of it before, so that the options of a save are checked like any other.
    """
    options: dict[str, Any] = {}
    for name, option in options_of(rules).items():
        if isinstance(option, File):
            options[name] = str(given[name]) if name in given else read_file(option.default)
        elif name not in given:
            options[name] = option.default
        elif isinstance(option, Flag):
            options[name] = option.parse(str(int(given[name]) if isinstance(given[name], bool) else given[name]))
        else:
            options[name] = option.parse(str(given[name]))
    return _settled(rules, options)


def _settled(rules: Rules[Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options without what means nothing, so that two games that are the same have the same options."""
    if options.get(COMPUTER) == PEOPLE:
        options[SEAT] = rules.seats
    return options


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
