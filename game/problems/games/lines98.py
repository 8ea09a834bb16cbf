"""The problems of Lines."""

from __future__ import annotations

from dataclasses import replace

from game.contract import Played, View
from game.problems.candidates import balls
from game.problems.problem import CLEAR, Problem
from game.problems.problem_game import RANDOM, Given, Offer, PlayedWord, ProblemBoard, ProblemGame
from game.problems.searches.balls import BallSearch, cells_of, planted, windows
from game.rules import lines98
from game.words import N_


class BallBoard(ProblemBoard[lines98.State]):
    """A board of Lines in a problem."""

    rules = lines98.GAME

    def begin(self) -> lines98.State:
        return lines98.State(PROBLEMS.cells(self.problem.rows), (), 0, RANDOM, self.problem.options["mode"])

    def next_piece(self, board: lines98.State) -> Played[lines98.State] | None:
        return (replace(board), ()) if lines98.targets(board.cells).any() else None

    def play(self, board: lines98.State, word: str) -> PlayedWord:
        after, events = lines98.play(board, word)
        if after is board:
            return PlayedWord(board)
        after = replace(after, coming=(), random=RANDOM)
        return PlayedWord(after, events, turn=True, value=int(not after.cells.any()))

    def view(self, board: lines98.State, *, over: bool) -> View:
        shown = lines98.view(board)
        return replace(shown, fields={**shown.fields, "over": over})


def _without_lines(problem: Problem) -> bool:
    """Returns whether no five balls lie in line, which would only vanish when another one comes to them."""
    return not any(
        cells & window == window for cells in cells_of(planted(problem.rows)) for window in windows(lines98.IN_LINE)
    )


PROBLEMS = ProblemGame(
    lines98.GAME,
    "l",
    lines98.LETTERS,
    size=lambda options: (lines98.SIZE, lines98.SIZE),
    settled=lambda cells: True,
    goals={CLEAR: N_("Make all balls vanish.")},
    board=BallBoard,
    search=BallSearch,
    candidate=balls.candidate,
    offers=(Offer(CLEAR, (1,)), Offer(CLEAR, (2, 3, 4, 5), most_first_turns=3, solutions=12)),
    given=lambda state: Given(state.cells),
    most_turns=2,
    options={"mode": ("line",)},
    tidy=_without_lines,
)
