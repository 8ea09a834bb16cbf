"""How strong Push and Clear's bot is on the classic board: the games of `-m game push-clear -bot`, in seconds.

python -m tools.measure.push_clear_games [--games 1000] [--seed 0] [--effort 5] [--check 2]

Game k has seed + k. The bot is written in loops in tools/train/push_clear_compiled.py and compiled by numba, which must
be installed; the first games are also played by the bot itself and must give the same results.
"""

from __future__ import annotations

import argparse

import numpy as np

from game import rng
from game.bots import EFFORT, advise
from game.bots.push_clear import classic as push_clear_classic
from game.bots.push_clear import core as push_clear_lines
from game.bots.push_clear.search import BOXES_OF_THIRD
from game.rules import push_clear
from game.tournament.sample import sample
from tools.train.push_clear_compiled import Array, played

RULES = push_clear.GAME


def results(seeds: list[int], effort: int) -> Array:
    """Seeds → score and steps of each game (n, 2)."""
    table = np.ascontiguousarray(push_clear_classic.packed().T)
    boxes = BOXES_OF_THIRD[effort]
    return np.array([played(rng.standard(seed).k, min(effort, 2), boxes, table) for seed in seeds])


def by_the_player(seed: int, effort: int) -> tuple[int, int]:
    """Score and steps of a game played by the bot itself."""
    state = push_clear.start({"size": push_clear_lines.SIZE}, seed)
    while not push_clear.over(state):
        state, _events = push_clear.play(state, *advise(RULES, state, effort).words)
    return state.score, state.steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--check", type=int, default=2, help="games that the player itself plays too")
    given = parser.parse_args()
    scores, steps = results(list(range(given.seed, given.seed + given.games)), given.effort).T
    same = sum(
        by_the_player(given.seed + number, given.effort) == (scores[number], steps[number])
        for number in range(min(given.check, given.games))
    )
    about = sample(scores.tolist())
    error = about.high - about.mean
    print(f"effort {given.effort}, {about.games} games: score {about.mean:.2f} ± {error:.2f}, steps {steps.mean():.1f}")
    print(f"least {about.least:g}, median {about.median:g}, most {about.most:g}")
    print(f"{same} of the first {min(given.check, given.games)} games came out the same when the player itself played")


if __name__ == "__main__":
    main()
