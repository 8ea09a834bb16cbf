"""Finds new problems: candidates from a seed, one after the other, of which those are kept that a proof finds good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from game.problems.candidates import candidate
from game.problems.candidates.draw import Draw
from game.problems.complete import with_proof
from game.problems.grades import grade
from game.problems.ids import MAKER, Graded, Recipe, seeded_id
from game.problems.problem import CLEAR, FORMATS, GARBAGE, LINKS, MOST_LEAST, POINTS, ROWS, Problem
from game.problems.searches import search_of
from game.problems.searches.balls import cells_of, planted, windows
from game.problems.searches.boxes import BoxSearch
from game.problems.solver import Proof, Prover, TooLarge, proving
from game.rules.lines98 import IN_LINE
from game.session import Work, finished

MOST_WORK = 60_000
"""Turns tried for a candidate: about a second."""
MOST_SEED = 10**9
MOST_POSITIONS = 4_000
"""Positions of a random board that are looked at for a goal."""


class Offer(NamedTuple):
    """What is offered of a game: a goal, numbers of turns, and what makes such a problem good."""

    goal: str
    turns: tuple[int, ...]
    first: int = 1
    """At most so many first turns begin a solution: one, unless moves can change places."""
    solutions: int = 6
    """At most so many solutions."""
    plain: int = 1
    """Up to so many turns, the turns that look best may solve it."""


OFFERS: Mapping[str, tuple[Offer, ...]] = {
    "push-clear": (Offer(POINTS, tuple(range(3, 9)), plain=3), Offer(CLEAR, tuple(range(3, 13)), plain=3)),
    "chain": (Offer(LINKS, (1, 2, 3)), Offer(CLEAR, (1, 2, 3))),
    "nineteen": (Offer(ROWS, (1, 2, 3, 4, 5)), Offer(CLEAR, (1, 2, 3, 4, 5))),
    "lines98": (Offer(CLEAR, (1,)), Offer(CLEAR, (2, 3, 4, 5), first=3, solutions=12)),
    "biquadris": (Offer(ROWS, (1, 2, 3, 4, 5)),),
    "duel": (Offer(GARBAGE, (1, 2, 3)),),
}


FEWEST_TURNS = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3}
"""In how many turns a problem of a grade is looked for: those with fewer are hardly ever as hard."""


def problems(name: str, count: int, seed: int, wanted: int | None = None) -> Iterator[dict[str, Any]]:
    """This many problems of a game, of one grade if that is wanted, each as the object that the terminal prints."""
    draw = Draw(seed)
    for _number in range(count):
        found = finished(making(name, draw, wanted))
        yield with_proof(found.problem, found.name, found.proof)


class Examined(NamedTuple):
    """A problem that is good enough to be offered, what it is made from, and its proof."""

    recipe: Recipe
    problem: Problem
    proof: Proof[Any]


class Discovery(NamedTuple):
    """A problem that was found, with its id and its proof."""

    problem: Problem
    name: str
    proof: Proof[Any]
    grade: int


def making(name: str, draw: Draw, wanted: int | None = None, goal: str = "") -> Work[Discovery]:
    """Finds the next problem of a game, in slices; of one grade or with one goal if that is wanted."""
    fewest = FEWEST_TURNS[wanted or 1]
    kinds = [
        (kind, turns)
        for kind in OFFERS[name]
        for turns in kind.turns
        if goal in ("", kind.goal)
        and min(fewest, max(kind.turns)) <= turns <= (kind.plain + 1 if wanted == 1 else max(kind.turns))
    ]
    kind, turns = draw.of(kinds)
    while True:
        good = yield from examined(Recipe(name, MAKER, kind.goal, turns, draw.next(MOST_SEED)), kind)
        if good is not None:
            rank = grade(good.proof)
            if wanted in (None, rank):
                graded = Graded(good.recipe, good.problem.least, rank)
                return Discovery(good.problem, seeded_id(good.problem, graded), good.proof, rank)
        if wanted:
            kind, turns = draw.of(kinds)


def examined(recipe: Recipe, kind: Offer) -> Work[Examined | None]:
    """The problem of a recipe with its proof, if it is good enough to be offered; of Push and Clear perhaps with other
    turns, because its boards are random."""
    yield 0
    problem = candidate(recipe)
    if problem is None or not FORMATS[problem.game].settled(problem.cells()) or _vanished(problem):
        return None
    try:
        for aimed in (yield from _aims(problem, [turns for turns in kind.turns if turns <= recipe.turns])):
            prover = Prover(search_of(aimed), MOST_WORK)
            if any((yield from prover.within(aimed.turns - 1))):
                continue
            if not (yield from prover.begins(aimed.turns, kind.first)):
                continue
            proof = yield from prover.proof(aimed.turns)
            hidden = any(proof.misleading) or aimed.turns <= kind.plain
            if proof.solutions <= kind.solutions and hidden and not (yield from _idle(aimed, proof)):
                return Examined(recipe._replace(turns=aimed.turns), aimed, proof)
    except TooLarge:
        pass
    return None


def _vanished(problem: Problem) -> bool:
    """Whether five balls lie in line, which only move on when another one comes to them."""
    return problem.game == "lines98" and any(
        cells & window == window for cells in cells_of(planted(problem.rows)) for window in windows(IN_LINE)
    )


def _aims(problem: Problem, turns: Sequence[int]) -> Work[list[Problem]]:
    """The problem or, for a random board, its goals that take one of these numbers of turns, the most turns first."""
    if problem.game != "push-clear":
        return [problem]
    search = BoxSearch(replace(problem, least=MOST_LEAST) if problem.goal == POINTS else problem)
    here, seen, best = {search.start}, {search.start}, 0
    found: list[Problem] = []
    for number in range(1, max(turns) + 1):
        yield 0
        after = [pair for position in here for pair in search.turns(position).items()]
        most = max((position.points for position, _met in after), default=0)
        solved = any(met for _position, met in after)
        if solved or most > best:
            found.append(replace(problem, turns=number, least=most))
        best = max(best, most)
        here = {position for position, _met in after} - seen
        seen |= here
        if solved or len(seen) > MOST_POSITIONS:
            break
    return [aim for aim in reversed(found) if aim.turns in turns]


def _idle(problem: Problem, proof: Proof[Any]) -> Work[bool]:
    """Whether a box could be left out without a change, which only random boards have."""
    if problem.game != "push-clear":
        return False
    for row, line in enumerate(problem.rows):
        for column, letter in enumerate(line):
            if letter not in "#X":
                continue
            rows = list(problem.rows)
            rows[row] = line[:column] + "." + line[column + 1 :]
            less = replace(problem, rows=tuple(rows))
            try:
                other = yield from proving(search_of(less), less.turns, MOST_WORK)
            except TooLarge:
                continue
            if other.counts == proof.counts:
                return True
    return False
