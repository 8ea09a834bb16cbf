"""The terminal program: plays any of the games from standard input, as text or as JSON lines."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

try:
    from game import files
    from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules, shorten
    from game.rules import GAMES, game
    from game.serving import preview
    from game.session import Session, finished, options_of, parse_seed
    from game.session.commands import command_list
    from game.session.daily import seed_of
    from game.terminal import botgames, source_files
    from game.terminal.playing import JsonLines, Screen, play
    from game.words import BRACKETS, LANGUAGES, N_, Translator
    from game.workshop.limits import SourceError
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
    sys.exit("kesu: numpy is not installed here: run `python3 build.py build` once, then use the Python in .venv")

BUILD = Path(__file__).resolve().parent.parent / "build.py"
LANG = ("-lang", "--lang")


class Parser(argparse.ArgumentParser):
    """Accepts options with one dash or two, never abbreviated; an error is one line and exit status 2."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, exit_on_error=False, **settings)

    def read(self, given: list[str]) -> argparse.Namespace:
        """Parses the options; BadInput for an unknown or invalid one."""
        try:
            choice, rest = self.parse_known_args(given)
        except argparse.ArgumentError as error:
            taken = not error.message.startswith("ignored")
            message = N_("{name} needs a value") if taken else N_("{name} takes no value")
            raise BadInput(message, name=str(error.argument_name).partition("/")[0]) from None
        if rest:
            raise BadInput(N_("unknown option: {name}"), name=shorten(" ".join(rest)))
        return choice

    def print_help(self, file: Any = None) -> None:
        """As in argparse, but without swallowing a failed write."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {shorten(message, 200)}\n")


def help_formatter(_: Translator) -> type[argparse.HelpFormatter]:
    """argparse's help in this language."""

    class Formatter(argparse.HelpFormatter):
        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, _("usage: {command}", command="") if prefix is None else prefix)

    return Formatter


def main(arguments: list[str] | None = None) -> int:
    """Runs the program with these arguments; returns the exit status. System errors take one line."""
    given = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:
        return complain("standard output is closed")
    for stream, encoding in ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors="replace")
    try:
        try:
            return run(given)
        finally:
            sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):  # the reader or the player has left
        discard_output()
        return 0
    except OSError as error:
        discard_output()
        return complain(error.strerror or str(error), 1)


def complain(problem: str, status: int = 2) -> int:
    """Prints a problem; returns the exit status."""
    print(f"kesu: {problem}", file=sys.stderr)
    return status


def discard_output() -> None:
    """Keeps Python from writing the remaining output again at exit, and reporting that it failed."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(given: list[str]) -> int:
    """Carries out the arguments; returns the exit status."""
    _ = Translator()
    try:
        _, given = chosen_translator(given)
        if not given or given[0] in ("-h", "-help", "--help"):
            print(overview(_))
            return 0
        if given[0] == "serve":
            return serve(given[1:])
        rules, source, rest = source_files.chosen(given)
    except BadInput as error:
        return complain(_(error.message, **error.values))
    parser = parser_for(rules, _)
    try:
        choice = parser.read(rest)
        for name, report in rules.reports.items():
            if getattr(choice, name) is not None:
                return print_lines(report.run(files.read(getattr(choice, name))))
        if choice.challenge is not None:
            return print_lines([challenge_result(choice.challenge, _)])
        if choice.review is not None:
            return print_lines(review(rules, choice, _))
        session = begin(rules, choice)
        if choice.bot:
            return botgames.run(session, choice, _, source)
        player = choice.player if choice.player and source_files.is_file(choice.player) else ""
        if player:
            choice.player = None
        botgames.refuse_options(choice)
        own = source_files.own_player(player, rules) if player else ""
    except BadInput as error:
        parser.error(_(error.message, **error.values))
    if not (choice.json or choice.text or source or own):
        return open_page(rules, choice, _)
    out = JsonLines() if choice.json else Screen(translator=_)
    try:
        if own:
            source_files.watch(session, own, out, botgames.usual_limit(rules))
            return 0
        if sys.stdin is None:
            return complain("standard input is closed")
        return play(session, sys.stdin, out, _)
    except SourceError as error:
        return complain(_(error.message, **error.values), 1)


def print_lines(lines: Iterable[str]) -> int:
    """Prints a report; returns the exit status."""
    for line in lines:
        print(line)
    return 0


def challenge_result(given: str, _: Translator) -> str:
    """Plays the games of a challenge; returns the result. BadInput if it is damaged or breaks the rules."""
    from game.session.challenge import CODE, code_in, playing, read, result_text

    text = given if CODE in given else files.read(given)
    return result_text(finished(playing(read(code_in(text), game, files.read), files.read)), _)


def review(rules: Rules[Any], choice: argparse.Namespace, _: Translator) -> Iterable[str]:
    """Returns the lines that say where a game was lost; BadInput if it is damaged, another game's, or too long."""
    from game.terminal import review_report

    return review_report.lines(choice.review, rules, lambda: begin(rules, choice), _)


