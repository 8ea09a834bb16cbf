"""A hint in a problem: the turn that a proven solution begins with, from where the player is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from game.bots import Advice
from game.bots.search.turns import shortest
from game.bots.types import Words
from game.contract import STEERING, Role, Rules
from game.problems.boards import BlockField
from game.problems.play import ProblemPlay, ProblemState
from game.problems.problem import FORMATS, GARBAGE, Problem
from game.problems.searches import search_of
from game.problems.searches.blocks import BlockPosition
from game.problems.solver import Search, proven, solution
from game.session import Work, finished
from game.words import N_, P_

NO_SOLUTION = N_("There is no solution from here. Undo goes back.")
TOO_LATE = N_("This piece can no longer reach its place. Undo goes back.")
PROVEN = P_("A solution in {count} turn begins like this.", "A solution in {count} turns begins like this.")


def remaining(problem: Problem, state: ProblemState) -> Search[Any]:
    """The positions from where the player is, the piece in play not yet placed."""
    cells = ProblemPlay(problem, "").board.cells(state.board).tolist()
    letters = FORMATS[problem.game].letters
    rows = tuple("".join(letters[cell] for cell in row) for row in cells)
    used = problem.turns - state.left
    least = problem.least - state.counted if problem.least else 0
    search = search_of(replace(problem, rows=rows, pieces=problem.pieces[used:], turns=state.left, least=least))
    board = state.board
    if problem.goal == GARBAGE and isinstance(board, BlockField):
        start: BlockPosition = search.start
        search.start = start._replace(remainder=board.remainder, all_clear=board.state.all_clear)
    return search


def hint(problem: Problem, rules: Rules[ProblemState], state: ProblemState) -> Advice:
    """The first turn of a solution with the fewest turns; no words if there is none. BadInput if too much is left to
    prove."""
    return finished(hinting(problem, rules, state))


def hinting(problem: Problem, rules: Rules[ProblemState], state: ProblemState) -> Work[Advice]:
    """As `hint`, in slices."""
    if state.over:
        return Advice(())
    search = remaining(problem, state)
    proof = yield from proven(search, state.left)
    if not proof.path:
        return Advice((), NO_SOLUTION)
    first = solution(search, proof)[0]
    goal = _key(problem, _played(rules, replace(state, board=state.fresh), first))
    for words in _turns(rules, state, first):
        yield 0
        if _key(problem, _played(rules, state, words)) == goal:
            return Advice(words, PROVEN, {"count": len(proof.path)})
    return Advice((), TOO_LATE)


def _turns(rules: Rules[ProblemState], state: ProblemState, first: Words) -> Iterator[Words]:
    """Ways to end the turn: these words if the piece has just appeared, else each place that it can still reach."""
    if state.board is state.fresh or rules.placement is None:
        yield first
        return
    steering = [word for word, control in rules.controls.items() if control.role in STEERING | {Role.SOFT_DROP}]

    def after(at: ProblemState, word: str) -> ProblemState | None:
        there = rules.play(at, word)[0]
        return there if there.left == state.left else None

    for _state, words in shortest(state, steering, after, rules.placement):
        yield (*words, rules.by_role[Role.DROP])


def _played(rules: Rules[ProblemState], state: ProblemState, words: Words) -> ProblemState:
    for word in words:
        state, _events = rules.play(state, word)
    return state


def _key(problem: Problem, state: ProblemState) -> tuple[object, ...]:
    """What makes two states after a turn the same position."""
    board = state.board
    left_over = (board.remainder, board.state.all_clear) if isinstance(board, BlockField) else ()
    cells = ProblemPlay(problem, "").board.cells(board)
    filled = cells if FORMATS[problem.game].coloured else cells != 0
    return state.left, state.solved, state.counted, left_over, filled.tobytes()
