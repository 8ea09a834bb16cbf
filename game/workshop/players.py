"""Players from a source: functions that choose a turn, or that evaluate the boards after every turn.

A source defines either `choose`, which chooses word by word, or `value`, which evaluates the boards after all turns at
once. Both play whole turns, up to where a piece locks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from game.bots.search.turns import Turn, with_results
from game.bots.types import Words
from game.contract import LOWERING, BadInput, Board, Role, Rules, View
from game.kernel import Cells
from game.words import N_
from game.workshop.limits import SourceError, limited, shown
from game.workshop.modules import line_of, run

PlayerFunction = Callable[[Any], Words]
"""Takes a state and returns the words of the player's next turn; none if there is no move."""

MOST_WORDS = 60
"""Words of one turn: steering a piece back and forth for longer is an error."""
EXACT = 2**16
"""Values are rounded to multiples of 1/EXACT for comparison: the last bits of a sum differ between machines."""


def load_player(text: str, rules: Rules[Any]) -> PlayerFunction:
    """Creates the player that a source defines; SourceError if it defines none, or later when it fails."""
    module = run(text)
    choose, value = module.function("choose"), module.function("value")
    if choose is not None:
        return ChoosePlayer(rules, choose)
    if value is not None:
        return ValuePlayer(rules, value)
    raise SourceError(
        text.count("\n") + 1, BadInput(N_("a player is a function choose(state, moves, view) or value(boards)"))
    )


class ChoosePlayer:
    """Plays what `choose(state, moves, view)` returns: one of the words in `moves`, or several words in sequence."""

    def __init__(self, rules: Rules[Any], choose: Callable[..., Any]) -> None:
        self._rules, self._choose = rules, choose

    def __call__(self, state: Any) -> Words:
        """Returns the words of a whole turn: until a piece has locked or, in a game without pieces, a single word."""
        rules, words = self._rules, list[str]()
        view = rules.view(state)
        while not view.over:
            for word in self._chosen(state, view):
                before, state = state, rules.play(state, word)[0]
                if state is before:
                    raise self._wrong(N_("{word} changes nothing here"), word=shown(word))
                words.append(word)
                if self._ends(view, word, state):
                    return tuple(words)
                view = rules.view(state)
            if len(words) > MOST_WORDS:
                raise self._wrong(N_("{count} words, and the piece has not come to rest"), count=MOST_WORDS)
        return tuple(words)

    def _chosen(self, state: Any, view: View) -> list[str]:
        moves = self._rules.moves(state)
        if not moves:
            return []
        chosen = limited(self._choose, state, list(moves), view)
        words = [chosen] if isinstance(chosen, str) else chosen
        if not isinstance(words, list | tuple) or not words or len(words) > MOST_WORDS:
            raise self._wrong(N_("must return a word, not {value}"), value=shown(chosen))
        if not isinstance(words[0], str) or words[0] not in moves:
            raise self._wrong(N_("{word} is not among the moves here"), word=shown(words[0]))
        if not all(isinstance(word, str) and self._rules.role(word) for word in words):
            raise self._wrong(N_("{words} is not a list of the game's words"), words=shown(chosen))
        return list(words)

    def _ends(self, before: View, word: str, state: Any) -> bool:
        """Returns whether the turn ends with this word."""
        rules = self._rules
        if not before.boards[before.turn].piece or rules.role(word) in (Role.DROP, Role.CHOICE):
            return True
        after = rules.view(state)
        if after.over or after.turn != before.turn or after.choices:
            return True
        if rules.role(word) not in LOWERING:
            return False
        return _without_piece(before.boards[before.turn]) != _without_piece(after.boards[after.turn])

    def _wrong(self, message: str, **values: object) -> SourceError:
        return wrong_in("choose", self._choose, BadInput(message, **values))


class ValuePlayer:
    """Plays the turn after which `value(boards)` is highest, the first among equals; looks one move ahead.

    `boards` (turns, rows, columns) int8 are the player's own board after each turn, without the piece in play; a cell
    is the number of its symbol in the game's list, 0 for the first. `value(boards, points)` also gets the points that
    each turn scores (turns,). It returns one number for each turn.
    """

    def __init__(self, rules: Rules[Any], value: Callable[..., Any]) -> None:
        self._rules, self._value = rules, value
        self._numbers = {letter: number for number, letter in enumerate(rules.symbols)}
        code = getattr(value, "__code__", None)
        self._wants_points = code is not None and code.co_argcount > 1

    def __call__(self, state: Any) -> Words:
        if self._rules.over(state):
            return ()
        seat = self._rules.view(state).turn
        found = list(with_results(self._rules, state))
        if len(found) < 2:
            return found[0].words if found else ()
        values = self._values(found, seat)
        return found[int(np.rint(values * EXACT).argmax())].words

    def _values(self, found: Sequence[Turn], seat: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        boards = np.stack([self._cells(self._rules.view(turn.after).boards[seat]) for turn in found])
        points = (np.array([turn.gain for turn in found]),) if self._wants_points else ()
        values = limited(lambda: np.asarray(self._value(boards, *points), np.float64))
        if values.shape != (len(found),):
            needs = N_("needs one number for each of {count} boards, not an array of shape {shape}")
            raise self._wrong(needs, count=len(found), shape=values.shape)
        if not np.isfinite(values).all():
            raise self._wrong(N_("has a value that is not a number"))
        return values

    def _cells(self, board: Board) -> Cells:
        cells = np.array([[self._numbers[letter] for letter in row] for row in board.rows], np.int8)
        for row, column in board.piece:
            cells[row, column] = 0
        return cells

    def _wrong(self, message: str, **values: object) -> SourceError:
        return wrong_in("value", self._value, BadInput(message, **values))


def wrong_in(name: str, function: object, problem: BadInput) -> SourceError:
    """Returns the error for what a function of a source returns."""
    return SourceError(line_of(function), BadInput(N_("{name}: {problem}"), name=name, problem=problem))


def _without_piece(board: Board) -> tuple[object, ...]:
    """Returns the cells of a board without the piece in play, for comparison."""
    piece = set(board.piece)
    return tuple(
        (cell, letter)
        for row, letters in enumerate(board.rows)
        for column, letter in enumerate(letters)
        if (cell := (row, column)) not in piece
    )