def chosen_translator(given: list[str]) -> tuple[Translator, list[str]]:
    """Returns the translator, and the arguments without the language option; BadInput for an unknown language.

    Without the option, a terminal gets the language of the environment and anything else English, so that other
    programs always read the same.
    """
    rest, tag = list(given), None
    for option in LANG:
        while option in rest:
            at = rest.index(option)
            tag = rest[at + 1] if at + 1 < len(rest) else ""
            del rest[at : at + 2]
    if tag is None:
        watched = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        tag = spoken(os.environ) if watched else "en"
    found = next((known for known in LANGUAGES if known.lower() == tag.lower().replace("_", "-")), None)
    if found is None:
        raise BadInput(
            N_("no such language: {name} (there are {names})"), name=shorten(tag), names=", ".join(LANGUAGES)
        )
    return translator_for(found), rest


def spoken(environment: Mapping[str, str]) -> str:
    """Which of our languages the environment asks for: zh-Hant for `zh_TW.UTF-8`."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next(filter(None, named), "").partition(".")[0].replace("_", "-").lower()
    if wanted.startswith("zh"):
        return "zh-Hant" if any(part in wanted for part in ("hant", "tw", "hk", "mo")) else "zh-Hans"
    return next((tag for tag in LANGUAGES if wanted.partition("-")[0] == tag), "en")


def translator_for(tag: str) -> Translator:
    """The translator into a language; English if Babel, which reads the catalogues, is not installed."""
    if tag == "en":
        return Translator()
    try:
        from game.catalogue import entries
    except ModuleNotFoundError:
        print("kesu: for other languages Babel is needed: use the Python in .venv", file=sys.stderr)
        return Translator()
    return Translator(tag, entries(tag))


def overview(_: Translator) -> str:
    """What `python -m game` alone prints: the games, and what to type next."""
    width = max(map(len, GAMES))
    lines = [
        _("Kesu: puzzle games about clearing a board."),
        "",
        _("usage: {command}", command="python -m game GAME [options]"),
        "",
    ]
    lines += [f"  {name:<{width}}  {_(rules.summary)}" for name, rules in GAMES.items()]
    lines += ["", _("{command} plays a game of your own.", command="python -m game -rules FILE")]
    hint = _("{command} shows a game's options and commands.", command="python -m game GAME --help")
    return "\n".join([*lines, "", hint])


def parser_for(rules: Rules[Any], _: Translator) -> Parser:
    """The command-line parser for one game."""
    hint = _("Commands are read from standard input, separated by spaces, commas or newlines.")
    parser = Parser(
        prog=f"python -m game {rules.name}",
        description=_(rules.summary),
        epilog=_.joined((_.sentence(command_list(rules)), hint)),
        formatter_class=help_formatter(_),
    )
    own = parser.add_argument_group(_("options"))
    own.add_argument("-h", "-help", "--help", action="help", help=_("show this help and exit"))
    own.add_argument("-seed", "--seed", metavar="N", help=_("the seed of the random numbers"))
    own.add_argument("-daily", "--daily", action="store_true", help=_("today's game: its seed is the date"))
    for name, option in options_of(rules).items():
        flags = (f"-{name}", f"--{name}")
        if isinstance(option, Flag):
            own.add_argument(*flags, action="store_const", const="1", help=_(option.help))
        else:
            metavar = "FILE" if isinstance(option, File) else "X"
            help = _(BRACKETS, text=_(option.help), more=described(option, _))
            own.add_argument(*flags, metavar=metavar, help=help)
    for name, report in rules.reports.items():
        own.add_argument(f"-{name}", f"--{name}", metavar="FILE", help=_(report.help))
    own.add_argument(
        "-challenge",
        "--challenge",
        metavar="LINK|FILE",
        help=_("show the results of a challenge, from its link or a file with it"),
    )
    own.add_argument(
        "-review",
        "--review",
        metavar="LINK|FILE|-",
        help=_("look back on a game: its costliest moves, from a replay's link, or a file with it, a save or commands"),
    )
    own.add_argument(
        *source_files.RULES, metavar="FILE", help=_("play the rules in a Python file; it runs with your permissions")
    )
    own.add_argument("-text", "--text", action="store_true", help=_("play in the terminal, with the board as text"))
    own.add_argument("-json", "--json", action="store_true", help=_("play in the terminal, one JSON object per line"))
    botgames.add_options(parser, rules, _)
    own.add_argument(*LANG, metavar="X", help=_("the language: {names}", names=", ".join(LANGUAGES)))
    return parser


def described(option: Option, _: Translator) -> str:
    """A short description of an option's values."""
    usual = option.default
    if isinstance(option, Number):
        return _("{low} to {high}, default: {usual}", low=option.low, high=option.high, usual=usual)
    if isinstance(option, Choice):
        named = [f"{each} = {_(option.names[each])}" if each in option.names else each for each in option.choices]
        return _(
            "{choices}; default: {usual}",
            choices=(", " if named == list(option.choices) else "; ").join(named),
            usual=usual,
        )
    return _("default: {usual}", usual=usual)


