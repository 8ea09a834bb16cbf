"""Loads rules from a source: a changed rules module or a new game, held to the contract."""

from __future__ import annotations

from typing import Any

from game.contract import BadInput, Rules
from game.rules import GAMES
from game.session import Work, finished
from game.words import N_
from game.workshop.inspection import checked, trial_games
from game.workshop.limits import SourceError
from game.workshop.modules import Module, run, version_of

PREFIX = "workshop-"
"""The prefix of every foreign game's name: no save, record or bot of ours has such a name."""


def load(text: str) -> Rules[Any]:
    """Returns a source's rules, its `GAME`; SourceError if it does not run or breaks the contract in a short trial.

    Their name begins with PREFIX, and their version is a hash of the text, so that links and saves of another source
    are refused. Functions of these rules also raise SourceError when they fail later.
    """
    rules, trial = load_in_steps(text)
    finished(trial)
    return rules


def load_in_steps(text: str) -> tuple[Rules[Any], Work[None]]:
    """Returns the same rules after the trial's first move, and the rest of the trial, for callers that cannot wait."""
    rules = _rules_of(run(text))
    trial = trial_games(rules)
    next(trial, None)
    return rules, trial


def _rules_of(module: Module) -> Rules[Any]:
    """Returns the rules of a source that has run."""
    if "GAME" not in module.names:
        raise SourceError(module.text.count("\n") + 1, BadInput(N_("a game needs GAME = Rules(...) at its end")))
    game = module.names["GAME"]
    if game in GAMES.values():
        raise SourceError(0, BadInput(N_("this GAME is one of our own: make your own Rules")))
    return checked(game, PREFIX + str(getattr(game, "name", "")), version_of(module.text))
