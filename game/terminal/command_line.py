"""The command line: its options, as argparse reads and explains them.

It imports no bot, no workshop and no server, so that a game in the terminal starts at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules, shorten
from game.session import all_options
from game.session.commands import command_list
from game.tournament import BOT, GREEDY, PLAYERS, RANDOM
from game.words import BRACKETS, LANGUAGES, N_, Translator

T = TypeVar("T")

PROGRAM = "kesu" if Path(sys.argv[0]).stem == "kesu" else "python -m game"
"""The command that started the program: the installed one, or the package in a checkout."""
INTERRUPTED = 130
"""The exit status after Ctrl-C."""
HELP_OPTIONS, LANG = ("-h", "-help", "--help"), ("-lang", "--lang")
RULES, PLAYER = ("-rules", "--rules"), ("-player", "--player")

HARDEST = 5
STRENGTH_CHOICES = tuple(str(effort) for effort in range(1, HARDEST + 1))
USUAL_LIMIT = 1000
"""The default limit of turns per player; a bot's package or the command can set another."""
MANY = 10**9

PROBLEMS = ("problem", "problems", "solve", "grade")
"""The options about problems."""

BOT_OPTIONS: Mapping[str, Number | Choice] = {
    "games": Number(10, 1, 10**6, N_("how many games")),
    "player": Choice(BOT, PLAYERS, N_("the kind of player, or a Python file with your own")),
    "effort": Number(HARDEST, 1, HARDEST, N_("the bot's strength")),
    "against": Choice("3", (*STRENGTH_CHOICES, GREEDY, RANDOM), N_("the other player: a bot's strength, or a name")),
    "turns": Number(USUAL_LIMIT, 0, MANY, N_("end a game after this many turns per player (pieces, moves); 0 = never")),
    "inputs": Number(0, 0, MANY, N_("end a game after this many input words; 0 = never")),
    "jobs": Number(1, 1, 1024, N_("number of parallel processes")),
}
"""The options of -bot, besides -dask."""


class Parser(argparse.ArgumentParser):
    """Accepts options with one dash or two, never abbreviated; an error is one line and exit status 2."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, exit_on_error=False, **settings)

    def read(self, given: list[str]) -> argparse.Namespace:
        """Parses the options; BadInput for an unknown or invalid one."""
        choice, rest = self.read_known(given)
        if rest:
            raise BadInput(N_("unknown option: {name}"), name=shorten(" ".join(rest)))
        return choice

    def read_known(self, given: list[str]) -> tuple[argparse.Namespace, list[str]]:
        """Parses the options that it knows and returns the other arguments; BadInput for an invalid one."""
        try:
            return self.parse_known_args(given)
        except argparse.ArgumentError as error:
            name = str(error.argument_name).partition("/")[0]
            takes = any(name in action.option_strings and action.nargs != 0 for action in self._actions)
            raise BadInput(N_("{name} needs a value") if takes else N_("{name} takes no value"), name=name) from None

    def print_help(self, file: Any = None) -> None:
        """Prints the help as argparse does, but without swallowing a failed write."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"kesu: {shorten(message, 200)}\n")


def formatter_for(_: Translator) -> type[argparse.HelpFormatter]:
    """Returns argparse's help in this language."""

    class Formatter(argparse.HelpFormatter):
        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, _("usage: {command}", command="") if prefix is None else prefix)

    return Formatter


