"""A problem that the player draws: from a board, pieces, a goal and turns to what a proof says about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from game.contract import EMPTY, BadInput, Cell, Number, shorten
from game.problems.from_game import reach
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.grades import grade
from game.problems.problem import CLEAR, MOST_LEAST, MOST_PIECES, MOST_TURNS, Problem
from game.problems.reading import check, options_of
from game.problems.solver import TooLarge, answered, proving
from game.session import Work
from game.words import N_, P_, Listed, Translator

MOST_TRIED = 600_000
"""Turns tried for a proof on the page: some ten seconds in a browser."""
LEAST, TURNS = Number(1, 1, MOST_LEAST, ""), Number(1, 1, MOST_TURNS, "")

NOT_A_PIECE = N_("must be one of {choices}, not {text}")
TOO_MANY = N_("at most {most} pieces can come")
PROVEN = P_("Checked: there is {count} solution.", "Checked: there are {count} solutions.")
SHORTEST = P_("The shortest takes {count} turn.", "The shortest takes {count} turns.")
FIRST = P_("{count} first turn leads to a solution.", "{count} different first turns lead to a solution.")
GRADED = N_("The computer estimates it as grade {grade}.")
UNSOLVABLE = N_("Checked: there is no solution.")
AT_MOST = N_("{most} is the most you can reach.")
NEVER_CLEAR = N_("Whatever you do, something stays on the board.")


class Verdict(NamedTuple):
    """What a proof says about a problem, in sentences, and whether it has a solution."""

    text: str
    solvable: bool


def blank(name: str, options: Mapping[str, Any] | None = None) -> Problem:
    """Returns an empty board of the game with this name, with its first goal and one turn."""
    goal = next(iter(PROBLEM_GAMES[name].goals))
    return fitted(Problem(name, options_of(name, options or {}), (), (), goal, int(goal != CLEAR), 1))


def brushes(problem: Problem) -> str:
    """Returns the letters that its board can have."""
    of_game = PROBLEM_GAMES[problem.game]
    absent = of_game.absent(problem.options)
    return "".join(letter for letter in of_game.letters if letter not in absent)


def fitted(problem: Problem) -> Problem:
    """Returns the problem without what its options exclude: a board of their size, with the player on it if the game
    has one; a smaller board loses its upper rows and right columns.
    """
    of_game, letters = PROBLEM_GAMES[problem.game], brushes(problem)
    rows, columns = of_game.size(problem.options)
    lines = ["".join(each if each in letters else EMPTY for each in row) for row in problem.rows][-rows:]
    lines = [line[:columns].ljust(columns, EMPTY) for line in [""] * (rows - len(lines)) + lines]
    possible = of_game.pieces(problem.options)
    found = replace(problem, rows=tuple(lines), pieces=tuple(each for each in problem.pieces if each in possible))
    player = of_game.unique_letter
    return found if not player or player in "".join(lines) else painted(found, (rows // 2, columns // 2), player)


def resized(problem: Problem, options: Mapping[str, Any]) -> Problem:
    """Returns the problem with other options, as `fitted`."""
    return fitted(replace(problem, options=options))


def painted(problem: Problem, cell: Cell, letter: str) -> Problem:
    """Returns the problem with this letter on a cell. A player is moved there, and cannot be painted over."""
    (row, column), player = cell, PROBLEM_GAMES[problem.game].unique_letter
    rows = list(problem.rows)
    if player and rows[row][column] == player:
        return problem
    if letter == player:
        rows = [line.replace(player, EMPTY) for line in rows]
    rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]
    return replace(problem, rows=tuple(rows))


def drawn(problem: Problem, rows: str, pieces: str, goal: str, least: str, turns: str) -> Problem:
    """Returns the problem with what the player typed, rows filled up to the right and at the top; BadInput for what it
    cannot have.
    """
    return replace(
        problem,
        rows=_rows(problem, rows),
        pieces=_pieces(problem, pieces),
        goal=goal,
        least=0 if goal == CLEAR else LEAST.parse(least),
        turns=TURNS.parse(turns),
    )


def _rows(problem: Problem, text: str) -> tuple[str, ...]:
    letters = brushes(problem)
    rows, columns = PROBLEM_GAMES[problem.game].size(problem.options)
    lines = text.replace(" ", EMPTY).rstrip().splitlines()
    longest = max(map(len, lines), default=0)
    if len(lines) > rows or longest > columns:
        message = N_("a board has at most {most_rows} rows of {most_columns} cells, not {rows} of {columns}")
        raise BadInput(message, most_rows=rows, most_columns=columns, rows=len(lines), columns=longest)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter not in letters:
                message = N_("row {row}, column {column} of the board: {letter} is not one of {letters}")
                values = {"letter": shorten(letter), "letters": " ".join(letters)}
                raise BadInput(message, row=row + 1, column=column + 1, **values)
    return tuple(line.ljust(columns, EMPTY) for line in [""] * (rows - len(lines)) + lines)


def _pieces(problem: Problem, text: str) -> tuple[str, ...]:
    possible = PROBLEM_GAMES[problem.game].pieces(problem.options)
    if not possible:
        return ()
    letters, length = "".join(text.replace(",", " ").split()), len(possible[0])
    letters = letters.upper() if possible[0].isupper() else letters.lower()
    if len(letters) > MOST_PIECES * length:
        raise BadInput(TOO_MANY, most=MOST_PIECES)
    pieces = tuple(letters[at : at + length] for at in range(0, len(letters), length))
    for piece in pieces:
        if piece not in possible:
            raise BadInput(NOT_A_PIECE, choices=Listed(possible), text=shorten(piece))
    return pieces


def verdict(problem: Problem, translator: Translator, most: int = MOST_TRIED) -> Work[Verdict]:
    """Proves a problem in slices. BadInput if it is none or if the proof takes too long; then it says what is known."""
    check(problem)
    proof = yield from answered(proving(search_of(problem), problem.turns, most))
    if not proof.path:
        why = (yield from _most(problem, translator)) if problem.goal != CLEAR else ""
        if problem.goal == CLEAR and (problem.pieces or set("".join(problem.rows)) - {EMPTY}):
            why = translator(NEVER_CLEAR)
        return Verdict(translator.joined((translator(UNSOLVABLE), why)), solvable=False)
    said = (PROVEN, proof.solutions), (SHORTEST, proof.shortest), (FIRST, proof.first)
    texts = (translator(message, count=count) for message, count in said)
    return Verdict(translator.joined((*texts, translator(GRADED, grade=grade(proof)))), solvable=True)


def _most(problem: Problem, translator: Translator) -> Work[str]:
    """Returns how far a goal that cannot be met can be approached; nothing if that takes too long to prove."""
    try:
        return translator(AT_MOST, most=translator.number((yield from reach(problem, 0))))
    except TooLarge:
        return ""
