"""Printing and storing results: tables, a warning on a busy machine, and files that survive an interruption."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.rules import GAMES
from tools.setup.paths import BUILD


def add_games(parser: argparse.ArgumentParser) -> None:
    """Adds the argument for the games to measure."""
    parser.add_argument("names", nargs="*", metavar="GAME", type=known_game, help=f"{', '.join(GAMES)}; default: all")


def known_game(name: str) -> str:
    if name not in GAMES:
        raise argparse.ArgumentTypeError(f"no game is called {name}: choose from {', '.join(GAMES)}")
    return name


def show(columns: Sequence[str], rows: Sequence[Sequence[object]], title: str = "") -> None:
    """Prints a table that can be pasted into a Markdown document; all but the first column are aligned to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.MARKDOWN)
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number and len(columns) > 2 else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(str, row))
    console = Console(highlight=False, markup=False, width=1000)
    if title:
        print(f"\n{title}\n")
    with console.capture() as text:
        console.print(table)
    print("\n".join(line.rstrip() for line in text.get().strip().splitlines()), flush=True)


def warn_if_busy() -> None:
    """Warns if other programs use the machine."""
    load = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 0.0
    if load > 0.5:
        print(f"the machine is busy (load {load:.1f} per processor): trust ratios, not times", file=sys.stderr)


class SavedResults:
    """Finished results in build/<folder>/<name>.jsonl, one JSON object a line; an interrupted run can continue."""

    def __init__(self, folder: str, name: str) -> None:
        self.path = BUILD / folder / f"{name}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        return map(json.loads, text.splitlines())

    def add(self, result: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")

    def replace(self, results: Sequence[dict[str, Any]]) -> None:
        self.path.write_text("".join(json.dumps(each) + "\n" for each in results), encoding="utf-8")


def hash_of_code(tree: Path, *parts: str) -> str:
    """Returns a short hash of the files of `game/` in a tree whose paths begin with one of these, such as "bots/".

    Results are stored under this hash, because results of other code say nothing about this code.
    """
    digest = hashlib.sha256()
    for path in sorted((tree / "game").rglob("*")):
        name = path.relative_to(tree / "game").as_posix()
        if path.suffix in (".py", ".bin") and name.startswith(parts):
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:8]
