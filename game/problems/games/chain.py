"""The problems of Chain, and everything that they share with the problems of Duel."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from game.contract import Appeared, Played, Rules, Scored, View, bad_word
from game.problems.candidates import blocks
from game.problems.problem import CLEAR, LINKS, Problem
from game.problems.problem_game import RANDOM, Given, Offer, PlayedWord, ProblemBoard, ProblemGame, numbered
from game.problems.searches.blocks import BlockSearch
from game.rules import chain
from game.words import N_, P_


class FieldBoard(ProblemBoard[chain.State]):
    """A field, with the pairs that come."""

    rules: Rules[Any] = chain.GAME

    softly = True
    """Whether `down` scores."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.pairs = tuple((chain.LETTERS.index(pair[0]), chain.LETTERS.index(pair[1])) for pair in problem.pieces)
        self.words = tuple(word for word in self.rules.controls if word != "quit")

    def begin(self) -> chain.State:
        cells = numbered(self.problem.rows, chain.LETTERS)
        return chain.State(cells, None, self.pairs, RANDOM, self.problem.options["colours"])

    def next_piece(self, board: chain.State) -> Played[chain.State] | None:
        if not board.next or board.cells[chain.START]:
            return None
        pair = chain.Pair(board.next[0])
        return replace(board, pair=pair, next=board.next[1:]), (Appeared(pair.marks),)

    def play(self, board: chain.State, word: str) -> PlayedWord:
        if word not in self.words:
            raise bad_word(word)
        after, events = chain.move(board, word) if board.pair else (board, ())
        if after is board:
            return PlayedWord(board)
        if not after.pair:
            return PlayedWord(after, events, turn=True, value=self.value(board, after))
        if word == "down" and self.softly:
            after, events = replace(after, score=after.score + 1), (*events, Scored(1))
        return PlayedWord(after, events)

    def value(self, _before: chain.State, after: chain.State) -> int:
        """Returns how much the turn that led here counts."""
        return after.chain if self.problem.goal == LINKS else int(not after.cells.any())

    def moves(self, board: chain.State) -> tuple[str, ...]:
        return tuple(word for word in chain.moves(board) if word in self.words)

    def placement(self, board: chain.State) -> Hashable:
        return chain.placement(board)

    def view(self, board: chain.State, *, over: bool) -> View:
        return chain.view(replace(board, pair=None) if over else board)


def pairs_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns all pairs of this many colours."""
    return tuple(map("".join, product(chain.LETTERS[1 : 1 + options["colours"]], repeat=2)))


def given(state: chain.State) -> Given:
    """Returns what is known of a field."""
    pairs = [*([state.pair.colours] if state.pair else []), *state.next]
    return Given(state.cells, tuple(chain.LETTERS[one] + chain.LETTERS[other] for one, other in pairs))


PROBLEMS = ProblemGame(
    chain.GAME,
    "c",
    chain.FIELD_LETTERS,
    size=lambda options: (chain.ROWS, chain.COLUMNS),
    settled=lambda cells: not chain.settle_steps(cells),
    goals={
        LINKS: P_("Make a chain of {count} link.", "Make a chain of {count} links."),
        CLEAR: N_("Clear the whole board."),
    },
    board=FieldBoard,
    search=BlockSearch,
    candidate=blocks.candidate,
    offers=(Offer(LINKS, (1, 2, 3)), Offer(CLEAR, (1, 2, 3))),
    given=given,
    pieces=pairs_of,
    options={"colours": range(3, 6)},
    absent=lambda options: chain.LETTERS[1 + options["colours"] : chain.GARBAGE],
)
