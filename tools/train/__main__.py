"""Trains a game's bot and writes its weights: `python -m tools.train GAME [--quick] [--fresh] [--seed N]`.

Each module next to this one that is named after a game declares its bot's training. The weights are written to where
the bot reads them, in game/bots/, so that `git diff` and `git restore` work as for any change, and `python -m
tools.measure strength GAME --against HEAD` shows what the training gained.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from time import monotonic

from game.rules import GAMES
from tools.train.learning import Training


def training_of(game: str) -> Training | None:
    """Returns what a game's bot learns; None if all of its numbers are set by hand."""
    name = f"tools.train.{game.replace('-', '_')}"
    return import_module(name).TRAINING if find_spec(name) else None


def summary(game: str) -> str:
    training = training_of(game)
    by_hand = f"nothing: its weights are set by hand in game/bots/{game.replace('-', '_')}; change and measure them"
    return f"{training.learns}, by {training.learner}" if training else by_hand


def main(arguments: Sequence[str] | None = None) -> int:
    """Trains as the arguments say."""
    games = "\n".join(f"  {game:<12}{summary(game)}" for game in GAMES)
    parser = argparse.ArgumentParser(
        prog="python -m tools.train",
        description=f"{__doc__}\n{games}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--quick", action="store_true", help="about a minute, to try a change")
    parser.add_argument("--fresh", action="store_true", help="begin again, not from the weights in use")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(["--help"] if not (sys.argv[1:] if arguments is None else arguments) else arguments)
    print(f"{given.game} learns {summary(given.game)}", flush=True)
    training, began = training_of(given.game), monotonic()
    if training is None:
        return 0
    try:
        training.learn(given.quick, given.fresh, given.seed)
    except KeyboardInterrupt:
        print("stopped; nothing more is written", file=sys.stderr)
        return 130
    print(f"{monotonic() - began:.0f} s; compare: python -m tools.measure strength {given.game} --against HEAD")
    return 0


if __name__ == "__main__":
    sys.exit(main())
