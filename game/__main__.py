"""The terminal program: plays any of the games from standard input, as text or as JSON lines.

Modules that only some commands need are imported where they are needed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

try:
    from game import files
    from game.contract import BadInput, File, Rules
    from game.rules import GAMES, game
    from game.session import Session, all_options, finished, parse_seed
    from game.session.daily import options_of_day, seed_of_day
    from game.terminal.command_line import (
        BOT_OPTIONS,
        HELP_OPTIONS,
        INTERRUPTED,
        LANG,
        PLAYER,
        PROGRAM,
        RULES,
        USUAL_LIMIT,
        Parser,
        is_file,
        parsed,
        parser_for,
        serve_options,
        usual_limit,
        wants_problems,
    )
    from game.terminal.language import translator_for
    from game.terminal.playing import JsonLines, TextScreen, run_commands
    from game.words import N_, Translator
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
    sys.exit("kesu: numpy is not installed here: run `python3 build.py build` once, then use the Python in .venv")

BUILD = Path(__file__).resolve().parent.parent / "build.py"


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
    except BrokenPipeError:  # the reader has left
        discard_output()
        return 0
    except KeyboardInterrupt:
        discard_output()
        return INTERRUPTED
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
    first = Parser()
    first.add_argument(*LANG, nargs="?", const="")
    try:
        choice, given = first.read_known(given)
        _ = translator_for(choice.lang)
        if not given or given[0] in HELP_OPTIONS:
            print(overview(_))
            return 0
        if given[0] == "serve":
            return serve(*serve_options(given[1:], _), _)
        rules, source, rest = chosen(given, _)
    except BadInput as error:
        return complain(_(error.message, **error.values))
    return run_game(rules, source, rest, _)


def chosen(given: list[str], _: Translator) -> tuple[Rules[Any], str, list[str]]:
    """Returns the game to play, the text of its file if it has one, and the other arguments; BadInput for none."""
    if any(argument.partition("=")[0] in (*RULES, *PLAYER) for argument in given):
        from game.terminal import source_files

        return source_files.chosen_game(given, _)
    return game(given[0]), "", given[1:]


def run_game(rules: Rules[Any], source: str, given: list[str], _: Translator) -> int:
    """Carries out the options of a game; returns the exit status."""
    helping = not {*HELP_OPTIONS}.isdisjoint(given)
    parser = parser_for(rules, usual_limit(rules) if helping else USUAL_LIMIT, _)
    try:
        choice = parser.read(given)
        if wants_problems(choice):
            from game.terminal import problems

            return problems.run(rules, choice, _)
        shown = report(rules, choice, _)
        if shown is not None:
            for line in shown:
                print(line)
            return 0
        session = begin(rules, choice)
        if choice.bot:
            from game.terminal import botgames

            return botgames.run(session, choice, _, source)
        own = own_player(rules, choice, _)
    except BadInput as error:
        parser.error(_(error.message, **error.values))
    if not (choice.json or choice.text or source or own):
        return open_page(rules, choice, _)
    out = JsonLines() if choice.json else TextScreen(translator=_)
    try:
        if own:
            from game.terminal import source_files

            source_files.watch_player(session, own, out)
            return 0
        if sys.stdin is None:
            return complain("standard input is closed")
        if choice.daily and not choice.json and rules.day.par:
            print(_.labelled(_("Goal"), _.number(goal_of_day(session))), flush=True)
        return run_commands(session, sys.stdin, out, _)
    except BadInput as error:  # from the player's source
        return complain(_(error.message, **error.values), 1)


def report(rules: Rules[Any], choice: argparse.Namespace, _: Translator) -> Iterable[str] | None:
    """Returns the lines to print if the options ask for a report instead of a game; BadInput if it cannot be made."""
    for name, asked in rules.reports.items():
        if getattr(choice, name) is not None:
            return asked.run(files.read(getattr(choice, name)))
    if choice.challenge is not None:
        return [challenge_result(choice.challenge, _)]
    if choice.review is not None:
        from game.terminal import review_report

        return review_report.lines(choice.review, rules, lambda: begin(rules, choice), _)
    return None


def challenge_result(given: str, _: Translator) -> str:
    """Plays the games of a challenge; returns the result. BadInput if it is damaged or breaks the rules."""
    from game.play.results import challenge_text
    from game.session.challenge import CODE, code_in, read, replaying

    text = given if CODE in given else files.read(given)
    return challenge_text(finished(replaying(read(code_in(text), game, files.read_regular), files.read_regular)), _)


def own_player(rules: Rules[Any], choice: argparse.Namespace, _: Translator) -> str:
    """Returns the text of the player's file that the options name, if any; BadInput for other options of -bot."""
    file = choice.player if is_file(choice.player or "") else ""
    for name in (*BOT_OPTIONS, "dask"):
        if getattr(choice, name) is not None and not (name == "player" and file):
            raise BadInput("-{name} works only with -bot", name=name)
    if not file:
        return ""
    from game.terminal import source_files

    return source_files.own_player(file, rules, _)


