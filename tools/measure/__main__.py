"""Measures one thing about Kesu: `python -m tools.measure NAME [options]`; without a name it lists what there is.

Each module next to this one is a measurement: the first sentence of its docstring says what it measures,
`add_options(parser)` declares its options, and `main(given)` prints the result and returns the exit status.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from tools.measure.harness.results import show, warn_if_busy

NAMES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py")))


def purpose(name: str) -> str:
    """Returns the first sentence of a measurement's docstring, without importing the module."""
    module = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    return " ".join((ast.get_docstring(module) or "").split("\n\n")[0].split())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the measurement that the first argument names."""
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or ("--help",)
    if name not in NAMES:
        print("usage: python -m tools.measure NAME [--help] [options]\n")
        show(("measurement", "what it measures"), [(each, purpose(each)) for each in NAMES])
        return 0 if name in ("-h", "--help") else 2
    module = import_module(f"tools.measure.{name}")
    parser = argparse.ArgumentParser(
        prog=f"python -m tools.measure {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_options(parser)
    given = parser.parse_args(rest)
    warn_if_busy()
    try:
        return int(module.main(given))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
