"""The problems of Nineteen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.contract import Appeared, Ended, Played, View
from game.kernel import free, full_rows
from game.problems.candidates import stack
from game.problems.problem import CLEAR, ROWS, Problem
from game.problems.problem_game import RANDOM, Given, Offer, PlayedWord, ProblemBoard, ProblemGame
from game.problems.searches.stack import PieceForm, PieceForms, StackSearch, picture
from game.rules import nineteen
from game.words import N_, P_


class PieceBoard(ProblemBoard[nineteen.State]):
    """A board of Nineteen in a problem."""

    rules = nineteen.GAME

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.shapes = [nineteen.LETTERS.index(letter) for letter in problem.pieces]

    def begin(self) -> nineteen.State:
        cells = PROBLEMS.cells(self.problem.rows)
        return nineteen.State(cells, nineteen.spawned(self.shapes[0]), self.shapes[0], 0, 0, RANDOM, None, ended=True)

    def next_piece(self, board: nineteen.State) -> Played[nineteen.State] | None:
        coming = [*self.shapes[board.locked :], nineteen.NOTHING, nineteen.NOTHING]
        shape, following = coming[:2]
        if not shape or not free(board.cells != 0, nineteen.spawned(shape).cells):
            return None
        piece = nineteen.spawned(shape)
        # The game's own rules stop at this lock and draw nothing.
        goal = nineteen.Goal(pieces=board.locked + 1)
        after = replace(board, piece=piece, next=following, ended=False, goal=goal)
        letter = nineteen.LETTERS[shape]
        return after, (Appeared(tuple((letter, cell) for cell in piece.cells)),)

    def play(self, board: nineteen.State, word: str) -> PlayedWord:
        after, events = nineteen.play(board, word)
        if after.locked == board.locked:
            return PlayedWord(after, events)
        value = int(not after.cells.any()) if self.problem.goal == CLEAR else after.lines - board.lines
        return PlayedWord(
            after, tuple(event for event in events if not isinstance(event, Ended)), turn=True, value=value
        )

    def view(self, board: nineteen.State, *, over: bool) -> View:
        shown = nineteen.view(replace(board, goal=nineteen.ENDLESS, ended=over))
        coming = self.problem.pieces[board.locked + (not over) :]
        pictures = tuple(picture(letter, nineteen.FIRST[letter][0]) for letter in coming)
        fields = {**shown.fields, "next": coming[0] if coming else ""}
        return replace(shown, boards=(replace(shown.boards[0], next=pictures),), fields=fields)


def _forms(letter: str) -> PieceForms:
    """Returns the forms of a piece, in the order of `rotate`."""
    shape = nineteen.LETTERS.index(letter)
    first = nineteen.FIRST_FORM[shape]
    forms = [form for form in nineteen.NINETEEN_FORMS if form.shape == shape]
    return PieceForms(
        tuple(
            PieceForm(form.cells, () if form.next is None else (("rotate", form.next - first, form.swept),))
            for form in forms
        ),
        *nineteen.PIVOT,
    )


LETTERS = tuple(nineteen.LETTERS[1:])
FORMS = {letter: _forms(letter) for letter in LETTERS}
TURNS = (1, 2, 3, 4, 5)

PROBLEMS = ProblemGame(
    nineteen.GAME,
    "n",
    nineteen.LETTERS,
    size=lambda options: (nineteen.ROWS, nineteen.COLUMNS),
    settled=lambda cells: not full_rows(cells != 0).any(),
    goals={ROWS: P_("Clear {count} row.", "Clear {count} rows."), CLEAR: N_("Clear the whole board.")},
    board=PieceBoard,
    search=partial(StackSearch, forms=FORMS, cumulative_goal=ROWS),
    candidate=partial(stack.candidate, nineteen.ROWS, nineteen.COLUMNS, FORMS),
    offers=(Offer(ROWS, TURNS), Offer(CLEAR, TURNS)),
    given=lambda state: Given(state.cells, (nineteen.LETTERS[state.piece.shape], nineteen.LETTERS[state.next])),
    cumulative_goal=ROWS,
    pieces=lambda options: LETTERS,
)