def overview(_: Translator) -> str:
    """Returns the text printed without arguments: the games, and what to type next."""
    width = max(map(len, GAMES))
    lines = [
        _("Kesu: puzzle games about clearing a board."),
        "",
        _("usage: {command}", command=f"{PROGRAM} GAME [options]"),
        "",
    ]
    lines += [f"  {name:<{width}}  {_(rules.summary)}" for name, rules in GAMES.items()]
    lines += ["", _("{command} plays a game of your own.", command=f"{PROGRAM} -rules FILE")]
    hint = _("{command} shows a game's options and commands.", command=f"{PROGRAM} GAME --help")
    return "\n".join([*lines, "", hint])


def begin(rules: Rules[Any], choice: argparse.Namespace) -> Session:
    """Starts a session with the options of the command line; BadInput if one is invalid."""
    given: dict[str, Any] = {}
    for name, option in all_options(rules).items():
        value = getattr(choice, name)
        if value is not None:
            given[name] = parsed(name, files.read if isinstance(option, File) else option.parse, value)
    if choice.daily and (given or choice.seed is not None):
        raise BadInput(N_("the daily game is the same for everyone: it takes no seed and no options"))
    seed = None if choice.seed is None else parse_seed(choice.seed)
    if choice.daily:
        today = date(*time.localtime()[:3])  # a day begins at the player's own midnight
        seed, given = seed_of_day(today), dict(options_of_day(rules, today))
    return Session(rules, given, seed, files.read_regular)


def goal_of_day(session: Session) -> int:
    """Returns the goal of a day's game, the same as on the page: the computer's score in the very same game."""
    from game.play.par import computed

    same = Session(session.rules, session.options, session.seed, files.read_regular)
    return finished(computed(same, session.rules.day.par))


def open_page(rules: Rules[Any], choice: argparse.Namespace, _: Translator) -> int:
    """Opens the page of this game in the browser, built and served by build.py."""
    from urllib.parse import urlencode

    given = {name: getattr(choice, name) for name in (*all_options(rules), "seed")}
    given["daily"] = "today" if choice.daily else None
    query = urlencode({"game": rules.name} | {name: value for name, value in given.items() if value is not None})
    folder = "" if _.language == "en" else f"{_.language.lower()}/"
    return serve(None, f"{folder}?{query}", True, _)


def serve(port: int | None, page: str, show: bool, _: Translator) -> int:
    """Serves the page in this package or, in a checkout, has build.py build and serve it; returns the exit status."""
    from game.serving import preview

    if preview.CARRIED.is_dir():
        preview.serve(preview.CARRIED, None, preview.PORT if port is None else port, page, show)
        return 0
    if not BUILD.is_file():
        return complain(_("build.py, which builds the page, is missing; play with -text"))
    import subprocess

    options = ["--page", page, *([] if show else ["--no-open"]), *([] if port is None else ["--port", str(port)])]
    return subprocess.call([sys.executable, str(BUILD), "serve", *options])


if __name__ == "__main__":
    sys.exit(main())
