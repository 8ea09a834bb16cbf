"""Finds the error of each strength of Biquadris' bot that spaces the strengths evenly.

python -m tools.train.biquadris [--strengths 1 2 3 4 5] [--share 0.75] [--games 100] [--seed 1000000]

Strength 1 should win half its games against greedy, a beginner; each other one should win that share against the
strength below it. After each game the noise is raised if it won and lowered if it lost, in ever smaller steps (Robbins
and Monro 1951); the result is the geometric mean over the second half of the games. Start levels and seats alternate.
The bot's advice has no noise. Measure the result with other seeds by `python -m tools.measure.strength --size full
--only biquadris`.
"""

from __future__ import annotations

import argparse
from math import exp, log

from game import files
from game.bots import EFFORT
from game.bots.biquadris import search as bot
from game.rules import game
from game.session import complete
from game.tournament import BOT, GREEDY
from game.tournament.games import WON, Plan, Result, play

LEVELS = 5
LONGEST = 1000
"""Turns of a player after which the higher score wins."""
STEP, SLOWED = 6.0, 10
"""Game k changes the noise's logarithm by STEP / (SLOWED + k)."""
REPORT = 10


def played(strength: int, against: str, number: int, seed: int) -> Result:
    """Plays a game of a strength against another one, or against greedy."""
    return play(
        Plan(
            "biquadris",
            complete(game("biquadris"), {"startlevel": number // 2 % LEVELS}, files.read),
            seed=seed,
            effort=strength,
            against=GREEDY if against == GREEDY else BOT,
            against_effort=EFFORT if against == GREEDY else int(against),
            turns=LONGEST,
        ),
        number,
    )


def found(strength: int, against: str, share: float, games: int, seed: int) -> int:
    """Searches for the noise with which a strength wins that share, from its present one; prints the progress."""
    noise, noises, half, wins, turns = log(bot.NOISE[strength]), list[float](), list[float](), 0.0, 0
    for number in range(games):
        bot.NOISE[strength] = round(exp(noise))
        result = played(strength, against, number, seed)
        won = float(result.figures[WON])
        noise += STEP / (SLOWED + number) * (won - share)
        noises.append(noise)
        wins, turns = wins + won, turns + result.turns
        if (number + 1) % REPORT == 0:
            half = noises[len(noises) // 2 :]
            print(
                f"{strength} against {against}, {number + 1} games: noise {exp(noise):.0f}, of the second half "
                f"{exp(sum(half) / len(half)):.0f}; {wins:.0f} won, {turns / (number + 1):.0f} turns a game",
                flush=True,
            )
    bot.NOISE[strength] = round(exp(sum(half) / len(half)))
    return bot.NOISE[strength]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strengths", type=int, nargs="+", default=[1, 2, 3, 4, 5], help="lowest first")
    parser.add_argument("--share", type=float, default=0.75, help="of the games against the strength below")
    parser.add_argument("--games", type=int, default=100, help="for each strength")
    parser.add_argument("--seed", type=int, default=1_000_000, help="of the first game")
    given = parser.parse_args()
    for strength in given.strengths:
        if strength == 1:
            found(1, GREEDY, 0.5, given.games, given.seed)
        else:
            found(strength, str(strength - 1), given.share, given.games, given.seed)
    print(f"NOISE = {bot.NOISE}")


if __name__ == "__main__":
    main()
