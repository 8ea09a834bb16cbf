"""Whether Look back names the moves that were mistakes, and no others.

python -m tools.measure.blunders [GAME …] [--positions N] [--show] [--again]

Bots play games; at about every third turn a random move is planted instead of theirs. The true cost of each move is
found by a search several times deeper, over several times as many futures, independent of those of the analysis. A
*blunder* is a planted move that surely costs at least three margins by that search; a *sound* move is one of the bot's
that surely costs less than one margin; moves in between are counted but prove nothing.
Positions are saved in build/blunders/: an interrupted run resumes, and --show plays nothing. --again judges the saved
positions with the current Look back and reuses the results of the deep search, so it is quick.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from game import files
from game.bots import advise
from game.bots.judging import Judge, Spot, judge_for
from game.review.analysis import is_steered
from game.review.evidence import Cost, compared, interval, suspicious
from game.rules import GAMES, game
from game.session import complete
from game.tournament.sample import wilson

KEPT = Path(__file__).resolve().parent.parent.parent / "build" / "blunders"


class Deep(NamedTuple):
    """The deep search of a game."""

    deeper: int
    """Factor on the number of turns played in each future."""
    most: int
    """The number of futures that it measures in."""


DEEP: Mapping[str, Deep] = {
    "push-clear": Deep(3, 1024),
    "nineteen": Deep(2, 1024),
    "lines98": Deep(2, 512),
    "chain": Deep(2, 128),
    "duel": Deep(2, 128),
    "biquadris": Deep(2, 256),
}
ROUND, OTHERS, FIRST = 64, 6, 32
"""Futures added at a time, the number of other moves, and futures used to find the best of them."""
BLUNDER = 3
"""The least cost of a blunder, in margins."""
PLANTED, LOOKED_AT = 0.5, 3
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


def finished(work: Any) -> Any:
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def known(spot: Spot, judge: Judge, seed: int, deep: Deep) -> Cost:
    """Returns the cost of the played move by the deep search."""
    order = [int(each) for each in (-spot.rough).argsort(kind="stable") if each != spot.played][:OTHERS]
    depth = judge.DEPTH * deep.deeper
    found = finished(spot.tried([spot.played, *order], range(seed, seed + FIRST), depth))
    better = order[int(found[1:].mean(axis=1).argmax())]
    gained = np.zeros(0)
    for start in range(seed + FIRST, seed + FIRST + deep.most, ROUND):
        value = finished(spot.tried([spot.played, better], range(start, start + ROUND), depth))
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


def named(case: Case, judge: Judge) -> tuple[bool, float]:
    """Returns whether Look back names it, and the processor time in seconds."""
    began = process_time()
    for _slice in case.spot.glance():
        pass
    found = False
    if suspicious(case.spot, judge.DOUBT) > 0:
        found = finished(compared(case.spot, judge, (1 << 40) + case.seed)).is_mistake(judge.MARGIN)
    return found, process_time() - began


def positions(name: str, first: int) -> Iterator[Position]:
    """Yields judged moves, from games starting at this seed."""
    judge = judge_for(game(name))
    for case in cases(name, first):
        found, spent = named(case, judge)
        cost = known(case.spot, judge, (1 << 42) + case.seed, DEEP[name])
        yield Position(case.planted, cost.mean, cost.low, cost.high, found, spent)


def again(name: str) -> None:
    """Judges the saved positions again; fails if the bots now play other games."""
    file, judge = KEPT / f"{name}.jsonl", judge_for(game(name))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    made: dict[int, Iterator[Case]] = {}
    new = []
    for begin, position in lines:
        case = next(made.setdefault(begin, cases(name, begin)))
        if case.planted != position[0]:
            sys.exit(f"{name}: the bots play other games now; remove {file}")
        new.append([begin, [*position[:4], *named(case, judge)]])
    file.write_text("".join(json.dumps(each) + "\n" for each in new), encoding="utf-8")


def within(some: int, all_: int) -> str:
    """Formats a share with Wilson's 95 % interval."""
    if not all_:
        return "–"
    share = some / all_
    low, high = wilson(share, all_)
    return f"{100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def row(name: str, found: Sequence[Position]) -> str:
    margin = judge_for(game(name)).MARGIN
    blunders = [each for each in found if each.planted and each.low > BLUNDER * margin]
    sound = [each for each in found if not each.planted and each.high < margin]
    own = [each for each in found if not each.planted and each.named]
    seconds = sum(each.seconds for each in found) / max(1, len(found))
    cells = (
        name,
        str(len(found)),
        str(len(blunders)),
        within(sum(each.named for each in blunders), len(blunders)),
        str(len(sound)),
        within(sum(each.named for each in sound), len(sound)),
        within(sum(each.named for each in found if not each.planted), sum(not each.planted for each in found)),
        within(sum(each.low > margin for each in own), len(own)),
        f"{1000 * seconds:.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


COLUMNS = (
    "game",
    "positions",
    "blunders",
    "named",
    "sound moves",
    "named",
    "of all the bot's moves named",
    "of these surely mistakes",
    "a move takes",
)


def kept(name: str) -> list[Position]:
    file = KEPT / f"{name}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Position(*json.loads(line)[1]) for line in lines]


def games_kept(name: str) -> int:
    file = KEPT / f"{name}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return 1 + max((json.loads(line)[0] for line in lines), default=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--again", action="store_true")
    choice = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in choice.games:
        if choice.again:
            again(name)
        begin, have = games_kept(name), len(kept(name))
        if not (choice.show or choice.again) and have < choice.positions:
            with (KEPT / f"{name}.jsonl").open("a", encoding="utf-8") as file:
                for position in positions(name, begin):
                    file.write(json.dumps([begin, position]) + "\n")
                    file.flush()
                    have += 1
                    if have >= choice.positions:
                        break
    print(f"| {' | '.join(COLUMNS)} |")
    print("|" + " --- |" * len(COLUMNS))
    for name in choice.games:
        print(row(name, kept(name)))


if __name__ == "__main__":
    main()
