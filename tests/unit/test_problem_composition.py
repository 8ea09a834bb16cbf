"""Problems that players draw: every kind can be drawn, proven and played; an impossible one is refused in one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.contract import BadInput
from game.play.problems import composition
from game.play.problems.composition import Verdict, blank, brushes, drawn, fitted, painted, resized, verdict
from game.problems import choice, ids
from game.problems.from_game import position_of
from game.problems.games import PROBLEM_GAMES
from game.problems.listed import LISTED
from game.problems.problem import MOST_PIECES, Problem
from game.problems.reading import check
from game.session import finished
from game.words import Translator
from tests.table import session_of

pytestmark = pytest.mark.native

EVERY = pytest.mark.parametrize("name", list(PROBLEM_GAMES))


def typed(problem: Problem, **changed: str) -> Problem:
    """Returns what a player gets who types this problem into an empty dialog, some of its fields changed."""
    fields = {
        "rows": "\n".join(problem.rows),
        "pieces": " ".join(problem.pieces),
        "goal": problem.goal,
        "least": str(problem.least or 1),
        "turns": str(problem.turns),
    }
    return drawn(blank(problem.game, problem.options), **{**fields, **changed})


def proven(problem: Problem, most: int = composition.MOST_TRIED) -> Verdict:
    return finished(verdict(problem, Translator(), most))


@pytest.mark.parametrize(("game", "goal"), list(LISTED))
def test_every_kind_can_be_drawn_and_proven(game: str, goal: str) -> None:
    problem = ids.read(choice.listed(game, goal, 2)[0])
    assert typed(problem) == problem
    found = proven(problem)
    assert found.solvable and found.text.startswith("Checked: there ") and "as grade 2" in found.text
    assert f"shortest takes {problem.turns} turn" in found.text
    assert ids.read(ids.composed_id(problem)) == problem


@EVERY
def test_an_empty_board_is_a_problem_once_something_comes(name: str) -> None:
    problem = blank(name)
    if problem.pieces == () and PROBLEM_GAMES[name].pieces(problem.options):
        with pytest.raises(BadInput, match="at least one piece must come"):
            check(problem)
        problem = replace(problem, pieces=PROBLEM_GAMES[name].pieces(problem.options)[:1])
    check(problem)
    assert not proven(problem).solvable


@EVERY
def test_a_position_of_a_game_is_taken_with_all_that_is_known_to_come(name: str) -> None:
    session = session_of(name, 7)
    problem = position_of(name, session.options, session.state)
    given = PROBLEM_GAMES[name].given(session.state)
    assert (problem.rows, problem.pieces) == (PROBLEM_GAMES[name].rows(given.cells), given.pieces)
    assert fitted(problem) == problem == typed(problem)
    check(problem)


def test_a_goal_out_of_reach_says_how_far_it_can_be_met() -> None:
    problem = ids.read(choice.listed("nineteen", "rows", 2)[0])
    found = proven(replace(problem, least=problem.least + 1))
    assert found == (f"Checked: there is no solution. {problem.least} is the most you can reach.", False)
    problem = ids.read(choice.listed("nineteen", "clear", 2)[0])
    assert proven(replace(problem, turns=1)) == (
        "Checked: there is no solution. Whatever you do, something stays on the board.",
        False,
    )
    assert proven(blank("lines98")) == ("Checked: there is no solution.", False), "nothing is on the board"


def test_what_takes_too_long_says_what_is_known() -> None:
    problem = ids.read(choice.listed("chain", "links", 3)[0])
    longer = replace(problem, pieces=problem.pieces * 4, turns=4 * problem.turns)
    with pytest.raises(BadInput, match=r"at least [1-9]\d* solutions within [1-9]\d* turns"):
        proven(longer, 20_000)


def test_the_player_is_moved_and_never_lost() -> None:
    problem = blank("push-clear", {"size": 5})
    assert problem.rows == (".....", ".....", "..@..", ".....", ".....")
    problem = painted(painted(problem, (2, 2), "#"), (0, 4), "@")
    assert problem.rows == ("....@", ".....", ".....", ".....", ".....")
    smaller = resized(painted(problem, (4, 0), "X"), {"size": 4})
    assert smaller.rows == ("....", "....", "..@.", "X...")
    with pytest.raises(BadInput, match="exactly one cell"):
        check(typed(smaller, rows="@..@"))


def test_fewer_colours_take_blocks_and_pairs_away() -> None:
    problem = typed(blank("duel", {"colours": 5}), rows="rp\no", pieces="rgPR", turns="2")
    assert problem.rows[-2:] == ("rp....", "o.....") and problem.pieces == ("rg", "pr")
    fewer = resized(problem, {"colours": 3})
    assert fewer.rows[-2:] == ("r.....", "o.....") and fewer.pieces == ("rg",)
    assert brushes(fewer) == ".rgbo" and brushes(blank("chain", {"colours": 3})) == ".rgb"


@pytest.mark.parametrize(
    ("name", "changed", "reason"),
    [
        ("chain", {"rows": "rr.\nz"}, "row 2, column 1 of the board: z is not one of"),
        ("chain", {"rows": "......." * 2}, "at most 13 rows of 6 cells, not 1 of 14"),
        ("chain", {"rows": "r\n" * 14}, "not 14 of 1"),
        ("chain", {"pieces": "rgb"}, "must be one of .*, not b"),
        ("chain", {"pieces": "rx"}, "not rx"),
        ("nineteen", {"pieces": "I" * (MOST_PIECES + 1)}, "at most 50 pieces"),
        ("nineteen", {"turns": "0"}, "from 1 to 50, not 0"),
        ("nineteen", {"turns": "1e9"}, "not 1e9"),
        ("push-clear", {"least": ""}, "from 1 to 9999"),
        ("lines98", {"turns": "-1"}, "not -1"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(name: str, changed: dict[str, str], reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as error:
        typed(blank(name), **changed)
    assert len(str(error.value).splitlines()) == 1


def test_what_floats_or_is_full_is_not_settled() -> None:
    for problem in (
        typed(blank("chain"), rows="rr\n...", pieces="rg"),
        typed(blank("nineteen"), rows="I" * 9, pieces="I"),
    ):
        with pytest.raises(BadInput, match="not settled"):
            proven(problem)
