"""Finds new problems: tries candidates from a seed, one by one, and keeps those that a proof shows to be good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from game.contract import BadInput
from game.problems.candidates.draw import Draw
from game.problems.complete import with_proof
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.grades import grade
from game.problems.ids import Graded, grade_of, seeded_id
from game.problems.problem import Problem
from game.problems.problem_game import Offer
from game.problems.recipes import MAKER, Recipe, candidate
from game.problems.solver import Proof, Prover, TooLarge, proving
from game.session import Work, finished
from game.slices import stopped
from game.words import N_

MOST_WORK = 60_000
"""Turns tried for a candidate: about a second."""
MOST_CANDIDATES = 20_000
"""Candidates tried for a problem: some minutes at most; one in some hundred is good, and of the rarest grade."""
MOST_SEED = 10**9


FEWEST_TURNS = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3}
"""In how many turns a problem of a grade is looked for: with fewer, problems are hardly ever as hard."""


def problems(name: str, count: int, seed: int, wanted: int | None = None) -> Iterator[dict[str, Any]]:
    """Yields this many problems of a game, if wanted of one grade, each as the terminal prints it."""
    draw = Draw(seed)
    for _number in range(count):
        found = finished(making(name, draw, wanted))
        yield with_proof(found.problem, found.name, found.proof)


NONE_FOUND = N_("no such problem among {count} positions; another seed may find one")


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


def making(
    name: str, draw: Draw, wanted: int | None = None, goal: str = "", late: Callable[[], bool] | None = None
) -> Work[Discovery]:
    """Finds the next problem of a game, in slices; if wanted, of one grade or with one goal. Once it is `late`, or has
    tried many, it takes the nearest grade, as soon as it has found any. BadInput if many candidates gave none.
    """
    fewest = FEWEST_TURNS[wanted or 1]
    kinds = [
        (kind, turns)
        for kind in PROBLEM_GAMES[name].offers
        for turns in kind.turns
        if goal in ("", kind.goal)
        and min(fewest, max(kind.turns)) <= turns <= (kind.most_plain_turns + 1 if wanted == 1 else max(kind.turns))
    ]
    kind, turns = draw.of(kinds)
    nearest: Discovery | None = None

    def enough() -> bool:
        return bool(nearest and late and late())

    for _number in range(MOST_CANDIDATES):
        good = yield from stopped(examined(Recipe(name, MAKER, kind.goal, turns, draw.next(MOST_SEED)), kind), enough)
        if good is not None:
            rank = grade(good.proof)
            if nearest is None or (wanted and abs(rank - wanted) < abs(nearest.grade - wanted)):
                graded = Graded(good.recipe, good.problem.least, rank)
                nearest = Discovery(good.problem, seeded_id(good.problem, graded), good.proof, rank)
        if nearest and (wanted in (None, nearest.grade) or enough()):
            return nearest
        if wanted:
            kind, turns = draw.of(kinds)
    if nearest and late:
        return nearest
    raise BadInput(NONE_FOUND, count=MOST_CANDIDATES)


def has_its_grade(name: str, problem: Problem) -> Work[bool]:
    """Returns whether a proof gives the problem with this id its grade, and a solution in its turns and no sooner."""
    try:
        proof = yield from proving(search_of(problem), problem.turns, MOST_WORK)
    except TooLarge:
        return False
    return proof.shortest == problem.turns and grade(proof) == grade_of(name)


def examined(recipe: Recipe, kind: Offer) -> Work[Examined | None]:
    """Returns the problem of a recipe with its proof, if it is good enough to be offered.

    For Push and Clear the number of turns may differ, because its boards are random.
    """
    problem = yield from candidate(recipe)
    of_game = PROBLEM_GAMES[recipe.game]
    if problem is None or not of_game.settled(of_game.cells(problem.rows)) or not of_game.tidy(problem):
        return None
    try:
        turns = [turns for turns in kind.turns if turns <= recipe.turns]
        for aimed in (yield from of_game.aims(problem, turns)) if of_game.aims else (problem,):
            prover = Prover(search_of(aimed), MOST_WORK)
            if any((yield from prover.within(aimed.turns - 1))):
                continue
            if not (yield from prover.has_first_turns(aimed.turns, kind.most_first_turns)):
                continue
            proof = yield from prover.proof(aimed.turns)
            hidden = any(proof.misleading) or aimed.turns <= kind.most_plain_turns
            if proof.solutions > kind.solutions or not hidden:
                continue
            if not of_game.idle or not (yield from of_game.idle(aimed, proof, MOST_WORK)):
                return Examined(recipe._replace(turns=aimed.turns), aimed, proof)
    except TooLarge:
        pass
    return None
