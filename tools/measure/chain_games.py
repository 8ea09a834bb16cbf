"""How long Chain's bot builds its chains, and how often one is worth 100,000 points or more.

python -m tools.measure.chain_games [--games 30] [--seed 1] [--effort 5]

Four colours, 100 pairs, the games of `python -m game chain -bot -games N -seed S`. A chain's value is the score of the
move that set it off. The longest and the most valuable chain of each game are printed as soon as the game ends.
"""

from __future__ import annotations

import argparse

from game import files
from game.bots import EFFORT, advise
from game.rules import game
from game.session import Session
from game.tournament.sample import sample
from tools.setup.progress import line

PAIRS, WORTH = 100, 100_000


def played(seed: int, effort: int) -> tuple[int, int]:
    """Plays a game → links of its longest chain, points of its most valuable one."""
    session, longest, dearest = Session(game("chain"), {}, seed, files.read), 0, 0
    for _pair in range(PAIRS):
        if session.over:
            break
        before = session.state.score
        for word in advise(session.rules, session.state, effort, seed).words:
            session.play(word)
        longest = max(longest, session.state.chain)
        dearest = max(dearest, session.state.score - before)
    return longest, dearest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--effort", type=int, default=EFFORT)
    choice = parser.parse_args()
    found = []
    for seed in range(choice.seed, choice.seed + choice.games):
        found.append(played(seed, choice.effort))
        line(f"{seed}: {found[-1][0]} links, {found[-1][1]:,} points")
    longest = sample([links for links, _points in found])
    dear = sample([points >= WORTH for _links, points in found], share=True)
    line(f"longest chain {longest.mean:.2f} ({longest.low:.2f} to {longest.high:.2f})")
    line(f"a chain of {WORTH:,} points in {dear.mean:.0%} of games ({dear.low:.0%} to {dear.high:.0%})")


if __name__ == "__main__":
    main()