def begin(rules: Rules[Any], choice: argparse.Namespace) -> Session:
    """Starts a session with the options of the command line; BadInput if one is invalid."""
    given: dict[str, Any] = {}
    for name, option in options_of(rules).items():
        value = getattr(choice, name)
        if value is None:
            continue
        try:
            given[name] = files.read(value) if isinstance(option, File) else option.parse(value)
        except BadInput as error:
            raise BadInput("-{name}: {problem}", name=name, problem=error) from None
    if choice.daily and (given or choice.seed is not None):
        raise BadInput(N_("the daily game is the same for everyone: it takes no seed and no options"))
    seed = None if choice.seed is None else parse_seed(choice.seed)
    if choice.daily:
        seed = seed_of(date(*time.gmtime()[:3]))
    return Session(rules, given, seed, files.read)


def open_page(rules: Rules[Any], choice: argparse.Namespace, _: Translator) -> int:
    """Opens the page of this game in the browser, built and served by build.py."""
    if not (preview.CARRIED.is_dir() or BUILD.is_file()):
        return complain(_("build.py, which builds the page, is missing; play with -text"))
    given = {name: getattr(choice, name) for name in (*options_of(rules), "seed")}
    given["daily"] = "today" if choice.daily else None
    query = urlencode({"game": rules.name} | {name: value for name, value in given.items() if value is not None})
    folder = "" if _.language == "en" else f"{_.language.lower()}/"
    return serve(["--page", f"{folder}?{query}"])


def serve(given: list[str]) -> int:
    """Serves the page in this package or, in a checkout, has build.py build and serve it; returns the exit status."""
    parser = Parser(prog="kesu serve")
    parser.add_argument("-h", "-help", "--help", action="help")
    parser.add_argument("-port", "--port", type=int, default=preview.PORT)
    parser.add_argument("-page", "--page", default="")
    parser.add_argument("-no-open", "--no-open", dest="open", action="store_false")
    choice = parser.read(given)
    if preview.CARRIED.is_dir():
        preview.serve(preview.CARRIED, None, choice.port, choice.page, choice.open)
        return 0
    options = ["--port", str(choice.port), "--page", choice.page, *([] if choice.open else ["--no-open"])]
    return subprocess.call([sys.executable, str(BUILD), "serve", *options])


if __name__ == "__main__":
    sys.exit(main())
