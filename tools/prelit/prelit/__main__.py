"""The command line: `python -m prelit COMMAND`."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Sequence
from importlib import import_module

from prelit import __version__
from prelit.errors import PrelitError

COMMANDS = {
    "build": "prelit.building",
    "serve": "prelit.server",
    "bench": "prelit.bench",
    "gains": "prelit.gains",
    "explain": "prelit.explain",
    "upgrade": "prelit.upgrade",
    "profile": "prelit.profiling",
}
"""The module of each command: its docstring's first line is the help, `arguments(parser)` adds the arguments, and
`main(choice)` does the work, returning the exit status."""
FULL = {errno.ENOSPC, errno.EDQUOT}


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command line; returns its exit status, 2 for anything that the user can put right."""
    parser = argparse.ArgumentParser(prog="prelit", description=import_module("prelit").__doc__, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    modules = {name: import_module(place) for name, place in COMMANDS.items()}
    for name, module in modules.items():
        summary = str(module.__doc__).partition("\n")[0]
        module.arguments(commands.add_parser(name, help=summary, description=summary, allow_abbrev=False))
    choice = parser.parse_args(arguments)
    try:
        return int(modules[choice.command].main(choice))
    except PrelitError as error:
        print(f"prelit: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"prelit: {wrong_with_files(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("prelit: stopped", file=sys.stderr)
        return 130


def wrong_with_files(error: OSError) -> str:
    """Returns one line for a file or a disk that cannot be used, with the remedy."""
    reason = error.strerror or str(error) or type(error).__name__
    what = f"{error.filename}: {reason}" if error.filename else reason
    if error.errno in FULL:
        return f"{what}: free some space, or name folders on another disk by --out, PRELIT_CACHE and TMPDIR"
    return f"{what}: see whether you may use this file and its folder, or name another"


if __name__ == "__main__":
    sys.exit(main())
