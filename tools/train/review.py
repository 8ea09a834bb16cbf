"""Fits the scale of Look back's chance to win: how much better a position must be for an almost certain win.

python -m tools.train.review [GAME …] [--games N]

Bots of equal strength play each other. At about every tenth turn the difference between the evaluations of both sides
is recorded, and in the end the winner. The scale is the maximum likelihood estimate for a logistic curve; it goes into
the game's judge as SCALE.
"""

from __future__ import annotations

import argparse
import random
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from game import files
from game.bots import advise
from game.rules import game
from game.session import complete

GAMES = ("duel", "biquadris")
STRENGTHS = (1, 2, 3)
NOTED = 0.1
LONGEST = 400


def noted(name: str, seed: int) -> tuple[list[float], bool | None]:
    """Plays a game → the first player's leads at some turns, in units of SCALE, and whether that player won."""
    rules, judge = game(name), import_module(f"game.bots.{name}.judge")
    chance, found = random.Random(seed), list[float]()
    strength = chance.choice(STRENGTHS)
    state = rules.start(complete(rules, {}, files.read), 7000 + seed)
    for _turn in range(LONGEST):
        if rules.over(state):
            winner = rules.view(state).winner
            return found, winner == 1 if winner else None
        if chance.random() < NOTED:
            standing = judge.standing(state, 0)
            found.append(float(np.log(standing / (1 - standing))))
        for word in advise(rules, state, strength, seed + rules.view(state).turn).words:
            state, _events = rules.play(state, word)
    return found, None


def scale(ahead: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """Fits the scale of the logistic curve by Newton's method."""
    slope = 1 / max(float(ahead.std()), 1e-9)
    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(slope * ahead, -30, 30)))
        slope += float(((won - chance) * ahead).sum() / max(float((chance * (1 - chance) * ahead**2).sum()), 1e-9))
    return 1 / slope


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--games", dest="many", type=int, default=100)
    choice = parser.parse_args()
    for name in choice.games:
        unit = import_module(f"game.bots.{name}.judge").SCALE
        ahead: list[float] = []
        won: list[bool] = []
        for seed in range(choice.many):
            found, first = noted(name, seed)
            if first is not None:
                ahead += found
                won += [first] * len(found)
            if seed % 10 == 9:
                fitted = scale(np.array(ahead) * unit, np.array(won, np.float64))
                print(f"{name}: {seed + 1} games, {len(ahead)} positions, scale {fitted:.1f}", flush=True)


if __name__ == "__main__":
    main()
