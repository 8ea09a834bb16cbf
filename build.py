#!/usr/bin/env python3
"""The one command of Kesu: sets everything up, builds the page, serves it and tests it.

It needs Python 3.11 or newer and, the first time, the network. What it makes is in .venv/,
node_modules/, dist/ and build/ (delete them freely) and in the user's cache folder; the second
run reuses all of it.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this message is better than a SyntaxError
    sys.exit("Kesu needs Python 3.11 or newer; this is Python %d.%d" % sys.version_info[:2])  # noqa: UP031

import argparse
import errno
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import tools  # noqa: F401 - makes prelit importable
from game.serving import preview
from prelit.errors import PrelitError
from prelit.process import warn
from tools.setup import environment
from tools.setup.paths import DIST, GZIP, ROOT, VENV, cache

ROOM = 100_000_000
"""Bytes that each folder needs for a build."""

EXAMPLES = """\
examples:
  python3 build.py                                     set up, build, serve, and open the page
  python3 build.py serve --port 9000 --no-open
  python3 build.py serve --page "?game=push-clear&seed=7"
  python3 build.py build                               only dist/, to be put on any static host
  python3 build.py wheel                               a wheel with the page in it, in build/wheel/
  python3 build.py test                                all checks and tests
  python3 build.py test --quick                        lint, types and the quick unit tests; builds nothing
  python3 build.py test --all                          with the long part
  python3 build.py test tests/unit -k undo             just pytest with these arguments; unit tests build nothing
  python3 build.py bench --runs 9                      how fast the page starts, compared with bare Pyodide
  python3 build.py bench --smooth                      how smoothly it plays, and whether anything grows

environment:
  KESU_CACHE      another cache folder for the downloaded runtime
  KESU_ADDRESS    where the site will lie, https://…; previews of links to it have a picture only with this
  KESU_CHROMIUM   the browser for the tests (empty: Playwright's own)
"""


def main(arguments: list[str] | None = None) -> int:
    """Carries out the command line; returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    choice, rest = parse(arguments)
    environment.keep_bytecode()
    try:
        python = environment.ready()
        if Path(sys.prefix) != VENV:
            return in_environment(python, arguments)
        from tools.dev import commands  # the rest needs the environment's packages

        if choice.command == "test":
            quick = choice.quick and not rest
            return 0 if (commands.quick_test() if quick else commands.test(rest, choice.all, choice.quick)) else 1
        if choice.command == "bench":
            return commands.bench(rest)
        _node, size = commands.build()
        if choice.command == "serve":
            preview.serve(DIST, GZIP, choice.port, choice.page, choice.open)
        else:
            size.check()
        if choice.command == "wheel":
            commands.make_wheel()
    except PrelitError as fault:
        warn(f"build.py: {fault}")
        return 1
    except OSError as error:  # a full disk, a read-only folder: the system's message says it best
        warn(f"build.py: {error}{no_room(error)}")
        return 1
    except KeyboardInterrupt:
        warn("stopped")
        return 130
    return 0


def no_room(error: OSError) -> str:
    """Names the folders without room if a disk is full, which the system's message does not."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        return ""
    places = (ROOT, cache(), Path(tempfile.gettempdir()))
    exist = {place: next(folder for folder in (place, *place.parents) if folder.exists()) for place in places}
    full = [str(place) for place, folder in exist.items() if shutil.disk_usage(folder).free < ROOM]
    return f": free some space for {', '.join(full)}" if full else ""


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Parses the command line; the second value has the arguments meant for pytest or the benchmark."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, epilog=EXAMPLES, formatter_class=raw, allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    serve = commands.add_parser(
        "serve",
        allow_abbrev=False,
        help="set up, build dist/, serve it on 127.0.0.1 and open the browser (the default)",
    )
    serve.add_argument("--port", type=int, default=preview.PORT, help="the first port to try (%(default)s)")
    serve.add_argument("--no-open", dest="open", action="store_false", help="do not open the browser")
    serve.add_argument("--page", default="", metavar="QUERY", help='what to open, such as "?game=push-clear&seed=7"')
    commands.add_parser("build", allow_abbrev=False, help="set up and build dist/")
    commands.add_parser("wheel", allow_abbrev=False, help="set up, build dist/, and make a wheel that carries it")
    test = commands.add_parser(
        "test",
        allow_abbrev=False,
        usage="build.py test [-h] [--quick | --all] [pytest's arguments]",
        help="set up, build, find a browser; ruff, mypy, and all tests",
    )
    part = test.add_mutually_exclusive_group()
    part.add_argument("--quick", action="store_true", help="only lint, types and the quick unit tests; builds nothing")
    part.add_argument("--all", action="store_true", help="run the long part too")
    commands.add_parser(
        "bench",
        allow_abbrev=False,
        add_help=False,
        help="set up, build, find a browser; measure the start against bare Pyodide, or with --smooth how it plays",
    )
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in {"-h", "--help"}):
        arguments = ["serve", *arguments]
    choice, rest = parser.parse_known_args(arguments)
    if rest and choice.command not in {"test", "bench"}:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return choice, rest


def in_environment(python: Path, arguments: list[str]) -> int:
    """Runs this command again with the environment's Python; returns its exit status."""
    command = [str(python), str(Path(__file__).resolve()), *arguments]
    if os.name == "nt":
        return subprocess.run(command, check=False).returncode
    sys.stdout.flush()
    os.execv(python, command)


if __name__ == "__main__":
    sys.exit(main())
