"""What a game's problems are made of: one record for each game, declared in its module in `games`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from game import rng
from game.contract import Control, Event, Played, Rules, View
from game.kernel import Cells, frozen
from game.problems.candidates.draw import Draw
from game.problems.problem import Problem
from game.problems.solver import Proof, Search
from game.session import Work

S = TypeVar("S")

RANDOM = rng.standard(0)
"""A state must have a generator; nothing is drawn from it in a problem."""


class Offer(NamedTuple):
    """What is offered of a game: a goal, numbers of turns, and what makes such a problem good."""

    goal: str
    turns: tuple[int, ...]
    most_first_turns: int = 1
    """The largest number of first turns that may begin a solution: one, unless moves can change places."""
    solutions: int = 6
    """The largest number of solutions."""
    most_plain_turns: int = 1
    """The largest number of turns with which the turns that look best may solve it."""


class Given(NamedTuple):
    """What is known of a position of an ordinary game: the settled cells, and what comes."""

    cells: Cells
    pieces: tuple[str, ...] = ()


class PlayedWord(NamedTuple):
    """What one word did."""

    board: Any
    """The same object if nothing changed."""
    events: tuple[Event, ...] = ()
    turn: bool = False
    """Whether it ended a turn."""
    value: int = 0
    """What this turn counts towards the goal; 1 or 0 for the goal `clear`."""


class ProblemBoard(Generic[S]):
    """A game's board in a problem: its own rules, and nothing comes that the problem does not name. A board is a state
    of the game; when a turn ends, nothing is in play until `next_piece`."""

    rules: Rules[Any]

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def begin(self) -> S:
        """Returns the board before the first piece appears."""
        raise NotImplementedError

    def play(self, board: S, word: str) -> PlayedWord:
        """Plays one word; BadInput if there is no such word. Nothing is in play after the problem's end."""
        raise NotImplementedError

    def next_piece(self, board: S) -> Played[S] | None:
        """Brings in what comes next; None if nothing is left, or it has no room, or nothing can move."""
        raise NotImplementedError

    def view(self, board: S, *, over: bool) -> View:
        """Returns what is shown."""
        raise NotImplementedError

    def moves(self, board: S) -> tuple[str, ...]:
        """Returns the words that would change something."""
        return self.rules.moves(board)

    def placement(self, board: S) -> Hashable:
        """Returns where the piece in play is."""
        return self.rules.placement(board) if self.rules.placement else None

    def cells(self, board: S) -> Cells:
        """Returns what is settled on the board, as numbers of the game's letters (rows, columns)."""
        found: Cells = board.cells  # type: ignore[attr-defined]
        return found

    def carried(self, board: S) -> tuple[Any, ...]:
        """Returns the rest of a position, without cells and coming pieces, as the game's `Search.at` takes it."""
        return ()


@dataclass(frozen=True, eq=False)
class ProblemGame:
    """Everything that problems of one game need."""

    rules: Rules[Any]
    initial: str
    """The first letter of ids."""
    letters: str
    """What can be on a cell."""
    size: Callable[[Mapping[str, Any]], tuple[int, int]]
    """Rows and columns of the board, with these options."""
    settled: Callable[[Cells], bool]
    """Whether nothing would fall or vanish by itself on these cells (rows, columns)."""
    goals: Mapping[str, str]
    """The sentence that asks for each goal; the order is part of ids."""
    board: Callable[[Problem], ProblemBoard[Any]]
    search: Callable[[Problem], Search[Any]]
    candidate: Callable[[str, str, int, Draw], Work[Problem | None]]
    """A position built for a game, goal and number of turns; None if none could be built."""
    offers: tuple[Offer, ...]
    given: Callable[[Any], Given]
    """What is known of a state of the ordinary game."""
    cumulative_goal: str = ""
    """The goal in which earlier turns count."""
    most_turns: int = 0
    """The turns of a problem made of a position, in games in which nothing comes; in others, the number of pieces."""
    pieces: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda options: ()
    """Everything that can come, with these options; empty for a game in which nothing comes."""
    options: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The values of the game's options that a problem can have; all others have their usual value."""
    absent: Callable[[Mapping[str, Any]], str] = lambda options: ""
    """Letters that these options exclude."""
    unique_letter: str = ""
    """A letter that must be on exactly one cell."""
    words: tuple[str, ...] = ()
    """The words of a problem, if not all of the game but `quit`."""
    single: Callable[[str], Iterable[str]] = lambda word: (word,)
    """Splits a counted word that ends turns into single words; leaves any other word as it is."""
    tidy: Callable[[Problem], bool] = lambda problem: True
    """Whether a candidate is worth a proof."""
    aims: Callable[[Problem, Sequence[int]], Work[list[Problem]]] | None = None
    """The goals of a random candidate that take one of these numbers of turns, the most turns first."""
    idle: Callable[[Problem, Proof[Any], int], Work[bool]] | None = None
    """Whether something on a random candidate could be left out, found by proofs of at most this much work each."""

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def controls(self) -> dict[str, Control]:
        """The words that a problem has."""
        return {word: self.rules.controls[word] for word in self.words or self.rules.controls if word != "quit"}

    def cells(self, rows: Sequence[str]) -> Cells:
        """Returns a board as numbers of letters (rows, columns) int8."""
        return numbered(rows, self.letters)

    def rows(self, cells: Cells) -> tuple[str, ...]:
        """Returns a board as rows of letters."""
        return tuple("".join(self.letters[cell] for cell in row) for row in cells.tolist())


def numbered(rows: Sequence[str], letters: str) -> Cells:
    """Returns a board as numbers instead of letters: (rows, columns) int8."""
    return frozen(np.array([[letters.index(letter) for letter in row] for row in rows], np.int8))
