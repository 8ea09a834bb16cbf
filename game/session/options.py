"""What is chosen before a game starts: options and seed, checked and completed with defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules, shorten
from game.session.seats import COMPUTER, PEOPLE, SEAT, STRENGTHS
from game.words import N_

LONGEST_SEED = 1000
"""Digits; any whole number is a valid seed, but a page of digits is a mistake."""
CALM = "calm"
"""The option of every game with a clock that nothing is to fall by itself."""
CLASSIC = "classic"
"""The name of the seed for a game's own start."""

ReadFile = Callable[[str], str]
"""Name of a file → its text, or BadInput."""


def no_files(name: str) -> str:
    """Reads files where there are none."""
    raise BadInput(N_("no such file: {name}"), name=shorten(name))


def options_of(rules: Rules[Any]) -> Mapping[str, Option]:
    """Everything to choose before a game starts: the opponent, the game's own options, and whether time passes."""
    options = dict(rules.options)
    if rules.seats > 1:
        opponents = {PEOPLE: N_("Another player"), **STRENGTHS}
        names = {1: N_("The computer"), 2: N_("You")} if rules.seats == 2 else {}
        options = {
            COMPUTER: Choice(
                PEOPLE,
                tuple(opponents),
                N_("opponent"),
                opponents,
                N_("computer: {value}"),
                N_("Opponent"),
                {
                    PEOPLE: N_("Two players take turns on this device."),
                    **dict.fromkeys(STRENGTHS, N_("You play against the computer.")),
                },
            ),
            SEAT: Number(
                rules.seats,
                1,
                rules.seats,
                N_("computer plays as player"),
                N_("computer is player {value}"),
                N_("Who begins"),
                names,
            ),
            **options,
        }
    if rules.timed:
        options[CALM] = Flag(
            N_("nothing falls by itself: take all the time you want"),
            N_("no hurry"),
            N_("No hurry"),
            N_("Nothing falls until you move it. These games have their own best score and statistics."),
        )
    return options


def complete(rules: Rules[Any], given: Mapping[str, Any], read_file: ReadFile = no_files) -> dict[str, Any]:
    """Values for all options of a game: the given ones, checked, and defaults; files are replaced by their texts.

    A given value may already be the result of `parse`, so that the options of a save are checked like any other.
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
    """The options with meaningless ones reset, so that equal games have equal options."""
    if options.get(COMPUTER) == PEOPLE:
        options[SEAT] = rules.seats
    return options


def parse_seed(text: str) -> int | None:
    """A seed as text, `classic` for a game's own start; BadInput for anything else."""
    if text == CLASSIC:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEED):
        raise BadInput(
            N_("a seed is a whole number of at most {digits} digits, not {text}"),
            digits=LONGEST_SEED,
            text=shorten(text),
        )
    return int(text)