def parser_for(rules: Rules[Any], limit: int, _: Translator) -> Parser:
    """Returns the parser for the options of one game; `limit` is the usual number of turns in games of its bot."""
    hint = _("Commands are read from standard input, separated by spaces, commas or newlines.")
    parser = Parser(
        prog=f"{PROGRAM} {rules.name}",
        description=_(rules.summary),
        epilog=_.joined((_.sentence(command_list(rules)), hint)),
        formatter_class=formatter_for(_),
    )
    own, bot = parser.add_argument_group(_("options")), parser.add_argument_group(_("unattended games"))

    def add(name: str, help: str, metavar: str = "", group: Any = own) -> None:
        """Adds an option with a value, or without one if it has no metavar."""
        settings: dict[str, Any] = {"metavar": metavar} if metavar else {"action": "store_true"}
        group.add_argument(f"-{name}", f"--{name}", help=help, **settings)

    own.add_argument(*HELP_OPTIONS, action="help", help=_("show this help and exit"))
    add("seed", _("the seed of the random numbers"), "N")
    add("daily", _("today's game: its seed is the date"))
    for name, option in all_options(rules).items():
        if isinstance(option, Flag):
            own.add_argument(f"-{name}", f"--{name}", action="store_const", const="1", help=_(option.help))
        else:
            help = _(BRACKETS, text=_(option.help), more=describe_values(option, _))
            add(name, help, "FILE" if isinstance(option, File) else "X")
    for name, report in rules.reports.items():
        add(name, _(report.help), "FILE")
    add("challenge", _("show the results of a challenge, from its link or a file with it"), "LINK|FILE")
    add(
        "review",
        _("look back on a game: its biggest mistakes, from a replay's link, or a file with it, a save or commands"),
        "LINK|FILE|-",
    )
    add("problem", _("play the problem with this id"), "ID")
    add("problems", _("print this many problems, one JSON object per line"), "N")
    add("grade", _("only problems of this grade, 1 (easiest) to 5"), "X")
    add("solve", _("print the problem in a JSON file with all that is proven about it"), "FILE")
    add("rules", _("play the rules in a Python file; it runs with your permissions"), "FILE")
    add("text", _("play in the terminal, with the board as text"))
    add("json", _("play in the terminal, one JSON object per line"))
    add("bot", _("play whole games and report the results"), group=bot)
    for name, option in BOT_OPTIONS.items():
        values = _("default: {usual}", usual=limit) if name == "turns" else describe_values(option, _)
        add(name, _(BRACKETS, text=_(option.help), more=values), "X", bot)
    add("dask", _("play on the Dask cluster at that address"), "ADDRESS", bot)
    add("lang", _("the language: {names}", names=_.listed(LANGUAGES)), "X")
    return parser


def describe_values(option: Option, _: Translator) -> str:
    """Returns a short description of an option's values."""
    usual = option.default
    if isinstance(option, Number) and option.high == MANY:
        return _("{low} to {high}", low=option.low, high=option.high)
    if isinstance(option, Number):
        return _("{low} to {high}, default: {usual}", low=option.low, high=option.high, usual=usual)
    if isinstance(option, Choice):
        named = [f"{each} = {_(option.names[each])}" if each in option.names else each for each in option.choices]
        return _("{choices}; default: {usual}", choices=_.listed(named), usual=usual)
    return _("default: {usual}", usual=usual)


def wants_problems(choice: argparse.Namespace) -> bool:
    """Returns whether the options are about problems."""
    return any(getattr(choice, name) is not None for name in PROBLEMS)


def is_file(player: str) -> bool:
    """Returns whether a player is a file, such as mine.py or ./mine, not a built-in one."""
    return player not in PLAYERS and any(sign in player for sign in "./\\")


def usual_limit(rules: Rules[Any]) -> int:
    """Returns the usual limit of turns per player; asks the bot, which takes a while to import."""
    from game.bots import bot_for

    return bot_for(rules).turn_limit or USUAL_LIMIT


def parsed(name: str, parse: Callable[[str], T], text: str) -> T:
    """Returns an option's value; BadInput, with the option's name, if it is invalid."""
    try:
        return parse(text)
    except BadInput as error:
        raise BadInput("-{name}: {problem}", name=name, problem=error) from None


def serve_options(given: list[str], _: Translator) -> tuple[int | None, str, bool]:
    """Reads the options of `kesu serve`: the port, the page's address and whether to open it; BadInput for others."""
    parser = Parser(
        prog="kesu serve",
        description=_("Serves the page on this machine and opens it in the browser."),
        formatter_class=formatter_for(_),
    )
    parser.add_argument(*HELP_OPTIONS, action="help", help=_("show this help and exit"))
    parser.add_argument("-port", "--port", metavar="N", help=_("the first port to try"))
    what = _("what to open, such as {example}", example='"?game=chain"')
    parser.add_argument("-page", "--page", metavar="ADDRESS", default="", help=what)
    parser.add_argument("-no-open", "--no-open", dest="open", action="store_false", help=_("open no browser"))
    choice = parser.read(given)
    port = None if choice.port is None else parsed("port", Number(0, 0, 65535, "").parse, choice.port)
    return port, choice.page, choice.open
