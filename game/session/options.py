"""Options and seed, chosen before a game starts: validated, and completed with defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules, shorten
from game.session.seats import COMPUTER, EASIEST, PEOPLE, PERSONS, SEAT
from game.words import N_, P_

LONGEST_SEED = 1000
"""The number of digits. Any whole number is a valid seed, but a page of digits is a mistake."""
CALM = "calm"
"""The option of every game with a clock to let nothing fall by itself."""
TURNS = "turns"
"""The option of every game to end after a number of turns of each player; a game without a limit has no value for it.
"""
ENDLESS, MOST_TURNS = 0, 10_000
CLASSIC = "classic"
"""The name of the seed for a game's classic start."""

ReadFile = Callable[[str], str]
"""Returns the text of the file with this name, or raises BadInput."""


def no_files(name: str) -> str:
    """Reads nothing, where there are no files; always raises BadInput."""
    raise BadInput(N_("no such file: {name}"), name=shorten(name))


def all_options(rules: Rules[Any]) -> Mapping[str, Option]:
    """Returns all options of a game: the opponent, the game's own options, and whether time passes."""
    options = dict(rules.options)
    if rules.seats > 1:
        opponents = {PEOPLE: N_("Another player"), **PERSONS}
        names = {1: N_("Opponent"), 2: N_("You")} if rules.seats == 2 else {}
        options = {
            COMPUTER: Choice(
                PEOPLE,
                tuple(opponents),
                N_("opponent"),
                opponents,
                N_("against {value}"),
                N_("Opponent"),
                {
                    PEOPLE: N_("Two players take turns on this device."),
                    **dict.fromkeys(PERSONS, N_("You play against the computer.")),
                },
            ),
            SEAT: Number(
                rules.seats,
                1,
                rules.seats,
                N_("computer plays as player"),
                N_("computer is player {value}"),
                N_("Who starts"),
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


def first_options(rules: Rules[Any]) -> dict[str, Any]:
    """Returns the unusual options of a newcomer's first game: if it is for two, against the easiest computer, and the
    other ones as in the game of a day."""
    return {COMPUTER: EASIEST, **rules.day.options} if rules.seats > 1 else {}


def known_options(rules: Rules[Any]) -> Mapping[str, Option]:
    """Returns the options of `all_options`, and the number of turns, which only the game of a day sets."""
    turns = Number(ENDLESS, ENDLESS, MOST_TURNS, "", P_("{count} turn", "{count} turns"))
    return {TURNS: turns, **all_options(rules)}


def turn_limit(rules: Rules[Any], options: Mapping[str, Any]) -> int:
    """Returns after how many turns of each player a game with these options ends; 0 if it has no limit."""
    return 0 if TURNS in rules.options else int(options.get(TURNS, ENDLESS))


def complete(rules: Rules[Any], given: Mapping[str, Any], read_file: ReadFile = no_files) -> dict[str, Any]:
    """Returns values for all options of a game: the given ones, validated, and defaults. Files become their texts.

    A game without a limit of turns has no such key, like saves from before the limit existed.

    A given value may already be parsed, so the options of a save are validated like any others.
    """
    options: dict[str, Any] = {}
    for name, option in known_options(rules).items():
        if isinstance(option, File):
            options[name] = str(given[name]) if name in given else read_file(option.default)
        elif name not in given:
            options[name] = option.default
        elif isinstance(option, Flag):
            options[name] = option.parse(str(int(given[name]) if isinstance(given[name], bool) else given[name]))
        else:
            options[name] = option.parse(str(given[name]))
    return _normalized(rules, options)


def _normalized(rules: Rules[Any], options: dict[str, Any]) -> dict[str, Any]:
    """Normalizes the options: resets meaningless ones, so that equal games have equal options."""
    if options.get(COMPUTER) == PEOPLE:
        options[SEAT] = rules.seats
    if not turn_limit(rules, options) and TURNS not in rules.options:
        del options[TURNS]
    return options


def parse_seed(text: str) -> int | None:
    """Parses a seed: digits, or `classic`, which becomes None; BadInput for anything else."""
    if text == CLASSIC:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEED):
        raise BadInput(
            N_("a seed is a whole number of at most {digits} digits, not {text}"),
            digits=LONGEST_SEED,
            text=shorten(text),
        )
    return int(text)
