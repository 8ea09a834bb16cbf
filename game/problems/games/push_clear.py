"""The problems of Push and Clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.contract import Played, View
from game.kernel import Cells, full_lines
from game.problems.candidates import boxes
from game.problems.problem import CLEAR, MOST_LEAST, POINTS, Problem
from game.problems.problem_game import RANDOM, Given, Offer, PlayedWord, ProblemBoard, ProblemGame
from game.problems.searches.boxes import BoxPosition, BoxSearch
from game.problems.solver import Proof, TooLarge, proving
from game.rules import push_clear
from game.session import Work
from game.words import N_, P_

MOST_POSITIONS = 4_000
"""Positions of a random board that are looked at for a goal."""


class PushBoard(ProblemBoard[push_clear.State]):
    """A board of Push and Clear in a problem."""

    rules = push_clear.GAME

    def begin(self) -> push_clear.State:
        return push_clear.State(PROBLEMS.cells(self.problem.rows), 0, 0, RANDOM)

    def next_piece(self, board: push_clear.State) -> Played[push_clear.State] | None:
        return (replace(board), ()) if push_clear.movable(board.cells).any() else None

    def play(self, board: push_clear.State, word: str) -> PlayedWord:
        after, events = push_clear.step(board, word)
        if after is board:
            return PlayedWord(board)
        if self.problem.goal == POINTS:
            return PlayedWord(after, events, turn=True, value=after.score - board.score)
        return PlayedWord(after, events, turn=True, value=int(_is_clear(after.cells)))

    def view(self, board: push_clear.State, *, over: bool) -> View:
        shown = push_clear.view(board)
        return replace(shown, fields={**shown.fields, "over": over})


def _is_clear(cells: Cells) -> bool:
    return not ((cells == push_clear.BOX) | (cells == push_clear.POINT)).any()


def _aims(problem: Problem, turns: Sequence[int]) -> Work[list[Problem]]:
    """Returns the goals of a random board that take one of these numbers of turns, the most turns first."""
    search = BoxSearch(replace(problem, least=MOST_LEAST) if problem.goal == POINTS else problem)
    here, seen, best = {search.start}, {search.start}, 0
    found: list[Problem] = []
    for number in range(1, max(turns) + 1):
        after: list[tuple[BoxPosition, bool]] = []
        for position in here:
            yield 0
            after += search.turns(position)
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


def _idle(problem: Problem, proof: Proof[Any], most: int) -> Work[bool]:
    """Returns whether a box could be left out without a change, by proofs of at most this much work each."""
    for row, line in enumerate(problem.rows):
        for column, letter in enumerate(line):
            if letter not in "#X":
                continue
            rows = list(problem.rows)
            rows[row] = line[:column] + "." + line[column + 1 :]
            less = replace(problem, rows=tuple(rows))
            try:
                other = yield from proving(BoxSearch(less), less.turns, most)
            except TooLarge:
                continue
            if other.counts == proof.counts:
                return True
    return False


PROBLEMS = ProblemGame(
    push_clear.GAME,
    "p",
    push_clear.LETTERS,
    size=lambda options: (options["size"], options["size"]),
    settled=lambda cells: not full_lines(cells >= push_clear.BOX).any(),
    goals={
        POINTS: P_("Collect {count} point.", "Collect {count} points."),
        CLEAR: N_("Leave no box and no point; fixed boxes may stay."),
    },
    board=PushBoard,
    search=BoxSearch,
    candidate=boxes.candidate,
    offers=(
        Offer(POINTS, tuple(range(3, 9)), most_plain_turns=3),
        Offer(CLEAR, tuple(range(3, 13)), most_plain_turns=3),
    ),
    given=lambda state: Given(state.cells),
    cumulative_goal=POINTS,
    most_turns=8,
    options={"size": range(4, 11)},
    unique_letter=push_clear.LETTERS[push_clear.PLAYER],
    aims=_aims,
    idle=_idle,
)
