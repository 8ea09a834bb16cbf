"""The terminal program: plays any of the games from standard input, as text or as JSON lines."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, NoReturn
from urllib.parse import urlencode

try:
    from game import files
    from game.bots import advise
    from game.commands import HELP, HINT, QUIT, command_list, commands, finish, obey, words_of
    from game.contract import BadInput, Choice, File, Flag, Number, Option, Rules, shorten
    from game.rules import GAMES, game
    from game.session import Session, parse_seed
    from game.telling import ending
    from game.terminal import botgames
    from game.text import fields, text
    from game.words import Words
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
    sys.exit("kesu: numpy is not installed here: run `python3 build.py build` once, then use the Python in .venv")

HERE = Path(__file__).resolve().parent.parent
_ = Words()


class Parser(argparse.ArgumentParser):
    """Options with one dash or two, never cut; errors are one line and exit status 2."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {shorten(message, 200)}\n")


def main(arguments: list[str] | None = None) -> int:
    """Runs the program with these arguments → exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if not given or given[0] in ("-h", "-help", "--help"):
        print(overview())
        return 0
    try:
        rules = game(given[0])
    except BadInput as error:
        print(f"kesu: {error}", file=sys.stderr)
        return 2
    parser = parser_for(rules)
    choice = parser.parse_args(given[1:])
    try:
        for name, report in rules.reports.items():
            if getattr(choice, name) is not None:
                return print_lines(report.run(files.read(getattr(choice, name))))
        session = begin(rules, choice)
        if choice.bot:
            return botgames.run(session, choice)
        botgames.refuse_options(choice)
    except BadInput as error:
        parser.error(str(error))
    try:
        if choice.json:
            return play(session, sys.stdin, JsonLines())
        if choice.text:
            return play(session, sys.stdin, Screen())
        return open_page(rules, choice)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()
        return 0


def print_lines(lines: Iterable[str]) -> int:
    """Prints a report → exit status."""
    for line in lines:
        print(line)
    return 0


def overview() -> str:
    """What `python -m game` alone prints: the games and how to go on."""
    width = max(map(len, GAMES))
    lines = ["Kesu: puzzle games about clearing a board.", "", "usage: python -m game GAME [options]", ""]
    lines += [f"  {name:<{width}}  {_(rules.summary)}" for name, rules in GAMES.items()]
    return "\n".join([*lines, "", "python -m game GAME --help tells a game's options and commands."])


def parser_for(rules: Rules) -> Parser:
    """The options of one game."""
    parser = Parser(
        prog=f"python -m game {rules.name}",
        description=_(rules.summary),
        epilog=f"{command_list(rules)}. Commands are read from standard input, parted by blanks, commas or line ends.",
    )
    parser.add_argument("-seed", "--seed", metavar="N", help="the number that decides all that is drawn by lot")
    for name, option in rules.options.items():
        flags = (f"-{name}", f"--{name}")
        if isinstance(option, Flag):
            parser.add_argument(*flags, action="store_const", const="1", help=_(option.help))
        else:
            parser.add_argument(*flags, metavar=metavar(option), help=f"{_(option.help)} ({described(option)})")
    for name, report in rules.reports.items():
        parser.add_argument(f"-{name}", f"--{name}", metavar="FILE", help=_(report.help))
    parser.add_argument("-text", "--text", action="store_true", help="play here, the board shown as text")
    parser.add_argument("-json", "--json", action="store_true", help="play here, one JSON object a line")
    botgames.add_options(parser)
    return parser


def metavar(option: Option) -> str:
    return "FILE" if isinstance(option, File) else "X"


def described(option: Option) -> str:
    """The values that an option takes, in a few words."""
    if isinstance(option, Number):
        return f"{option.low} to {option.high}, {option.default} if not given"
    if isinstance(option, Choice):
        return f"{', '.join(option.choices)}; {option.default} if not given"
    return f"{option.default} if not given"


def begin(rules: Rules, choice: argparse.Namespace) -> Session:
    """A session with the options of the command line; BadInput if one is wrong."""
    given: dict[str, Any] = {}
    for name, option in rules.options.items():
        value = getattr(choice, name)
        if value is None:
            continue
        try:
            given[name] = files.read(value) if isinstance(option, File) else option.parse(value)
        except BadInput as error:
            raise BadInput("-{name}: {problem}", name=name, problem=error) from None
    seed = None if choice.seed is None else parse_seed(choice.seed)
    return Session(rules, given, seed, files.read)


class JsonLines:
    """Prints one JSON object a line."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self.out = out or sys.stdout

    def state(self, session: Session) -> None:
        self._print(fields(session.rules, session.view))

    def error(self, message: str) -> None:
        self._print({"error": message})

    def hint(self, words: tuple[str, ...], reason: str) -> None:
        self._print({"hint": list(words)})

    def help(self, message: str) -> None:
        self._print({"help": message})

    def _print(self, thing: object) -> None:
        print(json.dumps(thing, ensure_ascii=False), file=self.out, flush=True)


