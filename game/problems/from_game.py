"""A problem from a position of an ordinary game: the hardest goal that its board and the pieces in view allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from game.kernel import Cells
from game.problems.problem import CLEAR, FORMATS, MOST_LEAST, Problem, options_of
from game.problems.searches import search_of
from game.problems.solver import Proof, TooLarge, proving
from game.rules import biquadris, chain, duel, lines98, nineteen, push_clear
from game.session import Work

MOST_TRIED = 200_000
"""Turns tried for one proof, some seconds."""
MOST_TURNS: Mapping[str, int] = {"push-clear": 8, "lines98": 2}
"""In games in which nothing comes; in the others, as many as there are pieces."""
FEW = 2
"""At most so many first turns begin a solution."""


class Given(NamedTuple):
    """What is known of a position: the settled cells, what comes, and the options that a problem can have."""

    cells: Cells
    pieces: tuple[str, ...] = ()


def _of_field(state: chain.State) -> Given:
    pairs = [*([state.pair.colours] if state.pair else []), *state.next]
    return Given(state.cells, tuple(chain.LETTERS[one] + chain.LETTERS[other] for one, other in pairs))


def _of_stack(state: nineteen.State) -> Given:
    return Given(state.cells, (nineteen.LETTERS[state.piece.shape], nineteen.LETTERS[state.next]))


def _of_sides(state: biquadris.State) -> Given:
    player = state.mover
    return Given(player.cells, (player.block.letter, player.coming.letter))


READERS: Mapping[str, Callable[[Any], Given]] = {
    chain.GAME.name: _of_field,
    duel.GAME.name: lambda state: _of_field(state.mover.field),
    nineteen.GAME.name: _of_stack,
    biquadris.GAME.name: _of_sides,
    lines98.GAME.name: lambda state: Given(state.cells),
    push_clear.GAME.name: lambda state: Given(state.cells),
}


def problem_of(name: str, options: Mapping[str, Any], state: Any) -> Work[Problem | None]:
    """The problem in a position of the game with this name, in slices: the one with the most turns whose goal cannot
    be reached sooner and whose solution begins in few ways; None if there is none. BadInput if the options cannot be
    those of a problem."""
    form, given = FORMATS[name], READERS[name](state)
    rows = tuple("".join(form.letters[cell] for cell in row) for row in given.cells.tolist())
    kept = options_of(name, {key: value for key, value in options.items() if key in form.options})
    if not form.settled(given.cells):
        return None
    most = len(given.pieces) or MOST_TURNS[name]
    found: Problem | None = None
    for goal in form.goals:
        reached = 0
        for turns in range(1, most + 1):
            problem = Problem(name, kept, rows, given.pieces[:turns], goal, 0, turns)
            try:
                least = 0 if goal == CLEAR else (yield from _reach(problem, reached))
                if goal != CLEAR and least <= reached:
                    continue
                problem, reached = replace(problem, least=least), least
                proof = yield from _proof(problem)
            except TooLarge:
                break
            if proof.shortest == turns and proof.first <= FEW and (found is None or turns > found.turns):
                found = problem
    return found


def _proof(problem: Problem) -> Work[Proof[Any]]:
    return proving(search_of(problem), problem.turns, MOST_TRIED)


def _reach(problem: Problem, low: int) -> Work[int]:
    """The largest number that can be reached within the turns, at least `low`."""
    step = 1
    while (yield from _proof(replace(problem, least=min(low + step, MOST_LEAST)))).path:
        low, step = low + step, 2 * step
    high = low + step - 1
    while low < high:
        middle = (low + high + 1) // 2
        if (yield from _proof(replace(problem, least=middle))).path:
            low = middle
        else:
            high = middle - 1
    return low
