"""Whether Look back names the moves that were mistakes, and no others.

Bots play games; at about every third turn a random move is planted instead of theirs. The true cost of each move is
found by a search several times deeper, over several times the number of futures, drawn independently of the analysis. A
*blunder* is a planted move that surely costs at least three margins by that search; a *sound* move is one of the bot's
that surely costs less than one margin; moves in between are counted but prove nothing. Positions are kept in
build/blunders: an interrupted run resumes, and --show plays nothing. --again judges the kept positions with the current
Look back and reuses the results of the deep search, so it is quick.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from game import files
from game.bots import advise
from game.bots.judging import Cost, Judge, Spot, judge_for
from game.review.analysis import is_steered
from game.review.evidence import cost_of_turn, interval, suspicious
from game.rules import GAMES, game
from game.session import complete, finished
from tools.measure.harness import statistics
from tools.measure.harness.results import SavedResults, add_games, show

run_to_end: Callable[[Any], Any] = finished


class DeepSearch(NamedTuple):
    """The deep search of a game."""

    deeper: int
    """Factor on the number of turns played in each future."""
    most: int
    """The number of futures that it measures in."""


DEEP: Mapping[str, DeepSearch] = {
    "push-clear": DeepSearch(3, 1024),
    "nineteen": DeepSearch(2, 1024),
    "lines98": DeepSearch(2, 512),
    "chain": DeepSearch(2, 128),
    "duel": DeepSearch(2, 128),
    "biquadris": DeepSearch(2, 256),
}
OTHERS, SELECTING, ROUND = 6, 32, 64
"""The number of other moves, of futures in which the best of them is selected, and of futures then added at a time."""
BLUNDER = 3
"""The least cost of a blunder, in margins."""
PLANTED, LOOKED_AT = 0.5, 3
"""The share of judged turns at which a random move is planted; and of how many turns one is judged."""
STRENGTHS = (3, 4)
LONGEST = 150
"""The number of turns in a game."""
POSITIONS = 500


class Position(NamedTuple):
    """One move, judged by the analysis and by the deep search."""

    planted: bool
    cost: float
    low: float
    high: float
    named: bool
    seconds: float
    """Processor time of the analysis."""


def true_cost(spot: Spot, judge: Judge, seed: int, deep: DeepSearch) -> Cost:
    """Returns the cost of the played move by the deep search."""
    order = [int(each) for each in (-spot.rough).argsort(kind="stable") if each != spot.played][:OTHERS]
    depth = judge.DEPTH * deep.deeper
    found = run_to_end(spot.tried([spot.played, *order], range(seed, seed + SELECTING), depth))
    better = order[int(found[1:].mean(axis=1).argmax())]
    gained = np.zeros(0)
    for start in range(seed + SELECTING, seed + SELECTING + deep.most, ROUND):
        value = run_to_end(spot.tried([spot.played, better], range(start, start + ROUND), depth))
        gained = np.append(gained, value[1] - value[0])
        cost = interval(better, gained, judge.MARGIN)
        if cost.low > BLUNDER * judge.MARGIN or cost.high < judge.MARGIN:
            break
    return cost


class Case(NamedTuple):
    """One move to judge."""

    spot: Spot
    planted: bool
    seed: int


def cases(name: str, first: int) -> Iterator[Case]:
    """Yields moves to judge, from games starting at this seed."""
    rules, judge = game(name), judge_for(game(name))
    options = complete(rules, {}, files.read)
    for seed in count(first):
        chance = random.Random(f"{name} {seed}")
        state = rules.start(options, seed)
        strengths = [chance.choice(STRENGTHS) for _seat in range(rules.seats)]
        for turn in range(LONGEST):
            if rules.over(state):
                break
            view = rules.view(state)
            advice = advise(rules, state, strengths[view.turn], seed)
            looked_at = chance.randrange(LOOKED_AT) == 0 and (is_steered(rules, state) or rules.seats == 1)
            words, planted, before = advice.words, False, state
            after = played(rules, before, words)
            spot = judge.spot(before, words, after) if looked_at else None
            if spot is not None and chance.random() < PLANTED:
                other = chance.choice([each for number, each in enumerate(spot.turns) if number != spot.played])
                words, planted, after = other, True, played(rules, before, other)
                spot = judge.spot(before, words, after)
            if spot is not None:
                yield Case(spot, planted, (seed << 20) + (turn << 10))
            state = after if not planted or chance.random() < 0.3 else played(rules, before, advice.words)


def played(rules: Any, state: Any, words: Sequence[str]) -> Any:
    for word in words:
        state, _events = rules.play(state, word)
    return state


def is_named(case: Case, judge: Judge) -> tuple[bool, float]:
    """Returns whether Look back names the move, and the processor time in seconds."""
    began = process_time()
    for _slice in case.spot.glance():
        pass
    found = False
    if suspicious(case.spot, judge.DOUBT) > 0:
        found = run_to_end(cost_of_turn(case.spot, judge, (1 << 40) + case.seed)).is_mistake(judge.MARGIN)
    return found, process_time() - began


def positions(name: str, first: int) -> Iterator[Position]:
    """Yields judged moves, from games starting at this seed."""
    judge = judge_for(game(name))
    for case in cases(name, first):
        found, spent = is_named(case, judge)
        cost = true_cost(case.spot, judge, (1 << 42) + case.seed, DEEP[name])
        yield Position(case.planted, cost.mean, cost.low, cost.high, found, spent)


def judge_again(name: str) -> None:
    """Judges the saved positions again; fails if the bots now play other games."""
    judge, kept = judge_for(game(name)), SavedResults("blunders", name)
    played: dict[int, Iterator[Case]] = {}
    new = []
    for line in kept:
        case = next(played.setdefault(line["first seed"], cases(name, line["first seed"])))
        if case.planted != line["planted"]:
            sys.exit(f"{name}: the bots play other games now; remove {kept.path}")
        found, seconds = is_named(case, judge)
        new.append({**line, "named": found, "seconds": seconds})
    kept.replace(new)


def share(hits: int, trials: int) -> str:
    """Formats a share with its interval."""
    if not trials:
        return "–"
    value, low, high = (100 * each for each in statistics.share(hits, trials))
    return f"{value:.1f} % ({low:.1f}–{high:.1f})"


COLUMNS = ("game", "positions", "blunders", "named", "sound moves", "named", "of all the bot's moves named",
           "of these surely mistakes", "a move takes")  # fmt: skip


def row(name: str, found: Sequence[Position]) -> tuple[object, ...]:
    margin = judge_for(game(name)).MARGIN
    blunders = [each for each in found if each.planted and each.low > BLUNDER * margin]
    own = [each for each in found if not each.planted]
    sound = [each for each in own if each.high < margin]
    own_named = [each for each in own if each.named]
    return (
        name,
        len(found),
        len(blunders),
        share(sum(each.named for each in blunders), len(blunders)),
        len(sound),
        share(sum(each.named for each in sound), len(sound)),
        share(len(own_named), len(own)),
        share(sum(each.low > margin for each in own_named), len(own_named)),
        f"{1000 * sum(each.seconds for each in found) / max(1, len(found)):.0f} ms",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each game (%(default)s)")
    parser.add_argument("--show", action="store_true", help="play nothing, print what is kept")
    parser.add_argument("--again", action="store_true", help="judge the kept positions again")


def main(given: argparse.Namespace) -> int:
    """Judges the moves that are not judged yet, and prints the table."""
    rows = []
    for name in given.names or list(GAMES):
        kept = SavedResults("blunders", name)
        if given.again:
            judge_again(name)
        first = 1 + max((line["first seed"] for line in kept), default=-1)
        missing = given.positions - len(list(kept))
        if not (given.show or given.again) and missing > 0:
            for position in islice(positions(name, first), missing):
                kept.add({"first seed": first, **position._asdict()})
        rows.append(row(name, [Position(*list(line.values())[1:]) for line in kept]))
    show(COLUMNS, rows)
    return 0