class Screen:
    """Prints the board as text after every command, in colour when somebody looks."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self.out = out or sys.stdout
        self._console = _console(self.out)

    def state(self, session: Session) -> None:
        drawn = text(session.view, _)
        self._print(_coloured(drawn, session.rules) if self._console else drawn)
        if session.over:
            winner = session.view.fields.get("winner", 0)
            self._print(ending(winner, session.score, _))

    def error(self, message: str) -> None:
        self._print(_("Error") + ": " + message)

    def hint(self, words: tuple[str, ...], reason: str) -> None:
        self._print(" ".join([*words, f"({reason})"]) if words else _("Nothing can be done."))

    def help(self, message: str) -> None:
        self._print(message)

    def _print(self, thing: Any) -> None:
        if self._console:
            self._console.print(thing, highlight=False, markup=False)
        else:
            print(thing, file=self.out, flush=True)


def _console(out: IO[str]) -> Any:
    """Rich's console where a person looks and Rich is installed, else None."""
    if not out.isatty():
        return None
    try:
        from rich.console import Console
    except ModuleNotFoundError:
        return None
    return Console(file=out)


TONES = ("default", "blue", "dark_orange", "green", "yellow", "magenta", "red", "cyan")


def _coloured(drawn: str, rules: Rules) -> Any:
    """The text of a view with each symbol of the boards in its tone."""
    from rich.text import Text

    styled = Text()
    for line in drawn.splitlines():
        board = line.startswith(("|", " "))
        for letter in line:
            symbol = rules.symbols.get(letter) if board else None
            styled.append(letter, style=TONES[symbol.tone] if symbol else None)
        styled.append("\n")
    styled.rstrip()
    return styled


def play(session: Session, source: IO[str], out: JsonLines | Screen) -> int:
    """Plays the words from a stream until `quit` or its end → exit status."""
    out.state(session)
    for command in commands(words_of(source), session.rules):
        if command == QUIT:
            finish(session)
            out.state(session)
            return 0
        try:
            if command == HINT:
                session.note_hint()
                advice = advise(session.rules, session.state)
                out.hint(advice.words, _(advice.reason, **advice.values) if advice.reason else "")
            elif command == HELP:
                out.help(command_list(session.rules))
            else:
                obey(session, command)
                out.state(session)
        except BadInput as error:
            out.error(_(error.message, **error.values))
    return 0


def open_page(rules: Rules, choice: argparse.Namespace) -> int:
    """Opens the page in the browser at this game, built and served by build.py."""
    build = HERE / "build.py"
    if not build.is_file():
        print("kesu: the page is built by build.py, which is not here; play with -text", file=sys.stderr)
        return 2
    given = {name: getattr(choice, name) for name in (*rules.options, "seed")}
    query = urlencode({"game": rules.name} | {name: value for name, value in given.items() if value is not None})
    return subprocess.call([sys.executable, str(build), "serve", "--page", "?" + query])


if __name__ == "__main__":
    sys.exit(main())
