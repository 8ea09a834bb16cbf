"""What is proven about a problem while it is played: hints, and whether there still is a solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from game.bots import Advice
from game.bots.search.turns import shortest
from game.bots.types import Words
from game.contract import STEERING, Role, Rules
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.play import ProblemPlay, ProblemState
from game.problems.problem import Problem
from game.problems.solver import Prover, answered
from game.session import Work, finished
from game.words import N_, P_

NO_SOLUTION = N_("There is no solution from here. Undo to go back.")
TOO_LATE = N_("This piece can no longer reach its place. Undo to go back.")
PROVEN = P_("A solution in {count} turn begins like this.", "A solution in {count} turns begins like this.")


class Hints:
    """The proofs of one problem; solutions counted for one hint need not be counted again for the next."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self._of_game = problem, PROBLEM_GAMES[problem.game]
        self._board = ProblemPlay(problem, "").board
        self._provers: dict[int, Prover[Any]] = {}

    def __call__(self, rules: Rules[ProblemState], state: ProblemState) -> Advice:
        """Returns the first turn of a solution with the fewest turns; no words if there is none. BadInput if too much
        is left to prove.
        """
        return finished(self.thinking(rules, state))

    def thinking(self, rules: Rules[ProblemState], state: ProblemState) -> Work[Advice]:
        """Finds the first turn of a shortest solution in slices; no words if there is none."""
        path = yield from self.path(state)
        if not path:
            return Advice((), "" if state.over else NO_SOLUTION)
        search, goal, last = self._prover().search, path[0], len(path) == 1
        first = yield from search.words(self._position(state), goal, met=last)
        for words in _turns(rules, state, first):
            yield 0
            after = state
            for word in words:
                after = rules.play(after, word)[0]
            if self._position(after) == goal and after.solved == last:
                return Advice(words, PROVEN, {"count": len(path)})
        return Advice((), TOO_LATE)

    def path(self, state: ProblemState, least: int | None = None) -> Work[list[Any]]:
        """Returns the positions of a solution from here with the fewest turns; if wanted, for a smaller goal."""
        if state.over or not state.left:
            return []
        prover = self._prover(least)
        prover.start_from(self._position(state))
        return [after for after, _good in (yield from answered(prover.path(state.left)))]

    def _prover(self, least: int | None = None) -> Prover[Any]:
        least = self.problem.least if least is None else least
        if least not in self._provers:
            self._provers[least] = Prover(search_of(replace(self.problem, least=least)))
        return self._provers[least]

    def _position(self, state: ProblemState) -> Any:
        """Returns the position that a state stands for, the piece in play not yet placed."""
        rows = self._of_game.rows(self._board.cells(state.board))
        used = self.problem.turns - state.left
        return self._prover().search.at(rows, used, state.counted, *self._board.carried(state.board))


def _turns(rules: Rules[ProblemState], state: ProblemState, first: Words) -> Iterator[Words]:
    """Yields words that can finish the turn: `first` if the piece has just appeared, else to each place in reach."""
    if state.board is state.fresh or rules.placement is None:
        yield first
        return
    steering = [word for word, control in rules.controls.items() if control.role in STEERING | {Role.SOFT_DROP}]

    def after(at: ProblemState, word: str) -> ProblemState | None:
        there = rules.play(at, word)[0]
        return there if there.left == state.left else None

    for _state, words in shortest(state, steering, after, rules.placement):
        yield (*words, rules.by_role[Role.DROP])
